package notions

import (
	"fmt"
	"math"

	"regretscope/noise/number"
	"regretscope/noise/privacy"
)

// Bounded formats a value with the direction of its bound: ≥ for a value found by a search, ≤ for a
// proven upper bound.
func Bounded(v privacy.Value, write func(float64) string) string {
	switch v.Status {
	case privacy.Searched:
		return "≥ " + write(v.Value)
	case privacy.Upper:
		return "≤ " + write(v.Value)
	}
	return write(v.Value)
}

// Relation formats a value as Bounded does, with its symbol: μ = 1.03, ρ ≥ 0.974, μ ≤ 70.7.
func Relation(name string, v privacy.Value, write func(float64) string) string {
	if v.Status == privacy.Exact {
		return name + " = " + write(v.Value)
	}
	return name + " " + Bounded(v, write)
}

// Status returns how a value is known, in words.
func Status(v privacy.Value) string {
	switch v.Status {
	case privacy.Searched:
		return "found by search"
	case privacy.Upper:
		return "a proven bound"
	}
	return "exact"
}

// Known describes one value and how it is known.
func Known(name string, v privacy.Value, write func(float64) string) string {
	switch {
	case math.IsInf(v.Value, 1):
		return name + " = ∞"
	case v.Status == privacy.Searched:
		return fmt.Sprintf("%s = %s is the worst found by search, %s is proved", name, write(v.Value), write(v.Upper))
	}
	return Relation(name, v, write) + ", " + Status(v)
}

// Sentence describes one value, how it is known, and which inputs attain it.
func Sentence(name string, v privacy.Value, write func(float64) string) string {
	text := Known(name, v, write)
	if at := Inputs(v.Worst); at != "" && !math.IsInf(v.Value, 1) {
		text += "; worst where " + at
	}
	return text
}

// Inputs describes the neighboring inputs that attain a value; empty if none are named.
func Inputs(w privacy.Inputs) string {
	switch {
	case w.Before == w.After:
		return ""
	case w.Groups[0] > 0:
		return fmt.Sprintf("the lead of %s over %s goes from %s to %s",
			number.Plural(w.Groups[0], "action"), number.Plural(w.Groups[1], "other"),
			number.Fixed(w.Before, 4), number.Fixed(w.After, 4))
	}
	return fmt.Sprintf("a reward goes from %s to %s", number.Tick(w.Before), number.Tick(w.After))
}
