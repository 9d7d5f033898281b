package command

import (
	"cmp"

	"regretscope/learners"
	"regretscope/model"
)

var learnerListing = listing{
	what: "learners", items: learnerItems, json: learnerEntries,
	note: "Every learner also takes epsilon=X, which stands above --epsilon.",
}

// A learnerEntry is a learner in a listing.
type learnerEntry struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	Family     string           `json:"family"`
	Summary    string           `json:"summary"`
	Paper      string           `json:"paper"`
	Privacy    string           `json:"privacy"`
	Claim      string           `json:"claim"`   // of privacy; empty where the paper makes none
	Verdict    string           `json:"verdict"` // of the exact audit, with default parameters
	Needs      string           `json:"needs"`
	Channel    string           `json:"channel,omitempty"` // the one it has unless another is chosen
	Parameters []parameterEntry `json:"parameters"`
}

func learnerEntries() any {
	var entries []learnerEntry
	for _, d := range learners.All() {
		entries = append(entries, learnerEntry{
			d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
			privacy(d), d.Claim, verdict(d), needs(d), d.Channel, parameterEntries(d.Parameters),
		})
	}
	return entries
}

func learnerItems() []item {
	var items []item
	for _, d := range learners.All() {
		facts := []string{d.Name, "privacy: " + cmp.Or(d.Claim, privacy(d)), "audited: " + verdict(d), "needs " + needs(d)}
		if d.Channel != "" {
			facts = append(facts, "channel "+d.Channel+" unless another is chosen")
		}
		items = append(items, item{
			group: d.Family.String(), id: d.ID, summary: d.Summary, facts: append(facts, d.Paper),
			parameters: parameterEntries(d.Parameters),
		})
	}
	return items
}

// privacy says what kind of promise a learner makes.
func privacy(d *learners.Declaration) string {
	switch d.Privacy {
	case learners.DataFree:
		return "uses no reward"
	case learners.Central:
		return "central"
	case learners.Local:
		return "local"
	default:
		return "none"
	}
}

// verdict is what an exact audit says of the learner.
func verdict(d *learners.Declaration) string {
	v, err := model.DefaultVerdict(d)
	if err != nil {
		return err.Error()
	}
	return v.Line()
}

// needs says what a learner must be told.
func needs(d *learners.Declaration) string {
	var what string
	switch d.Feedback {
	case learners.BanditFeedback:
		what = "one arm's reward"
	case learners.SemiBanditFeedback:
		what = "a matroid"
	case learners.FullFeedback:
		what = "all arms' rewards"
	default:
		what = "nothing"
	}
	if d.KnowsHorizon {
		what += ", the horizon"
	}
	return what
}
