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
	maxInOrder    = 12 // the number of arms that are sorted by number; more are sorted by score
	shortestLabel = 8
	termGap       = 2
	markWidth     = 2
)

// table returns the terms of every arm, the score last, and bars beside them if there is room.
func (w *Why) table(e *learners.Explanation) armRows {
	arms := termOrder(e)
	t := &kit.Table{Columns: []kit.Column{{Title: w.state.noun(), Priority: kit.Always, Least: shortestLabel}}}
	for _, c := range e.Columns {
		t.Columns = append(t.Columns, termColumn(c))
	}
	whole := wholeColumns(e)
	for i := range arms {
		cells := []string{w.label(arms[i].Arm)}
		for k := range e.Columns {
			cell := ""
			if values := arms[i].Values; k < len(values) && !whole[k] && values[k] == math.Trunc(values[k]) {
				cell = number.Value(values[k]) // 1.0000 among other numbers, 1 for a count
			} else if k < len(values) {
				cell = number.Term(values[k])
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

// mark returns a mark that shows whether an arm was played or is selected, and the style of its
// row.
func (w *Why) mark(j int) (mark string, style lipgloss.Style) {
	switch {
	case slices.Contains(w.state.Learner.Play, j):
		return theme.PlayGlyph + " ", w.theme.Strong
	case j == w.state.Arm:
		return theme.SelectedGlyph + " ", w.theme.Selected
	}
	return "  ", w.theme.Text
}

// termOrder returns the arms by number, or, if there are many, by score.
func termOrder(e *learners.Explanation) []learners.ArmTerms {
	if len(e.Arms) <= maxInOrder {
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

// termColumn returns the column of a term. Without room, details are left out first; the score
// always stays.
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

const (
	shortestTermBar = 10
	longestTermBar  = 32
)

// termBars draws scores as bars: the terms that are added, one after the other, each in its own
// shade.
type termBars struct {
	width   int
	roles   []learners.Role // by column
	longest float64         // sum of terms that fills the width
}

// termShades maps the roles of terms that add up to their shades and names.
var termShades = map[learners.Role]struct {
	glyph, name string
	style       func(*theme.Theme) lipgloss.Style
}{
	learners.Estimate:     {"█", "estimate", func(t *theme.Theme) lipgloss.Style { return t.Text }},
	learners.Confidence:   {"▓", "tried little", func(t *theme.Theme) lipgloss.Style { return t.Accent }},
	learners.PrivacyBonus: {"▒", "privacy", func(t *theme.Theme) lipgloss.Style { return t.Warn }},
	learners.Noise:        {"░", "noise", func(t *theme.Theme) lipgloss.Style { return t.Faint }},
	learners.Sample:       {"█", "draw", func(t *theme.Theme) lipgloss.Style { return t.Text }},
}

// newTermBars returns the bars of an explanation: of the terms that add up to the score or, if no
// terms do, of the samples, at least from 0 to 1. It returns nil if there are neither.
func newTermBars(e *learners.Explanation, width int) *termBars {
	b := &termBars{width: width}
	added, sample := 0, -1
	for i, c := range e.Columns {
		b.roles = append(b.roles, c.Role)
		if _, ok := termShades[c.Role]; c.Role == learners.Sample {
			sample = i
		} else if ok {
			added++
		}
	}
	if sample >= 0 && added == 0 {
		added, b.longest = 2, 1
	} else if sample >= 0 {
		b.roles[sample] = learners.Detail
	}
	for i := range e.Arms {
		if sum := b.sum(&e.Arms[i]); !math.IsInf(sum, 0) {
			b.longest = max(b.longest, sum)
		}
	}
	if added < 2 || b.longest <= 0 {
		return nil
	}
	return b
}

// sum returns the length of an arm's bar: added terms, without subtracted ones.
func (b *termBars) sum(arm *learners.ArmTerms) float64 {
	sum := 0.0
	for c, v := range arm.Values {
		if _, ok := termShades[b.roles[c]]; ok && v > 0 {
			sum += v
		}
	}
	return sum
}

// head names the shades, as many as fit.
func (b *termBars) head() string {
	var names []string
	for _, role := range b.roles {
		if shade, ok := termShades[role]; ok {
			names = append(names, shade.glyph+" "+shade.name)
		}
	}
	return ansi.Truncate(strings.Join(names, " "), b.width, theme.Ellipsis)
}

// draw returns the bar of one arm. A subtracted term, such as negative noise, has no part in the
// bar.
func (b *termBars) draw(t *theme.Theme, arm *learners.ArmTerms) string {
	var line strings.Builder
	drawn, at := 0, 0.0
	for c, v := range arm.Values {
		shade, ok := termShades[b.roles[c]]
		if !ok || !(v > 0) {
			continue
		}
		at += v
		to := int(math.Round(min(at/b.longest, 1) * float64(b.width)))
		line.WriteString(shade.style(t).Render(strings.Repeat(shade.glyph, max(to-drawn, 0))))
		drawn = max(to, drawn)
	}
	return line.String()
}
