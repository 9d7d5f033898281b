package learners

import (
	"math"

	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// An Auditor computes the exact privacy loss of a learner's releases in a
// setting with its parameters.
type Auditor func(Setting, param.Values) dpaudit.Transcript

// Claimed returns the ε that the learner's paper claims at a setting: the one that was
// asked for, with local privacy for one report, whatever the channels really
// cost. ok is false if nothing is claimed: for learners that use rewards as
// they are, and for channels that the claim is not about.
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

// Audit computes exactly what the learner costs in the setting: its releases or,
// with local privacy, one report. known is false if no exact audit exists.
func (s Spec) Audit(setting Setting) (t dpaudit.Transcript, known bool) {
	switch {
	case s.Declaration.Audit != nil:
		return s.Declaration.Audit(setting, s.Values(setting)), true
	case s.Privacy == DataFree:
		return dpaudit.Nothing(setting.Arms), true
	case s.Privacy == Local && len(setting.Channels) > 0:
		return dpaudit.Reports(setting.Channels), true
	}
	return t, false
}

// auditFreshSums audits learners of one arm a round that release each reward in
// one sum, with Laplace noise of scale 1/ε.
func auditFreshSums(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoisySums(s.Arms, 1, 1, noiseScale(s.Epsilon))
}

// oneRewardDecides audits learners that play the largest of exact scores.
func oneRewardDecides(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, true,
		"Scores are exact: where two plays are close, the replaced round alone decides between them.")
}

// manyPlaysTell audits learners that draw plays at random, but not for the sake
// of privacy.
func manyPlaysTell(s Setting, _ param.Values) dpaudit.Transcript {
	return dpaudit.NoNoise(s.Arms, false,
		"Each play is drawn with chances that the replaced round moves a little; in a long run that adds up "+
			"without bound.")
}
