package choice

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Set gives a run another value of a setting, by the name and in the notation of its flag: epsilon, horizon, seed,
// channel. It checks the value alone. An error is a *param.FieldError that begins with the setting and its value.
func Set(c *model.Config, setting, text string) (err error) {
	switch setting {
	case "epsilon":
		c.Epsilon, err = learners.ParseEpsilon(text)
	case "horizon":
		c.Horizon, err = scenarios.ParseHorizon(text)
		if c.Scenario != nil && err == nil {
			c.Scenario = c.Scenario.Within(c.Horizon)
		}
	case "seed":
		c.Seed, err = learners.ParseSeed(text)
	case "channel":
		c.Channel = text
		if text != "" {
			_, err = channel.Parse(text, c.Epsilon)
		}
	default:
		err = fmt.Errorf("must be epsilon, horizon, seed, or channel")
	}
	switch {
	case err == nil:
		return nil
	case setting == "channel": // whose error names it
		return param.Refuse(setting, "channel: %w", err)
	}
	return param.Refuse(setting, "%s %s: %w", setting, param.Printable(text), err)
}

// With returns a checked copy of a run with another value of a setting, by the name and in the notation of its flag.
// Of another scenario, it takes what the run leaves to its own scenario: horizon, ε, and learners. It keeps the other
// learners that can play, or takes the default ones. arms is a number of arms.
func With(c *model.Config, setting, text string, open Opener) (*model.Config, error) {
	next := *c
	var err error
	switch setting {
	case "scenario":
		err = take(&next, sourceFor(c.Scenario, text), open)
	case "arms":
		if err = withArms(&next, text, open); err == nil {
			err = next.Check()
		}
		if err != nil {
			err = param.Refuse(setting, "arms %s: %s has %s; scenario gap,K=%[1]s plays another scenario", param.Printable(text),
				c.Scenario.Name, number.Plural(c.Scenario.Arms(), "arm"))
		}
	default:
		err = Set(&next, setting, text)
	}
	if err == nil {
		err = next.Check()
	}
	if err != nil {
		return nil, err
	}
	return &next, nil
}

// sourceFor reads another scenario as --scenario has it, or --arms and a list. It keeps the data of a preset.
func sourceFor(now *scenarios.Scenario, text string) Source {
	from := SourceOf(now)
	if list, own := strings.CutPrefix(text, "--arms"); own {
		return Source{Arms: strings.TrimSpace(list), Feedback: from.Feedback}
	}
	before, _, _ := strings.Cut(from.Scenario, ",")
	if name, _, _ := strings.Cut(text, ","); name != before {
		from.Data = ""
	}
	return Source{Scenario: text, Data: from.Data}
}

func withArms(c *model.Config, k string, open Opener) error {
	from, err := SourceOf(c.Scenario).with("K", k)
	if err == nil {
		err = take(c, from, open)
	}
	return err
}

// take gives a run another scenario.
func take(c *model.Config, from Source, open Opener) error {
	s, err := from.Open(open)
	if err != nil {
		return err
	}
	old := c.Scenario
	if c.Horizon == old.Horizon {
		c.Horizon = s.Horizon
	}
	if c.Epsilon == old.Epsilon {
		c.Epsilon = s.Epsilon
	}
	c.Learners = playing(c.Learners, old, s)
	c.Scenario = s.Within(c.Horizon)
	if !slices.ContainsFunc(c.Learners, func(l learners.Spec) bool { return c.Alone(l).Channel != "" }) {
		c.Channel = ""
	}
	return nil
}

// playing returns the learners of a run that can play another scenario. The default ones become its default ones.
func playing(all []learners.Spec, old, s *scenarios.Scenario) []learners.Spec {
	texts := func(all []learners.Spec) []string { return param.Map(all, learners.Spec.String) }
	if slices.Equal(texts(all), texts(model.DefaultLearners(old))) {
		return model.DefaultLearners(s)
	}
	fitting := slices.DeleteFunc(slices.Clone(all), func(l learners.Spec) bool {
		return l.Plays().Waits() || model.Suits(l.Declaration, s) != nil
	})
	if len(fitting) == 0 {
		return model.DefaultLearners(s)
	}
	return fitting
}
