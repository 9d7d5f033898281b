package facts

import (
	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/privacy"
)

// An Audit is the exact audit of one learner in a sentence. It does not change
// while a configuration is run.
type Audit struct {
	Line      string
	Broken    bool              // more is lost than is claimed
	Promised  learners.Promise  // in another notion than ε
	Mechanism privacy.Mechanism // the loss of the worst event in a whole run; nil where it is not known
}

// Loss is the Mechanism; nil too while the audit is being made.
func (a *Audit) Loss() privacy.Mechanism {
	if a == nil {
		return nil
	}
	return a.Mechanism
}

// Audits returns those of all learners of a configuration. They take up to some
// milliseconds each.
func Audits(config *model.Config) []Audit {
	audits := make([]Audit, len(config.Learners))
	for i := range audits {
		v, err := config.Verdict(i)
		if err != nil {
			audits[i].Line = "cannot be audited: " + err.Error()
			continue
		}
		audits[i] = Audit{Line: v.Line(), Broken: v.Broken(), Promised: v.Promised}
		if v.Known {
			m := privacy.Remember(v.Exact.Mechanism)
			m.Rho() // here, in the background: a key that asks for it is answered at once
			m.Mu()
			audits[i].Mechanism = m
		}
	}
	return audits
}
