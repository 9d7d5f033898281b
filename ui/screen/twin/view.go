package twin

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model/trials"
	"regretscope/noise/number"
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
		if tried, _ := s.work.task.Progress(); tried > 0 {
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
	many, body := panels[manyNoises], panels[oneNoise]
	switch {
	case s.attack.open():
		body = s.attack.view(s, kit.Rect{Width: s.Width, Height: l.parts[s.part].Height})
	case len(body) == 0:
		body = many
	case len(many) > 0:
		body = kit.Beside(body, many)
	}
	if l.learner.Empty() {
		return body
	}
	head := append(kit.Block{s.subject()}, s.viewSentence(l.sentence)...)
	if !l.belief.Empty() {
		body = append(body, kit.FitLine(" "+s.theme.Faint.Render(s.beliefLine(s.Width-1)), s.Width))
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

// beliefLine explains what ε means for one person, using the true ε if it is known.
func (s *Screen) beliefLine(width int) string {
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

// sentence describes what the focused part shows.
func (s *Screen) sentence() string {
	if s.attack.open() {
		return s.attack.sentence(s.shot.acted())
	}
	if s.part == manyNoises {
		return s.shot.inference()
	}
	return s.shot.story(s.replay.round)
}

// Headline returns the first sentence about the present state, which the screen then does not repeat, or a short one.
func (s *Screen) Headline(fits func(text string) bool) string {
	if s.headline = ""; s.shot == nil {
		return ""
	}
	first, _, more := strings.Cut(s.sentence(), ". ")
	if more {
		first += "."
	}
	if fits(first) {
		s.headline = first
		return first
	}
	if short := s.shot.brief(s.part, s.replay.round); fits(short) {
		return short
	}
	return ""
}

// viewSentence draws the sentence, or says why the last key did nothing.
func (s *Screen) viewSentence(r kit.Rect) kit.Block {
	text, style := strings.TrimSpace(strings.TrimPrefix(s.sentence(), s.headline)), s.theme.Strong
	if t := s.shot.telling; s.part == manyNoises && t >= 0 && s.shot.judge(&s.shot.readings[t]) == beyond {
		style = s.theme.Bad
	}
	if tried, _ := s.work.search.Progress(); s.work.search.Running() && !s.attack.open() && s.replay.round == s.shot.begins() {
		text = "This is a first guess: the search for a pair on which more plays differ goes on, " +
			number.Plural(tried, "noise") + " tried."
	}
	if tried, _ := s.work.task.Progress(); tried > 0 {
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
		speed := fmt.Sprintf("%d/s", paces[s.replay.pace])
		if s.replay.skips(s.shot) {
			speed = "fast forward"
		}
		frame.Remark = fmt.Sprintf("noise %s · %s · round %s of %s",
			number.Count(s.shot.Noise+1), speed, number.Count(s.replay.round), number.Count(len(s.shot.Rounds)))
		lines = pairPanel{theme: s.theme, shot: s.shot, round: s.replay.round}.view(width, height)
	default:
		frame.Title = "2 Many noises"
		var hidden int
		lines, hidden = s.frequencies().view(width, height)
		frame.Remark = number.Plural(s.shot.Samples, "noise")
		if hidden > 0 {
			frame.Remark += fmt.Sprintf(" · ↑↓ %d more", hidden)
		}
		if rare := s.shot.Others; rare > 0 {
			frame.Remark += fmt.Sprintf(" · %s rare outcomes not shown", number.Count(rare))
		}
	}
	if s.work.search.Running() {
		frame.Title += " (first guess)"
	}
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (s *Screen) frequencies() frequencyPanel { return frequencyPanel{s.theme, s.shot, s.offset} }

// universe returns the style of one.
func universe(t *theme.Theme, side int) lipgloss.Style { return t.Series(side).Style }

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
func arrange(width, height int, focused part, arms int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	body := kit.Rect{Width: width, Height: height}
	if height < lowHeight {
		l.parts[focused] = body
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
		l.parts[focused] = body
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
	l.parts[oneNoise], l.parts[manyNoises] = body.Columns(left)
	return l
}
