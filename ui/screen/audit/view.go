package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	audits "regretscope/model/audit"
	exact "regretscope/noise/dpaudit"
	"regretscope/noise/param"
	"regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [parts]string{
	"1 Claimed and true", "2 Worst case", "3 Trade-off curve", "4 ε, ρ, μ, δ",
	"5 About these numbers", "6 Mechanisms",
}

// shortTitles are the titles of panels beside others.
var shortTitles = [parts]string{"1 Claims", "2 Worst case", "3 Curves", "4 ρ, μ, δ", "5 About", "6 Mechanisms"}

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "the audit", minWidth, minHeight, s.err, s.draw)
}

func (s *Screen) draw() kit.Block {
	if len(s.entries) == 0 {
		return s.Instead("Auditing every learner exactly "+theme.Ellipsis, s.theme.Faint)
	}
	left, right, wide := columns(s.Width, s.Height)
	table, detail := s.table(left-kit.FrameWidth), s.detail(left-kit.FrameWidth, wide)
	var texts [parts][]string
	texts[worst] = s.viewWorst(right - kit.FrameWidth)
	texts[beyond] = s.viewNotions(right - kit.FrameWidth)
	texts[mechanisms] = s.viewMechanisms(right - kit.FrameWidth)
	texts[about] = kit.Styled(strings.ReplaceAll(exact.Caveat, "\n", " "), right-kit.FrameWidth, 0, s.theme.Text)
	var rows [parts]int
	for p, text := range texts {
		rows[p] = len(text)
	}
	rows[verdicts] = len(table) + len(detail)
	l := arrange(s.Width, s.Height, s.part, rows)
	_, room := l.panels[verdicts].Inside()
	seen, _, _ := kit.Around(table[1:], s.at, s.at+1, max(room-len(detail)-1, 1))
	texts[verdicts] = slices.Concat(table[:1], seen, detail)
	if r := l.panels[curves]; !r.Empty() {
		texts[curves] = s.viewCurve(r.Inside())
	}
	var panels [parts]kit.Block
	for p, r := range l.panels {
		if !r.Empty() {
			panels[p] = s.panel(part(p), texts[p], r, &l)
		}
	}
	if wide {
		return kit.Beside(slices.Concat(panels[verdicts], panels[curves]),
			slices.Concat(panels[worst], panels[beyond], panels[about], panels[mechanisms]))
	}
	return slices.Concat(panels[:]...)
}

// panel puts a panel's text into its frame, scrolled if it has the focus.
func (s *Screen) panel(p part, lines []string, r kit.Rect, l *layout) kit.Block {
	frame := kit.Frame{Title: titles[p], Focused: p == s.part}
	if p == curves {
		title := notions.TradeOffTitle
		if s.delta {
			title = notions.DeltaTitle
		}
		frame.Title = fmt.Sprintf("%d %s", curves+1, title)
	}
	switch {
	case p == verdicts:
		frame.Remark = "ε = " + kit.Epsilon(s.config.Epsilon)
	case p == curves:
		frame.Remark = "type II at type I 5% · v: δ(ε)"
		if s.delta {
			frame.Remark = "log δ over ε · v: trade-off"
		}
	case !l.wide || p >= mechanisms:
		frame.Remark = l.hidden(p)
	default:
		frame.Remark = s.entry().Spec.Label()
	}
	if _, room := r.Inside(); len(lines) > room && room > 0 {
		from := 0
		if p == s.part {
			from, _ = s.scroll.Window(len(lines), room)
		}
		lines = lines[from:]
		if more := len(lines) - room; more > 0 {
			lines = append(lines[:room-1:room-1], s.theme.Faint.Render(fmt.Sprintf("↓ %d more lines (pgdn)", more+1)))
		}
	}
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (l *layout) hidden(shown part) string {
	var names []string
	for p, r := range l.panels {
		if r.Empty() && part(p) != shown {
			names = append(names, shortTitles[p])
		}
	}
	return strings.Join(names, " · ")
}

func (s *Screen) mark(broken, promised bool) (string, lipgloss.Style) {
	switch {
	case broken:
		return "✗", s.theme.Bad
	case promised:
		return "✓", s.theme.Good
	default:
		return kit.None, s.theme.Warn
	}
}

// The smallest size of the screen, and the size from which all of its panels are visible at
// once.
const (
	minWidth, minHeight   = 60, 8
	lowHeight             = 14 // below it, a panel is alone
	wideWidth, wideHeight = 110, 28
)

// A layout has the places of the panels; hidden ones are empty.
type layout struct {
	wide   bool
	panels [parts]kit.Rect
}

// columns returns the widths of the panel of verdicts and of the others.
func columns(width, height int) (left, right int, wide bool) {
	if width < wideWidth || height < wideHeight {
		return width, width, false
	}
	left = width * 52 / 100
	return left, width - left, true
}

// minPicture is the least height of the panel of curves if all panels are visible.
const minPicture = 12

// arrange returns the place of every panel; rows are the lines of text that each needs. With
// enough room, the verdicts and the curves are on the left and everything else on the right.
// Otherwise the verdicts are above the focused panel; the verdicts, if focused and too long,
// and the curves have the screen to themselves.
func arrange(width, height int, focus part, rows [parts]int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	var left int
	left, _, l.wide = columns(width, height)
	body := kit.Rect{Width: width, Height: height}
	upper := rows[verdicts] + kit.FrameHeight
	if !l.wide {
		const below = 7 // lines that the lower panel has at least
		switch {
		case focus == curves, height < lowHeight, upper > height-below && focus == verdicts:
			l.panels[focus] = body
		default:
			l.panels[verdicts], l.panels[max(focus, worst)] = body.Rows(min(upper, height-below))
		}
		return l
	}
	var column kit.Rect
	l.panels[verdicts], column = body.Columns(left)
	l.panels[verdicts], l.panels[curves] = l.panels[verdicts].Rows(min(upper, height-minPicture))
	l.arrangeRight(column, focus, rows)
	return l
}

// arrangeRight stacks the other panels. The mechanisms and the meaning of the numbers share a
// place if there is no room for both.
func (l *layout) arrangeRight(column kit.Rect, focus part, rows [parts]int) {
	want := func(p part) int { return rows[p] + kit.FrameHeight }
	free := column.Height
	stack, last := []part{worst, beyond}, about
	switch {
	case want(worst)+want(beyond)+want(mechanisms)+want(about) <= free:
		stack, last = append(stack, about), mechanisms
	case focus == mechanisms:
		last = mechanisms
	}
	bottom := min(want(last), free/3)
	second := min(want(beyond), free/3)
	heights := map[part]int{beyond: second, worst: min(want(worst), free-bottom-second), about: want(about)}
	for _, p := range stack {
		l.panels[p], column = column.Rows(heights[p])
	}
	l.panels[last] = column
}

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

// statistical describes the progress or the result of the learner's statistical audit, usually
// in three lines.
func (s *Screen) statistical(width int) []string {
	e := s.entry()
	switch {
	case s.Notice.Warn:
		return kit.Styled(s.Notice.Text, width, 0, s.theme.Warn)
	case s.Notice.Text != "":
		return kit.Styled(s.Notice.Text, width, 0, s.theme.Good)
	case s.auditing(s.at):
		return s.progress(width)
	case e.Statistics != nil:
		return s.found(width)
	case e.note != "":
		return kit.Styled(e.note+"; space starts it again.", width, 0, s.theme.Warn)
	}
	return kit.Styled(fmt.Sprintf("space: run the learner %s times on each of two reward sequences that differ in one "+
		"person, and measure lower bounds on the loss.", kit.Count(ladder[s.runs])), width, 0, s.theme.Faint)
}

func (s *Screen) progress(width int) []string {
	done, total := s.task.Progress()
	if total == 0 {
		return kit.Styled("Searching for two reward sequences on which its plays differ most …",
			width, 0, s.theme.Accent)
	}
	text := fmt.Sprintf(" %s of %s runs", kit.Count(done), kit.Count(total))
	filled, rest := kit.Gauge(float64(done)/float64(total), max(width-keyWidth-2*len("4,000,000")-len(" of  runs"), 5))
	return []string{s.theme.Faint.Render(kit.FitLine("running", keyWidth)) +
		s.theme.Accent.Render(filled) + s.theme.Faint.Render(rest) + text}
}

// found returns the bound and the first event, or says that nothing was found.
func (s *Screen) found(width int) []string {
	shown := 1
	if s.entry().Lower > 0 {
		shown = 2
	}
	return facts.Lines(s.entry().Ran().Lines[:shown], width, 0, s.theme)
}

// toggle starts a statistical audit of the chosen learner, or stops the running one.
func (s *Screen) toggle() tea.Cmd {
	switch {
	case !s.task.Running():
		s.audited = s.at
		s.entry().note = ""
		work := &audits.Audit{
			Config: s.config, Learner: s.at, Runs: ladder[s.runs], Confidence: audits.DefaultConfidence,
		}
		return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*audits.Finding, error) {
			return work.Run(ctx, func(p model.Progress) { progress(p.Done, p.Total) })
		})
	case s.audited != s.at:
		s.Warn("only one audit runs at a time: " + s.entries[s.audited].Spec.Label() + " is being audited now")
	default:
		s.task.Drop()
		s.entry().note = "The audit was stopped before it measured anything"
	}
	return nil
}

func (s *Screen) store(result *kit.Result[*audits.Finding]) {
	e := &s.entries[s.audited]
	s.Changed()
	if result.Err != nil {
		e.note = kit.Capital(param.Printable(result.Err.Error()))
		return
	}
	e.Statistics = result.Value.Statistics
	e.Losses = lossesOf(&e.Finding.Finding)
}

// setRuns sets the number of runs of the next statistical audit.
func (s *Screen) setRuns(to int) {
	switch {
	case s.task.Running():
		s.Warn("the number of runs cannot be changed while an audit is running")
	case to < 0 || to >= len(ladder):
		s.Warn(fmt.Sprintf("an audit has from %s to %s runs on each sequence",
			kit.Count(ladder[0]), kit.Count(ladder[len(ladder)-1])))
	default:
		s.runs = to
	}
}
