package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

var listCommand = &command{
	name:    "list",
	summary: "What there is to choose from: scenarios, learners, channels or named comparisons.",
	examples: `  regretscope list learners
  regretscope list channels
  regretscope list scenarios --format json
`,
	grammar: func(p *Program) action { return &listFlags{program: p} },
}

type listFlags struct {
	What   string `arg:"" optional:"" placeholder:"WHAT" help:"scenarios, learners, channels or comparisons."`
	Format string `placeholder:"table|json" help:"What to write (default: table)."`

	program *Program
}

// A listing is one kind of thing that there is to choose from.
type listing struct {
	what  string
	items func() []item
	note  string     // below them, where there is one
	json  func() any // the items' declarations, to be marshalled
}

var listings = []listing{scenarioListing, learnerListing, channelListing, lineupListing}

func (f *listFlags) plan() (work, error) {
	var names []string
	for _, l := range listings {
		names = append(names, l.what)
	}
	there := strings.Join(names, ", ")
	for _, l := range listings {
		if l.what != f.What {
			continue
		}
		switch cmp.Or(f.Format, "table") {
		case "table":
			return func(context.Context) error { return buffered(f.program.Out, l.write) }, nil
		case "json":
			return func(context.Context) error {
				return buffered(f.program.Out, func(w io.Writer) error { return writeJSON(w, l.json()) })
			}, nil
		}
		return nil, fmt.Errorf("--format %s: must be one of table, json", f.Format)
	}
	if f.What == "" {
		return nil, fmt.Errorf("list: say what: one of %s", there)
	}
	return nil, fmt.Errorf("list %s: there is no such list%s (there is %s)", f.What, declare.DidYouMean(f.What, names), there)
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
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
	var lines []string
	group := ""
	for _, it := range l.items() {
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
