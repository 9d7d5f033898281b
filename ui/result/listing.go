package result

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// A Listing lists everything of one kind that can be chosen.
type Listing struct {
	Entries func() []ListEntry
	Titles  []string // of a table, if each entry is one line
	Note    string   // below them; may be empty
}

// A ListEntry is one choice, for programs and for people.
type ListEntry struct {
	JSON any
	Item
}

// List returns the listing of all declarations of a kind.
func List[D any](declared func() []D, of func(D) ListEntry) func() []ListEntry {
	return func() []ListEntry {
		var entries []ListEntry
		for _, d := range declared() {
			entries = append(entries, of(d))
		}
		return entries
	}
}

// An Item is one choice, in words.
type Item struct {
	Group      string // a heading, or empty
	ID         string // how it is written to choose it
	Summary    string
	Facts      []string
	Parameters []Parameter
}

// Widths, in columns.
const (
	Width  = 100 // of all lines
	indent = 18  // of the first column; a longer id has a line of its own
)

// WriteJSON writes the entries for programs.
func (l *Listing) WriteJSON(w io.Writer) error {
	var all []any
	for _, e := range l.Entries() {
		all = append(all, e.JSON)
	}
	return model.WriteJSON(w, all)
}

// Write writes the items for people: the id, its description, and the parameters below.
func (l *Listing) Write(w io.Writer) error {
	if l.Titles != nil {
		t := kit.TableOf(1, l.Titles...)
		for _, e := range l.Entries() {
			t.Rows = append(t.Rows, []string{e.ID, e.Summary})
		}
		_, err := fmt.Fprintf(w, "%s\n%s\n", t.String(), l.Note)
		return err
	}
	var lines []string
	group := ""
	for _, e := range l.Entries() {
		if e.Group != group {
			group = e.Group
			lines = append(lines, group, "")
		}
		lines = append(append(lines, e.lines()...), "")
	}
	if l.Note != "" {
		lines = append(append(lines, kit.Wrap(l.Note, Width, 0)...), "")
	}
	_, err := io.WriteString(w, strings.TrimRight(strings.Join(lines, "\n"), "\n")+"\n")
	return err
}

func (it *Item) lines() []string {
	var lines []string
	name := it.ID
	if utf8.RuneCountInString(name) > indent-2 {
		lines, name = append(lines, name), ""
	}
	add := func(text string, deeper int) {
		for _, line := range kit.Wrap(text, Width-indent, deeper) {
			lines = append(lines, fmt.Sprintf("%-*s%s", indent, name, line))
			name = ""
		}
	}
	add(it.Summary, 0)
	for _, line := range packed(it.Facts, Width-indent) {
		add(line, 4)
	}
	for _, p := range it.Parameters {
		add(fmt.Sprintf("%s=%s: %s; %s", p.Name, p.Default, p.Meaning, p.Allowed), 4)
	}
	return lines
}

// packed joins parts into as few lines of a width as their order allows; a longer part has a
// line of its own.
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

// A Parameter is a declared parameter in a listing.
type Parameter struct {
	Name    string   `json:"name"`
	Allowed string   `json:"allowed"` // in words
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default"` // a value, or a formula if it depends on the run
	Meaning string   `json:"meaning"`
}

func parameters(declared param.List) []Parameter {
	entries := []Parameter{}
	for i := range declared {
		p := &declared[i]
		entries = append(entries, Parameter{p.Name, p.Range(), p.Choices, cmp.Or(p.Derived, p.Default), p.Meaning})
	}
	return entries
}
