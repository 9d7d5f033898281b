package twin

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model/audit"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "the twin screen", minWidth, minHeight, s.err, s.draw)
}

func (s *Screen) draw() kit.Block {
	if s.shot == nil {
		searched := ""
		if tried, _ := s.task.Progress(); tried > 0 {
			searched = number.Plural(tried, "noise") + " tried. "
		}
		return s.Instead("Searching for two reward sequences that differ in one person, and on which "+s.config.Learners[s.learner].Label()+
			"’s plays differ most … "+searched+"With many arms this takes a while; it continues while you are on "+
			"another screen.", s.theme.Accent)
	}
	l := s.layout()
	var panels [parts]kit.Block
	for p, r := range l.parts {
		if !r.Empty() {
			panels[p] = s.panel(part(p), r)
		}
	}
	many, body := panels[spread], panels[oneNoise]
	switch {
	case len(body) == 0:
		body = many
	case len(many) > 0:
		body = kit.Beside(body, many)
	}
	if l.learner.Empty() {
		return body
	}
	head := append(kit.Block{s.subject()}, s.sentence(l.sentence)...)
	if !l.belief.Empty() {
		body = append(body, kit.FitLine(" "+s.theme.Faint.Render(s.believed(s.Width-1)), s.Width))
	}
	return append(head, body...)
}

func (s *Screen) layout() layout {
	return arrange(s.Width, s.Height, s.part, len(s.shot.Sequences.Before))
}

func (s *Screen) subject() string {
	v := &s.shot.Verdict
	style := s.theme.Good
	switch {
	case v.Broken():
		style = s.theme.Bad
	case !v.Promises():
		style = s.theme.Warn
	}
	set := " · ε = " + number.Setting(v.Epsilon)
	if !trials.TakesEpsilon(v.Spec.ID) || ansi.StringWidth(v.Spec.Label()+set+v.Line())+4 > s.Width ||
		strings.HasPrefix(" · "+v.Line(), set) {
		set = "" // the verdict or the sentence below has it
	}
	return kit.FitLine(" "+s.theme.Strong.Render(v.Spec.Label())+s.theme.Faint.Render(set+" · ")+
		style.Render(v.Line()), s.Width)
}

// believed explains what ε means for one person, using the true ε if it is known.
func (s *Screen) believed(width int) string {
	v := &s.shot.Verdict
	epsilon := v.Claimed
	if v.Known {
		epsilon = v.Exact.Epsilon
	}
	seen := "everything"
	if s.shot.local() {
		seen = "the report"
	}
	supposed := ""
	if !v.Known {
		supposed = "If the claim holds: "
	}
	if math.IsNaN(epsilon) {
		return ""
	}
	return supposed + s.belief.Line(epsilon, seen, width-len(supposed))
}

func (s *Screen) said() string {
	if s.part == spread {
		return s.shot.inference()
	}
	return s.shot.story(s.round)
}

// sentence describes the part, or says why the last key did nothing.
func (s *Screen) sentence(r kit.Rect) kit.Block {
	text, style := strings.TrimSpace(strings.TrimPrefix(s.said(), s.told)), s.theme.Strong
	if t := s.shot.telling; s.part == spread && t >= 0 && s.shot.judge(&s.shot.readings[t]) == beyond {
		style = s.theme.Bad
	}
	if tried, _ := s.search.Progress(); s.search.Running() && s.round == s.shot.begins() {
		text = "This is a first guess: the search for a pair on which more plays differ goes on, " +
			number.Plural(tried, "noise") + " tried."
	}
	if tried, _ := s.task.Progress(); tried > 0 {
		text = "Searching for noise with which the universes differ: " + number.Count(tried) + " tried"
	}
	if s.Notice.Text != "" {
		text, style = s.Notice.Text, s.theme.Warn
	}
	lines := kit.Styled(text, r.Width-1, 0, style)
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	return kit.Fit(lines, r.Width, r.Height)
}

func (s *Screen) panel(which part, r kit.Rect) kit.Block {
	frame := kit.Frame{Focused: s.part == which}
	width, height := r.Inside()
	var lines []string
	switch which {
	case oneNoise:
		frame.Title = "1 One noise"
		speed := fmt.Sprintf("%d/s", paces[s.pace])
		if s.playing && s.stride() > 1 {
			speed = "fast forward"
		}
		frame.Remark = fmt.Sprintf("noise %s · %s · round %s of %s",
			number.Count(s.shot.Noise+1), speed, number.Count(s.round), number.Count(len(s.shot.Rounds)))
		lines = s.viewSides(width, height)
	default:
		frame.Title = "2 Many noises"
		var hidden int
		lines, hidden = s.viewSpread(width, height)
		frame.Remark = number.Plural(s.shot.Samples, "noise")
		if hidden > 0 {
			frame.Remark += fmt.Sprintf(" · ↑↓ %d more", hidden)
		}
		if rare := s.shot.Others; rare > 0 {
			frame.Remark += fmt.Sprintf(" · %s rare outcomes not shown", number.Count(rare))
		}
	}
	if s.search.Running() {
		frame.Title += " (first guess)"
	}
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (s *Screen) universe(side int) lipgloss.Style { return s.theme.Series(side).Style }

// The smallest size of the screen, and the width from which one noise is shown beside the others.
const (
	minWidth, minHeight = 60, 8
	lowHeight           = 14 // below it, a part is alone
	beliefHeight        = 15 // from it on, the belief is shown
	narrowWidth         = 80 // below it, a sentence has three lines
	wideWidth           = 110
)

// A layout holds the place of every part: a line on the learner, two lines that say what is seen, the parts, and a line
// on the belief. Hidden parts are empty.
type layout struct {
	learner, sentence, belief kit.Rect
	parts                     [parts]kit.Rect
}

// arrange returns the place of every part, for universes with the given number of arms.
func arrange(width, height int, focus part, arms int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	body := kit.Rect{Width: width, Height: height}
	if height < lowHeight {
		l.parts[focus] = body
		return l
	}
	l.learner, body = body.Rows(1)
	sentence := 2
	if width < narrowWidth {
		sentence = 3
	}
	l.sentence, body = body.Rows(sentence)
	if height >= beliefHeight {
		body, l.belief = body.Rows(body.Height - 1)
	}
	if width < wideWidth {
		l.parts[focus] = body
		return l
	}
	// The universes get columns for arms that are as wide as possible, but less than half of
	// the screen: odds need room, too.
	left := width * 42 / 100
	for cells := 1; cells <= 3; cells++ {
		if want := labelWidth + middleWidth + 2*cells*arms + kit.FrameWidth; want <= width*47/100 {
			left = max(left, want)
		}
	}
	l.parts[oneNoise], l.parts[spread] = body.Columns(left)
	return l
}

const (
	labelWidth  = 11 // least width of the labels before both universes
	middleWidth = 5  // width of the space between them
	playedGlyph = "●"
)

// viewSides draws both universes, one lane per arm: first the rewards, then the plays, round by round.
func (s *Screen) viewSides(width, height int) []string {
	labelWidth := s.shot.labelWidth()
	lanes := kit.FitLanes(len(s.shot.Sequences.Before), (width-labelWidth-middleWidth)/2)
	// Centered: a first lane's text is at its right end.
	between := strings.Repeat(" ", (middleWidth+lanes.Cells-1)/2)
	pair := func(label string, left, middle, right string) string {
		return kit.FitLine(label, labelWidth) + kit.FitLine(left, lanes.Width()) +
			kit.FitLine(between+middle, middleWidth) + right
	}
	faint := s.theme.Faint.Render
	name := func(side int) string {
		title := "universe " + names[side]
		if lanes.Width() < len(title) {
			title = names[side]
		}
		return s.universe(side).Bold(true).Render(title)
	}
	lines := []string{
		pair("", name(0), "", name(1)),
		pair(faint("arm"), faint(lanes.Numbers()), "", faint(lanes.Numbers())),
	}
	for _, g := range s.shot.rewardRows() {
		label, middle := faint(g.label), faint("=")
		if g.differs {
			label, middle = s.theme.Warn.Render(theme.BreakGlyph+" "+g.label), s.theme.Warn.Render("≠")
		}
		row := func(side int) string {
			style := s.theme.Faint
			if g.differs { // the rewards of the person who differs stand out
				style = s.universe(side).Bold(true)
			}
			return lanes.Row(func(arm int) string { return style.Render(kit.RewardBar(g.rewards[side][arm])) })
		}
		lines = append(lines, pair(label, row(0), middle, row(1)))
	}
	rule := faint(strings.Repeat("─", lanes.Width()))
	lines = append(lines, pair(faint(s.shot.acted()), rule, "", rule))
	if s.round == 0 {
		return append(append(lines, ""), kit.Styled(s.shot.about(), width, 0, s.theme.Faint)...)
	}
	var rounds []string
	for i := range s.shot.Rounds[:s.round] {
		r := &s.shot.Rounds[i]
		middle, label := faint("="), faint("  round "+number.Count(r.Round))
		if s.shot.visible(r) {
			middle = s.theme.Bad.Render("≠")
		}
		if r.Differs {
			label = s.theme.Warn.Render(theme.BreakGlyph + " round " + number.Count(r.Round))
		}
		if i == s.round-1 {
			label = s.theme.Accent.Render(theme.PlayGlyph) + ansi.TruncateLeft(label, 1, "")
		}
		rounds = append(rounds, pair(label, s.played(r, 0, lanes), middle, s.played(r, 1, lanes)))
	}
	shown, _, _ := kit.Around(rounds, len(rounds)-1, len(rounds), max(height-len(lines), 0))
	return append(lines, shown...)
}

// played returns a round's play in its lanes, or in words if there are too many arms.
func (s *Screen) played(r *audit.TwinRound, side int, lanes kit.Lanes) string {
	style := s.universe(side).Bold(true)
	glyph := playedGlyph
	if s.shot.local() && len(r.Seen[side]) == 1 {
		glyph = report(r.Seen[side][0])
	}
	if !lanes.All() {
		arms := param.Map(r.Plays[side], func(j int) string { return strconv.Itoa(j + 1) })
		return style.Render(ansi.Truncate(glyph+" "+strings.Join(arms, "+"), lanes.Width(), theme.Ellipsis))
	}
	played, idle := style.Render(glyph), s.theme.Faint.Render("·")
	return lanes.Row(func(arm int) string {
		if slices.Contains(r.Plays[side], arm) {
			return played
		}
		return idle
	})
}

// report returns a report as one cell: a bit, or the height of another number.
func report(x float64) string {
	switch {
	case x > 1:
		return "↑"
	case x < 0:
		return "↓"
	}
	return kit.RewardBar(x)
}

// rewardRow holds the rewards of equal rounds.
type rewardRow struct {
	label   string
	rewards [2][]float64
	differs bool
}

// rewardRows returns the rewards of the two sequences: the round that differs, and the others.
func (s *snapshot) rewardRows() []rewardRow {
	sequences := &s.Sequences
	label := "round " + number.Count(sequences.Round)
	all := []rewardRow{{label: label, rewards: [2][]float64{sequences.Before, sequences.After}, differs: true}}
	last := len(s.Rounds)
	for i, span := range sequences.Others {
		from, to := max(span.From, 1), last
		if i+1 < len(sequences.Others) {
			to = sequences.Others[i+1].From - 1
		}
		if from > to || (from == to && from == sequences.Round) {
			continue
		}
		label := fmt.Sprintf("  %s to %s", number.Count(from), number.Count(to))
		switch {
		case len(sequences.Others) == 1:
			label = "  others"
		case to == last:
			label = "  later"
		case i == 0:
			label = "  before"
		case from == to:
			label = "  round " + number.Count(from)
		}
		all = append(all, rewardRow{label: label, rewards: [2][]float64{span.Rewards, span.Rewards}})
	}
	return all
}

// labelWidth returns the width of the labels before both universes, with a blank after it.
func (s *snapshot) labelWidth() int {
	widest := max(labelWidth, len("  round ")+len(number.Count(len(s.Rounds)))+1)
	for _, g := range s.rewardRows() {
		mark := 0
		if g.differs {
			mark = len("  ") // a glyph and a blank
		}
		widest = max(widest, utf8.RuneCountInString(g.label)+mark+1)
	}
	return widest
}

// acted returns the word for what an observer sees of rounds.
func (s *snapshot) acted() string {
	if s.local() {
		return "reports"
	}
	return "plays"
}
