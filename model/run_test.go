package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

// Helpers of package scenariotest.
var preset, arms, invented, asTable = scenariotest.Preset, scenariotest.Arms, scenariotest.Rewards, scenariotest.Table

// config returns a checked configuration; the scenario may have parameters.
func config(t testing.TB, scenario string, horizon int, choices ...string) *Config {
	t.Helper()
	return checked(t, &Config{Scenario: preset(scenario), Horizon: horizon, Epsilon: .5, Seed: 1}, choices...)
}

// opened configures learners in a scenario up to its own horizon.
func opened(t testing.TB, scenario, channel string, epsilon float64, choices ...string) *Config {
	t.Helper()
	s := preset(scenario)
	return checked(t, &Config{Scenario: s, Horizon: s.Horizon, Epsilon: epsilon, Channel: channel, Seed: 1}, choices...)
}

// choose parses a learner as in a flag.
func choose(text string) learners.Spec { return param.Must(learners.ParseSpec(text)) }

// checked returns a configuration with these learners.
func checked(t testing.TB, c *Config, choices ...string) *Config {
	t.Helper()
	own := *c
	own.Learners = param.Map(choices, choose)
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

// suitable lists every learner that can play the scenario.
func suitable(scenario string) []string {
	s := preset(scenario)
	var ids []string
	for _, d := range learners.All() {
		if Suits(d, s) == nil {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// While means do not change, regret equals the cost of the pulls. Clones play like their
// originals, wherever they were made, without affecting them.
func TestRunsAddUpAndReplay(t *testing.T) {
	variants := []string{"dpucb-mat,init=paper", "omm,init=paper", "cts,prior=beta"}
	for scenario, rounds := range map[string]int{
		"hhmh-1": 3000, "ww-det,K=5": 1000, "gaj-switch,length=700": 3000, "chh-synthetic": 800, "network": 800, "front-page": 800, "movies": 400,
	} {
		t.Run(scenario, func(t *testing.T) {
			ids := suitable(scenario)
			if slices.Contains(ids, "omm") {
				ids = append(ids, variants...)
			}
			for _, id := range ids {
				c := matroidConfig(t, scenario, rounds, 2, id)
				straight, original := NewRun(c, 0), NewRun(c, 0)
				straight.Advance(rounds)
				original.Advance(7)
				early := original.Clone()
				original.Advance(300)
				late := original.Clone()
				for _, r := range []*Run{early, original, late} {
					r.Advance(rounds - r.Round())
					if r.Hash() != straight.Hash() || r.CostliestRound() != straight.CostliestRound() {
						t.Errorf("%s: a clone went another way", id)
					}
				}
				p, m := &c.Scenario.Phases[0], c.Scenario.Matroid
				want, pulls := float64(rounds)*p.BestMean, 0
				for e, n := range straight.Pulls() {
					want -= float64(n) * p.Means[e]
					pulls += n
					if n > 0 && m != nil && m.Loop(e) {
						t.Errorf("%s: a loop was played", id)
					}
				}
				earned := float64(rounds) * (p.BestMean - straight.MeanReturn())
				if len(c.Scenario.Phases) > 1 {
					want, earned = straight.Regret(), straight.Regret()
				}
				if math.Abs(straight.Regret()-want) > 1e-9*float64(rounds) || math.Abs(earned-want) > 1e-9*float64(rounds) || pulls != rounds*c.Scenario.PlaySize() {
					t.Errorf("%s: regret %v, pulls make %v, returns %v; %d arms played", id, straight.Regret(), want, earned, pulls)
				}
				if id == "optimal" && straight.Regret() != 0 {
					t.Errorf("the optimal policy has regret %v", straight.Regret())
				}
			}
		})
	}
}

// Two learners that pull the same arm in the same round get the same reward, and behind one channel the same report.
func TestLearnersMeetTheSameRewards(t *testing.T) {
	for channel, c := range map[string]*Config{
		"":            config(t, "hhmh-1", 3000, "random", "ucb1", "thompson", "lazy-dp-ts", "dp-se"),
		"rr(0.8,0.7)": opened(t, "gaj-switch", "rr(0.8,0.7)", 1, "sw-klucb-cf", "kl-ucb-cf", "ts-cf", "sw-ts-cf", "d-ucb", "ts-ldp-b"),
	} {
		t.Run(channel, func(t *testing.T) {
			type cell struct{ arm, round int }
			seen, met, other := map[cell][2]float64{}, 0, 0
			for i := range c.Learners {
				run := NewRun(c, i)
				for range 3000 {
					run.Advance(1)
					at, got := cell{run.Play()[0], run.Round()}, [2]float64{run.Reward(0), run.Report(0)}
					if want, before := seen[at]; before {
						met++
						if got != want {
							t.Fatalf("%s: arm %d gives and reports %v in round %d, and %v to another", c.Learners[i].ID, at.arm, got, at.round, want)
						}
					}
					seen[at] = got
					other += int(math.Abs(got[0] - got[1]))
					if got[1] != 0 && got[1] != 1 {
						t.Fatalf("report %v", got[1])
					}
				}
			}
			if met < 3000 || (other > 3000) != (channel != "") {
				t.Errorf("only %d rewards were met twice, %d reports are not their rewards", met, other)
			}
		})
	}
}

// Regret is the gap times the rounds in which the worse arm was played, at any size of the gap.
func TestRegretOfSmallGaps(t *testing.T) {
	for _, c := range []struct {
		arms string
		gap  float64
	}{{"0.5 0.500000000002", 2e-12}, {"1e-9 1.0005e-9", 5e-13}, {"0.9 0.9000001", 1e-7}, {"0.5 0.5000000000001", 0}, {"0.5", 0}} {
		s := arms(c.arms, scenarios.Bandit)
		k := checked(t, &Config{Scenario: s, Horizon: 300, Epsilon: 1, Seed: 1}, "ucb1", "random", "lazy-dp-ts")
		for i := range k.Learners {
			r := NewRun(k, i)
			r.Advance(300)
			if want := c.gap * float64(r.Pulls()[0]); math.Abs(r.Regret()-want) > 1e-4*want {
				t.Errorf("%s: regret %v, want %v", c.arms, r.Regret(), want)
			}
		}
	}
}

// Bases with equal means in another order tie exactly; one arm that is worse by 10⁻¹² of the sum does not.
func TestLossOfTies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		p := &scenarios.Phase{}
		for range 40 {
			p.Means = append(p.Means, float64(1+r.IntN(99))/100)
		}
		var play []int
		for j, other := range r.Perm(40) {
			p.Means = append(p.Means, p.Means[other])
			p.Best, play = append(p.Best, j), append(play, 40+j)
		}
		run := &Run{phase: p}
		if loss := run.lossOf(play...); loss != 0 {
			t.Fatalf("equal bases: a loss of %v", loss)
		}
		p.Means[45] -= 2e-13
		if loss := run.lossOf(play...); math.Abs(loss/2e-13-1) > 1e-3 {
			t.Fatalf("a worse arm: a loss of %v", loss)
		}
	}
}

// matroidConfig is config at another ε.
func matroidConfig(t testing.TB, scenario string, horizon int, epsilon float64, choices ...string) *Config {
	t.Helper()
	c := config(t, scenario, horizon, choices...)
	c.Epsilon = epsilon
	return c
}

// The loss of an event is ε if every arm's first observation is one of a basis, and Lε/r if all L arms, loops
// included, show their reward before round 1. Without releases it is 0 or infinite.
func TestWorstEvents(t *testing.T) {
	const rounds = 3000
	cases := []struct {
		scenario, learner string
		epsilon           float64
		before, after     float64 // before round 1, and at the end
	}{
		{"chh-synthetic", "dpucb-mat", 2, 0, 2},
		{"chh-synthetic", "dpts-mat", 2, 0, 2},
		{"chh-synthetic", "dpucb-mat,init=paper", 2, 14. / 3, 14. / 3},
		{"chh-synthetic", "dpts-mat,init=paper", 2, 14. / 3, 14. / 3},
		{"network", "dpucb-mat", .5, 0, .5},
		{"network", "dpts-mat,init=paper", .5, 14. / 7 * .5, 14. / 7 * .5},
		{"front-page", "dpts-mat", 1, 0, 1},
		{"front-page", "dpucb-mat,init=paper", 1, 3, 3},
		{"movies", "dpucb-mat", 2, 0, 2},
		{"movies", "dpts-mat,init=paper", 2, 100. / 16 * 2, 100. / 16 * 2},
		{"chh-synthetic", "dpucb-mat,init=paper", math.Inf(1), math.Inf(1), math.Inf(1)},
		{"chh-synthetic", "omm,init=paper", 2, 0, math.Inf(1)},
		{"chh-synthetic", "cts", 2, 0, math.Inf(1)},
		{"hhmh-1", "random", .5, 0, 0},
		{"hhmh-1", "optimal", .5, 0, 0},
		{"hhmh-1", "ucb1", .5, 0, math.Inf(1)},
		{"hhmh-1", "thompson", .5, 0, math.Inf(1)},
	}
	for _, c := range cases {
		t.Run(c.scenario+" "+c.learner, func(t *testing.T) {
			r := NewRun(matroidConfig(t, c.scenario, rounds, c.epsilon, c.learner), 0)
			before := r.CostliestRound()
			if r.Regret() != 0 || r.Round() != 0 {
				t.Errorf("what is observed before round 1 is no round: regret %v", r.Regret())
			}
			r.Advance(rounds)
			if after := r.CostliestRound(); !near(before, c.before) || !near(after, c.after) ||
				(after == 0 || math.IsInf(after, 1)) && r.AllRounds() != after {
				t.Errorf("%v before round 1 and %v at last, of all rounds %v; want %v and %v", before, after, r.AllRounds(), c.before, c.after)
			}
		})
	}
}

// seeds has the results of several seeds.
type seeds []float64

func (s seeds) mean() float64 { return stat.Mean(s, nil) }

// above returns by how many standard errors s exceeds the other seeds.
func (s seeds) above(other seeds) float64 {
	return (s.mean() - other.mean()) / math.Hypot(
		stat.StdErr(stat.StdDev(s, nil), float64(len(s))), stat.StdErr(stat.StdDev(other, nil), float64(len(other))))
}

// The shape of CHH §5.1 and Appendix A for n = 10,000: returns fall as ε falls through 10^5, 2, 10^-4 (Figure 2), and
// DPTS-MAT is above DPUCB-MAT and below its non-private version (Figures 4 and 5). The true differences exceed 15
// standard errors, so fewer than 5 have probability far below 10^-5.
func TestFindingsOfCHH(t *testing.T) {
	const runs, rounds, errors = 20, 10_000, 5
	at := func(learner string, epsilon float64) seeds { return matroidRegrets(t, learner, epsilon, runs, rounds) }
	for _, id := range []string{"dpucb-mat", "dpts-mat"} {
		if none, some, much := at(id, 1e5), at(id, 2), at(id, 1e-4); some.above(none) < errors || much.above(some) < errors {
			t.Errorf("%s: regrets %.0f, %.0f, %.0f at ε = 10^5, 2, 10^-4", id, none.mean(), some.mean(), much.mean())
		}
	}
	ucb, ts, omm, cts := at("dpucb-mat", 2), at("dpts-mat", 2), at("omm", 2), at("cts", 2)
	if ucb.above(ts) < errors || ts.above(cts) < errors || ucb.above(omm) < errors {
		t.Errorf("regrets at ε = 2: DPUCB-MAT %.0f, DPTS-MAT %.0f, OMM %.0f, CTS %.0f", ucb.mean(), ts.mean(), omm.mean(), cts.mean())
	}
}

// matroidRegrets returns a learner's regrets on CHH's synthetic data after n rounds.
func matroidRegrets(t testing.TB, learner string, epsilon float64, runs, rounds int) seeds {
	s := make(seeds, runs)
	for i := range s {
		c := matroidConfig(t, "chh-synthetic", rounds, epsilon, learner)
		c.Seed = uint64(100 + i)
		r := NewRun(c, 0)
		r.Advance(rounds)
		s[i] = r.Regret()
	}
	return s
}

// BenchmarkRounds plays every learner for ordinary bandits on K Bernoulli arms with means evenly
// spaced from .75 down to .25; an operation is one round.
func BenchmarkRounds(b *testing.B) {
	for _, id := range suitable("hhmh-1") {
		for _, arms := range []int{5, 20, 100} {
			b.Run(fmt.Sprintf("%s/K=%d", id, arms), func(b *testing.B) {
				c := checked(b, &Config{Scenario: scenariotest.EvenlySpaced(arms), Horizon: scenarios.MaxHorizon, Epsilon: .5, Seed: 1}, id)
				r := NewRun(c, 0)
				b.ReportAllocs()
				b.ResetTimer()
				r.Advance(b.N)
			})
		}
	}
}
