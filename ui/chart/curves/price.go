package curves

import (
	"math"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
)

func init() {
	register(&View{
		Order: 25, Title: "Price of privacy", Tells: true, Remark: "regret beyond that of the non-private twin",
		Exists: func(in Input) bool { return len(twinned(in.Shot)) > 0 }, Sources: []Source{price}, Floor: true,
		Empty: "this needs a learner and its twin without privacy, such as lazy-dp-ts and thompson",
	})
}

// twinned returns the places of learners with a counterpart without privacy.
func twinned(shot *model.Snapshot) (learners []int) {
	for i := range shot.Learners {
		if Twin(shot, i) >= 0 {
			learners = append(learners, i)
		}
	}
	return learners
}

// Twin returns the place of a learner's counterpart without privacy: the same learner at ε = ∞,
// or else the one that it is the private version of. It is −1 if there is none, or if the
// learner itself is at ε = ∞.
func Twin(shot *model.Snapshot, learner int) int {
	v := &shot.Learners[learner]
	if math.IsInf(v.Epsilon, 1) {
		return -1
	}
	itself := func(o model.LearnerState) bool { return o.Spec.ID == v.Spec.ID && math.IsInf(o.Epsilon, 1) }
	twin := slices.IndexFunc(shot.Learners, itself)
	for _, id := range v.Spec.Counterparts {
		if twin < 0 {
			twin = slices.IndexFunc(shot.Learners, func(o model.LearnerState) bool { return o.Spec.ID == id })
		}
	}
	return twin
}

// price draws the additional regret of each private learner over its counterpart. All learners
// of a comparison are recorded at the same rounds.
func price(in Input, c *chart.Chart) {
	for _, i := range twinned(in.Shot) {
		private, twin := &in.Shot.Learners[i], &in.Shot.Learners[Twin(in.Shot, i)]
		regret := func(s *model.Sample) float64 { return s.Regret }
		points := history(in, private, regret)
		for k, at := range history(in, twin, regret) {
			points[k].Y -= at.Y
		}
		c.Lines = append(c.Lines, chart.Line{
			Name: private.Spec.Label() + " − " + twin.Spec.Label(), Series: i, Selected: i == in.Focus, Points: points,
		})
	}
}
