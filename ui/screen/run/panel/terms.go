package panel

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	termWidth     = 9  // of a column where there is room
	shortestTerm  = 6  // where there is not
	mostInOrder   = 12 // arms that stand in the order of their numbers; more stand by score
	shortestLabel = 8
)

// A termTable is the terms of every arm, as text.
type termTable struct {
	arms   []learners.ArmTerms
	label  int
	heads  []string
	widths []int
	cells  [][]string // by arm, then by column
}

// table has the terms of every arm, the score last.
func (w *Why) table(e *learners.Explanation) armRows {
	t := w.terms(e)
	t.narrow(w.width)
	head := "  " + kit.FitLine("arm", t.label)
	for c, name := range t.heads {
		head += " " + fill(ansi.Truncate(name, t.widths[c], theme.Ellipsis), t.widths[c])
	}
	return armRows{head, len(t.arms), func(i int) string { return w.tableRow(t, i) }}
}

func (w *Why) tableRow(t *termTable, i int) string {
	j := t.arms[i].Arm
	mark, style := "  ", w.theme.Text
	if slices.Contains(w.state.view().Play, j) {
		mark, style = theme.PlayGlyph+" ", w.theme.Strong
	} else if j == w.state.Arm {
		mark, style = theme.SelectedGlyph+" ", w.theme.Selected
	}
	line := mark + kit.FitLine(w.label(j), t.label)
	for c, cell := range t.cells[i] {
		line += " " + kit.Right(cell, t.widths[c])
	}
	return style.Render(ansi.Truncate(line, w.width, theme.Ellipsis))
}

// terms writes the table's cells. Where arms are many, those of the largest
// scores stand first, for nobody reads them all.
func (w *Why) terms(e *learners.Explanation) *termTable {
	t := &termTable{arms: e.Arms, label: len("arm")}
	for _, column := range e.Columns {
		t.heads = append(t.heads, column.Name)
	}
	if len(t.arms) > mostInOrder {
		t.arms = slices.Clone(t.arms)
		slices.SortStableFunc(t.arms, func(a, b learners.ArmTerms) int {
			if len(a.Values) == 0 || len(b.Values) == 0 {
				return cmp.Compare(len(b.Values), len(a.Values))
			}
			return cmp.Compare(score(&b), score(&a))
		})
	}
	for _, name := range t.heads {
		t.widths = append(t.widths, max(termWidth, ansi.StringWidth(name)))
	}
	whole := wholeColumns(e)
	for i := range t.arms {
		values := t.arms[i].Values
		cells := make([]string, min(len(values), len(t.heads)))
		for c := range cells {
			cells[c] = term(values[c], whole[c])
		}
		t.cells = append(t.cells, cells)
		t.label = max(t.label, ansi.StringWidth(w.label(t.arms[i].Arm)))
	}
	return t
}

// narrow makes the table fit: columns become as narrow as their numbers are, and
// then names are cut.
func (t *termTable) narrow(width int) {
	used := func() int {
		sum := 2 + t.label
		for _, w := range t.widths {
			sum += 1 + w
		}
		return sum
	}
	for c := len(t.widths) - 1; c >= 0 && used() > width; c-- {
		widest := shortestTerm
		for _, cells := range t.cells {
			if c < len(cells) {
				widest = max(widest, ansi.StringWidth(cells[c]))
			}
		}
		// No more than is needed, so that heads are read as long as they can be.
		t.widths[c] = max(widest, t.widths[c]-(used()-width))
	}
	if over := used() - width; over > 0 {
		t.label = max(t.label-over, min(t.label, shortestLabel))
	}
}

// fill is kit.Right for names whose runes may take no cell (μ̃).
func fill(name string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(name))) + name
}

// wholeColumns tells which terms are whole numbers for every arm: counts.
func wholeColumns(e *learners.Explanation) []bool {
	whole := make([]bool, len(e.Columns))
	for c := range whole {
		whole[c] = !slices.ContainsFunc(e.Arms, func(a learners.ArmTerms) bool {
			return c < len(a.Values) && a.Values[c] != math.Trunc(a.Values[c])
		})
	}
	return whole
}

// term writes a term with four decimals, or fewer where it is large or a count.
func term(x float64, whole bool) string {
	switch {
	case whole:
		return kit.Fixed(x, 0)
	case x > -1000 && x < 1000:
		return kit.Fixed(x, 4)
	}
	return kit.Fixed(x, 1)
}
