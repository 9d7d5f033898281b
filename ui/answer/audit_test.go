package answer

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/audit/blackbox"
	"regretscope/noise/privacy"
	"regretscope/ui/kit/uitest"
)

// found returns the audit of a learner of WW's deterministic losses, possibly with a statistical audit.
func found(t *testing.T, learner string, s *audit.Statistics) *finding {
	t.Helper()
	config := uitest.On(t, "ww-det", "", 100, learner)
	config.Epsilon = 1
	f := &audit.Finding{Verdict: config.Verdict(0), Audit: &audit.Audit{Config: config}, Statistics: s}
	return &finding{f, f.Losses(privacy.Measure{Notion: privacy.Mu})}
}

// ran has the statistics of one event, seen in 90 of 100 runs and in 10.
func ran(lower float64) *audit.Statistics {
	return &audit.Statistics{
		Lower: lower, Confidence: .99, Runs: 100, Sequences: model.Neighbors{Round: 2, Why: "Arm 1 earns more."},
		Tests: []audit.Test{{Event: "the play of round 3 is arm 1", Counts: [2]int{90, 10}, Least: .8, Most: .2}},
	}
}

// The texts of audit results, fact by fact.
func TestWordsOfFindings(t *testing.T) {
	const (
		worst = "Worst case: the sequences A and B differ in round 2. Over the rest of the epoch arm 1 earns 0 and every other arm 1 a round. " +
			"The round that differs gives 1 to arm 1 only (A), or to every other arm (B)."
		event = "Event: the play of round 3 is arm 1. It happened 90 times in 100 runs on one sequence and 10 times on the other."
	)
	nothing := ran(0)
	nothing.Tests[0] = audit.Test{Counts: [2]int{50, 50}, Least: .4, Most: .6}
	for _, c := range []struct {
		name, learner string
		ran           *audit.Statistics
		want          []string
	}{
		{"a broken claim", "rnm-ftnl,noise=exponential,scale=1", ran(1.2), []string{
			worst,
			"True loss: ε = 2, exact; by running, at least 1.386; μ = 1.801, exact; worst where the lead of 1 action over 1 other goes from −1.0000 to 1.0000; by running, at least 1.683.",
			"By running: ε ≥ 1.2 with 99% confidence: the claim is violated. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"a claim that holds", "rnm-ftnl,noise=gumbel,scale=2", ran(.5), []string{
			"By running: ε ≥ 0.5 with 99% confidence: this does not contradict the claim. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"nothing shown", "rnm-ftnl", nothing, []string{
			"By running: in 100 runs on each sequence, no event was seen more often on one than chance explains. " +
				"A statistical audit can show that privacy is violated; it cannot show that it holds. The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"no privacy", "hedge", ran(3), []string{
			"By running: ε ≥ 3 with 99% confidence: the learner claims no privacy. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var said []string
			for _, fact := range found(t, c.learner, c.ran).facts() {
				said = append(said, fact.Sentence())
			}
			for _, want := range c.want {
				if !slices.Contains(said, want) {
					t.Errorf("no %q in\n%q", want, said)
				}
			}
		})
	}
}

func TestClaims(t *testing.T) {
	for learner, want := range map[string]string{"rnm-ftnl": "1", "hedge": "–"} {
		if got := found(t, learner, nil).claims(); got != want {
			t.Errorf("%s claims %s, want %s", learner, got, want)
		}
	}
}

func TestAProgramWithoutNoise(t *testing.T) {
	for _, noiseless := range []bool{false, true} {
		f := &finding{Finding: &audit.Finding{
			Noiseless: noiseless, Statistics: &audit.Statistics{Tests: []audit.Test{{Most: 1}}}, Window: &blackbox.Result{Advice: "Try more."},
		}}
		ran := f.ran()
		if text := ran.Sentence(); strings.Contains(text, audit.NoNoise) != noiseless || !strings.Contains(text, "o event was worth a test") ||
			!strings.HasSuffix(text, "No play depended on the rewards or the noise. Try more.") {
			t.Errorf("%v: %s", noiseless, ran.Sentence())
		}
	}
}
