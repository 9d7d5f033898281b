package experiment

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// columns are those of the table with the present band.
func (s *Screen) columns() []facts.Column[*model.Row] {
	regret := facts.Regret
	regret.Title, regret.Cell = s.spread.Column(), s.regret
	columns := []facts.Column[*model.Row]{facts.Epsilon, regret, facts.Deviation, facts.WorstRound, facts.Exact, facts.Distance}
	if slices.ContainsFunc(s.config.Learners, func(c learners.Spec) bool { return c.Privacy == learners.Concentrated }) {
		columns = append(columns, facts.WorstByMu) // what all can be compared by where one has no ε
	}
	return columns
}

// regret is the middle of a row's runs and how far they, or what is known of the
// mean, spread; with a mark where the mean misleads.
func (s *Screen) regret(r *model.Row) string {
	mark := ""
	if r.Misleading > 0 {
		mark = " " + misleads
	}
	middle, low, high := s.spread.Of(r)
	switch {
	case r.Equal() && s.spread == overlay.Error:
		return kit.WithError(middle, 0)
	case math.IsNaN(low):
		return kit.Measured(middle) + mark
	case s.spread == overlay.StandardError, s.spread == overlay.Deviation:
		return kit.WithError(middle, high-middle) + mark
	}
	return kit.Measured(middle) + " (" + kit.Measured(low) + " to " + kit.Measured(high) + ")" + mark
}

// short writes a privacy parameter.
func short(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return kit.Fixed(x, 0)
	}
	return kit.Short(x)
}

const (
	keyWidth  = 5  // glyph, blank, two cells of the line, blank
	nameWidth = 26 // of a name that is shown whole before any column is
)

// table is what the result says of each learner at the horizon, a row each. A
// column without a number is left out.
func (s *Screen) table(width int) (head string, rows []string) {
	longest := 0
	t := kit.Table{}
	for i, choice := range s.config.Learners {
		longest = max(longest, ansi.StringWidth(choice.Label()))
		t.Rows = append(t.Rows, []string{s.name(i)})
	}
	t.Columns = []kit.Column{{
		Title: strings.Repeat(" ", keyWidth) + "learner", Priority: kit.Always, Least: keyWidth + min(longest, nameWidth), Names: true, Fill: true,
	}}
	for _, c := range s.columns() {
		cells := make([]string, len(t.Rows))
		for i := range cells {
			cells[i] = c.Cell(s.last(i))
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return cell != kit.None }) {
			continue
		}
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], s.rowStyle(i).Render(cells[i]))
		}
	}
	head, rows = t.Lines(width)
	return s.theme.Faint.Render(head), rows
}

// name is a learner's name after its line's glyph.
func (s *Screen) name(i int) string {
	look, glyph := s.theme.Series(i), " "
	if i == s.focus {
		glyph = s.theme.Selected.Render(theme.SelectedGlyph)
	}
	return glyph + " " + look.Style.Render(look.Key) + " " + s.rowStyle(i).Render(s.config.Learners[i].Label())
}

func (s *Screen) rowStyle(i int) lipgloss.Style {
	if i == s.focus {
		return s.theme.Strong
	}
	return s.theme.Text
}
