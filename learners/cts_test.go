package learners_test

import (
	"math"
	"slices"
	"testing"

	"regretscope/learners"
)

func init() {
	exactTests["cts"] = "TestCTSKnowsItsObservations"
	roundLines["cts"] = []string{"1", "3 5"}
	roundLines["cts,prior=beta"] = []string{"4 5"}
}

// CTS draws from the posteriors of all observations: N(ŵ, 1/T) or Beta(1 + ones, 1 + zeros).
// TestExplanationsRecombine tests the law of the samples.
func TestCTSKnowsItsObservations(t *testing.T) {
	for _, learner := range []string{"cts", "cts,init=paper", "cts,prior=beta"} {
		for kind, m := range everyKind() {
			l, seen := startOn(m, learner, 1, 3), make([][]float64, m.Size())
			if i, ok := l.(learners.Initializer); ok && i.Initializes() {
				initialize(l, m.Size(), true)
				for e := range seen {
					seen[e] = append(seen[e], weight(e, 0, true))
				}
			}
			for round := 1; round <= 300; round++ {
				play := slices.Clone(l.Choose(round))
				x := l.(learners.Explainer).Explain()
				for i := range x.Arms {
					a, n, ones := &x.Arms[i], 0.0, 0.0
					for _, reward := range seen[x.Arms[i].Arm] {
						n, ones = n+1, ones+reward
					}
					for role, want := range map[learners.Role]float64{
						learners.Estimate: ones / n, learners.Spread: 1 / math.Sqrt(n), learners.Ones: 1 + ones, learners.Zeros: 1 + n - ones,
					} {
						if got, told := x.Term(a, role); told && n > 0 && math.Abs(got-want) > 1e-12 {
							t.Fatalf("%s: %s, round %d, arm %d: %v, want %v", learner, kind, round, a.Arm, got, want)
						}
					}
				}
				feedback := feedbackOf(play, round, true)
				for i, e := range play {
					seen[e] = append(seen[e], feedback[i])
				}
				l.Observe(round, feedback)
			}
		}
	}
}
