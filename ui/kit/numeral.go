package kit

import (
	"strings"
	"unicode/utf8"

	"regretscope/noise/number"
)

// How numbers are written; package number has the rules.
var (
	Count     = number.Count
	Fixed     = number.Fixed
	Measured  = number.Value
	Loss      = number.Loss
	Short     = number.Tick
	Rate      = number.Rate
	Epsilon   = number.Setting
	WithError = number.WithError
	Finite    = number.Finite
)

// Right fills text up to width cells on the left; every rune must take one cell.
func Right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}
