package model

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
)

// onAuditScenario is a configuration of one learner on the scenario that it is
// audited on.
func onAuditScenario(spec learners.Spec, epsilon float64) *Config {
	s := must(AuditScenario(spec.Declaration))
	return &Config{Scenario: s, Learners: []learners.Spec{spec}, Horizon: s.Horizon, Epsilon: epsilon, Seed: 1}
}

// reporter is a bandit behind a channel.
func reporter(channel string) learners.Spec {
	return learners.Spec{Declaration: &learners.Declaration{
		ID: "reporter", Name: "Reporter", Privacy: learners.Local, Feedback: learners.BanditFeedback, Channel: channel,
		New: func(s learners.Setting, _ param.Values) learners.Learner {
			spec, _ := learners.ParseSpec("ucb1")
			return spec.Start(s)
		},
	}}
}

// Every learner of the catalogue, with its defaults, has an exact verdict; and
// with its defaults none of them breaks its claim.
func TestEveryLearnerHasAVerdict(t *testing.T) {
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			v, err := DefaultVerdict(d)
			if err != nil || !v.Known || v.Pair.Why == "" {
				t.Errorf("%s: %+v, %v", d.ID, v, err)
				return
			}
			line := v.Line()
			switch {
			case strings.Contains(line, "no exact audit") || line == "" || strings.Contains(line, "NaN"):
				t.Errorf("%s: %q", d.ID, line)
			case d.Privacy == learners.NotPrivate && (!strings.HasPrefix(line, "claims no privacy") || !math.IsInf(v.Exact.Epsilon, 1)):
				t.Errorf("%s: %q, ε = %v", d.ID, line, v.Exact.Epsilon)
			case v.Broken():
				t.Errorf("%s: %q", d.ID, line)
			}
		})
	}
}

func TestVerdictLines(t *testing.T) {
	for _, c := range []struct {
		scenario, channel, choice string
		epsilon                   float64
		line                      string
		broken                    bool
	}{
		{"ww-det", "", "rnm-ftnl,noise=laplace,scale=1", .3, "claim violated: true 2ε is twice claimed ε", true},
		{"ww-det", "", "rnm-ftnl,noise=laplace,scale=2", .3, "claim holds: true ε equals claimed ε", false},
		{"ww-det", "", "rnm-ftnl,scale=0.5", 1, "claim violated: true 4ε is 4 times claimed ε", true},
		{"ww-det", "", "ftnl", 1, "claim holds: true 0.2ε is below claimed ε", false},
		{"chh-synthetic", "", "dpucb-mat,init=paper", 2, "claim violated: true 2.33ε is 2.33 times claimed ε", true},
		{"chh-synthetic", "", "dpucb-mat", 2, "claim holds: true ε equals claimed ε", false},
		{"hhmh-1", "", "lazy-dp-ts,epsilon=0.1", 1, "claim holds: true ε equals claimed ε", false},
		{"hhmh-1", "", "lazy-dp-ts", math.Inf(1), "ε = ∞: no noise and no privacy", false},
		{"hhmh-1", "", "adac-ucb,rho=.25", 1, "claim holds: true ρ = 0.25 equals claimed ρ = 0.25", false},
		{"hhmh-1", "", "dp-ts-ucb", 1, "claim holds: true μ = 2.885 is below claimed μ = 4.066", false},
		{"hhmh-1", "", "ts-gaussian", 1, "claims μ = O(√T): true μ is at most 707.11 up to the horizon", false},
		{"hhmh-1", "", "ucb1", 1, "claims no privacy: one play may reveal a reward (ε = ∞)", false},
		{"hhmh-1", "", "thompson", 1, "claims no privacy: many plays together reveal a reward (ε = ∞)", false},
		{"hhmh-1", "", "optimal", 1, "uses no reward: ε = 0", false},
		{"hhmh-1", "rr(0.9,0.9)", "ts-ldp-b", .5, "claim violated: true 4.39ε per report is 4.39 times claimed ε", true},
		{"hhmh-1", "rr(0.9,0.9)", "d-ucb", .5, "claim violated: true 4.39ε per report is 4.39 times claimed ε", true},
		{"hhmh-1", "rr(0.6,0.6)", "ucb-ldp-b", .5, "claim holds: true 0.811ε per report is below claimed ε", false},
		{"hhmh-1", "laplace(2)", "ucb-ldp-l", .5, "claim violated: true 4ε per report is 4 times claimed ε", true},
		{"hhmh-1", "rr(1,1)", "ts-ldp-b", .5, "claim violated: true ∞ per report is above claimed ε", true},
		// GAJ claim ε at the optimal matrix alone.
		{"hhmh-1", "rr(0.9,0.9)", "sw-klucb-cf", .5, "no claim for this channel: true 4.39ε per report", false},
		{"hhmh-1", "rr(0.6,0.6)", "glr-klucb-cf", .5, "no claim for this channel: true 0.811ε per report", false},
		{"hhmh-1", "rr(0.8,0.7)", "ts-cf", .5, "no claim for this channel: true 2.51ε per report", false},
		{"hhmh-1", "", "sw-klucb-cf", .5, "claim holds: true ε per report equals claimed ε", false},
		{"hhmh-1", "linear", "kl-ucb-cf", .5, "claim holds: true ε per report equals claimed ε", false},
		{"hhmh-1", "none", "sw-ucb", .5, "claims no privacy: a report may reveal its reward", false},
	} {
		t.Run(c.scenario+" "+c.choice+" "+c.channel, func(t *testing.T) {
			v := opened(t, c.scenario, c.channel, c.epsilon, c.choice).Verdict(0)
			if got := v.Line(); got != c.line || v.Broken() != c.broken {
				t.Errorf("at ε = %v: %q, broken %v; want %q, %v", c.epsilon, got, v.Broken(), c.line, c.broken)
			}
		})
	}
	for choice, want := range map[string]string{
		"adac-ucb,rho=.25": "ρ = 0.25", "dp-ts-ucb": "μ = 4.066", "ts-gaussian": "μ = O(√T)", "lazy-dp-ts": "ε = 1", "ucb1": "",
	} {
		if v := opened(t, "hhmh-1", "", 1, choice).Verdict(0); v.Claim() != want {
			t.Errorf("%s claims %q, want %q", choice, v.Claim(), want)
		}
	}
	for channel, want := range map[string]string{
		"linear":      "claim holds: true ε per report equals claimed ε",
		"linear(0.5)": "claim holds: true 0.5ε per report is below claimed ε",
		"linear(2)":   "claim violated: true 2ε per report is twice claimed ε",
		"none":        "claims no privacy: a report may reveal its reward",
	} {
		t.Run(channel, func(t *testing.T) {
			v := onAuditScenario(reporter(channel), 1).Verdict(0)
			if got := v.Line(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
	unaudited := Verdict{Spec: reporter("linear"), Epsilon: 1, Claimed: 1}
	if got := unaudited.Line(); got != "claims ε; there is no exact audit" {
		t.Errorf("%q", got)
	}
}

// The reward sequences are the exact audit's pair, spread over the rounds of its
// epoch.
func TestSequencesSumToThePair(t *testing.T) {
	for _, text := range []string{"rnm-ftnl,scale=1", "rnm-ftnl,noise=gumbel", "rnm-ftnl,noise=exponential", "lazy-dp-ts", "ucb1"} {
		t.Run(text, func(t *testing.T) {
			v := onAuditScenario(choose(text), .5).Verdict(0)
			worst := v.Exact.WorstPair
			for side, vector := range [][]float64{worst.Before, worst.After} {
				for j := range vector {
					sum := 0.0
					for t := v.Pair.Round; t < v.Pair.Round+worst.Epoch; t++ {
						sum += v.Pair.At(side, t)[j]
					}
					if math.Abs(sum-worst.Base[j]-vector[j]) > 1e-9 {
						t.Errorf("%s: arm %d sums to %v on side %d", text, j, sum, side)
					}
				}
			}
			for round := range 3 * worst.Epoch {
				same := slices.Equal(v.Pair.At(0, round), v.Pair.At(1, round))
				if same != (round != v.Pair.Round) {
					t.Errorf("%s: round %d is the same: %v", text, round, same)
				}
				for _, x := range v.Pair.At(0, round) {
					if x < 0 || x > 1 {
						t.Errorf("%s: a reward of %v", text, x)
					}
				}
			}
		})
	}
}

// Two pairs are the same by their rewards, not by what is said of them.
func TestSamePairs(t *testing.T) {
	pair := func() Neighbors {
		return Neighbors{
			Round: 2, Before: []float64{1, 0}, After: []float64{0, 1}, Why: "said",
			Others: []Span{{Rewards: []float64{0, 0}}, {From: 3, Rewards: []float64{0, 1}}},
		}
	}
	for what, change := range map[string]func(*Neighbors){
		"round":       func(n *Neighbors) { n.Round = 3 },
		"before":      func(n *Neighbors) { n.Before[1] = 1 },
		"after":       func(n *Neighbors) { n.After[0] = .5 },
		"span":        func(n *Neighbors) { n.Others[1].From = 4 },
		"other round": func(n *Neighbors) { n.Others[1].Rewards[0] = 1 },
		"fewer spans": func(n *Neighbors) { n.Others = n.Others[:1] },
	} {
		t.Run(what, func(t *testing.T) {
			a, b := pair(), pair()
			b.Why = "otherwise"
			if !a.Same(&b) {
				t.Error("equal pairs are not the same")
			}
			if change(&b); a.Same(&b) {
				t.Errorf("%s: pairs that differ are the same", what)
			}
		})
	}
}
