package command

import (
	"cmp"
	"fmt"
	"io"

	"regretscope/learners"
	"regretscope/noise/parameter"
)

var learnerListing = listing{what: "learners", table: learnerTable, json: learnerEntries}

// A learnerEntry is a learner in a listing.
type learnerEntry struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	Family     string           `json:"family"`
	Summary    string           `json:"summary"`
	Paper      string           `json:"paper"`
	Privacy    string           `json:"privacy"`
	Claim      string           `json:"claim"` // of privacy; empty where the paper makes none
	Needs      string           `json:"needs"`
	Parameters []parameterEntry `json:"parameters"`
}

func learnerEntries() any {
	var entries []learnerEntry
	for _, d := range learners.All() {
		entries = append(entries, learnerEntry{
			d.ID, d.Name, d.Family.String(), d.Summary, d.Paper,
			privacy(d), d.Claim, needs(d), parameterEntries(d.Parameters),
		})
	}
	return entries
}

func learnerTable(w io.Writer) error {
	t := table{right: make([]bool, 5)}
	var owners []string
	var declared []parameter.List
	family := learners.Family(-1)
	for _, d := range learners.All() {
		if d.Family != family {
			if family = d.Family; len(t.rows) > 0 {
				t.add()
			}
			t.add(d.Family.String(), "name", "privacy", "needs", "paper")
		}
		t.add("  "+d.ID, d.Name, cmp.Or(d.Claim, privacy(d)), needs(d), d.Paper)
		owners, declared = append(owners, d.ID), append(declared, d.Parameters)
	}
	if err := t.write(w); err != nil {
		return err
	}
	if err := writeParameters(w, owners, declared); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\nEvery learner also takes epsilon=X, which stands above --epsilon.")
	return err
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
