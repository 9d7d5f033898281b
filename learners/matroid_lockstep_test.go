package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/scenarios/matroid"
)

// right are the constants of the papers.
var right = constants{root: 1, bias: 1, rank: 1, scale: 1, growth: 2}

const (
	lockstepSeed    = 5
	lockstepRounds  = 900
	lockstepHorizon = 5000 // that of startOn
)

// differs plays a learner and its slow twin with the same random numbers on the
// same weights, and returns the first round in which they play differently, 0
// where there is none.
func differs(t testing.TB, m matroid.Matroid, learner string, epsilon float64, twin *slow, binary bool) int {
	t.Helper()
	fast := startOn(t, m, learner, epsilon, lockstepSeed)
	before := make([]float64, m.Size())
	for e := range before {
		before[e] = weight(e, 0, binary)
	}
	initialise(fast, m.Size(), binary)
	twin.initialise(before)
	for round := 1; round <= lockstepRounds; round++ {
		play := fast.Choose(round)
		if !slices.Equal(play, twin.choose(round)) {
			return round
		}
		feedback := feedbackOf(play, round, binary)
		fast.Observe(round, feedback)
		twin.take(round, feedback)
	}
	return 0
}

type twinMaker func(m matroid.Matroid, epsilon float64, c constants) *slow

// A slowTwin is a learner of bases with its slow version, and mistakes that must show.
type slowTwin struct {
	learner  string
	slow     twinMaker
	mistakes map[string]func(c *constants)
}

// twins are the learners with their slow versions, and mistakes that must show.
var twins = slices.Concat(
	initialised("dpucb-mat", func(m matroid.Matroid, epsilon float64, c constants) *slow {
		return slowLazy(m, epsilon, c, false)
	}, "root", "bias", "rank", "scale", "growth", "late"),
	initialised("dpts-mat", func(m matroid.Matroid, epsilon float64, c constants) *slow {
		return slowLazy(m, epsilon, c, true)
	}, "root", "bias", "rank", "scale", "growth", "late"),
	initialised("omm", slowOMM, "root", "late"),
	initialised("kl-osm", slowKLOSM, "bias", "late"),
	initialised("cts", slowGaussianCTS, "root"),
	[]slowTwin{
		{"cts,prior=beta", slowBetaCTS, mistakes("root")},
		{"cucb-dp", slowCUCBDP, mistakes("root", "bias", "scale", "rank", "late")},
	},
)

// initialised is a learner with init=cover and with init=paper.
func initialised(learner string, make twinMaker, wrong ...string) []slowTwin {
	fromPaper := func(m matroid.Matroid, epsilon float64, c constants) *slow {
		s := make(m, epsilon, c)
		s.paper = true
		return s
	}
	return []slowTwin{{learner, make, mistakes(wrong...)}, {learner + ",init=paper", fromPaper, mistakes(wrong...)}}
}

// mistakes are constants a few per cent off, the level of another round, and
// ln(t) for ln(Kt).
func mistakes(names ...string) map[string]func(*constants) {
	all := map[string]func(*constants){
		"root":   func(c *constants) { c.root = 1.03 },
		"bias":   func(c *constants) { c.bias = .97 },
		"rank":   func(c *constants) { c.rank = 1. / 3 },
		"scale":  func(c *constants) { c.scale = 1.03 },
		"growth": func(c *constants) { c.growth = 3 },
		"late":   func(c *constants) { c.late = 1 },
	}
	chosen := map[string]func(*constants){}
	for _, name := range names {
		chosen[name] = all[name]
	}
	return chosen
}

// The same plays, round for round, on every kind of matroid, with fractions and
// with the many ties of zeros and ones.
func TestBasesAreThoseOfTheSlowLearners(t *testing.T) {
	for _, c := range twins {
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			epsilons := []float64{1}
			if choose(t, c.learner).Privacy.TakesEpsilon() {
				epsilons = []float64{.5, 2, 100, math.Inf(1)}
			}
			for kind, m := range everyKind() {
				for _, epsilon := range epsilons {
					for _, binary := range []bool{false, true} {
						if round := differs(t, m, c.learner, epsilon, c.slow(m, epsilon, right), binary); round > 0 {
							t.Errorf("%s, ε = %v, zeros and ones %v: another basis in round %d", kind, epsilon, binary, round)
						}
					}
				}
			}
		})
	}
}

// The comparison above has teeth: every mistake shows somewhere.
func TestMistakesInTheConstantsShow(t *testing.T) {
	for _, c := range twins {
		for name, spoil := range c.mistakes {
			t.Run(fmt.Sprint(c.learner, " ", name), func(t *testing.T) {
				t.Parallel()
				wrong := right
				spoil(&wrong)
				for _, m := range everyKind() {
					for _, epsilon := range []float64{.02, .5, 2, 100} {
						for _, binary := range []bool{false, true} {
							if differs(t, m, c.learner, epsilon, c.slow(m, epsilon, wrong), binary) > 0 {
								return
							}
						}
					}
				}
				t.Error("the changed copy was not noticed")
			})
		}
	}
}
