package facts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/manual"
)

// Every fact of every learner has text and a page of the manual, and its numbers equal those of a
// run's JSON under the same key.
func TestPrivacyOfEveryLearner(t *testing.T) {
	for _, d := range learners.All() {
		for _, ref := range []string{"hhmh-1", "ww-det", "network"} {
			config := uitest.On(t, ref, "", 1, "random")
			config.Horizon, config.Learners = 300, []learners.Spec{{Declaration: d}}
			if config.Check() != nil {
				continue
			}
			t.Run(d.ID+" on "+ref, func(t *testing.T) {
				shot := uitest.Snapshot(config, 300)
				check(t, &Topic{Shot: shot, Learner: &shot.Learners[0], Audit: &ExactAudits(config)[0]})
			})
		}
	}
}

func check(t *testing.T, f *Topic) {
	t.Helper()
	if l := f.Spending().worst(); l.limit > 0 {
		want := f.Learner.CostliestRound
		if m := f.Spending().measure(); !m.Pure() {
			want = m.Of(f.Learner.CostliestRoundLoss).Value
		}
		loss := f.Spending().costliest()
		uitest.Contains(t, loss.Sentence(), number.Loss(want))
	}
	for _, fact := range f.Spending().Privacy() {
		if fact.Title == "" || len(fact.Lines) == 0 || strings.Contains(fact.Sentence(), "NaN") {
			t.Errorf("%+v", fact)
		}
		if _, err := manual.Find(fact.Page); err != nil {
			t.Errorf("%s: %v", fact.Title, err)
		}
	}
}

// A program's statements are marked, and nothing is added if it states nothing.
func TestPrivacyOfAProgram(t *testing.T) {
	typed := param.Must(learners.ParseTyped("./mine.py"))
	config := uitest.On(t, "hhmh-1", "", 1, "ucb1")
	view := model.LearnerState{Spec: typed, Epsilon: 1, CostliestRound: math.NaN()}
	said := program.Statement{Ready: program.Ready{Private: "central"}}
	cases := map[string]struct {
		said *program.Statement
		want []string
	}{
		"before round 1": {nil, []string{"no statement before round 1"}},
		"no release":     {&said, []string{"Claims: central privacy; stated by", "Releases: none stated; stated by"}},
		"a release": {
			&program.Statement{Ready: said.Ready, Releases: 7, Round: 8, Last: &program.Release{Arm: 1, Observations: 4, Noise: "laplace", Scale: 2}},
			[]string{"Releases: 7; the last in round 8: arm 2, 4 observations; laplace noise, scale 2; stated by the program, not checked."},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			view.Statement = c.said
			f := &Topic{Shot: &model.Snapshot{Config: config, Round: 9}, Learner: &view, Audit: &ExactAudit{}}
			check(t, f)
			var all strings.Builder
			for _, fact := range f.Spending().Privacy() {
				all.WriteString(fact.Sentence() + "\n")
			}
			uitest.Contains(t, all.String(), c.want...)
		})
	}
}

// After a colon or a semicolon, a sentence continues in lower case, except for names, symbols, and new sentences.
func TestSentencesGoOn(t *testing.T) {
	for want, parts := range map[string][]string{
		"Not private: every reward is used as it is. The plays may reveal rewards.": {"Every reward is used as it is.", "The plays may reveal rewards."},
		"Not private: no ε; with every seed the plays are the same.":                {"no ε", "With every seed the plays are the same."},
		"Not private: ε = 1; UCB1 plays arm 1.":                                     {"ε = 1", "UCB1 plays arm 1."},
		"Not private: Laplace noise; HHMH Thm 2.":                                   {"Laplace noise", "HHMH Thm 2"},
		"Not private: ∞.": {"∞"},
	} {
		f := Fact{Title: "not private"}
		for _, part := range parts {
			f.Lines = append(f.Lines, kit.Line{Lead: part})
		}
		if got := f.Sentence(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The regrets of the pairs add up to that of the play, and an arm's details name its pair. Nothing
// does if the truth is hidden.
func TestPairsAddUpToTheRegret(t *testing.T) {
	others := 0
	for _, d := range learners.All() {
		if d.Feedback != learners.SemiBanditFeedback {
			continue
		}
		for _, ref := range []string{"chh-synthetic", "network", "movies"} {
			for _, round := range []int{1, 2, 30, 200} {
				shot := uitest.Snapshot(uitest.On(t, ref, "", 1000, d.ID), round)
				f := &Topic{Shot: shot, Learner: &shot.Learners[0]}
				pairs, means := f.Pairs(), shot.Phase.Means
				if len(f.Learner.Explanation.Arms) == 0 {
					continue
				}
				sum, want := 0.0, shot.Phase.BestMean
				for _, j := range f.Learner.Play {
					pair := pairs[j].Best
					sum += pairs[j].Regret
					want -= means[j]
					details := strings.Join(f.Details(j, pairs), " · ")
					said := fmt.Sprintf("in the basis in place of %s: regret %s", shot.Config.Scenario.Label(pair), number.Value(means[pair]-means[j]))
					if strings.Contains(details, said) != (pair != j) || slices.Contains(shot.Phase.Best, j) != (pair == j) {
						t.Errorf("%s on %s at %d: arm %d is paired with %d: %s", d.ID, ref, round, j, pair, details)
					}
					if pair != j {
						others++
					}
				}
				if len(pairs) != len(f.Learner.Play) || math.Abs(sum-want) > 1e-12 {
					t.Errorf("%s on %s at %d: the pairs %v cost %g, want %g", d.ID, ref, round, pairs, sum, want)
				}
				f.Hidden = true
				if pairs := f.Pairs(); pairs != nil {
					t.Errorf("hidden: %v", pairs)
				}
			}
		}
	}
	if others < 20 {
		t.Errorf("only %d arms have another pair", others)
	}
}

func TestDistanceIsInStandardErrors(t *testing.T) {
	for _, c := range []struct {
		mean, sd, exact float64
		want            string
	}{
		{110, 20, 100, "+2.5 se"}, // 25 runs: the standard error is 4
		{99, 20, 100, "−0.2 se"},
		{100, 20, 100, "0 se"},
		{100, 0, 100, "0 se"},
		{110, 0, 100, "–"},
		{110, math.NaN(), 100, "–"},
	} {
		exact := number.Float(c.exact)
		row := &trials.Row{Runs: 25, RegretMean: number.Float(c.mean), RegretSD: number.Float(c.sd), RegretExact: &exact}
		if got := Distance.Cell(row); got != c.want {
			t.Errorf("%v with sd %v against %v: %q, want %q", c.mean, c.sd, c.exact, got, c.want)
		}
	}
	if got := Distance.Cell(&trials.Row{Runs: 25}); got != "–" {
		t.Errorf("without an exact expectation: %q", got)
	}
}

// The sentences about two learners, from both sides.
func TestVersus(t *testing.T) {
	pair := &trials.Pair{
		Difference: -12.3, Error: 2.1, Interval: []number.Float{-16.5, -8.1}, Effect: -1.5, FirstBetter: .9, PairingGain: 4.25,
	}
	equal := &trials.Pair{Difference: 5, Error: 0, FirstBetter: 0}
	for name, c := range map[string]struct {
		versus   Versus
		cells    []string
		sentence string
	}{
		"the first": {
			Versus{Pair: pair},
			[]string{"−12.3 ± 2.1", "−16.5 to −8.1", "90% of runs", "−1.50 sd", "4.2 × runs"},
			"Run by run on the same rewards, A has 12.3 ± 2.1 less regret than B, and less in 90% of the runs, ties counted half.",
		},
		"the second": {
			Versus{Pair: pair, Flipped: true},
			[]string{"12.3 ± 2.1", "8.1 to 16.5", "10% of runs", "1.50 sd", "4.2 × runs"},
			"Run by run on the same rewards, A has 12.3 ± 2.1 more regret than B, and less in 10% of the runs, ties counted half.",
		},
		"equal differences": {
			Versus{Pair: equal},
			[]string{"5.0000, all equal", "–", "0% of runs", "0 sd", "0 × runs"},
			"Run by run on the same rewards, A has 5.0000 more regret than B, and less in 0% of the runs, ties counted half.",
		},
	} {
		if got := Cells(Pairs, c.versus); !slices.Equal(got, c.cells) {
			t.Errorf("%s: %q, want %q", name, got, c.cells)
		}
		if got := c.versus.Sentence("A", "B"); got != c.sentence {
			t.Errorf("%s: %q, want %q", name, got, c.sentence)
		}
	}
}

func TestMisleads(t *testing.T) {
	for want, row := range map[string]trials.Row{
		"mean of A misleads: one of 20 runs makes up 43% of the sum":         {Largest: 1, Runs: 20, Misleading: .43},
		"mean of A misleads: one of 200 runs makes up 99.5% of the variance": {Largest: 1, Runs: 200, Misleading: .995, LowTail: true},
		"mean of A misleads: 100 of 10,000 runs make up 62.5% of the sum":    {Largest: 100, Runs: 10_000, Misleading: .625},
	} {
		if got := Misleads("A", &row); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
