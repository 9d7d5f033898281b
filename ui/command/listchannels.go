package command

import "regretscope/noise/channel"

var channelListing = listing{
	what: "channels", items: channelItems, json: func() any { return channelEntries() },
	note: "A channel is written linear, quadratic,b=1 or rr(0.73,0.73): with parameters by name, or all in their order.",
}

// A channelEntry is a local channel in a listing.
type channelEntry struct {
	ID           string           `json:"id"`
	Name         string           `json:"name"`
	Summary      string           `json:"summary"`
	Formula      string           `json:"formula"`
	Paper        string           `json:"paper"`
	TakesEpsilon bool             `json:"takes_epsilon"` // rather than having one that follows, or none
	Parameters   []parameterEntry `json:"parameters"`
}

func channelEntries() []channelEntry {
	var entries []channelEntry
	for _, d := range channel.Catalogue() {
		e := channelEntry{d.ID, d.Name, d.Meaning, d.Formula, d.Paper, d.TakesEpsilon, []parameterEntry{}}
		for _, p := range d.Parameters {
			e.Parameters = append(e.Parameters, parameterEntry{Name: p.Name, Allowed: p.Range, Default: p.DefaultText, Meaning: p.Meaning})
		}
		entries = append(entries, e)
	}
	return entries
}

func channelItems() []item {
	var items []item
	for _, e := range channelEntries() {
		facts := []string{e.Name, e.Formula, e.Paper}
		items = append(items, item{id: e.ID, summary: e.Summary, facts: facts, parameters: e.Parameters})
	}
	return items
}
