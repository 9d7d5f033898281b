package file

import (
	"fmt"
	"slices"
	"strconv"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// Format returns the text of a file that Parse reads as the same scenario, except its paper and
// summary. It returns an error if no file can describe the scenario.
func Format(s *scenarios.Scenario) (string, error) {
	switch {
	case s.SharedDraws && s.Rows == nil:
		return "", fmt.Errorf("the arms of %s are drawn together, which scenario files do not support", s.Name)
	case !showable(s.Name):
		return "", fmt.Errorf("name: %s", allowedText)
	case !allShowable(s.Labels):
		return "", fmt.Errorf("labels: each %s", allowedText)
	case s.Rows != nil && !showable(s.Rows.File):
		return "", fmt.Errorf("file: %s", allowedText)
	}
	if graph, ok := s.Matroid.(*matroid.Graphic); ok && !allShowable(graph.Nodes()) { // the graph may not come from a file
		return "", fmt.Errorf("edges: a node's name %s", allowedText)
	}
	d := document{
		Name: quoted(s.Name), Kind: quoted(string(s.Kind)), Feedback: quoted(string(s.Feedback)),
		Horizon: whole(s.Horizon), Epsilon: literal(number.Format(s.Epsilon)),
		Labels: param.Map(s.Labels, quoted), Channels: param.Map(s.Channels, quoted),
	}
	switch s.Kind {
	case scenarios.Changing:
		for _, p := range s.Phases {
			d.Phases = append(d.Phases, phase{whole(p.From), param.Map(p.Arms, quotedLaw)})
		}
	case scenarios.TableKind:
		d.writeTable(s.Rows, s.Labels)
	default:
		d.Arms = param.Map(s.Phases[0].Arms, quotedLaw)
	}
	if s.Matroid != nil {
		d.Matroid = newMatroidTable(s.Matroid)
	}
	return d.encode()
}

func allShowable(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !showable(text) })
}

func whole(n int) literal { return literal(strconv.Itoa(n)) }

func wholes(values []int) list { return param.Map(values, whole) }

func quotedLaw(law arm.Distribution) literal { return quoted(law.String()) }

// wholeOrQuoted writes a whole number without quotes if reading it returns the same text.
func wholeOrQuoted(text string) literal {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && strconv.Itoa(n) == text {
		return literal(text)
	}
	return quoted(text)
}

// plainOrQuoted writes a number without quotes if reading it returns the same text.
func plainOrQuoted(text string) literal {
	if x, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(x, 'g', -1, 64) == text &&
		literal(text).content() == text {
		return literal(text)
	}
	return quoted(text)
}
