package command

import (
	"fmt"
	"strings"

	"regretscope/model"
)

// writeOut puts the scenario and the learners of a named comparison into the
// flags that it stands for.
func (c *choice) writeOut() error {
	if c.Lineup == "" {
		return nil
	}
	l, err := model.FindLineup(c.Lineup)
	if err != nil {
		return fmt.Errorf("--lineup %s: %w", c.Lineup, err)
	}
	for _, other := range []struct {
		flag  string
		given bool
	}{{"scenario", c.Scenario != ""}, {"arms", c.Arms != ""}, {"learner", len(c.Learner) > 0}} {
		if other.given {
			return fmt.Errorf("--lineup %s: cannot go with --%s, it has its own scenario and learners", l.Name, other.flag)
		}
	}
	c.Scenario, c.Learner = l.Scenario, l.Learners
	return nil
}

var lineupListing = listing{what: "comparisons", items: lineupItems, json: lineupEntries}

// A lineupEntry is a named comparison in a listing.
type lineupEntry struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`
	Paper    string   `json:"paper"`
	Scenario string   `json:"scenario"` // as --scenario takes it
	Learners []string `json:"learners"` // as --learner takes them
}

func lineupEntries() any {
	var entries []lineupEntry
	for _, l := range model.Lineups() {
		entries = append(entries, lineupEntry{l.Name, l.Summary, l.Paper, l.Scenario, l.Learners})
	}
	return entries
}

func lineupItems() []item {
	var items []item
	for _, l := range model.Lineups() {
		written := "--scenario " + l.Scenario + " --learner " + strings.Join(l.Learners, " --learner ")
		items = append(items, item{id: l.Name, summary: l.Summary, facts: []string{l.Paper, written}})
	}
	return items
}
