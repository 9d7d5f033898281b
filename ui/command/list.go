package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"regretscope/noise/parameter"
	"regretscope/noise/words"
)

var listCommand = &command{
	name:    "list",
	summary: "What there is to choose from: scenarios or learners, with their parameters.",
	examples: `  regretscope list learners
  regretscope list scenarios --format json
`,
	grammar: func(p *Program) action { return &listFlags{program: p} },
}

type listFlags struct {
	What   string `arg:"" optional:"" placeholder:"WHAT" help:"scenarios or learners."`
	Format string `placeholder:"table|json" help:"What to write (default: table)."`

	program *Program
}

// A listing is one kind of thing that there is to choose from.
type listing struct {
	what  string
	table func(io.Writer) error
	json  func() any // the same, to be marshalled
}

var listings = []listing{scenarioListing, learnerListing}

func (f *listFlags) plan() (work, error) {
	var names []string
	for _, l := range listings {
		names = append(names, l.what)
	}
	there := strings.Join(names, " or ")
	for _, l := range listings {
		if l.what != f.What {
			continue
		}
		switch cmp.Or(f.Format, "table") {
		case "table":
			return func(context.Context) error { return buffered(f.program.Out, l.table) }, nil
		case "json":
			return func(context.Context) error {
				return buffered(f.program.Out, func(w io.Writer) error { return writeJSON(w, l.json()) })
			}, nil
		}
		return nil, fmt.Errorf("--format %s: must be one of table, json", f.Format)
	}
	if f.What == "" {
		return nil, fmt.Errorf("list: say what: %s", there)
	}
	return nil, fmt.Errorf("list %s: there is no such list%s (there is %s)", f.What, words.DidYouMean(f.What, names), there)
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// A parameterEntry is a declared parameter in a listing.
type parameterEntry struct {
	Name    string   `json:"name"`
	Allowed string   `json:"allowed"` // in words
	Choices []string `json:"choices,omitempty"`
	Default string   `json:"default"` // the value, or the formula of one that depends on the run
	Meaning string   `json:"meaning"`
}

func parameterEntries(declared parameter.List) []parameterEntry {
	entries := []parameterEntry{}
	for i := range declared {
		p := &declared[i]
		entries = append(entries, parameterEntry{p.Name, p.Range(), p.Choices, cmp.Or(p.Derived, p.Default), p.Meaning})
	}
	return entries
}

// writeParameters writes the parameters of several things below a heading, or
// nothing where there are none.
func writeParameters(w io.Writer, owners []string, declared []parameter.List) error {
	t := table{right: make([]bool, 5)}
	t.add("of", "parameter", "default", "allowed", "meaning")
	for i, owner := range owners {
		for _, p := range parameterEntries(declared[i]) {
			t.add(owner, p.Name, p.Default, p.Allowed, p.Meaning)
		}
	}
	if len(t.rows) == 1 {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return t.write(w)
}
