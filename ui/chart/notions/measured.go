package notions

import (
	"regretscope/model/audit"
	"regretscope/noise/curve"
	"regretscope/ui/kit"
)

// A Measured is what running a learner has shown.
type Measured struct {
	Shown curve.Mechanism // it loses no less than this; nil: nothing
	Spots []Spot          // the errors of the tests
	Name  string          // of the spots
}

// A Spot is a test by its two errors, as they were counted, and the limits within which
// they are with the confidence that is stated beside the picture.
type Spot struct {
	First, Second        float64
	FirstFrom, FirstTo   float64
	SecondFrom, SecondTo float64
}

// MeasuredBy is what a statistical audit has shown; nothing where it is nil. Its limits
// are on one side: errors are at most so large.
func MeasuredBy(s *audit.Statistics) Measured {
	if s == nil || s.Lower == 0 {
		return Measured{}
	}
	m := Measured{Shown: s.Shown(), Name: kit.Plural(s.Runs, "run")}
	for i := range s.Tests {
		t := &s.Tests[i]
		first, second := t.Errors(s.Runs)
		m.Spots = append(m.Spots, Spot{
			First: first, Second: second, FirstFrom: first, FirstTo: t.Most, SecondFrom: second, SecondTo: 1 - t.Least,
		})
	}
	return m
}
