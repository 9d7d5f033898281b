package command

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"regretscope/model"
	"regretscope/noise/declare"
)

// A refusal is why a flag's value is not allowed. The command line writes it as
// "--flag value: reason".
type refusal struct{ value, reason string }

func (r *refusal) Error() string { return r.value + ": " + r.reason }

// decode reads a flag's text with read, and says why where it cannot.
func decode[T any](target *T, text []byte, read func(string) (T, error)) error {
	if len(text) == 0 {
		return declare.ErrMissing
	}
	value, err := read(string(text))
	if err != nil {
		return &refusal{string(text), err.Error()}
	}
	*target = value
	return nil
}

// count is a whole number of at least 1; 0 where none was given. What it may be
// at most is for the model to say.
type count int

// UnmarshalText reads a count: 1000000, 1e6 and 1_000_000 are the same.
func (c *count) UnmarshalText(text []byte) error {
	return decode((*int)(c), text, declare.ParseCount)
}

// workers are goroutines at work; 0 where none were given.
type workers int

// UnmarshalText reads a count up to model.MaxWorkers.
func (w *workers) UnmarshalText(text []byte) error {
	return decode((*int)(w), text, func(text string) (int, error) {
		n, err := declare.ParseCount(text)
		if err != nil || n > model.MaxWorkers {
			return 0, fmt.Errorf("must be a whole number from 1 to %d", model.MaxWorkers)
		}
		return n, nil
	})
}

// round is that of a run; 0 is before the first one.
type round int

// UnmarshalText reads a whole number of at least 0.
func (r *round) UnmarshalText(text []byte) error {
	return decode((*int)(r), text, func(text string) (int, error) {
		x, err := atLeast(0)(text)
		if err != nil || x != math.Trunc(x) || x > 1<<53 {
			return 0, errors.New("must be a whole number of at least 0")
		}
		return int(x), nil
	})
}

// timeLimit is a time above 0; 0 where none was given.
type timeLimit time.Duration

// UnmarshalText reads a time as Go writes it: 90s, 1h30m.
func (l *timeLimit) UnmarshalText(text []byte) error {
	return decode((*time.Duration)(l), text, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return 0, errors.New("must be a time above 0, such as 90s or 2h")
		}
		return d, nil
	})
}

// positive is a number above 0; 0 where none was given.
type positive float64

// UnmarshalText reads a number.
func (p *positive) UnmarshalText(text []byte) error {
	return decode((*float64)(p), text, func(text string) (float64, error) {
		x, err := declare.ParseNumber(text)
		if err != nil || !(x > 0) || math.IsInf(x, 1) {
			return 0, errors.New("must be a positive number")
		}
		return x, nil
	})
}

// rounds are counts of rounds, separated by commas or blanks.
type rounds []int

// UnmarshalText reads a list of counts.
func (r *rounds) UnmarshalText(text []byte) error {
	return decode((*[]int)(r), text, listOf(declare.ParseCount, "must be whole numbers of at least 1, separated by commas"))
}

// listOf reads a list of values; what it says of a wrong one, or of none.
func listOf[T any](read func(string) (T, error), wrong string) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		all, err := declare.ParseList(text, read)
		if err != nil {
			return nil, errors.New(wrong)
		}
		return all, nil
	}
}

// losses are values of ε of at least 0.
type losses []float64

// UnmarshalText reads a list of losses.
func (l *losses) UnmarshalText(text []byte) error {
	return decode((*[]float64)(l), text, listOf(atLeast(0), "must be numbers of at least 0, separated by commas"))
}

// orders are those of Rényi divergences; 1 is the Kullback–Leibler divergence.
type orders []float64

// UnmarshalText reads a list of orders.
func (o *orders) UnmarshalText(text []byte) error {
	return decode((*[]float64)(o), text, listOf(atLeast(1), "must be numbers of at least 1, separated by commas"))
}

// atLeast reads a finite number that is not below another.
func atLeast(least float64) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := declare.ParseNumber(text)
		if err == nil && !(x >= least && !math.IsInf(x, 1)) {
			err = errors.New("out of range")
		}
		return x, err
	}
}

// seed is an unsigned 64-bit number.
type seed uint64

// UnmarshalText reads a seed, all of its digits.
func (s *seed) UnmarshalText(text []byte) error {
	return decode((*uint64)(s), text, func(text string) (uint64, error) {
		x, err := declare.ParseNumber(text)
		if n, inDigits := strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64); err == nil && inDigits == nil {
			return n, nil
		}
		if err != nil || x != math.Trunc(x) || x < 0 || x >= 1<<64 || !strings.ContainsAny(text, "eE") {
			return 0, errors.New("must be a whole number from 0 to 18446744073709551615")
		}
		return uint64(x), nil
	})
}

// probability is a number strictly between 0 and 1.
type probability float64

// UnmarshalText reads a probability.
func (p *probability) UnmarshalText(text []byte) error {
	return decode((*float64)(p), text, func(text string) (float64, error) {
		x, err := declare.ParseNumber(text)
		if err != nil || x <= 0 || x >= 1 {
			return 0, errors.New("must be a number above 0 and below 1")
		}
		return x, nil
	})
}

// decodeString is kong's reading of a string, but an empty one is not taken for
// a flag that was not given, nor the next flag for a value that was forgotten, and
// of some words it is one.
func decodeString(ctx *kong.DecodeContext, target reflect.Value) error {
	text, _ := ctx.Scan.Pop().Value.(string)
	if text == "" || strings.HasPrefix(text, "-") && text != "-" {
		return declare.ErrMissing
	}
	if words := ctx.Value.EnumSlice(); ctx.Value.Enum != "" && !slices.Contains(words, text) {
		return &refusal{text, "must be one of " + strings.Join(words, ", ") + declare.DidYouMean(text, words)}
	}
	target.SetString(text)
	return nil
}
