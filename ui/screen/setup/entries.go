package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
	"regretscope/ui/kit/form"
)

// An entry is one scenario to choose: a preset, arms of one's own, a table or a file.
type entry struct {
	title, name    string // for people, and in commands
	paper, summary string
	family         string            // of the scenario: its kind and feedback, to be found by
	preset         *scenarios.Preset // of a preset
	fields         []*form.Field
	source         func() Source // what its fields say
	asks           bool          // the first field is what is run
	reads          bool          // build reads files, so Update must not call it
	build          func(Source) (*scenarios.Scenario, error)
}

// unanswered reports whether what is to be run has not been typed yet.
func (e *entry) unanswered() bool { return e.asks && e.fields[0].Text() == "" }

// built is what the chosen entry came to: a scenario, an error, or neither
// while its files have not been read.
type built struct {
	entry    *entry
	source   Source
	scenario *scenarios.Scenario
	err      error
	loading  bool
}

// entries lists the presets, and then what people bring themselves.
func entries(presets []*scenarios.Preset, open func(string) (*scenarios.Scenario, error)) []*entry {
	var all []*entry
	for _, p := range presets {
		all = append(all, presetEntry(p))
	}
	return append(all, armsEntry(), tableEntry(open), fileEntry(open))
}

func presetEntry(p *scenarios.Preset) *entry {
	e := &entry{
		title: p.Title, name: p.Name, paper: p.Paper, summary: p.Summary, family: fmt.Sprintf("%s %s feedback", p.Kind, p.Feedback),
		preset: p, reads: p.NeedsData,
	}
	for i := range p.Parameters {
		e.fields = append(e.fields, form.FromParameter(&p.Parameters[i]))
	}
	folder := &form.Field{Name: "data", Meaning: "the folder or zip file with the data as published"}
	if p.NeedsData {
		e.fields = append(e.fields, folder)
	}
	e.source = func() Source {
		parts := []string{p.Name}
		for i := range p.Parameters {
			if text := e.fields[i].Text(); text != "" {
				parts = append(parts, p.Parameters[i].Name+"="+text)
			}
		}
		return Source{Scenario: strings.Join(parts, ","), Data: folder.Text()}
	}
	e.build = func(source Source) (*scenarios.Scenario, error) {
		if p.NeedsData && source.Data == "" {
			return nil, fmt.Errorf("data: name the folder that %s is in", p.Name)
		}
		_, parameters, err := declare.SplitAssignments(source.Scenario)
		if err != nil {
			return nil, err
		}
		return p.Make(parameters, source.Data)
	}
	return e
}

// exampleArms are the default of the field.
const exampleArms = "0.9 0.8 beta(4,1) uniform(0,1)"

func armsEntry() *entry {
	arms := &form.Field{
		Name: "arms", Default: exampleArms,
		Meaning: "separated by blanks, each a Bernoulli mean or a distribution: " +
			"bernoulli(μ), beta(a,b), uniform(a,b), discrete(x:p, …), constant(x)",
		Check: func(text string) error { _, err := arm.ParseList(text); return err },
	}
	feedback := &form.Field{
		Name: "feedback", Default: string(scenarios.Bandit), Meaning: "what a learner sees of a round",
		Choices: []form.Choice{
			{Word: string(scenarios.Bandit), Note: "the reward of the arm that it pulled"},
			{Word: string(scenarios.Full), Note: "the rewards of all arms"},
		},
	}
	return &entry{
		title: "arms of your own", name: "--arms", summary: "any distributions on [0,1]", asks: true,
		fields: []*form.Field{arms, feedback},
		source: func() Source {
			return Source{Arms: arms.Value(), Feedback: scenarios.Feedback(feedback.Value())}
		},
		build: func(source Source) (*scenarios.Scenario, error) {
			laws, err := arm.ParseList(source.Arms)
			if err != nil {
				return nil, err
			}
			return scenarios.FromArms("arms", laws, source.Feedback)
		},
	}
}

func tableEntry(open func(string) (*scenarios.Scenario, error)) *entry {
	return pathEntry("your own table", "rewards, a row a round, as CSV", "a table of rewards", ".csv or .csv.gz", open)
}

func fileEntry(open func(string) (*scenarios.Scenario, error)) *entry {
	return pathEntry("a scenario file", "arms, phases or a matroid, as TOML", "a scenario file", "TOML", open)
}

// pathEntry asks for the path of a file of some kind.
func pathEntry(title, summary, kind, ending string, open func(string) (*scenarios.Scenario, error)) *entry {
	path := &form.Field{Name: "file", Meaning: kind + " (" + ending + "); it is read when you leave the field"}
	return &entry{
		title: title, name: "--scenario", summary: summary, asks: true,
		fields: []*form.Field{path}, reads: true,
		source: func() Source { return Source{Scenario: path.Text()} },
		build: func(source Source) (*scenarios.Scenario, error) {
			switch {
			case open == nil:
				return nil, errors.New("scenario files cannot be opened here")
			case source.Scenario == "":
				return nil, errors.New("file: name " + kind)
			}
			return open(source.Scenario)
		},
	}
}

// fill finds the entry that a source asks for and puts it into its fields.
func fill(all []*entry, source Source) int {
	file, rows, arms := len(all)-1, len(all)-2, len(all)-3
	if source.Arms != "" {
		fields := all[arms].fields
		fields[0].SetText(source.Arms)
		fields[1].SetText(string(source.Feedback))
		return arms
	}
	var presets []*scenarios.Preset
	for _, e := range all[:arms] {
		presets = append(presets, e.preset)
	}
	preset, set, ok := source.preset(presets)
	if !ok {
		if table.IsName(source.Scenario) {
			file = rows
		}
		all[file].fields[0].SetText(source.Scenario)
		return file
	}
	at := slices.Index(presets, preset)
	setTexts(all[at].fields, set.With("data", source.Data))
	return at
}

// setTexts fills fields by their names; those without a value get none.
func setTexts(fields []*form.Field, set declare.Set) {
	for _, f := range fields {
		f.SetText(set[f.Name])
	}
}
