package declare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/agext/levenshtein"
)

// ParseNumber reads a number: 1000000, 1e6 and 1_000_000 are the same, and inf
// is allowed. NaN is not a number.
func ParseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil || math.IsNaN(x) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return x, nil
}

// FormatNumber writes a number in the shortest form that reads back the same.
func FormatNumber(x float64) string {
	if math.IsInf(x, 1) {
		return "inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// DidYouMean names the candidate nearest to what was typed, as the end of an
// error message; it is empty where none is near.
func DidYouMean(typed string, candidates []string) string {
	best, distance := "", len(typed)/2+2
	for _, c := range candidates {
		if d := levenshtein.Distance(strings.ToLower(typed), c, nil); d < distance {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}
