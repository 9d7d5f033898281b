package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/ui/kit/form"
	"regretscope/ui/script"
)

// A scenarioEntry is one scenario to choose: a preset, the user's own arms, a table, or a file.
type scenarioEntry struct {
	Title, Name    string // for people, and in commands
	Paper, Summary string
	Family         string            // of the scenario: its kind and feedback, for the filter
	Preset         *scenarios.Preset // of a preset
	Fields         []*form.Field
	Source         func() script.Source // the values of its fields
	Asks           bool                 // the first field says what to run
	Reads          bool                 // build reads files, so Update must not call it
	Build          func(script.Source) (*scenarios.Scenario, error)
}

// scenarioEntries lists the presets, then the user's own scenarios.
func scenarioEntries(presets []*scenarios.Preset, open func(string) (*scenarios.Scenario, error)) []*scenarioEntry {
	return append(param.Map(presets, presetEntry), armsEntry(), fileEntry(open))
}

func presetEntry(p *scenarios.Preset) *scenarioEntry {
	e := &scenarioEntry{
		Title: p.Title, Name: p.Name, Paper: p.Paper, Summary: p.Summary, Preset: p, Reads: p.NeedsData,
		Family: fmt.Sprintf("%s %s feedback", p.Kind, p.Feedback),
	}
	for i := range p.Parameters {
		e.Fields = append(e.Fields, form.FromParameter(&p.Parameters[i]))
	}
	folder := &form.Field{Name: "data", Meaning: "the folder or zip file with the data as published"}
	if p.NeedsData {
		e.Fields = append(e.Fields, folder)
	}
	e.Source = func() script.Source {
		parts := []string{p.Name}
		for i := range p.Parameters {
			if text := e.Fields[i].Text(); text != "" {
				parts = append(parts, p.Parameters[i].Name+"="+text)
			}
		}
		return script.Source{Scenario: strings.Join(parts, ","), Data: folder.Text()}
	}
	e.Build = func(source script.Source) (*scenarios.Scenario, error) {
		if p.NeedsData && source.Data == "" {
			return nil, fmt.Errorf("data: name the folder that %s is in", p.Name)
		}
		_, parameters, err := param.SplitAssignments(source.Scenario)
		if err != nil {
			return nil, err
		}
		return p.Make(parameters, source.Data)
	}
	return e
}

const exampleArms = "0.9 0.8 beta(4,1) uniform(0,1)"

func armsEntry() *scenarioEntry {
	arms := &form.Field{
		Name: "arms", Default: exampleArms,
		Meaning: "separated by spaces, each a Bernoulli mean or a distribution: " +
			"bernoulli(μ), beta(a,b), uniform(a,b), discrete(x:p, …), constant(x)",
		Check: func(text string) error { _, err := arm.ParseList(text); return err },
	}
	feedback := &form.Field{
		Name: "feedback", Default: string(scenarios.Bandit), Meaning: "feedback of a round",
		Choices: []form.Choice{
			{Word: string(scenarios.Bandit), Note: "the reward of the arm that it pulled"},
			{Word: string(scenarios.Full), Note: "the rewards of all arms"},
		},
	}
	return &scenarioEntry{
		Title: "arms of your own", Name: "--arms", Summary: "any distributions on [0,1]", Asks: true,
		Fields: []*form.Field{arms, feedback},
		Source: func() script.Source {
			return script.Source{Arms: arms.Value(), Feedback: scenarios.Feedback(feedback.Value())}
		},
		Build: func(source script.Source) (*scenarios.Scenario, error) {
			laws, err := arm.ParseList(source.Arms)
			if err != nil {
				return nil, err
			}
			return scenarios.FromArms("arms", laws, source.Feedback)
		},
	}
}

func fileEntry(open func(string) (*scenarios.Scenario, error)) *scenarioEntry {
	path := &form.Field{Name: "file", Meaning: "a scenario file (TOML), or a table of rewards (.csv or .csv.gz) with one row " +
		"per round; read when you leave the field"}
	return &scenarioEntry{
		Title: "a file of your own", Name: "--scenario", Summary: "a scenario, or a table of rewards", Asks: true,
		Fields: []*form.Field{path}, Reads: true,
		Source: func() script.Source { return script.Source{Scenario: path.Text()} },
		Build: func(source script.Source) (*scenarios.Scenario, error) {
			switch {
			case open == nil:
				return nil, errors.New("scenario files cannot be opened here")
			case source.Scenario == "":
				return nil, errors.New("file: name a scenario file or a table")
			}
			return open(source.Scenario)
		},
	}
}

// fillEntry finds the entry of a source and fills its fields.
func fillEntry(all []*scenarioEntry, source script.Source) *scenarioEntry {
	file, arms := all[len(all)-1], all[len(all)-2]
	if source.Arms != "" {
		arms.Fields[0].SetText(source.Arms)
		arms.Fields[1].SetText(string(source.Feedback))
		return arms
	}
	name, assignments, err := param.SplitAssignments(source.Scenario)
	at := slices.IndexFunc(all, func(e *scenarioEntry) bool { return e.Preset != nil && e.Preset.Name == name })
	if err != nil || at < 0 {
		file.Fields[0].SetText(source.Scenario)
		return file
	}
	set := param.Set{}
	for _, a := range assignments {
		set[a[0]] = a[1]
	}
	set["data"] = source.Data
	for _, f := range all[at].Fields {
		f.SetText(set[f.Name]) // empty if there is none
	}
	return all[at]
}

// findEntry fills the entry of a text, written as for --scenario.
func findEntry(all []*scenarioEntry, text string) (*scenarioEntry, error) {
	name, _, _ := strings.Cut(text, ",")
	var names []string
	for _, e := range all {
		if e.Preset != nil {
			names = append(names, e.Preset.Name)
		}
	}
	if !slices.Contains(names, name) && !strings.HasSuffix(text, ".toml") && !strings.Contains(text, "/") {
		return nil, fmt.Errorf("scenario %s: no such scenario%s", name, param.DidYouMean(name, names))
	}
	return fillEntry(all, script.Source{Scenario: text}), nil
}
