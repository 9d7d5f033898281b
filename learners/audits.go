package learners

import (
	"math"

	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// An Auditor computes the exact privacy loss of a learner's releases for a setting and
// parameters.
type Auditor func(Setting, param.Values) dpaudit.Transcript

// Claimed returns the ε that the learner's paper claims for a setting: the requested ε, per
// report under local privacy. ok is false if the paper claims no ε, or none for these channels.
func (d *Declaration) Claimed(s Setting) (epsilon float64, ok bool) {
	switch d.Privacy {
	case DataFree:
		return 0, true
	case Central:
		return s.Epsilon, true
	case Local:
		for _, c := range s.Channels {
			if c.ID() == "none" || d.ClaimsFor != nil && !d.ClaimsFor(c, s.Epsilon) {
				return math.NaN(), false
			}
		}
		return s.Epsilon, true
	default:
		return math.NaN(), false
	}
}

// Audit computes the exact privacy loss of the learner's releases or, under local privacy, of
// one report. known is false if there is no exact audit.
func (s Spec) Audit(setting Setting) (t dpaudit.Transcript, known bool) {
	switch {
	case s.Privacy == NotPrivate && setting.onePlay():
		return dpaudit.Nothing(setting.Arms), true
	case s.Declaration.Audit != nil:
		return s.Declaration.Audit(setting, s.Values(setting)), true
	case s.Privacy == DataFree:
		return dpaudit.Nothing(setting.Arms), true
	case s.Privacy == Local && len(setting.Channels) > 0:
		return dpaudit.Reports(setting.Channels), true
	}
	return t, false
}

// onePlay reports whether there is a single play: then it depends on no reward.
func (s Setting) onePlay() bool {
	if s.Matroid != nil {
		return s.Matroid.Rank() == s.Arms
	}
	return s.Arms == 1
}

// auditFreshSums audits learners of one arm a round that release each reward in one sum with
// noise Lap(1/ε).
func auditFreshSums(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoisySums(s.Arms, 1, 1, 1/s.Epsilon)
}

// auditExactScores audits learners that play the largest of exact scores.
func auditExactScores(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, true,
		"Scores are exact: where two plays are close, the replaced round alone decides between them.")
}

// auditRandomPlays audits learners that draw plays at random, but not for privacy.
func auditRandomPlays(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, false,
		"Each play is drawn with chances that the replaced round moves a little; in a long run that adds up "+
			"without bound.")
}
