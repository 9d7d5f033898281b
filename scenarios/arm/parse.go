package arm

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Parse parses a distribution: a plain number for a Bernoulli mean, or bernoulli(μ), beta(a,b),
// uniform(a,b), discrete(x:p, …), constant(x). It ignores case and blanks. An error is one
// sentence that begins with the distribution.
func Parse(text string) (Distribution, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("an empty arm: give a mean such as 0.7, or a distribution such as beta(4,1)")
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
	n, err := param.Find(notations, "distribution", name, func(n notation) string { return n.name })
	if err != nil {
		return nil, fmt.Errorf("%s: %w (known: bernoulli, beta, constant, discrete, uniform)", shown(text), err)
	}
	arguments, closed := strings.CutSuffix(rest, ")")
	numbers, fit := n.split(arguments)
	if !called || !closed || !fit || strings.ContainsAny(arguments, "()") {
		return nil, fmt.Errorf("%s: write %s", shown(text), n.usage)
	}
	x := make([]float64, len(numbers))
	for i, number := range numbers {
		if x[i], err = parseNumber(number); err != nil {
			return nil, fmt.Errorf("%s: %w", shown(text), err)
		}
	}
	return checked(n.build(x))
}

// ParseList parses distributions separated by commas or blanks outside parentheses. A blank may
// precede an opening parenthesis. An error names the arm, numbered from 1.
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

// listEntry matches one distribution of a list: a name with parentheses, or a word.
var listEntry = regexp.MustCompile(`[^\s\pZ,(]*[\s\pZ]*\([^)]*\)*[^\s\pZ,]*|[^\s\pZ,]+`)

// A notation is the name and constructor of one kind of distribution.
type notation struct {
	name, usage string
	numbers     int // number of arguments, or pairs
	build       func(x []float64) (Distribution, error)
}

const pairs = -1 // any number of pairs x:y

// notations are sorted by name, as messages list them.
var notations = []notation{
	{"bernoulli", "bernoulli(mean)", 1, func(x []float64) (Distribution, error) { return NewBernoulli(x[0]) }},
	{"beta", "beta(a,b)", 2, func(x []float64) (Distribution, error) { return NewBeta(x[0], x[1]) }},
	{"constant", "constant(reward)", 1, func(x []float64) (Distribution, error) { return NewConstant(x[0]) }},
	{"discrete", "discrete(reward:probability, …)", pairs, func(x []float64) (Distribution, error) {
		outcomes := make([]Outcome, len(x)/2)
		for i := range outcomes {
			outcomes[i] = Outcome{Value: x[2*i], Probability: x[2*i+1]}
		}
		return NewDiscrete(outcomes...)
	}},
	{"uniform", "uniform(a,b)", 2, func(x []float64) (Distribution, error) { return NewUniform(x[0], x[1]) }},
}

// checked returns nil instead of the result if there is an error.
func checked(d Distribution, err error) (Distribution, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// split returns the numbers between the parentheses, and reports whether their number is right.
func (n notation) split(arguments string) (numbers []string, fit bool) {
	numbers = strings.Split(arguments, ",")
	if n.numbers != pairs {
		return numbers, len(numbers) == n.numbers
	}
	fit = !slices.ContainsFunc(numbers, func(pair string) bool { return strings.Count(pair, ":") != 1 })
	return strings.Split(strings.ReplaceAll(arguments, ":", ","), ","), fit
}

// parseNumber parses a finite number and turns −0 into 0.
func parseNumber(text string) (float64, error) {
	text = strings.TrimSpace(text)
	value, err := number.Parse(text)
	if err != nil || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%q is not a finite number", shown(text))
	}
	return value + 0, nil
}

// looksNumeric reports whether a text is meant as a number, including refused words such as
// inf.
func looksNumeric(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || strings.ContainsAny(text[:1], "+-.0123456789")
}

// format formats a parameter with the fewest digits.
func format(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// inUnit reports whether x is in [0,1]; NaN is not.
func inUnit(x float64) bool { return 0 <= x && x <= 1 }

// shown returns a printable text for messages, shortened if it is long.
func shown(text string) string {
	const longest = 60
	runes := []rune(param.Printable(text))
	if len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return string(runes)
}
