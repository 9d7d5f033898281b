package experiment

import (
	"cmp"
	"fmt"
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

// columns returns the table's columns for the present band.
func (s *Screen) columns() []facts.Column[*model.Row] {
	regret := facts.Regret
	regret.Title, regret.Cell = s.spread.Column(), s.regret
	columns := []facts.Column[*model.Row]{
		facts.Epsilon, regret, facts.Deviation, facts.CostliestRound,
		facts.Exact, facts.Distance, facts.TimesFloor,
	}
	concentrated := func(spec learners.Spec) bool { return spec.Privacy == learners.Concentrated }
	if slices.ContainsFunc(s.config.Learners, concentrated) {
		columns = append(columns, facts.WorstByMu) // for comparing all learners if one has no ε
	}
	return columns
}

// regret returns the middle of a row's runs and their spread, or that of the mean, with a mark
// if the mean misleads.
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

func short(x float64) string {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return kit.Fixed(x, 0)
	}
	return kit.Short(x)
}

const (
	keyWidth  = 5  // glyph, blank, two cells of the line, blank
	nameWidth = 26 // of a name that stays whole before any column is dropped
)

// table returns the results of each learner at the horizon, one row each. A column without
// numbers is left out.
func (s *Screen) table(width int) (head string, rows []string) {
	longest := 0
	t := kit.Table{}
	for i, spec := range s.config.Learners {
		longest = max(longest, ansi.StringWidth(spec.Label()))
		t.Rows = append(t.Rows, []string{s.name(i)})
	}
	t.Columns = []kit.Column{{
		Title: strings.Repeat(" ", keyWidth) + "learner", Priority: kit.Always, Least: keyWidth +
			min(longest, nameWidth), Names: true, Fill: true,
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

func (s *Screen) name(i int) string {
	look, glyph := s.theme.Series(i), " "
	if i == s.focus {
		glyph = s.theme.Selected.Render(theme.SelectedGlyph)
	}
	return glyph + " " + look.Style.Render(strings.Repeat(look.Chars.Horizontal, 2)) + " " +
		s.rowStyle(i).Render(s.config.Learners[i].Label())
}

func (s *Screen) rowStyle(i int) lipgloss.Style {
	if i == s.focus {
		return s.theme.Strong
	}
	return s.theme.Text
}

// A versus compares the focused learner with another one.
type versus struct {
	facts.Versus
	other int
}

// versus lists the pairs of the focused learner at the chosen grid point.
func (s *Screen) versus() []versus {
	learners := s.result.Config.Learners
	per := len(s.result.Pairs) / len(s.result.experiment.Points)
	pairs := s.result.Pairs[s.point*per:][:per]
	var all []versus
	i := 0
	for a := range learners {
		for b := a + 1; b < len(learners) && i < len(pairs); b++ {
			if a > 0 && per < len(learners) { // each only with the first
				return all
			}
			switch s.focus {
			case a:
				all = append(all, versus{facts.Versus{Pair: &pairs[i]}, b})
			case b:
				all = append(all, versus{facts.Versus{Pair: &pairs[i], Flipped: true}, a})
			}
			i++
		}
	}
	return all
}

// pairTable compares the focused learner with each other one.
func (s *Screen) pairTable(width int) (head string, rows []string) {
	t := kit.Table{Columns: []kit.Column{{Title: "against", Priority: kit.Always, Least: 12, Names: true, Fill: true}}}
	for _, c := range facts.Pairs {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
	}
	for _, v := range s.versus() {
		t.Rows = append(t.Rows, facts.Cells(facts.Pairs, v.Versus, s.config.Learners[v.other].Label()))
	}
	head, rows = t.Lines(width)
	return s.theme.Faint.Render(head), rows
}

// Sentences describes the results for people who do not see the screen: each learner, least
// regret first, and the run-by-run comparison of the focused one.
func (s *Screen) Sentences() []string {
	if s.result == nil || s.task.Running() || s.prompt != nil {
		return []string{
			strings.TrimSpace(ansi.Strip(s.status())),
			fmt.Sprintf("run plays %s of each learner; runs N and sweep ε,… choose others; next-learner looks at "+
				"another learner.", kit.Plural(s.runs, "run")),
		}
	}
	order := make([]int, len(s.config.Learners))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.last(a).RegretMean, s.last(b).RegretMean) })
	said := []string{fmt.Sprintf("%s of each learner, at round %s, the least regret first.",
		kit.Plural(s.result.Runs, "run"), kit.Count(s.last(0).Round))}
	for _, i := range order {
		var cells []string
		for _, c := range s.columns() {
			if cell := c.Cell(s.last(i)); cell != kit.None {
				cells = append(cells, c.Title+" "+strings.TrimSuffix(cell, " "+misleads))
			}
		}
		said = append(said, s.config.Learners[i].Label()+": "+strings.Join(cells, ", ")+".")
	}
	said = append(said, s.against()...)
	for _, warning := range s.warnings() {
		said = append(said, "Warning: "+strings.TrimPrefix(ansi.Strip(warning), misleads+" ")+".")
	}
	return said
}

// against compares the focused learner with each other one.
func (s *Screen) against() []string {
	if len(s.config.Learners) < 2 || len(s.result.Pairs) == 0 {
		return nil
	}
	var said []string
	for _, v := range s.versus() {
		said = append(said, v.Sentence(s.config.Learners[s.focus].Label(), s.config.Learners[v.other].Label()))
	}
	return said
}
