package experiment

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A column is what the table says of a learner. Those of lower priority are left
// out where there is no room.
type column struct {
	title    string
	priority int
	cell     func(learners.Choice, *model.Row) string
}

// columns are those of the table with the present band.
func (s *Screen) columns() []column {
	regret := column{s.spread.Column(), 8, func(_ learners.Choice, r *model.Row) string { return s.regret(r) }}
	columns := append([]column{{"ε", 3, epsilon}, regret}, others...)
	if slices.ContainsFunc(s.config.Learners, func(c learners.Choice) bool { return c.Privacy == learners.Concentrated }) {
		columns = append(columns, mu) // what all can be compared by where one has no ε
	}
	return columns
}

var mu = column{"privacy loss μ", 4, func(_ learners.Choice, r *model.Row) string {
	return notions.Bounded(privacy.Value{Value: float64(r.Mu), Status: r.MuStatus}, kit.Loss)
}}

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

var others = []column{
	{"sd", 2, func(_ learners.Choice, r *model.Row) string { return kit.Measured(float64(r.RegretSD)) }},
	{"privacy loss ε", 4, func(_ learners.Choice, r *model.Row) string { return kit.Loss(float64(r.Worst)) }},
	{"exact", 6, exactly},
	{"distance", 5, distance},
}

// epsilon is what a learner runs at, where it has a use for it.
func epsilon(c learners.Choice, r *model.Row) string {
	if !c.Privacy.TakesEpsilon() {
		return kit.None
	}
	return short(float64(r.Epsilon))
}

// short writes a privacy parameter.
func short(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return kit.Fixed(x, 0)
	}
	return kit.Short(x)
}

func exactly(_ learners.Choice, r *model.Row) string {
	if r.RegretExact == nil {
		return kit.None
	}
	return kit.Measured(float64(*r.RegretExact))
}

// distance is how far the mean is from the exact expectation, in standard
// errors: beyond ±3 chance is an unlikely explanation.
func distance(_ learners.Choice, r *model.Row) string {
	if r.RegretExact == nil {
		return kit.None
	}
	away := (float64(r.RegretMean) - float64(*r.RegretExact)) / r.StandardError()
	switch {
	case r.RegretMean == *r.RegretExact:
		return "0 se"
	case math.IsNaN(away) || math.IsInf(away, 0):
		return kit.None
	case away > 0:
		return "+" + kit.Fixed(away, 1) + " se"
	default:
		return kit.Fixed(away, 1) + " se"
	}
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
		Title: strings.Repeat(" ", keyWidth) + "learner", Priority: kit.Always, Least: keyWidth + min(longest, nameWidth), Fill: true,
	}}
	for _, c := range s.columns() {
		cells := make([]string, len(t.Rows))
		for i, choice := range s.config.Learners {
			cells[i] = c.cell(choice, s.last(i))
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return cell != kit.None }) {
			continue
		}
		t.Columns = append(t.Columns, kit.Column{Title: c.title, Right: true, Priority: c.priority})
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
