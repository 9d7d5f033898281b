package answer

import (
	"slices"
	"strings"
	"testing"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/audit/blackbox"
	"regretscope/model/solve"
	"regretscope/noise/privacy"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The text of an answer, span by span.
func TestWordsOfAnswers(t *testing.T) {
	low, high := solve.Edge{Value: .01, Low: .01, High: .01, End: true}, solve.Edge{Value: 100, Low: 100, High: 100, End: true}
	edge := solve.Edge{Value: .3, Low: .2, High: .4, Reached: true, Safe: solve.Point{Value: .4, Runs: 1280, Regret: 289, Threshold: 300}}
	coarse := solve.Edge{Value: 2, Low: 1, High: 4, Safe: solve.Point{Value: 1, Runs: 80, Regret: 291, Threshold: 300, Misleads: true}}
	between := solve.Edge{Value: .3, Low: .1, High: .3, Unmeasured: true, Safe: solve.Point{Value: .3, Runs: 20, Regret: 200, Threshold: 300}}
	for name, c := range map[string]struct {
		spans []solve.Span
		limit *solve.Point
		want  []string
	}{
		"up to a whole number": {[]solve.Span{{From: low, To: coarse}}, nil, []string{"near 2 (95% interval 1 to 4, which "}},
		"everywhere":           {[]solve.Span{{From: low, To: high}}, nil, []string{"the target is met for epsilon from 0.01 to 100, as far as the scan shows\n"}},
		"from an edge": {[]solve.Span{{From: edge, To: high}}, nil, []string{
			"the target is met for epsilon from 0.4 (with 95% confidence) to 100, as far as the scan shows\n",
			"at epsilon = 0.4 regret is 289.0, of at most 300.0 (1,280 runs); the limit is near 0.3 (95% interval 0.200 to 0.400)\n",
		}},
		"up to an edge that is coarse": {[]solve.Span{{From: low, To: coarse}}, nil, []string{
			"the target is met for epsilon from 0.01 to 1 (with 95% confidence), as far as the scan shows\n", "near 2 (95% interval 1.00 to 4.00, which ", "warning: a few of these runs decide the mean, so the interval",
		}},
		"between edges": {[]solve.Span{{From: edge, To: coarse}}, nil, []string{"the target is met for epsilon from 0.4 (with 95% confidence) to 1 (with 95% confidence), as far as the scan shows\n"}},
		"ended early, with a limit": {[]solve.Span{{From: between, To: high}}, nil, []string{
			"the target is met for epsilon from 0.3 to 100, as far as the scan shows\n",
			"at epsilon = 0.3 regret is 200.0, of at most 300.0 (20 runs); the limit is between 0.1 and 0.3\n", "interrupted: what is known so far, ",
		}},
		"ended early": {nil, nil, []string{"no epsilon is known yet to meet the target\n", "of a scan of 9 values from 0.01 to 100; a longer --time-limit"}},
		"nowhere":     {nil, &solve.Point{Runs: 80, Regret: 400, Threshold: 300}, []string{"no scanned epsilon from 0.01 to 100 meets the target\n", "at epsilon = ∞ it is undecided: regret 400.0, 1.33 times the target (80 runs)\n"}},
	} {
		r := Solution{Answer: &solve.Answer{
			Problem: &solve.Problem{Config: uitest.On(t, "hhmh-1", "", 1000, "lazy-dp-ts"), Parameter: "epsilon", Below: 300},
			Low:     .01, High: 100, Scan: 9, Spans: c.spans, Limit: c.limit, Whole: strings.Contains(name, "whole"),
		}}
		if strings.Contains(name, "early") {
			r.Ended = "interrupted"
		}
		var b strings.Builder
		uitest.NoError(t, Write(&b, &r, Options{Width: 200}, nil))
		for _, want := range append(c.want, "hhmh-1 · regret of lazy-dp-ts at 1,000 is at most 300\n") {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %q in\n%s", name, want, b.String())
			}
		}
	}
}

// Every block in every format.
func TestBlocks(t *testing.T) {
	table := kit.TableOf(1, "learner", "ε")
	table.Rows = [][]string{{"a_b", "0.5"}, nil, {"c|d", "10⁻³"}}
	d := &Document{Hang: 2, Blocks: []Block{
		Heading{First: "one", Rest: " · two words"},
		Sentences{"A sentence that is long.", "Another *one*."},
		Table{Table: table, Foot: "ε: the loss"},
		Details{"A learner", []facts.Fact{{Title: "claim", Lines: []kit.Line{{Lead: "ε = 1, ", Rest: "at most"}, {Lead: "more"}}}}},
		Command("regretscope run"),
	}}
	for name, text := range map[string]string{
		"text": d.In("", 0), "narrow": d.In("", 20), "markdown": d.In(Markdown, 0), "latex": d.In(LaTeX, 0),
	} {
		uitest.Golden(t, name, text)
	}
}

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
			"Runs: ε ≥ 1.2 with 99% confidence: the claim is violated. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"a claim that holds", "rnm-ftnl,noise=gumbel,scale=2", ran(.5), []string{
			"Runs: ε ≥ 0.5 with 99% confidence: this does not contradict the claim. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"nothing shown", "rnm-ftnl", nothing, []string{
			"Runs: in 100 runs on each sequence, no event was seen more often on one than chance explains. " +
				"A statistical audit can show that privacy is violated; it cannot show that it holds. The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
		{"no privacy", "hedge", ran(3), []string{
			"Runs: ε ≥ 3 with 99% confidence: the learner claims no privacy. " + event + " The sequences A and B differ in round 2. Arm 1 earns more.",
		}},
	} {
		var said []string
		for _, fact := range found(t, c.learner, c.ran).facts() {
			said = append(said, fact.Sentence())
		}
		for _, want := range c.want {
			if !slices.Contains(said, want) {
				t.Errorf("%s: no %q in\n%q", c.name, want, said)
			}
		}
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
