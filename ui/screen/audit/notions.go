package audit

import (
	"context"
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A notion is what the worst event costs in one notion of privacy.
type notion struct {
	privacy.Measure
	privacy.Value
}

// notionsOf are all notions; none where nothing is known beyond ε. δ is told at half of
// the ε that the learner claims or, where that is no number, at ½.
func notionsOf(v *model.Verdict) []notion {
	m, at := v.Exact.Mechanism, .5
	if m == nil {
		return nil
	}
	if v.Claimed > 0 && !math.IsInf(v.Claimed, 1) {
		at = v.Claimed / 2
	}
	all := []notion{{Value: privacy.Value{Value: v.Exact.Epsilon, Upper: v.Exact.Epsilon, Status: privacy.Exact}}}
	for _, beyond := range []privacy.Notion{privacy.Rho, privacy.Mu, privacy.Delta} {
		measure := privacy.Measure{Notion: beyond, At: at}
		all = append(all, notion{measure, measure.Of(m)})
	}
	return all
}

// lower is what running the learner has shown of a notion; NaN before it was run.
func (e *entry) lower(n notion) float64 {
	if e.Statistics == nil {
		return math.NaN()
	}
	return n.Of(e.shown).Value
}

// limit reports whether a value is one that no pair of finite sequences attains.
func (e *entry) limit(n notion) bool { return n.Pure() && !e.Exact.Attained }

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
		if n.Status != privacy.Exact {
			proved = "≤ " + kit.Loss(n.Upper)
		}
		if e.lower(n) > 0 {
			lower = "≥ " + kit.Loss(e.lower(n))
		}
		known := notions.Status(n.Value)
		if e.limit(n) {
			known = "a limit"
		}
		table.Rows = append(table.Rows, []string{s.theme.Title.Render(n.String()), s.theme.Strong.Render(notions.Bounded(n.Value, kit.Loss)), known, proved, lower})
	}
	header, rows := table.Lines(width)
	lines := append([]string{s.theme.Faint.Render(header)}, rows...)
	lines = append(lines, kit.Styled(s.believed(e)+" < > changes how sure.", width, 0, s.theme.Text)...)
	for _, text := range attained(e.notions) {
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Faint)...)
	}
	return lines
}

// believed says what the true ε means for one person.
func (s *Screen) believed(e *entry) string {
	seen := "everything"
	if e.Choice.Privacy == learners.Local {
		seen = "the report"
	}
	return s.belief.Sentence(e.Exact.Epsilon, seen)
}

// attained says which inputs attain the values, notions with the same inputs together.
func attained(all []notion) []string {
	var said, names []string
	for _, n := range all {
		at := notions.Inputs(n.Worst)
		switch {
		case at == "":
		case len(said) > 0 && said[len(said)-1] == at:
			names[len(names)-1] += ", " + n.String()
		default:
			said, names = append(said, at), append(names, n.String())
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
		text := notions.Sentence(n.String(), n.Value, kit.Loss)
		if e.limit(n) {
			text = "ε = " + kit.Loss(n.Value.Value) + ", a limit"
		}
		if e.lower(n) > 0 {
			text += "; by running, at least " + kit.Loss(e.lower(n))
		}
		said = append(said, text+".")
	}
	if e.Known {
		said = append(said, s.believed(e))
	}
	if e.curves != nil {
		said = append(said, e.curves.Sentences()...)
	}
	return append(said, strings.Join(s.statistical(1<<20), " "))
}
