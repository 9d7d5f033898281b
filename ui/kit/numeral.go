package kit

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/noise/declare"
)

// Count writes a whole number with its thousands apart: 48 210.
func Count(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	if len(digits) <= 3 {
		return sign + digits
	}
	var b strings.Builder
	b.WriteString(sign)
	head := len(digits) % 3
	b.WriteString(digits[:head])
	for i := head; i < len(digits); i += 3 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(digits[i : i+3])
	}
	return b.String()
}

// Fixed writes x with the given number of decimals and its thousands apart;
// what is no finite number is ∞, −∞ or –.
func Fixed(x float64, decimals int) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	case math.Abs(x) >= 1e15:
		return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "-", "−", 1)
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, found := strings.Cut(text, ".")
	n, _ := strconv.Atoi(whole) // below 1e15, as was just checked
	text = Count(n)
	if found {
		text += "." + fraction
	}
	if x < 0 && strings.ContainsAny(text, "123456789") {
		text = "−" + text
	}
	return text
}

// Measured writes x with as many decimals as leave some five digits, so that
// neighbouring values look alike and a growing one does not dance.
func Measured(x float64) string {
	switch size := math.Abs(x); {
	case size >= 1000:
		return Fixed(x, 0)
	case size >= 100:
		return Fixed(x, 1)
	case size >= 10:
		return Fixed(x, 2)
	default:
		return Fixed(x, 3)
	}
}

// Loss writes a privacy loss, which was computed: with up to three decimals below 10, with
// more below 0.1, and with none where it is huge. Zeros at the end say nothing.
func Loss(x float64) string {
	x = declare.Round(x, 12) // 0.1 and 0.0999… are one loss
	switch {
	case x > 0 && x < 0.1:
		return Short(x)
	case x < 10:
		return strings.TrimRight(strings.TrimRight(Fixed(x, 3), "0"), ".")
	case x < 10_000:
		return strings.TrimRight(strings.TrimRight(Fixed(x, 2), "0"), ".")
	default: // ∞ and NaN too
		return Fixed(x, 0)
	}
}

// Short writes x in at most seven cells, for axes: 1 200, 50k, 2.5M.
func Short(x float64) string {
	size := math.Abs(x)
	for _, unit := range []struct {
		from   float64
		letter string
	}{{1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		if size >= unit.from && size < 1e13 {
			scaled := x / math.Pow(1000, math.Floor(math.Log10(unit.from)/3))
			return strings.Replace(strconv.FormatFloat(scaled, 'g', 4, 64), "-", "−", 1) + unit.letter
		}
	}
	switch {
	case size >= 1e13 || (size > 0 && size < 1e-3):
		return strings.Replace(strconv.FormatFloat(x, 'g', 2, 64), "-", "−", 1)
	case size >= 1000:
		return Fixed(x, 0)
	}
	digits := 4
	if size < 0.1 {
		digits = 3
	}
	return strings.Replace(strconv.FormatFloat(x, 'g', digits, 64), "-", "−", 1)
}

// Rate writes a number of rounds per second to two significant digits, because
// the rest is noise.
func Rate(perSecond float64) string {
	if !(perSecond > 0) || math.IsInf(perSecond, 1) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(perSecond))-1)
	if perSecond < 10 {
		return strconv.FormatFloat(perSecond, 'g', 2, 64)
	}
	return Count(int(math.Round(perSecond/unit) * unit))
}

// Finite reports whether x is a number, and not infinite.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Right fills text up to width cells on the left; every rune must take one cell.
func Right(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}
