package noise

import (
	"math"
	"reflect"
	"testing"
)

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
