package arm

import (
	"errors"
	"fmt"
	"regexp"
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
