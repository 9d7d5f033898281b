package model

import (
	"math"

	"regretscope/learners"
)

// WorstEvent is the largest total ε over all rounds' reward vectors: from the
// ledger for centrally private learners, of one report for local channels,
// +Inf from the first observation on for learners that use rewards as they are,
// 0 for those that use none.
func (r *Run) WorstEvent() float64 {
	switch r.privacy {
	case learners.NotPrivate:
		if r.round > 0 {
			return math.Inf(1)
		}
	case learners.Local:
		worst := 0.0
		for j, ch := range r.channels {
			if r.pulls[j] > 0 {
				worst = max(worst, ch.Epsilon())
			}
		}
		return worst
	}
	return r.ledger.Worst()
}

// UserLevel is what everything together would cost one person who was behind
// all rounds: the plain sum of ε over all releases, or over all reports (JZL §2).
func (r *Run) UserLevel() float64 {
	if r.privacy != learners.Local {
		return r.ledger.User()
	}
	sum := 0.0
	for j, ch := range r.channels {
		if r.pulls[j] > 0 {
			sum += float64(r.pulls[j]) * ch.Epsilon()
		}
	}
	return sum
}
