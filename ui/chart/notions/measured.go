package notions

import (
	"regretscope/model/audit"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// A Measured is what running a learner has shown.
type Measured struct {
	Shown privacy.Mechanism // it loses no less than this; nil: nothing
	Spots []chart.Spot      // tests by their errors of type I and II, with limits within which they are
}

// MeasuredBy is what a statistical audit has shown; nothing where it is nil. Its limits
// are on one side: errors are at most so large.
func MeasuredBy(s *audit.Statistics) Measured {
	if s == nil || s.Lower == 0 {
		return Measured{}
	}
	m := Measured{Shown: s.Shown()}
	for i := range s.Tests {
		t := &s.Tests[i]
		first, second := t.Errors(s.Runs)
		m.Spots = append(m.Spots, chart.Spot{Series: SeriesShown, X: first, Y: second, From: first, To: t.Most, Low: second, High: 1 - t.Least})
	}
	if len(m.Spots) > 0 {
		m.Spots[0].Name = kit.Plural(s.Runs, "run")
	}
	return m
}
