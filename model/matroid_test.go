package model

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// matroidConfig is config at another ε.
func matroidConfig(t testing.TB, scenario string, horizon int, epsilon float64, choices ...string) *Config {
	t.Helper()
	c := config(t, scenario, horizon, choices...)
	c.Epsilon = epsilon
	return c
}

// The loss of an event is ε if every arm's first observation is one of a basis, and Lε/r if all
// L arms, loops included, show their reward before round 1. Without releases it is 0 or
// infinite.
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

// The shape of CHH §5.1 and Appendix A for n = 10,000: returns fall as ε falls through 10^5, 2,
// 10^-4 (Figure 2), and DPTS-MAT is above DPUCB-MAT and below its non-private version (Figures 4
// and 5). The true differences exceed 15 standard errors, so fewer than 5 have probability far
// below 10^-5.
func TestFindingsOfCHH(t *testing.T) {
	const runs, rounds, errors = 20, 10_000, 5
	at := func(learner string, epsilon float64) seeds { return matroidRegrets(t, learner, epsilon, runs, rounds) }
	for _, id := range []string{"dpucb-mat", "dpts-mat"} {
		t.Run(id, func(t *testing.T) {
			if none, some, much := at(id, 1e5), at(id, 2), at(id, 1e-4); some.above(none) < errors || much.above(some) < errors {
				t.Errorf("%s: regrets %.0f, %.0f, %.0f at ε = 10^5, 2, 10^-4", id, none.mean(), some.mean(), much.mean())
			}
		})
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
