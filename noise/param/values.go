package param

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"
)

// ParseValues reads values separated by commas or blanks, each with read. A range of at most
// most values may stand for a value: FROM:TO:COUNT for evenly spaced numbers with both ends,
// log:FROM:TO:COUNT for evenly spaced logarithms. The error is the end of a sentence.
func ParseValues(text string, most int, read func(string) (float64, error)) ([]float64, error) {
	groups, err := ParseList(text, func(one string) ([]float64, error) {
		if strings.Contains(one, ":") {
			return parseRange(one, most, read)
		}
		x, err := read(one)
		return []float64{x}, err
	})
	return slices.Concat(groups...), err
}

func parseRange(text string, most int, read func(string) (float64, error)) ([]float64, error) {
	text, log := strings.CutPrefix(text, "log:")
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return nil, errors.New("must be FROM:TO:COUNT, such as 0.5:50:50, or log:FROM:TO:COUNT")
	}
	from, err := read(parts[0])
	if err != nil {
		return nil, fmt.Errorf("FROM %w", err)
	}
	to, err := read(parts[1])
	if err != nil {
		return nil, fmt.Errorf("TO %w", err)
	}
	n, err := number.ParseCount(parts[2])
	if err != nil || n < 2 || n > most || !(from < to) || math.IsInf(to, 1) || log && from <= 0 {
		return nil, fmt.Errorf("must be FROM:TO:COUNT, finite and rising, with a count from 2 to %s", number.Count(most))
	}
	values := make([]float64, n)
	for i := range values { // rounded, so that 0.1:2:20 has 0.8 and not 0.7999999999999999
		share := float64(i) / float64(n-1)
		values[i] = number.Round(from+(to-from)*share, 15)
		if log {
			values[i] = number.Round(from*math.Pow(to/from, share), 12)
		}
	}
	values[0], values[n-1] = from, to
	return values, nil
}
