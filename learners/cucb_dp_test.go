package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios/matroid"
)

// A tree releases one node an observation, B of them cost an arm ε/K.
func TestTreeReleasesCostEpsilonOverK(t *testing.T) {
	const epsilon = .5
	levels := 1 + math.Floor(math.Log2(lockstepHorizon))
	for kind, m := range everyKind() {
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
	}
}

// slowCUCBDP keeps the noise of every dyadic node of every arm's observations.
func slowCUCBDP(m matroid.Matroid, epsilon float64, c constants) *slow {
	type node struct{ arm, first, last int }
	s := newSlow(m, epsilon, c)
	noises := map[node]float64{}
	levels := math.Floor(math.Log2(lockstepHorizon)) + 1
	s.observe = func(_, e int, _ float64) {
		n := len(s.observed[e])
		size := 1
		for n%(2*size) == 0 {
			size *= 2
		}
		noises[node{e, n - size, n}] = s.stream.Laplace(c.scale * levels / s.share())
	}
	s.score = func(t, e int) float64 {
		n, log := len(s.observed[e]), math.Log(float64(t+c.late))
		released := 0.0
		for first, size := 0, 1<<20; size > 0; size /= 2 {
			if n&size != 0 {
				for _, x := range s.observed[e][first : first+size] {
					released += x
				}
				released += noises[node{e, first, first + size}]
				first += size
			}
		}
		k := c.rank * float64(m.Rank())
		return released/float64(n) + math.Sqrt(c.root*3*log/(2*float64(n))) +
			c.bias*12*k*log*log*log/(float64(n)*epsilon)
	}
	return s
}
