package choice

import (
	"cmp"
	"errors"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/file"
	"regretscope/scenarios/table"
)

// A Source says which scenario is chosen, in the values of flags.
type Source struct {
	Scenario string             // --scenario: a preset with its parameters, or a file; empty without Arms: the default
	Arms     string             // --arms, in place of Scenario
	Feedback scenarios.Feedback // --feedback, with Arms or a table; empty: as the scenario has it
	Data     string             // --data: the folder of a preset that reads one
}

// SourceOf returns a source that chooses a scenario again.
func SourceOf(s *scenarios.Scenario) Source {
	if s.Reference != "" {
		from := Source{Scenario: s.Reference, Data: s.Data}
		if table.IsName(s.Reference) && s.Feedback != scenarios.Full {
			from.Feedback = s.Feedback
		}
		return from
	}
	return Source{Arms: writeArms(s.Phases[0].Arms), Feedback: s.Feedback}
}

// writeArms formats distributions for --arms, Bernoulli ones as their means.
func writeArms(laws []arm.Distribution) string {
	return strings.Join(param.Map(laws, func(law arm.Distribution) string {
		text := law.String()
		if mean, found := strings.CutPrefix(text, "bernoulli("); found {
			return strings.TrimSuffix(mean, ")")
		}
		return text
	}), " ")
}

// An Opener opens a scenario by a preset's name with its parameters or a file's path, as file.Open does.
type Opener func(reference, data string) (*scenarios.Scenario, error)

// Open opens the scenario. Presets need no opener. An error begins with the flag's name, unless a file has the mistake.
func (from Source) Open(open Opener) (*scenarios.Scenario, error) {
	if from.Arms != "" {
		return from.open()
	}
	if from.Feedback != "" && !table.IsName(from.Scenario) {
		return nil, param.Refuse("feedback", "feedback: needs --arms or a table (.csv); other scenarios have their own")
	}
	if open == nil {
		open = scenarios.Open
	}
	s, err := open(cmp.Or(from.Scenario, scenarios.Default), from.Data)
	var inFile *file.Error
	switch {
	case errors.As(err, &inFile):
		return nil, err
	case err != nil:
		return nil, param.Refuse("scenario", "scenario %w", err)
	case from.Data != "" && s.Data == "":
		return nil, param.Refuse("data", "data: %s reads no folder", s.Name)
	case from.Feedback != "":
		own := *s
		own.Feedback = from.Feedback
		return &own, nil
	}
	return s, nil
}

func (from Source) open() (*scenarios.Scenario, error) {
	laws, err := arm.ParseList(from.Arms)
	if err != nil {
		return nil, param.Refuse("arms", "arms: %w", err)
	}
	s, err := scenarios.FromArms("arms", laws, cmp.Or(from.Feedback, scenarios.Bandit))
	if err != nil {
		return nil, param.Refuse("arms", "%w", err)
	}
	s.Written = strings.TrimSpace(from.Arms)
	return s, nil
}

func (from Source) with(name, value string) (Source, error) {
	preset, values, err := param.SplitAssignments(from.Scenario)
	if err == nil {
		_, err = scenarios.FindPreset(preset)
	}
	if err != nil {
		return from, errors.New("only presets have parameters")
	}
	text := preset + "," + name + "=" + value
	for _, v := range values {
		if v[0] != name {
			text += "," + v[0] + "=" + v[1]
		}
	}
	return Source{Scenario: text, Data: from.Data}, nil
}

// Reads reports whether With reads files for this value of a setting.
func Reads(c *model.Config, setting, text string) bool {
	if setting == "arms" {
		text = c.Scenario.Reference
	}
	name, _, _ := strings.Cut(text, ",")
	preset, err := scenarios.FindPreset(name)
	return err == nil && preset.NeedsData || setting == "scenario" && file.IsPath(text)
}
