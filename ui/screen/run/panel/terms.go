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
	termGap       = 2  // between two columns, so that two heads never read as one
	mostInOrder   = 12 // arms that stand in the order of their numbers; more stand by score
	shortestLabel = 8
)

// A termTable is the terms of every arm, as text.
type termTable struct {
	arms    []learners.ArmTerms
	label   int
	columns []termColumn
	bars    *termBars // nil where there is no room, or the terms do not add up
}

// A termColumn is one term of every arm.
type termColumn struct {
	head  string
	role  learners.Role
	width int
	cells []string // by arm
}

// table has the terms of every arm, the score last.
func (w *Why) table(e *learners.Explanation) armRows {
	t := w.terms(e)
	t.fit(w.width)
	head := "  " + kit.FitLine(w.state.noun(), t.label)
	for _, c := range t.columns {
		head += strings.Repeat(" ", termGap) + fill(ansi.Truncate(c.head, c.width, theme.Ellipsis), c.width)
	}
	if rest := w.width - ansi.StringWidth(head) - termGap; rest >= shortestTermBar {
		if t.bars = newTermBars(e, min(rest, longestTermBar)); t.bars != nil {
			head += strings.Repeat(" ", termGap) + t.bars.head()
		}
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
	for _, c := range t.columns {
		line += strings.Repeat(" ", termGap) + fill(c.cells[i], c.width)
	}
	line = style.Render(ansi.Truncate(line, w.width, theme.Ellipsis))
	if t.bars != nil {
		line += strings.Repeat(" ", termGap) + t.bars.draw(w.theme, &t.arms[i])
	}
	return line
}

// terms writes the table's cells. Where arms are many, those of the largest
// scores stand first: few people read them all.
func (w *Why) terms(e *learners.Explanation) *termTable {
	t := &termTable{arms: e.Arms, label: ansi.StringWidth(w.state.noun())}
	if len(t.arms) > mostInOrder {
		t.arms = slices.Clone(t.arms)
		slices.SortStableFunc(t.arms, func(a, b learners.ArmTerms) int {
			if len(a.Values) == 0 || len(b.Values) == 0 {
				return cmp.Compare(len(b.Values), len(a.Values))
			}
			return cmp.Compare(score(&b), score(&a))
		})
	}
	whole := wholeColumns(e)
	for k, column := range e.Columns {
		c := termColumn{head: column.Name, role: column.Role, width: ansi.StringWidth(column.Name)}
		for i := range t.arms {
			cell := ""
			if values := t.arms[i].Values; k < len(values) {
				cell = term(values[k], whole[k])
			}
			c.cells, c.width = append(c.cells, cell), max(c.width, ansi.StringWidth(cell))
		}
		t.columns = append(t.columns, c)
	}
	for i := range t.arms {
		t.label = max(t.label, ansi.StringWidth(w.label(t.arms[i].Arm)))
	}
	return t
}

// rank is the order in which columns are given up where there is no room: details
// first, and never what decides.
func (c *termColumn) rank() int {
	return slices.Index([]learners.Role{
		learners.Detail, learners.Spread, learners.Zeros, learners.Ones, learners.Center,
		learners.Noise, learners.Confidence, learners.PrivacyBonus, learners.Estimate,
	}, c.role)
}

// fit makes the table as wide as there is room: columns are left out, and then
// names are cut; what is left over makes narrow columns as wide as the others.
func (t *termTable) fit(width int) {
	for len(t.columns) > 1 && t.width() > width {
		least := -1
		for i := range t.columns {
			if rank := t.columns[i].rank(); rank >= 0 && (least < 0 || rank < t.columns[least].rank()) {
				least = i
			}
		}
		if cut := t.label - shortestLabel; cut > 0 && t.width()-cut <= width || least < 0 {
			break
		}
		t.columns = slices.Delete(t.columns, least, least+1)
	}
	if over := t.width() - width; over > 0 {
		t.label = max(t.label-over, min(t.label, shortestLabel))
	}
	for i := range t.columns {
		c := &t.columns[i]
		c.width += min(max(termWidth-c.width, 0), max(width-t.width(), 0))
	}
}

func (t *termTable) width() int {
	sum := 2 + t.label
	for _, c := range t.columns {
		sum += termGap + c.width
	}
	return sum
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
