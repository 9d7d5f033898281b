package audit

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
)

const (
	numberColumn = 9
	keyWidth     = 10
)

// viewVerdicts is the table of all learners and, of the one that is looked at,
// the verdict, its picture, and what running it has proved.
func (s *Screen) viewVerdicts(width, height int) []string {
	detail := append(s.picture(width), s.proof(width)...)
	table, from := s.table(width), s.at
	head, rows := table[0], table[1:]
	rows, _, _ = kit.Around(rows, from, from+1, max(height-len(detail)-1, 1))
	lines := append([]string{head}, rows...)
	if s.wide() {
		lines = append(lines, "")
	}
	return append(lines, detail...)
}

func (s *Screen) table(width int) []string {
	label := max(width-3*numberColumn-4, 10)
	column := func(text string) string { return kit.Right(text, numberColumn) }
	lines := []string{s.theme.Faint.Render(kit.FitLine("  learner", label+4) + column("claimed") + column("true") + column("at least"))}
	for i := range s.entries {
		e := &s.entries[i]
		glyph, style := s.mark(e.Broken(), !math.IsNaN(e.Claimed))
		least := "–"
		switch {
		case s.job != nil && s.job.learner == i:
			least = "…"
		case e.finding != nil:
			least = loss(e.finding.Lower)
		}
		name := s.theme.Select(kit.FitLine(e.Choice.Label(), label-1)+" ", i == s.at)
		lines = append(lines, name+style.Render(glyph)+" "+column(loss(e.Claimed))+
			style.Render(column(loss(e.truth())))+s.leastStyle(e).Render(column(least)))
	}
	return lines
}

// truth is the exact ε, NaN where none is known.
func (e *entry) truth() float64 {
	if !e.Known {
		return math.NaN()
	}
	return e.Exact.Epsilon
}

func (s *Screen) leastStyle(e *entry) lipgloss.Style {
	if e.finding != nil && e.finding.Refuted() {
		return s.theme.Bad
	}
	return s.theme.Text
}

// picture is the verdict and three bars: what is claimed, what is true, and
// what running the learner has proved, with the claim as a line through all.
func (s *Screen) picture(width int) []string {
	e := s.entry()
	_, style := s.mark(e.Broken(), !math.IsNaN(e.Claimed))
	lines := styled(capital(e.Line()), width, 0, style.Bold(true))
	if s.wide() {
		lines = append(lines, "")
	}
	lower := math.NaN()
	if e.finding != nil {
		lower = e.finding.Lower
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
	room := max(width-keyWidth-numberColumn-1, 4)
	bar := func(key string, x float64, style lipgloss.Style) {
		cells := style.Render(gauge(x, reach, room, e.Claimed, key == "claimed"))
		lines = append(lines, s.theme.Faint.Render(kit.Left(key, keyWidth))+cells+
			s.theme.Strong.Render(kit.Right(loss(x), numberColumn+1)))
		if s.wide() { // there is room for bars of two lines
			lines = append(lines, strings.Repeat(" ", keyWidth)+cells, "")
		}
	}
	trueStyle := s.theme.Good
	if e.Broken() || math.IsNaN(e.Claimed) {
		trueStyle = style
	}
	bar("claimed", e.Claimed, s.theme.Text)
	bar("true", e.truth(), trueStyle)
	bar("at least", lower, s.theme.Accent)
	return lines
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

// loss writes an ε: three decimals, and more where it is small.
func loss(x float64) string {
	if x > 0 && x < 0.1 {
		return kit.Short(x)
	}
	return kit.Fixed(x, 3)
}

// capital begins a sentence, but never with a Greek capital.
func capital(text string) string {
	if strings.HasPrefix(text, "ε") || text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
