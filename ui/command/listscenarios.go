package command

import (
	"regretscope/scenarios"
)

var scenarioListing = listing{what: "scenarios", items: scenarioItems, json: scenarioEntries}

// A scenarioEntry is a preset in a listing.
type scenarioEntry struct {
	Name       string             `json:"name"`
	Kind       scenarios.Kind     `json:"kind"`
	Feedback   scenarios.Feedback `json:"feedback"`
	Summary    string             `json:"summary"`
	Paper      string             `json:"paper"`
	NeedsData  bool               `json:"needs_data"`
	Parameters []parameterEntry   `json:"parameters"`
}

func scenarioEntries() any {
	var entries []scenarioEntry
	for _, p := range scenarios.Presets() {
		entries = append(entries, scenarioEntry{p.Name, p.Kind, p.Feedback, p.Summary, p.Paper, p.NeedsData, parameterEntries(p.Parameters)})
	}
	return entries
}

func scenarioItems() []item {
	var items []item
	for _, p := range scenarios.Presets() {
		facts := []string{string(p.Kind), string(p.Feedback) + " feedback", p.Paper}
		if p.NeedsData {
			facts = append(facts, "needs --data DIR")
		}
		items = append(items, item{id: p.Name, summary: p.Summary, facts: facts, parameters: parameterEntries(p.Parameters)})
	}
	return items
}
