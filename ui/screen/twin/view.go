package twin

import (
	"fmt"
	"math"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// The smallest room that the screen works in, and the width from which both of
// its parts stand side by side.
const (
	minWidth, minHeight = 60, 14
	wideWidth           = 110
	above, below        = 1, 2 // lines around the parts
)

// View draws the screen, in the room that it was given and no more.
func (s *Screen) View() string {
	switch {
	case s.width < minWidth || s.height < minHeight:
		return s.say(fmt.Sprintf("The twin universes need %d columns and %d lines; here are %d and %d.",
			minWidth, minHeight, s.width, s.height), s.theme.Text)
	case s.err != nil:
		return s.say("✗ "+s.err.Error(), s.theme.Bad)
	case s.scene == nil:
		return s.say("… looking for two universes that differ in one person, and as visibly as can be, for "+
			s.choice().Label()+". With many arms that takes a while; it goes on wherever you are.", s.theme.Accent)
	}
	lines := kit.Block{s.subject()}
	height := s.height - above - below
	if s.width >= wideWidth {
		left := s.leftWidth()
		lines = append(lines, kit.Beside(s.viewPart(sides, left, height), s.viewPart(spread, s.width-left, height))...)
	} else {
		lines = append(lines, s.viewPart(s.part, s.width, height)...)
	}
	return append(lines, s.moral()...).String()
}

// leftWidth is what the universes need for lanes as wide as may be, but less
// than half of the screen: odds need room, too.
func (s *Screen) leftWidth() int {
	left := s.width * 42 / 100
	for cells := 1; cells <= 3; cells++ {
		if want := labelWidth + middleWidth + 2*cells*len(s.scene.Tapes.Before) + kit.FrameWidth; want <= s.width*47/100 {
			left = max(left, want)
		}
	}
	return left
}

// say fills the screen with one text.
func (s *Screen) say(text string, style lipgloss.Style) string {
	lines := kit.Wrap(text, s.width, 0)
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return kit.Fit(lines, s.width, s.height).String()
}

// subject is whom it is about, and what is known of it.
func (s *Screen) subject() string {
	v := &s.scene.Verdict
	style := s.theme.Good
	switch {
	case v.Broken():
		style = s.theme.Bad
	case math.IsNaN(v.Claimed):
		style = s.theme.Warn
	}
	set := " · ε = " + kit.Epsilon(v.Epsilon)
	if ansi.StringWidth(v.Choice.Label()+set+v.Line())+4 > s.width {
		set = "" // the lines below have it where it matters
	}
	return kit.FitLine(" "+s.theme.Strong.Render(v.Choice.Label())+s.theme.Faint.Render(set+" · ")+style.Render(v.Line()), s.width)
}

// moral is what can be learnt from what is seen, in two lines.
func (s *Screen) moral() kit.Block {
	text, style := s.scene.story(s.round), s.theme.Strong
	if s.part == spread {
		text = s.scene.insight()
		if t := s.scene.telling; t >= 0 && s.scene.judge(&s.scene.readings[t]) == beyond {
			style = s.theme.Bad
		}
	}
	if s.refusal != "" {
		text, style = s.refusal, s.theme.Warn
	}
	lines := kit.Wrap(text, s.width-1, 0)
	for i := range lines {
		lines[i] = " " + style.Render(lines[i])
	}
	return kit.Fit(lines, s.width, below)
}

func (s *Screen) viewPart(which part, width, height int) kit.Block {
	frame := kit.Frame{Focused: s.part == which}
	inside, rows := width-kit.FrameWidth, height-kit.FrameHeight
	var lines []string
	if which == sides {
		frame.Title = "1 One noise"
		frame.Remark = fmt.Sprintf("noise %s · %d/s · round %d of %d",
			kit.Count(s.scene.Noise+1), paces[s.pace], s.round, len(s.scene.Rounds))
		lines = s.viewSides(inside, rows)
	} else {
		frame.Title = "2 Many noises"
		var hidden int
		lines, hidden = s.viewSpread(inside, rows)
		frame.Remark = kit.Count(s.scene.Samples) + " noises"
		if hidden > 0 {
			frame.Remark += fmt.Sprintf(" · ↑↓ %d more", hidden)
		}
		if rare := s.scene.Others; rare > 0 {
			frame.Remark += fmt.Sprintf(" · %d rare ones left out", rare)
		}
	}
	return frame.Draw(s.theme, lines, width, height)
}

// universe is the colour of a universe, wherever it is told of.
func (s *Screen) universe(side int) lipgloss.Style { return s.theme.Series(side).Style }
