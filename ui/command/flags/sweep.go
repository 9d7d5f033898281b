package flags

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Points returns the configurations that the flags describe: one for every combination of
// scenario, ε, and horizon, with every alternative of a learner's parameters.
func (c *Choice) Points() ([]*model.Config, error) {
	if err := c.WriteOut(); err != nil {
		return nil, err
	}
	if err := c.checkGrid(); err != nil {
		return nil, err
	}
	own := *c
	own.Learner = slices.Concat(param.Map(c.Learner, param.Alternatives)...)
	var points []*model.Config
	all, arms := c.scenarios(), 0
	for i, text := range all {
		if own.Scenario = text; c.Arms != "" {
			own.Scenario, own.Arms = "", text
		}
		s, err := own.OpenScenario()
		if err != nil {
			return nil, err
		}
		arms += s.Arms() * len(s.Phases)
		if data := arms / (i + 1) * len(all) * armBytes; data > memlimit.Room() { // if all others are like those so far
			return nil, fmt.Errorf("--scenario: the arms of %d scenarios %s", len(all), memlimit.Refusal(data))
		}
		for _, epsilon := range param.Or(c.Epsilon, s.Epsilon) {
			for _, horizon := range param.Or(c.Horizon, s.Horizon) {
				config, err := own.configure(s, epsilon, horizon)
				if err != nil {
					return nil, err
				}
				points = append(points, config)
			}
		}
	}
	err := own.setLearners(points...)
	c.LeftOut = own.LeftOut
	return points, err
}

// scenarios returns the alternatives of --scenario, or those of --arms.
func (c *Choice) scenarios() []string {
	if c.Arms != "" {
		return strings.Split(c.Arms, "|")
	}
	return param.Alternatives(c.Scenario)
}

// armBytes estimates from above the memory of an arm in a phase.
const armBytes = 1 << 8

// checkGrid limits the size of the grid before it is built.
func (c *Choice) checkGrid() error {
	learners := 0.
	for _, text := range c.Learner {
		learners += param.Combinations(text)
	}
	points := param.Combinations(c.Scenario) * float64(1+strings.Count(c.Arms, "|")) *
		float64(max(len(c.Epsilon), 1)) * float64(max(len(c.Horizon), 1))
	return trials.CheckGrid(max(learners, 1), points)
}

// Single returns an error if the flags describe a grid, for commands that take one
// configuration.
func (c *Choice) Single() error {
	const reason = "must be one value here; regretscope run takes lists"
	switch {
	case len(c.Epsilon) > 1:
		return fmt.Errorf("--epsilon %s: %s", number.Format(c.Epsilon[0])+",…", reason)
	case len(c.Horizon) > 1:
		return fmt.Errorf("--horizon %d,…: %s", c.Horizon[0], reason)
	case strings.Contains(c.Arms, "|"):
		return fmt.Errorf("--arms %s: %s", c.Arms, reason)
	case param.Combinations(c.Scenario) > 1:
		return fmt.Errorf("--scenario %s: each parameter %s", c.Scenario, reason)
	}
	for _, text := range c.Learner {
		if param.Combinations(text) > 1 {
			return fmt.Errorf("--learner %s: each parameter %s", text, reason)
		}
	}
	return nil
}
