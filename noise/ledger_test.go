package noise

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func sum(round, arm, first, last int, epsilon float64) Release {
	return Release{Round: round, Arms: []int{arm}, Observations: last - first + 1, First: first, Last: last, Epsilon: epsilon, Winner: -1}
}

// tenths are ten releases of .03 each on the same data.
func tenths() []Release {
	var releases []Release
	for n := 1; n <= 10; n++ {
		releases = append(releases, sum(n, 0, 1, n, .03))
	}
	return releases
}

func TestLedgerWorstEvent(t *testing.T) {
	cases := []struct {
		name       string
		observed   int
		releases   []Release
		worst, all float64 // all: one person behind all rounds
	}{
		{"nothing released", 1, nil, 0, 0},
		{"disjoint epochs of one arm compose in parallel", 1, []Release{
			sum(1, 0, 1, 1, .5), sum(3, 0, 2, 3, .5), sum(7, 0, 4, 7, .5),
		}, .5, 3.5},
		{"different arms never share a round under bandit feedback", 1, []Release{
			sum(1, 0, 1, 1, .5), sum(2, 1, 2, 2, .25),
		}, .5, .75},
		{"nodes of a tree: the first observation is in the most", 1, []Release{
			sum(1, 0, 1, 1, .25), sum(2, 0, 1, 2, .25), sum(3, 0, 3, 3, .25), sum(4, 0, 1, 4, .25),
		}, .75, 2},
		{"data used twice costs twice", 1, []Release{
			sum(4, 0, 1, 4, .5), sum(8, 0, 3, 8, .5),
		}, 1, 5},
		{"ten tenths of ε are ε", 1, tenths(), .3, 1.65},
		{"a basis shows several arms of one event", 2, []Release{
			sum(1, 0, 1, 1, .5), sum(1, 1, 1, 1, .5), sum(2, 2, 2, 2, .5),
		}, 1, 1.5},
		{"all arms may be in one basis", 3, []Release{
			sum(1, 0, 1, 1, .5), sum(1, 1, 1, 1, .25), sum(2, 2, 2, 2, .125),
		}, .875, .875},
		{"round 0 shows all arms at once", 2, []Release{
			sum(0, 0, 0, 0, .5), sum(0, 1, 0, 0, .5), sum(0, 2, 0, 0, .5), sum(3, 2, 2, 3, .5),
		}, 1.5, 2.5},
		{"a selection counts whole vectors once", 1, []Release{
			{Round: 1, Arms: []int{0, 1, 2}, Observations: 1, First: 1, Last: 1, Epsilon: 2, Winner: 1},
			{Round: 3, Arms: []int{0, 1, 2}, Observations: 2, First: 2, Last: 3, Epsilon: 2, Winner: 0},
		}, 2, 6},
		{"no noise", 1, []Release{sum(1, 0, 1, 1, math.Inf(1))}, math.Inf(1), math.Inf(1)},
	}
	for _, c := range cases {
		l := NewLedger(3, c.observed)
		for i := range c.releases {
			l.Add(&c.releases[i])
		}
		a := l.Account()
		if a.CostliestRound != c.worst || math.Abs(a.AllRounds-c.all) > 1e-12 || a.Releases != len(c.releases) {
			t.Errorf("%s: worst %v, all rounds %v, %d releases, want %v, %v, %d", c.name, a.CostliestRound, a.AllRounds, a.Releases, c.worst, c.all, len(c.releases))
		}
	}
}

func TestLedgerClonesShareNothing(t *testing.T) {
	l := NewLedger(2, 1)
	first, second := sum(1, 0, 1, 1, .5), sum(2, 0, 1, 2, .5)
	l.Add(&first)
	c := l.Clone()
	c.Add(&second)
	c.Add(&second)
	if a := l.Account(); a.CostliestRound != .5 || a.Last.Round != 1 || a.Releases != 1 {
		t.Errorf("the original changed with its clone: %+v", a)
	}
	l.Add(&second)
	if l.CostliestRound() != 1 || c.CostliestRound() != 1.5 {
		t.Errorf("worst %v and %v, want 1 and 1.5", l.CostliestRound(), c.CostliestRound())
	}
}

// Worst is the largest total of a round, for releases that cover new rounds, rounds of a few
// earlier releases, or both.
func TestLedgerFindsTheDearestRound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		l := NewLedger(1, 1)
		var spent []float64 // of each round
		starts := []int{1}  // of the stretches that were released at once, and of what comes next
		for n := range 40 {
			depth := random.IntN(min(len(starts), 3))
			starts = starts[:len(starts)-depth]
			first := starts[len(starts)-1]
			last := max(first, len(spent)+random.IntN(3))
			spent = append(spent, make([]float64, max(last-len(spent), 0))...)
			epsilon := []float64{.25, .5, 1}[random.IntN(3)]
			for k := first; k <= last; k++ {
				spent[k-1] += epsilon
			}
			starts = append(starts, last+1)
			r := sum(n+1, 0, first, last, epsilon)
			l.Add(&r)
			if got, want := l.CostliestRound(), slices.Max(spent); got != want {
				t.Fatalf("after release %d of rounds %d to %d: worst %v, want %v", n, first, last, got, want)
			}
		}
	}
}

// Among disjoint epochs of equal cost, the newest counts.
func TestLedgerForgetsEpochs(t *testing.T) {
	l := NewLedger(1, 1)
	for n := 1; n <= 100; n++ {
		r := sum(2*n, 0, 2*n-1, 2*n, 1)
		l.Add(&r)
	}
	if got := len(l.arms[0].open); got != 1 || l.CostliestRound() != 1 {
		t.Errorf("%d stretches after 100 epochs, costliest round %v", got, l.CostliestRound())
	}
}

// A tree of one arm over n pulls: the number of intervals must stay logarithmic.
func TestLedgerMemoryIsLogarithmicForTrees(t *testing.T) {
	l := NewLedger(1, 1)
	for n := 1; n <= 1<<14; n++ {
		size := n & -n
		r := sum(n, 0, n-size+1, n, 1)
		l.Add(&r)
	}
	if got := len(l.arms[0].open); got > 15 {
		t.Errorf("%d stretches after 2^14 nodes", got)
	}
	if l.CostliestRound() != 15 {
		t.Errorf("costliest round %v, want the 15 nodes over observation 1", l.CostliestRound())
	}
}
