package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

// A tree releases one node an observation, B of them cost an arm ε/K.
func TestTreeReleasesCostEpsilonOverK(t *testing.T) {
	const epsilon = .5
	levels := 1 + math.Floor(math.Log2(basisHorizon))
	for kind, m := range everyKind() {
		t.Run(kind, func(t *testing.T) {
			l := startOn(t, m, "cucb-dp", epsilon, 4)
			for round := 1; round <= 300; round++ {
				play := l.Choose(round)
				l.Observe(round, feedbackOf(play, round, false))
				releases := l.(learners.Releaser).Releases()
				if len(releases) != m.Rank() {
					t.Fatalf("%s: %d releases in round %d, want one an arm of the basis", kind, len(releases), round)
				}
				for i, r := range releases {
					if r.Arms[0] != play[i] || math.Abs(r.Epsilon*levels*float64(m.Rank())-epsilon) > 1e-12 || r.Scale*r.Epsilon != 1 {
						t.Fatalf("%s: release %+v of play %v", kind, r, play)
					}
				}
			}
		})
	}
}

func TestCUCBDP(t *testing.T) {
	playsLargest(t, indexRule{"cucb-dp", func(x known) float64 {
		log, k := math.Log(x.t), x.ranks*x.rank
		return x.mean + math.Sqrt(x.width*3*log/(2*x.n)) + x.bias*12*k*log*log*log/(x.n*x.epsilon)
	}, binaryTree, false, []string{"width", "bias", "rank", "late"}})
}
