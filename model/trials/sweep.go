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

// Reported returns the rounds to report at a grid point, in increasing order: those of At up to
// its horizon, or powers of ten and the horizon. If all of At lie beyond the horizon, it is the
// horizon.
func (e *Experiment) Reported(point int) []int {
	horizon := e.Points[point].Horizon
	if len(e.At) == 0 {
		return decades(horizon)
	}
	return reported(e.At, horizon)
}

func reported(at []int, horizon int) []int {
	at = param.Map(at, func(t int) int { return min(t, horizon) })
	slices.Sort(at)
	return slices.Compact(at)
}

// decades returns the powers of ten below the horizon, and the horizon.
func decades(horizon int) (at []int) {
	for t := 1; t < horizon; t *= 10 {
		at = append(at, t)
	}
	return append(at, horizon)
}

// finestCurve is the maximum number of rounds in a curve: about two per column of a chart on
// either kind of axis.
const finestCurve = 400

// ReportCurves sets an empty At to 100 to 400 rounds that include the powers of ten, enough for
// curves on linear and logarithmic axes, as far as the limits of experiments allow.
func (e *Experiment) ReportCurves() {
	if len(e.At) > 0 {
		return
	}
	at := slices.Concat(param.Map(e.Points, func(c *model.Config) []int { return decades(c.Horizon) })...)
	slices.Sort(at)
	at = slices.Compact(at)
	horizon := at[len(at)-1]
	for n := finestCurve / min(len(e.Points), 4); n > len(at); n /= 2 {
		e.At = slices.Clone(at)
		half := (n - len(at)) / 2
		for i := 1; i <= half; i++ {
			share := float64(i) / float64(half)
			e.At = append(e.At, max(1, int(math.Round(share*float64(horizon)))),
				int(math.Round(math.Pow(float64(horizon), share))))
		}
		slices.Sort(e.At)
		e.At = slices.Compact(e.At)
		if len(e.At) <= MaxReported && e.checkSize() == nil {
			return
		}
	}
	e.At = nil
}

// At returns the result at the rounds that e reports, of an experiment that reported more.
func (r *Result) At(e *Experiment) *Result {
	less := *r
	less.Config.At = e.Reported(0)
	learners := len(r.Config.Learners)
	less.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row Row) bool {
		return !slices.Contains(e.Reported(row.Series/learners), row.Round)
	})
	return &less
}
