package command

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// choice is the flags that mean the same everywhere. All of them are texts
// until they are read here, so that every refusal has our form.
type choice struct {
	Scenario string   `placeholder:"NAME[,key=value…]|FILE" help:"A preset, or a scenario file (TOML) whose path ends in .toml or contains a / (default: hhmh-1)."`
	Lineup   string   `placeholder:"NAME" help:"A named comparison instead of --scenario and --learner: its scenario with its learners (list comparisons shows them)."`
	Learner  []string `placeholder:"ID[,key=value…]" sep:"none" help:"A learner; repeat it to compare several (default: what suits the scenario; for hhmh-1 lazy-dp-ts, anytime-lazy-ucb, ucb1)."`
	Epsilon  string   `placeholder:"X" help:"Privacy parameter above 0; inf is no noise (default: the scenario's)."`
	Channel  string   `placeholder:"ID[,key=value…]" help:"Local channel for the learners that take one: ${channels} (default: the scenario's, else the learner's)."`
	Horizon  string   `placeholder:"N" help:"Rounds; 1000000, 1e6 and 1_000_000 all work (default: the scenario's)."`
	Seed     string   `placeholder:"N" help:"Unsigned 64-bit number that all randomness comes from (default: 1)."`
	Arms     string   `placeholder:"\"A B …\"" help:"Instead of --scenario: arms, each a Bernoulli mean or a law such as beta(4,1)."`
	Feedback string   `placeholder:"bandit|full" help:"With --arms: what learners see of a round (default: bandit)."`
	Data     string   `placeholder:"DIR" help:"Folder of a data set, for scenarios that read one."`
}

// config is the run that the flags describe, with defaults where they say
// nothing.
func (c *choice) config() (*model.Config, error) {
	if err := c.writeOut(); err != nil {
		return nil, err
	}
	s, err := c.scenario()
	if err != nil {
		return nil, err
	}
	config := &model.Config{Scenario: s, Horizon: s.Horizon, Epsilon: s.Epsilon, Channel: c.Channel, Seed: 1}
	if c.Epsilon != "" {
		if config.Epsilon, err = learners.ParseEpsilon(c.Epsilon); err != nil {
			return nil, fmt.Errorf("--epsilon %s: %w", c.Epsilon, err)
		}
	}
	if c.Horizon != "" {
		if config.Horizon, err = whole("horizon", c.Horizon, scenarios.MaxHorizon); err != nil {
			return nil, err
		}
	}
	if c.Seed != "" {
		if config.Seed, err = seed(c.Seed); err != nil {
			return nil, err
		}
	}
	if config.Learners, err = c.learners(s); err != nil {
		return nil, err
	}
	if err := config.Check(); err != nil {
		// The rest has been checked above, so the error is about channels.
		if c.Channel == "" {
			return nil, err
		}
		return nil, fmt.Errorf("--channel %s: %s", c.Channel, strings.TrimPrefix(err.Error(), "channel "+c.Channel+": "))
	}
	return config, nil
}

// channelNames lists the channels with their parameters, for help.
func channelNames() string {
	var names []string
	for _, e := range channelEntries() {
		var parameters []string
		for _, p := range e.Parameters {
			parameters = append(parameters, p.Name)
		}
		if len(parameters) > 0 {
			e.ID += " (" + strings.Join(parameters, ", ") + ")"
		}
		names = append(names, e.ID)
	}
	return strings.Join(names, ", ")
}

func (c *choice) scenario() (*scenarios.Scenario, error) {
	if c.Arms == "" {
		if c.Feedback != "" {
			return nil, errors.New("--feedback: only goes with --arms, a scenario has its own")
		}
		reference := c.Scenario
		if reference == "" {
			reference = "hhmh-1"
		}
		s, err := scenarios.Open(reference, c.Data)
		var inFile *scenarios.FileError
		if err != nil && !errors.As(err, &inFile) {
			return nil, fmt.Errorf("--scenario %w", err)
		}
		if err == nil && c.Data != "" && s.Data == "" {
			return nil, fmt.Errorf("--data: only goes with a scenario that reads a folder, and %s does not", s.Name)
		}
		return s, err
	}
	if c.Scenario != "" {
		return nil, errors.New("--arms: cannot go with --scenario, which has its own arms")
	}
	if c.Data != "" {
		return nil, errors.New("--data: cannot go with --arms, which read no folder")
	}
	feedback := scenarios.Feedback(c.Feedback)
	switch feedback {
	case "":
		feedback = scenarios.Bandit
	case scenarios.Bandit, scenarios.Full:
	default:
		return nil, fmt.Errorf("--feedback %s: must be one of %s, %s", c.Feedback, scenarios.Bandit, scenarios.Full)
	}
	laws, err := arm.ParseList(c.Arms)
	if err != nil {
		return nil, fmt.Errorf("--arms: %w", err)
	}
	s, err := scenarios.FromArms("arms", laws, feedback)
	if err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return s, nil
}

func (c *choice) learners(s *scenarios.Scenario) ([]learners.Choice, error) {
	if len(c.Learner) == 0 {
		return model.DefaultLearners(s), nil
	}
	if len(c.Learner) > model.MaxLearners {
		return nil, fmt.Errorf("--learner: %d are too many, at most %d are allowed", len(c.Learner), model.MaxLearners)
	}
	var chosen []learners.Choice
	for _, text := range c.Learner {
		l, err := learners.ParseChoice(text)
		if err != nil {
			return nil, fmt.Errorf("--learner %w", err)
		}
		if err := model.Suits(l.Declaration, s); err != nil {
			return nil, fmt.Errorf("--learner %s cannot play %s: %w", l.ID, s.Name, err)
		}
		chosen = append(chosen, l)
	}
	return chosen, nil
}

// whole reads a whole number of at least 1: 1000000, 1e6 and 1_000_000 are the
// same.
func whole(flag, text string, most float64) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > most {
		return 0, fmt.Errorf("--%s %s: must be a whole number from 1 to %s", flag, text, strconv.FormatFloat(most, 'f', -1, 64))
	}
	return int(x), nil
}

// seed reads an unsigned 64-bit number, all of its digits.
func seed(text string) (uint64, error) {
	if n, err := strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64); err == nil {
		return n, nil
	}
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 0 || x >= 1<<64 || !strings.ContainsAny(text, "eE") {
		return 0, fmt.Errorf("--seed %s: must be a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	return uint64(x), nil
}
