package audit

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	keyWidth    = len("lower bound ") // of what stands before a bar
	numberWidth = 10                  // of what stands after it
)

// viewVerdicts is the table of all learners, with the one that is looked at in
// sight, and below it what is known of that one.
func (s *Screen) viewVerdicts(table, detail []string, height int) []string {
	rows, _, _ := kit.Around(table[1:], s.at, s.at+1, max(height-len(detail)-1, 1))
	return slices.Concat(table[:1], rows, detail)
}

// table is the header and a row for each learner.
func (s *Screen) table(width int) []string {
	t := kit.Table{Columns: []kit.Column{
		{Title: "  learner", Least: 12, Priority: kit.Always, Fill: true},
		{Title: ""},
		{Title: "claimed", Right: true},
		{Title: "true", Right: true},
		{Title: "lower bound", Right: true},
	}}
	for i := range s.entries {
		e := &s.entries[i]
		glyph, style := s.mark(e.Broken(), e.Promises())
		lower, lowerStyle := kit.None, s.theme.Text
		if e.Statistics != nil {
			lower = kit.Loss(e.Lower)
			if e.Refuted() {
				lowerStyle = s.theme.Bad
			}
		}
		if s.auditing(i) {
			lower = theme.Ellipsis
		}
		t.Rows = append(t.Rows, []string{
			s.theme.Select(e.Choice.Label(), i == s.at), style.Render(glyph), kit.Loss(e.Claimed),
			style.Render(kit.Loss(e.truth())), lowerStyle.Render(lower),
		})
	}
	header, rows := t.Lines(width)
	return append([]string{s.theme.Faint.Render(header)}, rows...)
}

// truth is the exact ε, NaN where none is known.
func (e *entry) truth() float64 {
	if !e.Known {
		return math.NaN()
	}
	return e.Exact.Epsilon
}

// detail is the verdict on the learner that is looked at, as a sentence and as
// bars, and what the statistical audit says of it.
func (s *Screen) detail(width int, wide bool) []string {
	e := s.entry()
	_, style := s.mark(e.Broken(), e.Promises())
	lines := kit.Styled(kit.Capital(e.Line()), width, 0, style.Bold(true))
	if wide { // room for blank lines, and for bars of two lines
		lines = slices.Concat([]string{""}, lines, []string{""})
	}
	for _, bar := range s.bars(width) {
		lines = append(lines, bar[0])
		if wide {
			lines = append(lines, bar[1], "")
		}
	}
	return append(lines, s.statistical(width)...)
}

// bars are what is claimed, what is true, and the lower bound that was measured,
// with the claim as a line through all. Each has a first line with its name and
// number, and a second one that makes it twice as thick.
func (s *Screen) bars(width int) [][2]string {
	e := s.entry()
	lower := math.NaN()
	if e.Statistics != nil {
		lower = e.Lower
	}
	reach := 0.0
	for _, x := range []float64{e.Claimed, e.truth(), lower} {
		if x > reach && !math.IsInf(x, 0) {
			reach = x
		}
	}
	if math.IsInf(e.truth(), 1) {
		reach *= 1.3 // so that ∞ is seen to go on
	}
	_, trueStyle := s.mark(e.Broken(), e.Promises())
	room := max(width-keyWidth-numberWidth, 4)
	var bars [][2]string
	for _, bar := range []struct {
		name  string
		x     float64
		style lipgloss.Style
	}{{"claimed", e.Claimed, s.theme.Text}, {"true", e.truth(), trueStyle}, {"lower bound", lower, s.theme.Accent}} {
		cells := bar.style.Render(gauge(bar.x, reach, room, e.Claimed, bar.name == "claimed"))
		bars = append(bars, [2]string{
			s.theme.Faint.Render(kit.Left(bar.name, keyWidth)) + cells + s.theme.Strong.Render(kit.Right(kit.Loss(bar.x), numberWidth)),
			strings.Repeat(" ", keyWidth) + cells,
		})
	}
	return bars
}

// gauge is a bar of a loss, with the claim as a line wherever it stands beyond
// the bar or within it.
func gauge(x, reach float64, width int, claimed float64, own bool) string {
	share := 0.0
	switch {
	case math.IsInf(x, 1):
		share = 1
	case reach > 0 && x > 0:
		share = x / reach
	}
	cells := []rune(kit.FitLine(kit.Bar(share, width), width))
	if math.IsInf(x, 1) && width > 0 {
		cells[width-1] = '▶'
	}
	if claimed > 0 && reach > 0 && !math.IsInf(claimed, 1) && !own {
		at := int(math.Round(claimed/reach*float64(width))) - 1
		if at >= 0 && at < width-1 {
			cells[at] = '┊'
		}
	}
	return string(cells)
}
