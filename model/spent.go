package model

import (
	"math"

	"regretscope/learners"
	"regretscope/noise"
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

// UserLevel is what everything that was published costs one person: from the
// ledger for centrally private learners; of one report, and of all k reports
// together, for local channels (kε, JZL §2); as WorstEvent for other learners.
func (r *Run) UserLevel() noise.UserLevel {
	switch r.privacy {
	case learners.Central, learners.Concentrated:
		return r.ledger.User()
	case learners.Local:
		all := 0.0
		for j, ch := range r.channels {
			if r.pulls[j] > 0 {
				all += float64(r.pulls[j]) * ch.Epsilon()
			}
		}
		return noise.UserLevel{OneRound: r.WorstEvent(), AllRounds: all}
	}
	return noise.UserLevel{OneRound: r.WorstEvent(), AllRounds: r.WorstEvent()}
}
