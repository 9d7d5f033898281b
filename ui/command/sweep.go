package command

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
)

// epsilons are privacy parameters: one, a list, or a range FROM:TO:COUNT; none
// where none was given.
type epsilons []float64

// UnmarshalText reads positive numbers or inf.
func (e *epsilons) UnmarshalText(text []byte) error {
	return decode((*[]float64)(e), text, func(text string) ([]float64, error) {
		if strings.Contains(text, ":") {
			return readRange(text)
		}
		return readList(text, learners.ParseEpsilon)
	})
}

// readRange reads FROM:TO:COUNT, evenly spaced numbers with both ends.
func readRange(text string) ([]float64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return nil, errors.New("a range is FROM:TO:COUNT, such as 0.5:50:50")
	}
	from, err := learners.ParseEpsilon(parts[0])
	if err != nil {
		return nil, fmt.Errorf("FROM %w", err)
	}
	to, err := learners.ParseEpsilon(parts[1])
	if err != nil {
		return nil, fmt.Errorf("TO %w", err)
	}
	n, err := readCount(parts[2])
	if err != nil || n < 2 || n > model.MaxSeries || !(from < to) || math.IsInf(to, 1) {
		return nil, fmt.Errorf("a range is FROM:TO:COUNT, finite and rising, with a count from 2 to %d", model.MaxSeries)
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = from + (to-from)*float64(i)/float64(n-1)
	}
	return values, nil
}

// counts are whole numbers of at least 1: one or a list; none where none was
// given.
type counts []int

// UnmarshalText reads counts.
func (c *counts) UnmarshalText(text []byte) error {
	return decode((*[]int)(c), text, func(text string) ([]int, error) { return readList(text, readCount) })
}

// readList reads values separated by commas or blanks.
func readList[T any](text string, read func(string) (T, error)) ([]T, error) {
	var all []T
	for _, one := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		value, err := read(one)
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	if len(all) == 0 {
		return nil, errMissing
	}
	return all, nil
}

// points are the configurations that the flags describe: one for every
// combination of scenario, ε and horizon, with every alternative of a learner's
// parameters.
func (c *choice) points() ([]*model.Config, error) {
	if err := c.writeOut(); err != nil {
		return nil, err
	}
	own := *c
	own.Learner = nil
	for _, text := range c.Learner {
		own.Learner = append(own.Learner, declare.Alternatives(text)...)
	}
	var points []*model.Config
	for _, own.Scenario = range declare.Alternatives(c.Scenario) {
		s, err := own.scenario()
		if err != nil {
			return nil, err
		}
		for _, epsilon := range orOne(c.Epsilon, s.Epsilon) {
			for _, horizon := range orOne(c.Horizon, s.Horizon) {
				config, err := own.configure(s, epsilon, horizon, model.MaxSeries)
				if err != nil {
					return nil, err
				}
				points = append(points, config)
			}
		}
	}
	return points, nil
}

// orOne is what was given, or the one default.
func orOne[T any](given []T, otherwise T) []T {
	if len(given) > 0 {
		return given
	}
	return []T{otherwise}
}

// single refuses what would make a grid, for commands that look at one
// configuration.
func (c *choice) single() error {
	const reason = "must be one value here; regretscope run takes lists"
	switch {
	case len(c.Epsilon) > 1:
		return fmt.Errorf("--epsilon %s: %s", declare.FormatNumber(c.Epsilon[0])+",…", reason)
	case len(c.Horizon) > 1:
		return fmt.Errorf("--horizon %d,…: %s", c.Horizon[0], reason)
	case len(declare.Alternatives(c.Scenario)) > 1:
		return fmt.Errorf("--scenario %s: each parameter %s", c.Scenario, reason)
	}
	for _, text := range c.Learner {
		if len(declare.Alternatives(text)) > 1 {
			return fmt.Errorf("--learner %s: each parameter %s", text, reason)
		}
	}
	return nil
}
