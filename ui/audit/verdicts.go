package audit

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/noise/words"
	"regretscope/ui/box"
	"regretscope/ui/form"
	"regretscope/ui/numeral"
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
	rows, _, _ = form.Window(rows, from, from+1, max(height-len(detail)-1, 1))
	lines := append([]string{head}, rows...)
	if s.wide() {
		lines = append(lines, "")
	}
	return append(lines, detail...)
}

func (s *Screen) table(width int) []string {
	label := max(width-3*numberColumn-4, 10)
	column := func(text string) string { return numeral.Right(text, numberColumn) }
	lines := []string{s.theme.Faint.Render(box.FitLine("  learner", label+4) + column("claimed") + column("true") + column("at least"))}
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
		name := s.theme.Select(box.FitLine(e.Choice.Label(), label-1)+" ", i == s.at)
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
		lines = append(lines, s.theme.Faint.Render(numeral.Left(key, keyWidth))+cells+
			s.theme.Strong.Render(numeral.Right(loss(x), numberColumn+1)))
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
	cells := []rune(box.FitLine(box.Bar(share, width), width))
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

// proof is what the statistical audit of the learner has to say, in its present
// state, in three lines as a rule.
func (s *Screen) proof(width int) []string {
	e := s.entry()
	switch {
	case s.refusal != "":
		return styled(s.refusal, width, 0, s.theme.Warn)
	case s.job != nil && s.job.learner == s.at:
		return s.underWay(width)
	case e.finding != nil:
		return s.found(width)
	case e.note != "":
		return styled(e.note+" · space: once more", width, 0, s.theme.Warn)
	}
	return styled(fmt.Sprintf("space: run it %s times on each of two sequences that differ in one person, "+
		"as a black box, to prove a lower bound", numeral.Count(ladder[s.runs])), width, 0, s.theme.Faint)
}

func (s *Screen) underWay(width int) []string {
	done, total := s.job.progress.done.Load(), s.job.progress.total.Load()
	if total == 0 {
		return styled("looking for two sequences that tell much …", width, 0, s.theme.Accent)
	}
	text := fmt.Sprintf(" %s of %s runs", numeral.Count(int(done)), numeral.Count(int(total)))
	filled, rest := box.Gauge(float64(done)/float64(total), max(width-keyWidth-2*len("4 000 000")-len(" of  runs"), 5))
	return []string{s.theme.Faint.Render(numeral.Left("running", keyWidth)) +
		s.theme.Accent.Render(filled) + s.theme.Faint.Render(rest) + text}
}

func (s *Screen) found(width int) []string {
	f := s.entry().finding
	if f.Lower == 0 {
		text := fmt.Sprintf("In %s runs a side %s: that proves nothing against it. Running it can only ever prove a loss, never that there is none.",
			numeral.Count(f.Runs), f.Event)
		return styled(text, width, 0, s.theme.Text)
	}
	verdict, style := "that breaks no promise.", s.theme.Good
	switch {
	case f.Refuted():
		verdict, style = "more than it claims.", s.theme.Bad
	case math.IsNaN(f.Claimed):
		verdict, style = "nothing was promised.", s.theme.Warn
	}
	lines := styled(fmt.Sprintf("ε ≥ %s with %s%% confidence: %s", loss(f.Lower), words.FormatNumber(100*f.Confidence), verdict), width, 0, style)
	text := fmt.Sprintf("Seen: %s; %s times in %s runs of one sequence, %s of the other.", f.Event,
		numeral.Count(f.Counts[f.Side]), numeral.Count(f.Runs), numeral.Count(f.Counts[1-f.Side]))
	return append(lines, styled(text, width, 0, s.theme.Text)...)
}

// loss writes an ε: three decimals, and more where it is small.
func loss(x float64) string {
	if x > 0 && x < 0.1 {
		return numeral.Short(x)
	}
	return numeral.Fixed(x, 3)
}

func epsilon(x float64) string {
	if math.IsInf(x, 1) {
		return "∞"
	}
	return words.FormatNumber(x)
}

// capital begins a sentence, but never with a Greek capital.
func capital(text string) string {
	if strings.HasPrefix(text, "ε") || text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
