package number

import (
	"math"
	"strconv"
	"strings"
)

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
	sign, rest := exponent[:1], strings.TrimLeft(exponent[1:], "0")
	if rest == "" {
		rest = "0"
	}
	ten := "10" + superscript.Replace(sign+rest)
	mantissa = trimmed(grouped(mantissa))
	if unit, is := strings.CutSuffix(mantissa, "1"); is && (unit == "" || unit == "−") {
		return unit + ten
	}
	return mantissa + "·" + ten
}
