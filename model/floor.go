package model

import (
	"sort"

	"regretscope/model/theory"
)

// Floor returns the highest of the lower bounds on learner i's regret at a round. Without one above
// 0, missing is the condition that fails.
func (c *Config) Floor(i, round int) (floor theory.Curve, missing string) {
	return c.FloorAt(i, round, centralLoss(c.Learners[i], c.setting(i)))
}

// FloorAt is Floor for a learner with a central privacy loss of ε; NaN without one.
func (c *Config) FloorAt(i, round int, epsilon float64) (floor theory.Curve, missing string) {
	floors, missing := theory.Floors(c.Scenario, c.Learners[i].Declaration, c.setting(i), epsilon)
	floor, ok := theory.Highest(floors, round)
	if !ok && missing == "" {
		missing = "the floor is 0 at this round"
	}
	return floor, missing
}

// TimesFloor returns learner i's regret as a multiple of a floor. For a theory.Slope, it is the growth
// since a round: that of the newest sample which is no later than theory.Root of the present round.
func (s *Snapshot) TimesFloor(i int, floor theory.Curve) (times float64, since int) {
	v, before := &s.Learners[i], Sample{}
	if n := sort.Search(len(v.Curve.Log), func(k int) bool { return v.Curve.Log[k].Round > theory.Root(s.Round) }); n > 0 {
		before = v.Curve.Log[n-1]
	}
	return theory.TimesSince(floor.Kind, floor.Height(s.Round), before.Round, s.Round, v.Regret, before.Regret), before.Round
}
