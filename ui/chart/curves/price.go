package curves

import (
	"maps"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
)

func init() {
	register(&View{
		Order: 25, Title: "Price of privacy", Tells: true, Remark: "regret beyond that of the non-private twin",
		Exists: func(in Input) bool { return len(twins(in.Shot)) > 0 }, Sources: []Source{price}, Floor: true,
		Empty: "this needs a learner and its twin without privacy, such as lazy-dp-ts and thompson",
	})
}

// twins are, by the place of a learner, that of its twin without privacy.
func twins(shot *model.Snapshot) map[int]int {
	pairs := map[int]int{}
	for i := range shot.Learners {
		if j := Twin(shot, i); j >= 0 {
			pairs[i] = j
		}
	}
	return pairs
}

// Twin is the place of a learner's twin without privacy: of itself at ε = ∞, or else
// of the one that it is the private version of; −1 where there is none, and for
// learners that are at ε = ∞ themselves.
func Twin(shot *model.Snapshot, learner int) int {
	v := &shot.Learners[learner]
	if math.IsInf(v.Epsilon, 1) {
		return -1
	}
	if j := twinOf(shot, v); j != learner {
		return j
	}
	return -1
}

func twinOf(shot *model.Snapshot, v *model.LearnerState) int {
	for j := range shot.Learners {
		if other := &shot.Learners[j]; other.Spec.ID == v.Spec.ID && math.IsInf(other.Epsilon, 1) {
			return j
		}
	}
	for _, id := range v.Spec.Counterparts {
		for j := range shot.Learners {
			if shot.Learners[j].Spec.ID == id {
				return j
			}
		}
	}
	return -1
}

// price is how much more regret each private learner has than its twin. All
// learners of a comparison are recorded at the same rounds.
func price(in Input, c *chart.Chart) {
	pairs := twins(in.Shot)
	for _, i := range slices.Sorted(maps.Keys(pairs)) {
		private, twin := &in.Shot.Learners[i], &in.Shot.Learners[pairs[i]]
		regret := func(s *model.Sample) float64 { return s.Regret }
		c.Lines = append(c.Lines, chart.Line{
			Name: private.Spec.Label() + " − " + twin.Spec.Label(), Series: i, Selected: i == in.Focus,
			Points: minus(history(in, private, regret), history(in, twin, regret)),
		})
	}
}

// minus is the difference of two series over the same rounds.
func minus(a, b []chart.Point) []chart.Point {
	for i := range a {
		a[i].Y -= b[i].Y
	}
	return a
}
