// Package number reads numbers and formats them for people; in files they have all digits (Format, Float).
//
// The kind of a quantity decides its format, on every screen and in every table:
//
//   - A count has all its digits.                                         48,210
//   - A setting, chosen by a person, has the digits it was given.         0.125
//   - A value, computed or simulated, has four decimals below 10, more
//     below 0.01 to show three significant digits, and four digits or its
//     whole part from 10 on.                                              0.0312, 0.00123, 16,389
//   - A term of a formula is a count if it is whole, and otherwise has
//     one digit more than a value.                                        5, 0.7500, 1,024.3
//   - A value with an error has the decimals that show two digits of the
//     error, at most six, and below 0.0001 a power of ten.                1,040 ± 620, (2.50 ± 0.31)·10⁻⁸
//   - A privacy loss has three decimals below 10, two from 10 and no
//     decimals from 10,000, without final zeros, like the ε that was
//     set. Below 0.1 it has three significant digits.                     0.5, 0.693, 0.0625
//   - A ratio has three significant digits. So has a share, a percentage,
//     with more digits near 1 to tell it from 1.                          1.54, 38%, 99.96%
//   - A tick of an axis is as short as possible.                          50k, 2.5M
//   - A time span has two or three digits.                                4.2 s, 3 min 07 s
//
// All have commas between thousands, − for minus, no sign for zero, ∞ for infinity, and – for
// unknown. From 10¹⁵ on and below 0.0001 they have powers of ten: 2.52·10⁻⁵.
package number

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unknown is the text of an unknown number.
const Unknown = "–"

// huge and tiny limit numbers without powers of ten.
const (
	huge = 1e15
	tiny = 1e-4
)

// underflow is the least number above 0 with all its digits, rounded.
const underflow = 1e-308

// Finite reports whether x is neither infinite nor NaN.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Count formats a whole number: 48,210.
func Count(n int) string { return grouped(strconv.Itoa(n)) }

// Plural formats a number with its noun: 1 run, 2 runs, 48,210 runs.
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(n) + " " + thing
}

// Setting formats a number that a person chose, with all its digits: 0.125, 1,000, ∞.
func Setting(x float64) string {
	if small := math.Abs(x) < tiny && x != 0; small || math.Abs(x) >= huge || !Finite(x) {
		return power(x, -1)
	}
	return grouped(strconv.FormatFloat(x, 'f', -1, 64))
}

// Value formats a number that was computed or simulated: 0.0312, 12.35, 16,389, 0.
func Value(x float64) string {
	switch size := math.Abs(x); {
	case size == 0:
		return "0"
	case size < tiny:
		return power(x, 3)
	}
	return Fixed(x, decimalsOf(x, 0))
}

// Mean formats a mean reward, with four decimals at any size and more below 0.01: 0.7500, 12.3456.
func Mean(x float64) string {
	if math.Abs(x) < .01 {
		return Value(x)
	}
	return Fixed(x, 4)
}

// Term formats a number of a formula: 5, 0.7500, 1,024.3, 16,389.
func Term(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < huge {
		return Fixed(x, 0)
	}
	if math.Abs(x) < tiny {
		return Value(x)
	}
	return Fixed(x, decimalsOf(x, 1))
}

// Apart formats two terms with enough digits to differ, unless they are equal.
func Apart(x, y float64) (string, string) {
	d := termDecimals(x, y)
	if !Finite(x) || !Finite(y) || x == y || Fixed(x, d) != Fixed(y, d) {
		return Term(x), Term(y)
	}
	for d < mostDecimals && Fixed(x, d) == Fixed(y, d) {
		d++
	}
	return Fixed(x, d), Fixed(y, d)
}

// Beyond formats two terms like Apart, but rounds x away from y, so that a limit as shown is reached.
func Beyond(x, y float64) (string, string) {
	round := math.Ceil
	if x < y {
		round = math.Floor
	}
	for d := max(termDecimals(x, y), decimalsOf(x, 1)); d <= mostDecimals; d++ {
		unit := math.Pow10(d)
		if away := round(x*unit) / unit; Fixed(away, d) != Fixed(y, d) {
			return Apart(away, y)
		}
	}
	return Apart(x, y)
}

// mostDecimals is the most that Apart and Beyond show: values closer than that tie.
const mostDecimals = 14

// termDecimals returns the number of decimals of the larger of two terms.
func termDecimals(x, y float64) int { return decimalsOf(max(math.Abs(x), math.Abs(y)), 1) }

// decimalsOf returns the number of decimals of a value, plus more from 10 on.
func decimalsOf(x float64, more int) int {
	size := math.Abs(x)
	for _, d := range []struct {
		below    float64
		decimals int
	}{{.001, 6}, {.01, 5}, {10, 4}, {100, 2 + more}, {1000, 1 + more}, {10_000, more}} {
		if size+math.Pow10(-d.decimals)/2 < d.below { // 9.99996 is 10.00
			return d.decimals
		}
	}
	return 0
}

// WithError formats a value and its standard error: 1,040 ± 62. It leaves out an unknown error,
// such as that of a single run, and the error 0 of equal runs.
func WithError(x, e float64) string {
	switch {
	case !Finite(e):
		return Value(x)
	case e == 0:
		return Value(x) + ", all equal"
	}
	size := max(math.Abs(x), e)
	switch {
	case size < tiny && e > size/1e5: // one power of ten for both
		unit := math.Pow(10, math.Floor(math.Log10(size)))
		return "(" + Rounded(x/unit, e/unit) + " ± " + Rounded(e/unit, e/unit) + ")·" + power(unit, 1)
	case e < math.Pow10(-mostErrorDecimals):
		return Rounded(x, e) + " ± " + power(e, 2)
	}
	return Rounded(x, e) + " ± " + Fixed(e, errorDecimals(e))
}

// Rounded formats a value with the decimals of its standard error, without the error.
func Rounded(x, e float64) string {
	if size := max(math.Abs(x), e); !Finite(e) || e == 0 || size < tiny {
		return Value(x)
	}
	return Fixed(x, errorDecimals(e))
}

// Interval formats a 95% interval with the decimals of its standard error: 910 to 1,160.
func Interval(low, high float64) string {
	size, e := max(math.Abs(low), math.Abs(high)), (high-low)/4
	if !Finite(e) || e <= 0 {
		return Value(low) + " to " + Value(high)
	}
	if size >= tiny {
		decimals := errorDecimals(e)
		return Fixed(low, decimals) + " to " + Fixed(high, decimals)
	}
	digits := max(int(math.Floor(math.Log10(size))-math.Floor(math.Log10(e)))+2, 3)
	end := func(x float64) string {
		if x == 0 {
			return "0"
		}
		return power(x, digits)
	}
	return end(low) + " to " + end(high)
}

// mostErrorDecimals is the largest number of decimals of a value with an error.
const mostErrorDecimals = 6

// errorDecimals returns the number of decimals that show two significant digits of a standard error
// above 0: negative if these digits are tens, and at most mostErrorDecimals.
func errorDecimals(e float64) int {
	decimals := 1 - int(math.Floor(math.Log10(e)))
	if math.Round(e*math.Pow10(decimals)) >= 100 { // .0999 is .10, not .100
		decimals--
	}
	return min(decimals, mostErrorDecimals)
}

// Loss formats a privacy loss: 0.5, 0.693, 88,870.
func Loss(x float64) string {
	x = Round(x, 12) // 0.1 and 0.0999… are one loss
	switch {
	case x > 0 && x < underflow:
		return "below 10⁻³⁰⁸"
	case x > 0 && x < tiny:
		return power(x, 3)
	case x > 0 && x < 0.1:
		return significant(x, 3)
	case x < 10:
		return trimmed(Fixed(x, 3))
	case x < 10_000:
		return trimmed(Fixed(x, 2))
	}
	return Fixed(x, 0) // ∞ and unknown ones too
}

// LossIs formats a loss with its symbol, beside another: ε = 0.5, δ(1) below 10⁻³⁰⁸.
func LossIs(symbol string, x, other float64) string {
	return symbol + strings.Replace(" = "+Beside(Loss, x, other), " = below", " below", 1)
}

// Beside formats a number as write does, with more digits if another number would look the same.
func Beside(write func(float64) string, x, other float64) string {
	text := write(x)
	if text != write(other) {
		return text
	}
	for digits := 4; x != other && digits <= 12; digits++ {
		longer := func(x float64) string { return significant(x, digits) }
		if x < tiny {
			longer = func(x float64) string { return power(x, digits) }
		}
		if longer(x) != longer(other) {
			return longer(x)
		}
	}
	return text
}

// Ratio formats the ratio of two numbers: 1.54.
func Ratio(x float64) string {
	if size := math.Abs(x); size < 1000 && (size >= tiny || x == 0) {
		return significant(x, 3)
	}
	return Value(x)
}

// Share formats a part of a whole as a percentage: 38%, 0.4%. Near 1 it has enough digits to differ from 1.
func Share(x float64) string {
	if !Finite(x) {
		return Value(x)
	}
	digits := 3
	if rest := 1 - x; rest > 0 && rest < .01 {
		digits = 3 - int(math.Floor(math.Log10(100*rest)+1e-9))
	}
	return significant(100*x, min(digits, 12)) + "%"
}

// Tick formats a number on an axis: 1,200, 50k, 2.5M.
func Tick(x float64) string {
	size := math.Abs(x)
	for _, unit := range []struct {
		from, of float64
		letter   string
	}{{1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}} {
		if size >= unit.from && size < 1e13 {
			return significant(x/unit.of, 4) + unit.letter
		}
	}
	switch {
	case size >= 1e13 || size > 0 && size < 1e-3:
		return power(x, 2)
	case size >= 1000:
		return Fixed(x, 0)
	case size < 0.1:
		return significant(x, 3)
	}
	return significant(x, 4)
}

// Rate formats a number of rounds per second with two significant digits: 430,000.
func Rate(perSecond float64) string {
	switch {
	case !(perSecond > 0) || math.IsInf(perSecond, 1):
		return "0"
	case perSecond < 10:
		return significant(perSecond, 2)
	}
	unit := math.Pow(10, math.Floor(math.Log10(perSecond))-1)
	return Fixed(math.Round(perSecond/unit)*unit, 0)
}

// Seconds formats a time span in seconds: 0.42 s, 48 s, 3 min 07 s, 2 h 05 min, 3.5 days.
func Seconds(x float64) string {
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	switch {
	case !Finite(x):
		return Value(x)
	case x < 10:
		return significant(x, 2) + " s"
	case x < minute:
		return Fixed(x, 0) + " s"
	case x < hour:
		return fmt.Sprintf("%d min %02d s", int(x)/minute, int(x)%minute)
	case x < 4*day:
		return fmt.Sprintf("%d h %02d min", int(x)/hour, int(x)%hour/minute)
	}
	return Ratio(x/day) + " days"
}

// Fixed formats x with the given number of decimals, for columns of numbers with equal decimals; −1
// rounds to tens. Exactly 0 has no decimals.
func Fixed(x float64, decimals int) string {
	if !Finite(x) || math.Abs(x) >= huge {
		return power(x, 3)
	}
	if x == 0 {
		return "0"
	}
	if decimals < 0 {
		unit := math.Pow10(-decimals)
		return grouped(strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64))
	}
	return grouped(strconv.FormatFloat(x, 'f', decimals, 64))
}

// significant formats x with at most the given number of significant digits.
func significant(x float64, digits int) string {
	return grouped(strconv.FormatFloat(Round(x, digits), 'f', -1, 64))
}

// trimmed returns a number without zeros at the end of its decimals.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// grouped returns a decimal number with commas between its thousands, and with − for a hyphen, or
// without a sign before a zero.
func grouped(text string) string {
	text, negative := strings.CutPrefix(text, "-")
	whole, decimals, _ := strings.Cut(text, ".")
	var b strings.Builder
	if negative && strings.ContainsAny(text, "123456789") {
		b.WriteString("−")
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	if decimals != "" {
		b.WriteString("." + decimals)
	}
	return b.String()
}

var superscript = strings.NewReplacer("+", "", "-", "⁻",
	"0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// power formats x as a multiple of a power of ten, with at most the given number of significant
// digits, or all digits for −1. x may be infinite or unknown.
func power(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return Unknown
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', max(digits-1, -1), 64), "e")
	ten := "10" + superscript.Replace(exponent[:1]+cmp.Or(strings.TrimLeft(exponent[1:], "0"), "0"))
	mantissa = trimmed(grouped(mantissa))
	if unit, is := strings.CutSuffix(mantissa, "1"); is && (unit == "" || unit == "−") {
		return unit + ten
	}
	return mantissa + "·" + ten
}

// A Float is a float64 that may be infinite or NaN in files.
type Float float64

// String returns the number in the fewest digits that read back the same, or inf, -inf or NaN.
func (x Float) String() string {
	switch {
	case math.IsInf(float64(x), 1):
		return "inf"
	case math.IsInf(float64(x), -1):
		return "-inf"
	}
	return strconv.FormatFloat(float64(x), 'g', -1, 64)
}

func (x Float) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsNaN(float64(x)):
		return []byte("null"), nil
	case math.IsInf(float64(x), 0):
		return []byte(`"` + x.String() + `"`), nil
	}
	return []byte(x.String()), nil
}

func (x *Float) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*x = Float(math.NaN())
	case `"inf"`:
		*x = Float(math.Inf(1))
	case `"-inf"`:
		*x = Float(math.Inf(-1))
	default:
		value, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return fmt.Errorf("%s is not a number", text)
		}
		*x = Float(value)
	}
	return nil
}

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

// Comma returns the end of a sentence about a text with a decimal comma, as in 0,5; otherwise, it is empty.
func Comma(text string) string {
	if found := comma.FindStringSubmatch(text); found != nil {
		return "; numbers have a decimal point: write 0." + found[1]
	}
	return ""
}

var comma = regexp.MustCompile(`(?:^|[^0-9.,])0,([0-9]+)(?:$|[^0-9.,])`)

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
