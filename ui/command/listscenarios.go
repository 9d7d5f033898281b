package command

import (
	"io"

	"regretscope/noise/parameter"
	"regretscope/scenarios"
)

var scenarioListing = listing{what: "scenarios", table: scenarioTable, json: scenarioEntries}

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

func scenarioTable(w io.Writer) error {
	t := table{right: make([]bool, 5)}
	t.add("name", "kind", "feedback", "what it is", "from")
	var owners []string
	var declared []parameter.List
	for _, p := range scenarios.Presets() {
		summary := p.Summary
		if p.NeedsData {
			summary += " (needs --data)"
		}
		t.add(p.Name, string(p.Kind), string(p.Feedback), summary, p.Paper)
		owners, declared = append(owners, p.Name), append(declared, p.Parameters)
	}
	if err := t.write(w); err != nil {
		return err
	}
	return writeParameters(w, owners, declared)
}
