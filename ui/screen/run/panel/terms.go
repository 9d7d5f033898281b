package panel

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	termWidth     = 9  // of a column where there is room
	mostInOrder   = 12 // arms that stand in the order of their numbers; more are sorted by score
	shortestLabel = 8
	termGap       = 2
	markWidth     = 2
)

// table has the terms of every arm, the score last, and bars where there is room
// for them beside.
func (w *Why) table(e *learners.Explanation) armRows {
	arms := termOrder(e)
	t := &kit.Table{Columns: []kit.Column{w.labelColumn(arms)}}
	for _, c := range e.Columns {
		t.Columns = append(t.Columns, termColumn(c))
	}
	whole := wholeColumns(e)
	for i := range arms {
		cells := []string{w.label(arms[i].Arm)}
		for k := range e.Columns {
			cell := ""
			if values := arms[i].Values; k < len(values) {
				cell = term(values[k], whole[k])
			}
			cells = append(cells, cell)
			t.Columns[k+1].Least = max(t.Columns[k+1].Least, ansi.StringWidth(cell))
		}
		t.Rows = append(t.Rows, cells)
	}
	var bars *termBars
	room := w.width - markWidth
	if rest := room - t.Fit(0).Total() - termGap; rest >= shortestTermBar {
		if bars = newTermBars(e, min(rest, longestTermBar)); bars != nil {
			room -= rest + termGap
		}
	}
	fitted := t.Fit(room)
	head := strings.Repeat(" ", markWidth) + fitted.Header()
	if bars != nil {
		head += strings.Repeat(" ", termGap) + bars.head()
	}
	return armRows{head, len(arms), func(i int) string {
		mark, style := w.mark(arms[i].Arm)
		line := style.Render(mark + fitted.Line(t.Rows[i]))
		if bars != nil {
			line += strings.Repeat(" ", termGap) + bars.draw(w.theme, &arms[i])
		}
		return line
	}}
}

// mark shows whether an arm was played or is selected, and the style of its row.
func (w *Why) mark(j int) (mark string, style lipgloss.Style) {
	switch {
	case slices.Contains(w.state.view().Play, j):
		return theme.PlayGlyph + " ", w.theme.Strong
	case j == w.state.Arm:
		return theme.SelectedGlyph + " ", w.theme.Selected
	}
	return "  ", w.theme.Text
}

// termOrder are the arms in the order of their numbers. Where they are many, those
// of the largest scores stand first: few people read them all.
func termOrder(e *learners.Explanation) []learners.ArmTerms {
	if len(e.Arms) <= mostInOrder {
		return e.Arms
	}
	arms := slices.Clone(e.Arms)
	slices.SortStableFunc(arms, func(a, b learners.ArmTerms) int {
		if len(a.Values) == 0 || len(b.Values) == 0 {
			return cmp.Compare(len(b.Values), len(a.Values))
		}
		return cmp.Compare(b.Score(), a.Score())
	})
	return arms
}

func (w *Why) labelColumn(arms []learners.ArmTerms) kit.Column {
	c := kit.Column{Title: w.state.noun(), Priority: kit.Always, Least: shortestLabel}
	for i := range arms {
		c.Width = max(c.Width, ansi.StringWidth(w.label(arms[i].Arm)))
	}
	return c
}

// termColumn is the column of a term. Details are left out first where there is no
// room, and what decides never is.
func termColumn(c learners.Column) kit.Column {
	rank := slices.Index([]learners.Role{
		learners.Detail, learners.Spread, learners.Zeros, learners.Ones, learners.Center,
		learners.Noise, learners.Confidence, learners.PrivacyBonus, learners.Estimate,
	}, c.Role)
	if rank < 0 {
		rank = kit.Always
	}
	return kit.Column{Title: c.Name, Right: true, Priority: rank, Width: termWidth, Least: ansi.StringWidth(c.Name)}
}

// wholeColumns reports which terms are whole numbers for every arm: counts.
func wholeColumns(e *learners.Explanation) []bool {
	whole := make([]bool, len(e.Columns))
	for c := range whole {
		whole[c] = !slices.ContainsFunc(e.Arms, func(a learners.ArmTerms) bool {
			return c < len(a.Values) && a.Values[c] != math.Trunc(a.Values[c])
		})
	}
	return whole
}

// term writes a term; 1 is a count, or 1.0000 in a column with other numbers.
func term(x float64, whole bool) string {
	if !whole && x == math.Trunc(x) {
		return number.Value(x)
	}
	return number.Term(x)
}
