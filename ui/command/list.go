package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/figure"
	"regretscope/noise/channel"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/lesson"
)

type listCommand struct {
	What   string `arg:"" optional:"" help:"scenarios, learners, channels, comparisons, figures, lessons or limits."`
	Format string `placeholder:"table|json" enum:"table,json" default:"table" help:"What to write (default: table)."`
}

// Help shows examples.
func (*listCommand) Help() string {
	return `Examples:

	regretscope list learners
	regretscope list figures
	regretscope list scenarios --format json`
}

// A listing is one kind of thing that there is to choose from.
type listing struct {
	entries func() []entry
	titles  []string // of a table, where each entry is one line of it
	note    string   // below them; may be empty
}

// An entry is one thing to choose. In JSON it is itself.
type entry interface {
	// item is the entry for people.
	item() item
}

var listings = map[string]listing{
	"scenarios": {entries: entriesOf(scenarios.Presets, scenarioEntryOf)},
	"learners": {
		entries: entriesOf(learners.All, learnerEntryOf),
		note:    "Every learner also takes epsilon=X, which overrides --epsilon, and seed=N, other random numbers on the same rewards.",
	},
	"channels": {
		entries: entriesOf(channel.Catalogue, channelEntryOf),
		note:    "A channel is written linear, quadratic,b=1 or rr(0.73,0.73): with parameters by name, or all in their order.",
	},
	"comparisons": {entries: entriesOf(figure.Lineups, lineupEntryOf)},
	"figures":     {entries: entriesOf(figure.All, figureEntryOf), note: "regretscope reproduce ID makes a figure again and judges its claims."},
	"limits": {
		entries: entriesOf(func() []limit { return limits }, func(l limit) limit { return l }),
		titles:  []string{"what", "at most"},
		note:    "What is beyond a limit is refused with a sentence, before memory is taken for it.",
	},
	"lessons": {entries: entriesOf(lesson.All, lessonEntryOf), note: "regretscope lesson NAME begins one: space goes on, b back, esc leaves it to explore."},
}

// entriesOf lists what is declared.
func entriesOf[D any, E entry](declared func() []D, of func(D) E) func() []entry {
	return func() []entry {
		var entries []entry
		for _, d := range declared() {
			entries = append(entries, of(d))
		}
		return entries
	}
}

// listed are the listings, by name.
func listed() []string { return slices.Sorted(maps.Keys(listings)) }

// AfterApply checks that there is such a listing.
func (c *listCommand) AfterApply() error {
	names := listed()
	if c.What == "" {
		return fmt.Errorf("list: say what: one of %s", strings.Join(names, ", "))
	}
	if !slices.Contains(names, c.What) {
		return fmt.Errorf("list %s: must be one of %s%s", c.What, strings.Join(names, ", "), declare.DidYouMean(c.What, names))
	}
	return nil
}

// Run writes the listing.
func (c *listCommand) Run(p *Program) error {
	listing := listings[c.What]
	return outfile.Buffered(p.Out, func(w io.Writer) error {
		if c.Format == "json" {
			return model.WriteJSON(w, listing.entries())
		}
		return listing.write(w)
	})
}

// An item is one thing to choose, in words.
type item struct {
	group      string // a heading; empty for none
	id         string // what is written to choose it
	summary    string
	facts      []string
	parameters []parameterEntry
}

// What the lines of an item are laid out in, in columns.
const (
	listWidth  = 100
	listIndent = 18 // of all that is not an id, which has a line of its own where it is longer
)

// write writes the items for people: what each is beside its name, and below
// that its parameters.
func (l *listing) write(w io.Writer) error {
	if l.titles != nil {
		t := tableOf(1, l.titles...)
		for _, e := range l.entries() {
			t.Rows = append(t.Rows, []string{e.item().id, e.item().summary})
		}
		_, err := fmt.Fprintf(w, "%s\n%s\n", t.String(), l.note)
		return err
	}
	var lines []string
	group := ""
	for _, e := range l.entries() {
		it := e.item()
		if it.group != group {
			group = it.group
			lines = append(lines, group, "")
		}
		lines = append(append(lines, it.lines()...), "")
	}
	if l.note != "" {
		lines = append(append(lines, kit.Wrap(l.note, listWidth, 0)...), "")
	}
	_, err := io.WriteString(w, strings.TrimRight(strings.Join(lines, "\n"), "\n")+"\n")
	return err
}

func (it *item) lines() []string {
	var lines []string
	name := it.id
	if utf8.RuneCountInString(name) > listIndent-2 {
		lines, name = append(lines, name), ""
	}
	add := func(text string, deeper int) {
		for _, line := range kit.Wrap(text, listWidth-listIndent, deeper) {
			lines = append(lines, fmt.Sprintf("%-*s%s", listIndent, name, line))
			name = ""
		}
	}
	add(it.summary, 0)
	for _, line := range packed(it.facts, listWidth-listIndent) {
		add(line, 4)
	}
	for _, p := range it.parameters {
		add(fmt.Sprintf("%s=%s: %s; %s", p.Name, p.Default, p.Meaning, p.Allowed), 4)
	}
	return lines
}

// packed joins parts into as few lines of a width as their order allows; a
// longer part has a line of its own.
func packed(parts []string, width int) []string {
	var lines []string
	for _, part := range parts {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+" · "+part) <= width {
			lines[last] += " · " + part
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// A parameterEntry is a declared parameter in a listing.
type parameterEntry struct {
	Name    string   `json:"name"`
	Allowed string   `json:"allowed"` // in words
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default"` // the value, or the formula of one that depends on the run
	Meaning string   `json:"meaning"`
}

func parameterEntries(declared declare.List) []parameterEntry {
	entries := []parameterEntry{}
	for i := range declared {
		p := &declared[i]
		entries = append(entries, parameterEntry{p.Name, p.Range(), p.Choices, cmp.Or(p.Derived, p.Default), p.Meaning})
	}
	return entries
}
