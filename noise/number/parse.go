package number

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a decimal number: 1000000, 1e6, 1_000_000 and 1,000,000 are the same, and so
// are inf and ∞. It refuses NaN and numbers beyond float64.
func Parse(text string) (float64, error) {
	plain := strings.NewReplacer("∞", "inf", "−", "-").Replace(text)
	if thousands.MatchString(plain) {
		plain = strings.ReplaceAll(plain, ",", "")
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(plain, "_", ""), 64)
	if err != nil || !decimal.MatchString(plain) {
		return 0, fmt.Errorf("%q is not a number", strings.Map(visible, text))
	}
	return x, nil
}

// visible replaces letters and marks that cannot be seen, and that %q leaves as they are.
func visible(r rune) rune {
	if r == utf8.RuneError || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
		return '?'
	}
	return r
}

// ParseShare reads a share of a whole: 0.02, 2% and 2 % are the same.
func ParseShare(text string) (float64, error) {
	text, percent := strings.CutSuffix(text, "%")
	x, err := Parse(strings.TrimSpace(text))
	if percent {
		x /= 100
	}
	return x, err
}

// IsWhole reports whether a number is whole and written as one: 1.000 may mean 1 or 1,000.
func IsWhole(text string, x float64) bool { return x == math.Trunc(x) && !pointed.MatchString(text) }

// pointed matches numbers that are whole with either meaning of the point.
var pointed = regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}(\.000)+$`)

// decimal matches numbers, with _ between digits and an exponent.
var decimal = regexp.MustCompile(`^[+-]?(([0-9]+(_[0-9]+)*(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|(?i:inf))$`)

// IsGrouped reports whether a number has commas between its thousands, as the program prints it.
func IsGrouped(text string) bool { return thousands.MatchString(text) }

var thousands = regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?$`)

// maxCount limits the whole numbers that float64 represents exactly.
const maxCount = 1 << 53

// ParseCount reads a whole number from 1 to 2^53, written like any number.
func ParseCount(text string) (int, error) {
	switch x, err := Parse(text); {
	case err != nil || !IsWhole(text, x) || x < 1:
		return 0, errors.New("must be a whole number of at least 1")
	case x > maxCount:
		return 0, errors.New("must be a whole number of at most 2^53")
	default:
		return int(x), nil
	}
}

// Format returns the shortest text that reads back as x.
func Format(x float64) string {
	if math.IsInf(x, 1) {
		return "inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Round rounds a number to the given number of significant decimal digits.
func Round(x float64, digits int) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return rounded
}
