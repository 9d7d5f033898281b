package arm

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
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

// ParseList reads several laws separated by blanks; blanks inside parentheses
// and before an opening one do not separate. An error names the arm by its
// number, counted from 1.
func ParseList(text string) ([]Distribution, error) {
	entries := split(text)
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

// split cuts a list of laws at the blanks that separate.
func split(text string) []string {
	var entries []string
	start, end, depth := 0, 0, 0 // the present entry is text[start:end]
	for i, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		if blanks := i > end; blanks && depth == 0 && r != '(' {
			if end > start {
				entries = append(entries, text[start:end])
			}
			start = i
		}
		switch r {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		}
		end = i + len(string(r))
	}
	if end > start {
		entries = append(entries, text[start:end])
	}
	return entries
}

// unknown is the error for a text whose name is not a law's.
func unknown(text, name string) error {
	names, nearest, best := make([]string, len(notations)), "", 3
	for i, n := range notations {
		names[i] = n.name
		if d := distance(name, n.name, best); d < best {
			nearest, best = "did you mean "+n.name+"? ", d
		}
	}
	return fmt.Errorf("%s: no such distribution; %sknown are %s", shown(text), nearest, strings.Join(names, ", "))
}

// distance is the number of letters to insert, delete or replace that turns a
// into b (Levenshtein), or limit if it is certain to be no less.
func distance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
