package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
	"regretscope/ui/script"
)

// lossesOf returns the losses in all notions; none if nothing is known beyond ε. δ is given at
// half of the ε that the learner claims or, if that is not a number, at ½.
func lossesOf(f *audits.Finding) []facts.Loss {
	at := .5
	if f.Claimed > 0 && !math.IsInf(f.Claimed, 1) {
		at = f.Claimed / 2
	}
	return facts.Losses(f, privacy.Measure{Notion: privacy.Rho}, privacy.Measure{Notion: privacy.Mu},
		privacy.Measure{Notion: privacy.Delta, At: at})
}

// viewNotions returns a table of the notions, and below it the inputs that attain each.
func (s *Screen) viewNotions(width int) []string {
	e := s.entry()
	if len(e.Losses) == 0 {
		return kit.Styled("The privacy loss of this learner's releases beyond ε is not known.", width, 0, s.theme.Faint)
	}
	table := kit.Table{Columns: []kit.Column{
		{},
		{Title: "true", Right: true},
		{Title: "known", Priority: 1},
		{Title: "proved", Right: true, Priority: 2},
		{Title: "by running", Right: true, Priority: 3},
	}}
	for i := range e.Losses {
		l := &e.Losses[i]
		proved, lower := kit.None, kit.None
		if l.Status != privacy.Exact {
			proved = "≤ " + kit.Loss(l.Upper)
		}
		if l.Shown > 0 {
			lower = "≥ " + kit.Loss(l.Shown)
		}
		known := notions.Status(l.Value)
		if e.Limit(l) {
			known = "a limit"
		}
		table.Rows = append(table.Rows, []string{
			s.theme.Title.Render(l.Name),
			s.theme.Strong.Render(notions.Bounded(l.Value, kit.Loss)), known, proved, lower,
		})
	}
	header, rows := table.Lines(width)
	lines := append([]string{s.theme.Faint.Render(header)}, rows...)
	lines = append(lines, kit.Styled(s.believed(e)+" < and > change the belief before.", width, 0, s.theme.Text)...)
	for _, text := range attained(e.Losses) {
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Faint)...)
	}
	return lines
}

// believed explains what the true ε means for one person.
func (s *Screen) believed(e *entry) string {
	seen := "everything"
	if e.Spec.Privacy == learners.Local {
		seen = "the report"
	}
	return s.belief.Sentence(e.Exact.Epsilon, seen)
}

// attained names the inputs that attain the values; notions with the same inputs are listed
// together.
func attained(all []facts.Loss) []string {
	var said, names []string
	for _, n := range all {
		at := notions.Inputs(n.Worst)
		switch {
		case at == "":
		case len(said) > 0 && said[len(said)-1] == at:
			names[len(names)-1] += ", " + n.Name
		default:
			said, names = append(said, at), append(names, n.Name)
		}
	}
	for i := range said {
		said[i] = fmt.Sprintf("%s: worst where %s.", names[i], said[i])
	}
	return said
}

// look starts computing the curves of the chosen learner, unless they are known.
func (s *Screen) look() tea.Cmd {
	if len(s.entries) == 0 || s.entry().curves != nil || s.entry().Exact.Mechanism == nil {
		return nil
	}
	s.curvesOf = s.at
	m := s.entry().Exact.Mechanism
	return s.curves.Start(func(context.Context, func(int, int)) (*notions.Curves, error) { return notions.Of(m), nil })
}

// Sentences describes the whole screen without drawing.
func (s *Screen) Sentences() []string {
	switch {
	case s.err != nil:
		return []string{"✗ " + param.Printable(s.err.Error())}
	case len(s.entries) == 0:
		return []string{"The audit is under way."}
	}
	e := s.entry()
	said := []string{"Audit of " + e.Spec.Label() + ": " + e.Line() + "."}
	said = append(said, facts.Sentences(e.Facts())...)
	if e.Known {
		said = append(said, s.believed(e))
	}
	if e.curves != nil {
		said = append(said, e.curves.Sentences()...)
	}
	if e.Statistics == nil {
		said = append(said, strings.Join(s.statistical(1<<20), " "))
	}
	return said
}

// picture returns the chosen curve; nil while it is unknown.
func (s *Screen) picture() *chart.Chart {
	switch e := s.entry(); {
	case e.curves == nil:
		return nil
	case s.delta:
		return e.curves.Delta(e.Claimed, notions.MeasuredBy(e.Statistics))
	default:
		return e.curves.TradeOff(notions.MeasuredBy(e.Statistics))
	}
}

func (s *Screen) viewCurve(width, height int) []string {
	picture := s.picture()
	switch {
	case s.entry().Exact.Mechanism == nil:
		return kit.Styled("The privacy loss of this learner's releases beyond ε is not known.", width, 0, s.theme.Faint)
	case picture == nil:
		return []string{s.theme.Faint.Render(theme.Ellipsis)}
	}
	return picture.Draw(s.theme, width, height)
}

// save writes the picture as SVG and its values as CSV, outside of the event loop.
func (s *Screen) save(by outfile.Rights, name string) (tea.Cmd, error) {
	picture := s.picture()
	if picture == nil {
		return nil, errors.New("no curve to save: the privacy loss beyond ε is not known")
	}
	label := s.entry().Spec.Label()
	if name == "" {
		curve := "trade-off"
		if s.delta {
			curve = "delta"
		}
		name = param.Hyphened(label, curve)
	}
	picture.Title = fmt.Sprintf("%s at ε = %s: %s", label, kit.Epsilon(s.entry().Epsilon), picture.Title)
	made := model.MadeBy(s.CommandLine(), s.config.Design())
	return s.Save(func() ([]string, error) { return plot.SaveChart(by, name, picture, made) }), by.Check(name + ".svg")
}

// CommandLine returns the command line that audits the same learners without a screen.
func (s *Screen) CommandLine() string {
	return strings.Join(append([]string{"regretscope audit"}, script.CommandLine(s.config)[1:]...), " ")
}
