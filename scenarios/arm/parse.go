package arm

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"regretscope/noise/declare"
)

// Parse reads one law: a plain number, which is a Bernoulli mean, or
// bernoulli(μ), beta(a,b), uniform(a,b), discrete(x:p, …), constant(x). Case
// and blanks do not matter. An error is one sentence that begins with the law.
func Parse(text string) (Distribution, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("an empty arm: give a mean such as 0.7, or a law such as beta(4,1)")
	}
	if looksNumeric(text) {
		mean, err := parseNumber(text)
		if err != nil {
			return nil, err
		}
		return checked(NewBernoulli(mean))
	}
	name, rest, called := strings.Cut(text, "(")
	name = strings.ToLower(strings.TrimSpace(name))
	for _, n := range notations {
		if n.name != name {
			continue
		}
		arguments, closed := strings.CutSuffix(rest, ")")
		if !called || !closed || strings.ContainsAny(arguments, "()") {
			return nil, fmt.Errorf("%s: write %s", shown(text), n.usage)
		}
		law, err := n.build(strings.Split(arguments, ","))
		switch {
		case errors.Is(err, errUsage):
			return nil, fmt.Errorf("%s: write %s", shown(text), n.usage)
		case errors.Is(err, errNumber):
			return nil, fmt.Errorf("%s: %w", shown(text), err)
		}
		return law, err
	}
	return nil, unknown(text, name)
}

// ParseList reads several laws separated by commas or blanks; those inside
// parentheses, and blanks before an opening one, do not separate. An error names
// the arm by its number, counted from 1.
func ParseList(text string) ([]Distribution, error) {
	entries := listEntry.FindAllString(text, -1)
	if len(entries) == 0 {
		return nil, errors.New("no arms: give at least one, such as 0.7 or beta(4,1)")
	}
	laws := make([]Distribution, len(entries))
	for i, entry := range entries {
		law, err := Parse(entry)
		if err != nil {
			return nil, fmt.Errorf("arm %d: %w", i+1, err)
		}
		laws[i] = law
	}
	return laws, nil
}

// listEntry is one law of a list: a name with its parentheses, or a word.
var listEntry = regexp.MustCompile(`[^\s\pZ,(]*[\s\pZ]*\([^)]*\)*[^\s\pZ,]*|[^\s\pZ,]+`)

// unknown is the error for a text whose name is not a law's.
func unknown(text, name string) error {
	names := make([]string, len(notations))
	for i, n := range notations {
		names[i] = n.name
	}
	return fmt.Errorf("%s: no such distribution%s (there is %s)", shown(text), declare.DidYouMean(name, names), strings.Join(names, ", "))
}

// A notation is how one kind of law is written: its name, and how a law is
// made of the comma-separated parts between its parentheses.
type notation struct {
	name, usage string
	build       builder
}

type builder func(parts []string) (Distribution, error)

// notations are sorted by name, as messages list them.
var notations = []notation{
	{"bernoulli", "bernoulli(mean)", one(NewBernoulli)},
	{"beta", "beta(a,b)", two(NewBeta)},
	{"constant", "constant(reward)", one(NewConstant)},
	{"discrete", "discrete(reward:probability, …)", discrete},
	{"uniform", "uniform(a,b)", two(NewUniform)},
}

// The two kinds of error to which Parse adds the text as it was written.
var (
	errUsage  = errors.New("not written as it should be")
	errNumber = errors.New("not a finite number")
)

// one builds the laws that take one number.
func one[D Distribution](construct func(x float64) (D, error)) builder {
	return func(parts []string) (Distribution, error) {
		x, err := parseNumbers(parts, 1)
		if err != nil {
			return nil, err
		}
		return checked(construct(x[0]))
	}
}

// two builds the laws that take two numbers.
func two[D Distribution](construct func(x, y float64) (D, error)) builder {
	return func(parts []string) (Distribution, error) {
		x, err := parseNumbers(parts, 2)
		if err != nil {
			return nil, err
		}
		return checked(construct(x[0], x[1]))
	}
}

// discrete builds a Discrete law of parts reward:probability.
func discrete(parts []string) (Distribution, error) {
	outcomes := make([]Outcome, len(parts))
	for i, part := range parts {
		x, err := parseNumbers(strings.Split(part, ":"), 2)
		if err != nil {
			return nil, err
		}
		outcomes[i] = Outcome{Value: x[0], Probability: x[1]}
	}
	return checked(NewDiscrete(outcomes...))
}

// checked makes a constructor's result a Distribution that is nil on an error.
func checked[D Distribution](d D, err error) (Distribution, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// parseNumbers reads exactly want finite numbers.
func parseNumbers(parts []string, want int) ([]float64, error) {
	if len(parts) != want {
		return nil, errUsage
	}
	values := make([]float64, want)
	for i, part := range parts {
		value, err := parseNumber(part)
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

// parseNumber reads a finite number; −0 becomes 0.
func parseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	value, err := declare.ParseNumber(text)
	if err != nil || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%q is %w", shown(text), errNumber)
	}
	return value + 0, nil
}

// looksNumeric reports whether a text is meant as a plain number: it begins as
// one, or it is one of the words for numbers that are refused, such as inf.
func looksNumeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || strings.ContainsAny(text[:1], "+-.0123456789")
}

// number writes a parameter as parseNumber reads it, in the fewest digits.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// inUnit reports whether x is in [0,1]; NaN is not.
func inUnit(x float64) bool { return 0 <= x && x <= 1 }

// shown is what a message repeats of a text from outside: as it may be shown, and
// only the beginning of a long one.
func shown(text string) string {
	const longest = 60
	runes := []rune(declare.Printable(text))
	if len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return string(runes)
}
