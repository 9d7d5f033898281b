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
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// columns returns the table's columns for the present band.
func (d *display) columns() []facts.Column[*trials.Row] {
	regret := facts.Regret
	regret.Title, regret.Cell = d.spread.Column(), d.regret
	columns := []facts.Column[*trials.Row]{
		facts.Epsilon, regret, facts.Deviation, facts.CostliestRound,
		facts.Exact, facts.Distance, facts.TimesFloor,
	}
	concentrated := func(spec learners.Spec) bool { return spec.Privacy == learners.Concentrated }
	if slices.ContainsFunc(d.config.Learners, concentrated) {
		columns = append(columns, facts.WorstByMu) // for comparing all learners if one has no ε
	}
	return columns
}

// regret returns the middle of a row's runs and their spread, or that of the mean, with a mark if the mean misleads.
func (d *display) regret(r *trials.Row) string {
	mark := ""
	if r.Misleading > 0 {
		mark = " " + misleads
	}
	middle, low, high := d.spread.Of(r)
	switch {
	case r.Equal() && d.spread == overlay.Error:
		return number.WithError(middle, 0)
	case math.IsNaN(low):
		return number.Value(middle) + mark
	case d.spread == overlay.StandardError, d.spread == overlay.Deviation:
		return number.WithError(middle, high-middle) + mark
	}
	return number.Value(middle) + " (" + number.Value(low) + " to " + number.Value(high) + ")" + mark
}

const (
	keyWidth  = 5  // glyph, blank, two cells of the line, blank
	nameWidth = 26 // of a name that stays whole before any column is dropped
)

// table has a row for each learner at the horizon. A column without numbers is left out.
func (d *display) table(width int) (head string, rows []string) {
	longest := 0
	t := kit.Table{}
	for i, spec := range d.config.Learners {
		longest = max(longest, ansi.StringWidth(spec.Label()))
		t.Rows = append(t.Rows, []string{d.name(i)})
	}
	t.Columns = []kit.Column{{
		Title: strings.Repeat(" ", keyWidth) + "learner", Priority: kit.Always, Least: keyWidth +
			min(longest, nameWidth), Names: true, Fill: true,
	}}
	for _, c := range d.columns() {
		cells := make([]string, len(t.Rows))
		for i := range cells {
			cells[i] = c.Cell(d.last(i))
		}
		if !slices.ContainsFunc(cells, func(cell string) bool { return cell != kit.None }) {
			continue
		}
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
		for i := range t.Rows {
			t.Rows[i] = append(t.Rows[i], d.rowStyle(i).Render(cells[i]))
		}
	}
	head, rows = t.Lines(width)
	return d.theme.Faint.Render(head), rows
}

func (d *display) name(i int) string {
	look, glyph := d.theme.Series(i), " "
	if i == d.focus {
		glyph = d.theme.Selected.Render(theme.SelectedGlyph)
	}
	return glyph + " " + look.Style.Render(strings.Repeat(look.Chars.Horizontal, 2)) + " " +
		d.rowStyle(i).Render(d.config.Learners[i].Label())
}

func (d *display) rowStyle(i int) lipgloss.Style {
	if i == d.focus {
		return d.theme.Strong
	}
	return d.theme.Text
}

// A versus compares the focused learner with another one.
type versus struct {
	facts.Versus
	other int
}

// versus lists the pairs of the focused learner at the chosen grid point.
func (d *display) versus() []versus {
	learners := d.result.Config.Learners
	per := len(d.result.Pairs) / len(d.result.experiment.Points)
	pairs := d.result.Pairs[d.point*per:][:per]
	var all []versus
	i := 0
	for a := range learners {
		for b := a + 1; b < len(learners) && i < len(pairs); b++ {
			if a > 0 && per < len(learners) { // each only with the first
				return all
			}
			switch d.focus {
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

func (d *display) pairTable(width int) (head string, rows []string) {
	t := kit.Table{Columns: []kit.Column{{Title: "against", Priority: kit.Always, Least: 12, Names: true, Fill: true}}}
	for _, c := range facts.Pairs {
		t.Columns = append(t.Columns, kit.Column{Title: c.Title, Right: true, Priority: c.Weight})
	}
	for _, v := range d.versus() {
		t.Rows = append(t.Rows, facts.Cells(facts.Pairs, v.Versus, d.config.Learners[v.other].Label()))
	}
	head, rows = t.Lines(width)
	return d.theme.Faint.Render(head), rows
}

func (d *display) viewTable(r kit.Rect) kit.Block {
	if r.Empty() {
		return nil
	}
	width, height := r.Inside()
	frame := kit.Frame{Title: fmt.Sprintf("At round %s", number.Count(d.config.Horizon))}
	if d.swept() {
		frame.Title = fmt.Sprintf("At ε = %s, round %s", number.Tick(d.here().Epsilon), number.Count(d.config.Horizon))
	}
	head, rows := d.table(width)
	focus := d.focus
	if d.pairs {
		head, rows = d.pairTable(width)
		frame.Title += fmt.Sprintf(" · %s minus the others, run by run", d.config.Learners[d.focus].Label())
		focus = 0
	}
	shown, above, below := kit.Around(rows, focus, focus+1, height-1)
	frame.Remark = kit.Hidden(above, below)
	return frame.Draw(d.theme, append([]string{head}, shown...), r.Width, r.Height)
}

// sentences describes each learner, least regret first, compares the focused one with the others run by
// run, and warns.
func (d *display) sentences() []string {
	order := param.Order(len(d.config.Learners), func(a, b int) int {
		return cmp.Compare(d.last(a).RegretMean, d.last(b).RegretMean)
	})
	said := []string{fmt.Sprintf("%s of each learner, at round %s, the least regret first.",
		number.Plural(d.result.Runs, "run"), number.Count(d.last(0).Round))}
	for _, i := range order {
		var cells []string
		for _, c := range d.columns() {
			if cell := c.Cell(d.last(i)); cell != kit.None {
				cells = append(cells, c.Title+" "+strings.TrimSuffix(cell, " "+misleads))
			}
		}
		said = append(said, d.config.Learners[i].Label()+": "+strings.Join(cells, ", ")+".")
	}
	if len(order) > 1 && len(d.result.Pairs) > 0 {
		for _, v := range d.versus() {
			said = append(said, v.Sentence(d.config.Learners[d.focus].Label(), d.config.Learners[v.other].Label()))
		}
	}
	for _, warning := range d.warnings() {
		said = append(said, "Warning: "+strings.TrimPrefix(warning, misleads+" ")+".")
	}
	return said
}
