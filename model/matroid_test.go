package model

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/stat"

	"regretscope/scenarios"
)

var matroidPresets = []string{"chh-synthetic", "network", "front-page", "movies"}

// matroidConfig is config at another ε.
func matroidConfig(t testing.TB, scenario string, horizon int, epsilon float64, choices ...string) *Config {
	t.Helper()
	c := config(t, scenario, horizon, choices...)
	c.Epsilon = epsilon
	return c
}

// What an event costs: ε where every arm's first observation is one of a basis,
// and Lε/K where all L arms show themselves before round 1 (the loop too).
func TestWorstEventOfMatroidLearners(t *testing.T) {
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
	}
	for _, c := range cases {
		t.Run(c.scenario, func(t *testing.T) {
			r := NewRun(matroidConfig(t, c.scenario, rounds, c.epsilon, c.learner), 0)
			before := r.WorstEvent()
			if r.Regret() != 0 || r.Round() != 0 {
				t.Errorf("%s, %s: what is observed before round 1 is no round: regret %v", c.scenario, c.learner, r.Regret())
			}
			r.Advance(rounds)
			if after := r.WorstEvent(); !nearly(before, c.before) || !nearly(after, c.after) {
				t.Errorf("%s, %s at ε = %v: %v before round 1 and %v at last, want %v and %v",
					c.scenario, c.learner, c.epsilon, before, after, c.before, c.after)
			}
		})
	}
	// Not all levels of the trees fill up, so they stay below ε.
	r := NewRun(matroidConfig(t, "chh-synthetic", rounds, 2, "cucb-dp"), 0)
	r.Advance(rounds)
	if worst := r.WorstEvent(); worst > 2+1e-12 || worst < 1 {
		t.Errorf("cucb-dp at ε = 2: %v", worst)
	}
}

func nearly(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-12 }

func TestMatroidRunsAddUpAndReplay(t *testing.T) {
	const rounds = 800
	for _, scenario := range matroidPresets {
		t.Run(scenario, func(t *testing.T) {
			for _, id := range append(suitable(t, scenario), "dpucb-mat,init=paper", "omm,init=paper", "cts,prior=beta") {
				c := matroidConfig(t, scenario, rounds, 2, id)
				straight, original := NewRun(c, 0), NewRun(c, 0)
				straight.Advance(rounds)
				original.Advance(7)
				early := original.Clone()
				original.Advance(300)
				late := original.Clone()
				for _, r := range []*Run{early, original, late} {
					r.Advance(rounds - r.Round())
					if r.Hash() != straight.Hash() || r.WorstEvent() != straight.WorstEvent() {
						t.Errorf("%s, %s: a clone went another way", scenario, id)
					}
				}
				p, m := &c.Scenario.Phases[0], c.Scenario.Matroid
				want, pulls := rounds*p.BestMean, 0
				for e, n := range straight.Pulls() {
					want -= float64(n) * p.Means[e]
					pulls += n
					if n > 0 && m.Loop(e) {
						t.Errorf("%s, %s: a loop was played", scenario, id)
					}
				}
				if math.Abs(straight.Regret()-want) > 1e-8*rounds || pulls != rounds*m.Rank() {
					t.Errorf("%s, %s: regret %v, pulls make %v; %d arms played", scenario, id, straight.Regret(), want, pulls)
				}
				if id == "optimal" && straight.Regret() != 0 {
					t.Errorf("%s: the optimal policy has regret %v", scenario, straight.Regret())
				}
			}
		})
	}
}

// seeds is what several seeds gave.
type seeds []float64

func (s seeds) mean() float64 { return stat.Mean(s, nil) }

// above is by how many standard errors s lies above the other seeds.
func (s seeds) above(other seeds) float64 {
	return (s.mean() - other.mean()) / math.Hypot(
		stat.StdErr(stat.StdDev(s, nil), float64(len(s))), stat.StdErr(stat.StdDev(other, nil), float64(len(other))))
}

// matroidRegrets are those of a learner on CHH's synthetic data after n rounds.
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

// CHH §5.1 and Appendix A, in shape, for n = 10 000: returns fall as ε falls
// through 10^5, 2, 10^-4 (Figure 2), and DPTS-MAT is above DPUCB-MAT and below
// its like without privacy (Figures 4 and 5). The true differences are beyond 15
// standard errors, so that chance shows fewer than 5 far less than once in 10^5.
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

// CHH Figure 5b: regret is near-linear in 1/ε. A line explains more than nine
// tenths of what differs between mean regrets, .97 as a rule; one in ε does not.
func TestRegretIsNearLinearInOneOverEpsilon(t *testing.T) {
	for _, id := range []string{"dpucb-mat", "dpts-mat"} {
		t.Run(id, func(t *testing.T) {
			var regret, inverse, itself []float64
			for _, epsilon := range []float64{.5, .6, .75, 1, 1.5, 2, 4, 10, 50} {
				regret = append(regret, matroidRegrets(t, id, epsilon, 6, 10_000).mean())
				inverse, itself = append(inverse, 1/epsilon), append(itself, epsilon)
			}
			explained := math.Pow(stat.Correlation(inverse, regret, nil), 2)
			if other := math.Pow(stat.Correlation(itself, regret, nil), 2); explained < .9 || other > .6 {
				t.Errorf("%s: a line in 1/ε explains %.3f of %.0f, one in ε %.3f", id, explained, regret, other)
			}
		})
	}
}

// BenchmarkMatroidRounds is the cost of one round of one learner on seven arms.
func BenchmarkMatroidRounds(b *testing.B) {
	for _, id := range []string{"dpucb-mat", "dpts-mat", "omm", "cts", "cts,prior=beta", "kl-osm", "cucb-dp"} {
		b.Run(id, func(b *testing.B) {
			r := NewRun(matroidConfig(b, "chh-synthetic", 1e9, 2, id), 0)
			b.ReportAllocs()
			b.ResetTimer()
			r.Advance(b.N)
		})
	}
}

// BenchmarkMovieRun is the cost of a whole run of 20 000 rounds with 100 arms:
// of rank 16 for invented movies, 17 for those of MovieLens 1M where they are.
func BenchmarkMovieRun(b *testing.B) {
	for _, id := range []string{"dpucb-mat", "dpts-mat", "omm", "cts", "kl-osm", "cucb-dp"} {
		c := matroidConfig(b, "movies", 20_000, 2, id)
		b.Run("movies/"+id, func(b *testing.B) { benchmarkRuns(b, c) })
		if dir := filepath.Join(os.Getenv("REGRETSCOPE_DATA"), "ml-1m"); os.Getenv("REGRETSCOPE_DATA") != "" {
			c := *c
			c.Scenario = movieLens(b, dir)
			b.Run("ml-1m/"+id, func(b *testing.B) { benchmarkRuns(b, &c) })
		}
	}
}

func benchmarkRuns(b *testing.B, c *Config) {
	for b.Loop() {
		NewRun(c, 0).Advance(c.Horizon)
	}
}

func movieLens(t testing.TB, dir string) *scenarios.Scenario {
	t.Helper()
	p, err := scenarios.FindPreset("chh-movielens")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Make(nil, dir)
	if err != nil {
		t.Skipf("the folder cannot be used: %v", err)
	}
	return s
}
