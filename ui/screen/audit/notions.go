package audit

import (
	"context"
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A notion is what the worst event costs in one notion of privacy.
type notion struct {
	name string
	curve.Value
	lower func(shown curve.Mechanism) float64 // what running the learner has shown of it
}

// notionsOf are all notions; none where nothing is known beyond ε. δ is told at the
// given ε.
func notionsOf(v *model.Verdict, epsilon float64) []notion {
	m := v.Exact.Mechanism
	if m == nil {
		return nil
	}
	epsilonTrue := curve.Value{Value: v.Exact.Epsilon, Upper: v.Exact.Epsilon, Status: curve.Exact}
	return []notion{
		{"ε", epsilonTrue, func(m curve.Mechanism) float64 { return m.Epsilon().Value }},
		{"ρ", m.Rho(), func(m curve.Mechanism) float64 { return m.Rho().Value }},
		{"μ", m.Mu(), func(m curve.Mechanism) float64 { return m.Mu().Value }},
		{"δ(" + kit.Epsilon(epsilon) + ")", m.Delta(epsilon), func(m curve.Mechanism) float64 { return m.Delta(epsilon).Value }},
	}
}

// deltaAt is the ε at which δ is told: half of what the learner claims or, where that
// is no number, ½.
func deltaAt(v *model.Verdict) float64 {
	if v.Claimed > 0 && !math.IsInf(v.Claimed, 1) {
		return v.Claimed / 2
	}
	return .5
}

// viewNotions is a table of the notions, and below it the inputs that attain each.
func (s *Screen) viewNotions(width int) []string {
	e := s.entry()
	if len(e.notions) == 0 {
		return kit.Styled("What this learner's releases cost beyond ε is not known.", width, 0, s.theme.Faint)
	}
	table := kit.Table{Columns: []kit.Column{
		{}, {Title: "true", Right: true}, {Title: "known", Priority: 1}, {Title: "proved", Right: true, Priority: 2}, {Title: "by running", Right: true, Priority: 3},
	}}
	for _, n := range e.notions {
		proved, lower := kit.None, kit.None
		if n.Status != curve.Exact {
			proved = "≤ " + kit.Loss(n.Upper)
		}
		if e.Statistics != nil && n.lower(e.shown) > 0 {
			lower = "≥ " + kit.Loss(n.lower(e.shown))
		}
		known := notions.Status(n.Value)
		if n.name == "ε" && !e.Exact.Attained {
			known = "a limit"
		}
		table.Rows = append(table.Rows, []string{s.theme.Title.Render(n.name), s.theme.Strong.Render(notions.Bounded(n.Value, kit.Loss)), known, proved, lower})
	}
	header, rows := table.Lines(width)
	lines := append([]string{s.theme.Faint.Render(header)}, rows...)
	for _, text := range attained(e.notions) {
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Faint)...)
	}
	return lines
}

// attained says which inputs attain the values, notions with the same inputs together.
func attained(all []notion) []string {
	var said, names []string
	for _, n := range all {
		at := notions.Inputs(n.Worst)
		switch {
		case at == "":
		case len(said) > 0 && said[len(said)-1] == at:
			names[len(names)-1] += ", " + n.name
		default:
			said, names = append(said, at), append(names, n.name)
		}
	}
	for i := range said {
		said[i] = fmt.Sprintf("%s: worst where %s.", names[i], said[i])
	}
	return said
}

// look starts computing the curves of the learner that is looked at, unless they are
// there.
func (s *Screen) look() tea.Cmd {
	if len(s.entries) == 0 || s.entry().curves != nil || s.entry().Exact.Mechanism == nil {
		return nil
	}
	s.curvesOf = s.at
	m := s.entry().Exact.Mechanism
	return s.curves.Start(func(context.Context, func(int, int)) (*notions.Curves, error) { return notions.Of(m), nil })
}

// Sentences say all that the screen shows, without drawing.
func (s *Screen) Sentences() []string {
	switch {
	case s.err != nil:
		return []string{"✗ " + declare.Printable(s.err.Error())}
	case len(s.entries) == 0:
		return []string{"The audit is under way."}
	}
	e := s.entry()
	said := []string{"Audit of " + e.Choice.Label() + ": " + e.Line() + "."}
	if e.Known {
		said = append(said, "Worst case: "+e.Exact.Worst.Why)
	}
	if e.Exact.Note != "" {
		said = append(said, e.Exact.Note)
	}
	for _, n := range e.notions {
		text := notions.Sentence(n.name, n.Value, kit.Loss)
		if n.name == "ε" && !e.Exact.Attained && !math.IsInf(n.Value.Value, 1) {
			text = "ε = " + kit.Loss(n.Value.Value) + ", a limit"
		}
		if e.Statistics != nil && n.lower(e.shown) > 0 {
			text += "; by running, at least " + kit.Loss(n.lower(e.shown))
		}
		said = append(said, text+".")
	}
	if e.curves != nil {
		said = append(said, e.curves.Sentences()...)
	}
	return append(said, strings.Join(s.statistical(1<<20), " "))
}
