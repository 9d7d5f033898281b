package noise

import (
	"math"
	"math/rand/v2"
	"reflect"
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

// by makes a release of the same kind as sum by a mechanism.
func by(m Perturbation, round, arm, first, last int) Release {
	r := sum(round, arm, first, last, 1)
	r.Perturbation = m
	return r
}

// The releases of the costliest round if a single round has all of them, and bounds otherwise.
func TestWorstEventByMechanisms(t *testing.T) {
	small, large := NoisySum(LaplaceNoise, 4), NoisySum(LaplaceNoise, 1)
	normal := func(deviation float64) Perturbation { return NoisySum(GaussianNoise, deviation) }
	pick := Perturbation{Noise: "Gumbel", Scale: 2, Sensitivity: 2, Candidates: 3}
	parts := func(parts ...EventTerm) Event { return Event{Terms: parts} }
	bound := func(parts ...EventTerm) Event { return Event{Terms: parts, Bound: true} }
	picks := Release{Perturbation: pick, Round: 3, Arms: []int{0, 1, 2}, Observations: 2, First: 2, Last: 3, Winner: 1}
	loose := by(small, 1, 0, 1, 1)
	loose.Bound = true
	for name, c := range map[string]struct {
		observed int
		releases []Release
		want     Event
	}{
		"nothing":                         {1, nil, Event{}},
		"disjoint epochs of two arms":     {1, []Release{by(small, 1, 0, 1, 1), by(small, 2, 1, 2, 2), by(small, 4, 0, 3, 4)}, parts(EventTerm{small, 1})},
		"nodes of a tree":                 {1, []Release{by(small, 1, 0, 1, 1), by(small, 2, 0, 1, 2), by(small, 3, 0, 3, 3), by(small, 4, 0, 1, 4)}, parts(EventTerm{small, 3})},
		"all arms in round 0":             {2, []Release{by(small, 0, 0, 0, 0), by(small, 0, 1, 0, 0), by(small, 0, 2, 0, 0), by(small, 3, 2, 2, 3)}, parts(EventTerm{small, 3})},
		"a basis":                         {2, []Release{by(small, 1, 0, 1, 1), by(small, 1, 1, 1, 1), by(small, 2, 2, 2, 2)}, parts(EventTerm{small, 2})},
		"one of two, and one alone":       {2, []Release{by(small, 1, 0, 1, 1), by(small, 2, 0, 1, 2), by(small, 2, 1, 2, 2)}, parts(EventTerm{small, 3})},
		"picks":                           {1, []Release{picks}, parts(EventTerm{pick, 1})},
		"two sums with normal noise":      {1, []Release{by(normal(5), 1, 0, 1, 1), by(normal(5./.75), 2, 0, 1, 2)}, parts(EventTerm{normal(4), 1})},
		"the costlier of two normal sums": {1, []Release{by(normal(5), 1, 0, 1, 1), by(normal(2), 2, 1, 2, 2)}, parts(EventTerm{normal(2), 1})},
		"Laplace and normal noise":        {1, []Release{by(small, 1, 0, 1, 1), by(normal(2), 2, 0, 1, 2)}, parts(EventTerm{small, 1}, EventTerm{normal(2), 1})},
		"two mechanisms on one round":     {1, []Release{by(large, 1, 0, 1, 1), by(small, 2, 0, 1, 2)}, parts(EventTerm{large, 1}, EventTerm{small, 1})},
		"two mechanisms on two rounds":    {1, []Release{by(large, 1, 0, 1, 1), by(small, 2, 0, 2, 2)}, bound(EventTerm{large, 1}, EventTerm{small, 1})},
		"one covers the other":            {1, []Release{by(large, 1, 0, 1, 1), by(small, 2, 0, 1, 2), by(small, 3, 1, 3, 3)}, parts(EventTerm{large, 1}, EventTerm{small, 1})},
		"bases with different mechanism":  {2, []Release{by(large, 1, 0, 1, 1), by(small, 1, 1, 1, 1)}, bound(EventTerm{large, 2}, EventTerm{small, 2})},
		"a release that tells less":       {1, []Release{loose}, bound(EventTerm{small, 1})},
	} {
		l := NewLedger(3, c.observed)
		for i := range c.releases {
			l.Add(&c.releases[i])
		}
		if got := l.Event(); !same(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		clone := l.Clone()
		for range 2 {
			again := by(large, 5, 1, 5, 5)
			clone.Add(&again)
		}
		if got := l.Event(); !same(got, c.want) {
			t.Errorf("%s: the original changed with its clone: %+v", name, got)
		}
	}
}

// same compares events, with deviations up to rounding.
func same(a, b Event) bool {
	for _, e := range []*Event{&a, &b} {
		for i := range e.Terms {
			e.Terms[i].Scale = math.Round(e.Terms[i].Scale*1e9) / 1e9
		}
	}
	return reflect.DeepEqual(a, b)
}

// A million tenths are 100,000, and values that differ by rounding tie.
func TestSumsDoNotDrift(t *testing.T) {
	var s Sum
	plain := 0.
	for range 1_000_000 {
		s.Add(.1)
		plain += .1
	}
	if s.Value() != 100_000 || plain == 100_000 {
		t.Errorf("sum %v, without compensation %v", s.Value(), plain)
	}
	for _, c := range []struct {
		largest, other float64
		ties           bool
	}{
		{.3, .1 + .2, true},
		{.1 + .2, .3, true},
		{1, 1 - 2e-12, false},
		{1e6, 1e6 - 1e-7, true},
		{1e6, 1e6 - 2e-6, false},
		{-5, -5 - 1e-12, true},
		{0, -1e-300, false},
		{1.0005e-9, 1e-9, false},
		{3e-9, 1e-9 + 2e-9, true},
		{.500000000002, .5, false},
		{math.Inf(1), 1e300, false},
		{math.Inf(-1), math.Inf(-1), true},
	} {
		if got := c.other >= TieLimit(c.largest); got != c.ties {
			t.Errorf("%v ties with %v: %v", c.other, c.largest, got)
		}
	}
	draws := map[int]int{}
	for seed := range 3000 {
		stream := NewStream(uint64(seed))
		draws[stream.ArgMax([]float64{.1 + .2, .25, .3, math.NaN(), .3 - 1e-9})]++
	}
	if n := draws[0]; len(draws) != 2 || math.Abs(float64(n)-1500) > 5*math.Sqrt(750) { // 5 deviations
		t.Errorf("draws %v", draws)
	}
}
