package model

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/noise/declare"
)

// ParseEpsilons reads the privacy parameters of a sweep: one, a list such as
// 0.1,0.5,1, or a range FROM:TO:COUNT of evenly spaced numbers with both ends.
// The error is the end of a sentence.
func ParseEpsilons(text string) ([]float64, error) {
	if strings.Contains(text, ":") {
		return parseRange(text)
	}
	return declare.ParseList(text, learners.ParseEpsilon)
}

func parseRange(text string) ([]float64, error) {
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
	n, err := declare.ParseCount(parts[2])
	if err != nil || n < 2 || n > MaxSeries || !(from < to) || math.IsInf(to, 1) {
		return nil, fmt.Errorf("a range is FROM:TO:COUNT, finite and rising, with a count from 2 to %d", MaxSeries)
	}
	values := make([]float64, n)
	for i := range values { // rounded, so that 0.1:2:20 has 0.8 and not 0.7999999999999999
		values[i] = declare.Round(from+(to-from)*float64(i)/float64(n-1), 15)
	}
	values[0], values[n-1] = from, to
	return values, nil
}

// CheckGrid refuses more than MaxSeries learners × grid points, whose numbers may be known
// before they are built.
func CheckGrid(learners, points float64) error {
	if learners*points <= MaxSeries {
		return nil
	}
	return fmt.Errorf("sweep: learners × grid points are %.5g × %.5g, at most %d are allowed", learners, points, MaxSeries)
}

// Sweep is the configuration at each of several privacy parameters; at its own
// alone where there are none.
func (c *Config) Sweep(epsilons []float64) []*Config {
	if len(epsilons) == 0 {
		return []*Config{c}
	}
	points := make([]*Config, len(epsilons))
	for i, epsilon := range epsilons {
		point := *c
		point.Epsilon = epsilon
		points[i] = &point
	}
	return points
}
