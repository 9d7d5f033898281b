package facts

import (
	"strings"

	"regretscope/learners"
	"regretscope/model"
)

// An ExactAudit is the exact audit of one learner in a sentence. It does not change during a run.
type ExactAudit struct {
	Line      string
	Broken    bool             // the loss exceeds the claim
	Promised  learners.Promise // in a notion other than ε
	Onlookers []model.Onlooker // nil if unknown
}

// ExactAudits returns the audits of all learners of a configuration. Each takes up to some milliseconds.
func ExactAudits(config *model.Config) []ExactAudit {
	audits := make([]ExactAudit, len(config.Learners))
	for i := range audits {
		v := config.Verdict(i)
		audits[i] = ExactAudit{Line: v.Line(), Broken: v.Broken(), Promised: v.Promised, Onlookers: v.Onlookers()}
	}
	return audits
}

// WhoSeesWhat returns the way of a person's reward to the onlookers, with what each learns: ε, (ε, δ), ρ, or μ.
func WhoSeesWhat(onlookers []model.Onlooker) string {
	text := "person"
	for i := range onlookers {
		loss := onlookers[i].Loss()
		if _, number, found := strings.Cut(loss, "= "); found {
			loss = number
		}
		text += " → " + onlookers[i].Who + " " + loss
	}
	return text
}
