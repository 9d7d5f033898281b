package trials

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// ParseEpsilons reads the privacy parameters of a sweep: one, a list such as 0.1,0.5,1, or a
// range in the format of param.ParseValues. The error is the end of a sentence.
func ParseEpsilons(text string) ([]float64, error) {
	return param.ParseValues(text, model.MaxSeries, learners.ParseEpsilon)
}

// ParseRounds reads the rounds to report: a list, or a range with numbers rounded to increasing
// whole ones. The error is the end of a sentence.
func ParseRounds(text string) ([]int, error) {
	// Here a comma always separates.
	values, err := param.ParseValues(strings.ReplaceAll(text, ",", " "), MaxReported, func(one string) (float64, error) {
		n, err := number.ParseCount(one)
		return float64(n), err
	})
	at := param.Map(values, func(x float64) int { return int(math.Round(x)) })
	if strings.Contains(text, ":") {
		slices.Sort(at)
		at = slices.Compact(at)
	}
	return at, err
}

// CheckGrid refuses more than MaxSeries learners × grid points, before they are built.
func CheckGrid(learners, points float64) error {
	if learners*points <= model.MaxSeries {
		return nil
	}
	return fmt.Errorf("sweep: learners × grid points are %s × %s, at most %s are allowed", number.Term(learners),
		number.Term(points), number.Count(model.MaxSeries))
}
