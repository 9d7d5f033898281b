package audit

import (
	"math"
	"slices"

	"github.com/charmbracelet/lipgloss"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	keyWidth    = len("lower bound ") // of the label before a bar
	numberWidth = 10                  // of the value after it
)

func (s *Screen) table(width int) []string {
	t := kit.Table{Columns: []kit.Column{
		{Title: "  learner", Least: 12, Names: true, Priority: kit.Always, Fill: true},
		{Title: ""},
		{Title: "claimed", Right: true},
		{Title: "true", Right: true},
		{Title: "lower bound", Right: true},
	}}
	for i := range s.entries {
		e := &s.entries[i]
		glyph, style := s.mark(e.Broken(), e.Promises())
		sc := e.Scale()
		lower, lowerStyle := kit.Loss(sc.Shown), s.theme.Text
		if e.Refuted() {
			lowerStyle = s.theme.Bad
		}
		if s.auditing(i) {
			lower = theme.Ellipsis
		}
		t.Rows = append(t.Rows, []string{
			s.theme.Select(e.Spec.Label(), i == s.at), style.Render(glyph), e.Claims(),
			style.Render(sc.Write(sc.Truth)), lowerStyle.Render(lower),
		})
	}
	header, rows := t.Lines(width)
	return append([]string{s.theme.Faint.Render(header)}, rows...)
}

// detail returns the verdict on the chosen learner, as a sentence and as bars, and the result
// of its statistical audit.
func (s *Screen) detail(width int, wide bool) []string {
	e := s.entry()
	_, style := s.mark(e.Broken(), e.Promises())
	lines := kit.Styled(kit.Capital(e.Line()), width, 0, style.Bold(true))
	if wide { // room for blank lines
		lines = slices.Concat([]string{""}, lines, []string{""})
	}
	lines = append(lines, s.bars(width)...)
	if wide {
		lines = append(lines, "")
	}
	return append(lines, s.statistical(width)...)
}

// bars draws the claimed loss, the true loss, and the measured lower bound, with the claim as a
// line through all.
func (s *Screen) bars(width int) []string {
	e := s.entry()
	sc, reach := e.Scale(), 0.0
	for _, x := range []float64{sc.Claimed, sc.Truth, sc.Shown} {
		if x > reach && !math.IsInf(x, 0) {
			reach = x
		}
	}
	if math.IsInf(sc.Truth, 1) {
		reach *= 1.3 // so that ∞ visibly continues
	}
	_, trueStyle := s.mark(e.Broken(), e.Promises())
	room := max(width-keyWidth-numberWidth, 4)
	var bars []string
	for _, bar := range []struct {
		name  string
		x     float64
		style lipgloss.Style
	}{{"claimed", sc.Claimed, s.theme.Text}, {"true", sc.Truth, trueStyle}, {"lower bound", sc.Shown, s.theme.Accent}} {
		cells := bar.style.Render(gauge(bar.x, reach, room, sc.Claimed, bar.name == "claimed"))
		bars = append(bars, s.theme.Faint.Render(kit.FitLine(bar.name, keyWidth))+cells+
			s.theme.Strong.Render(kit.Right(kit.Loss(bar.x), numberWidth)))
	}
	return bars
}

// gauge returns a bar of a loss, with the claim as a line, within or beyond the bar.
func gauge(x, reach float64, width int, claimed float64, own bool) string {
	share := 0.0
	switch {
	case math.IsInf(x, 1):
		share = 1
	case reach > 0 && x > 0:
		share = param.Round(x/reach, 12) // 0.1 and 0.0999… are equal losses
	}
	cells := []rune(kit.Bar(share, width))
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
