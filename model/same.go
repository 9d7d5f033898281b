package model

import (
	"reflect"

	"regretscope/learners"
)

// firsts returns, for every series, the first series with the same plays in every run: itself,
// unless the learner has no ε or sets its own.
func (d *Design) firsts() []int {
	type play struct {
		choice, params, channel, scenario string
		horizon, learner                  int
		epsilon                           Number
	}
	all, seen := make([]int, len(d.Series)), map[play]int{}
	for i := range all {
		s := &d.Series[i]
		own := play{s.Choice, s.Params, s.Channel, s.Scenario, s.Horizon, i % len(d.Config.Learners), 0}
		if TakesEpsilon(s.Learner) {
			own.epsilon = s.Epsilon
		}
		first, again := seen[own]
		if again && reflect.DeepEqual(d.Config.Point(d.Series[first].Point).Scenario,
			d.Config.Point(s.Point).Scenario) {
			all[i] = first
			continue
		}
		seen[own], all[i] = i, i
	}
	return all
}

// Point returns a grid point; without a sweep there is one.
func (s *Setup) Point(i int) Point {
	if len(s.Points) == 0 {
		return Point{s.Scenario, s.Epsilon, s.Horizon}
	}
	return s.Points[i]
}

// TakesEpsilon reports whether the privacy parameter affects a learner.
func TakesEpsilon(id string) bool {
	d, err := learners.Find(id)
	return err != nil || d.Privacy.TakesEpsilon() // programs receive it
}
