package run

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
)

// farDots is how many dots the cursor moves at once with a large step.
const farDots = 20

// cursorCommands are those while there is a cursor in the chart. It takes some
// keys away from the others.
func (s *Screen) cursorCommands(others []kit.Command) []kit.Command {
	c := s.chart
	key := func(name, short, keys, does string, do func(), on ...string) kit.Command {
		return kit.Keyed("Cursor in the chart", name, short, keys, does, kit.Do(do), on...)
	}
	list := []kit.Command{
		key("cursor-left", "move", "←", "a dot to the left", func() { c.MoveCursor(-1) }, "left"),
		key("cursor-right", "move", "→", "a dot to the right", func() { c.MoveCursor(+1) }, "right"),
		kit.Keyed("Cursor in the chart", "cursor-go", "go there", "enter", "go to the cursor's round", kit.Ask(s.goToCursor), "enter"),
		key("cursor-close", "leave", "esc c", "close the cursor", c.CloseCursor, "esc", "c"),
		key("cursor-in", "zoom", "+", "half as many rounds around the cursor", func() { c.Zoom(+1) }, "+", "="),
		key("cursor-out", "zoom", "-", "twice as many rounds around the cursor", func() { c.Zoom(-1) }, "-", "_"),
		key("cursor-far-left", "far", "pgup", "far to the left", func() { c.MoveCursor(-farDots) }, "pgup", "shift+left"),
		key("cursor-far-right", "far", "pgdn", "far to the right", func() { c.MoveCursor(+farDots) }, "pgdown", "shift+right"),
	}
	return append(list, kit.WithoutKeys(others, list)...)
}

func (s *Screen) goToCursor() tea.Cmd {
	round := s.chart.Cursor()
	s.chart.CloseCursor()
	return s.driver.Seek(round)
}

// openCursor looks at a round of the chart.
func (s *Screen) openCursor() tea.Cmd {
	if s.places.Panels[0].Empty() {
		s.zoom, s.focus = false, 0
	}
	if !s.chart.OpenCursor() {
		return s.refuse("there is no round to look at yet: space runs, n plays one")
	}
	return nil
}

// A looked round is one that the cursor was at.
type looked struct {
	config *model.Config
	round  int
}

// look asks what happened in the round that the cursor is at, wherever it was
// moved.
func (s *Screen) look() tea.Cmd {
	now := looked{s.Config(), s.chart.Cursor()}
	if now == s.looked {
		return nil
	}
	s.looked = now
	return s.probe.Look(now.config, now.round)
}

func (s *Screen) warn() {
	switch {
	case s.Hides():
		s.refuse("a warning may tell what is hidden: h shows it")
	case len(s.warnings) == 0:
		s.said = "there is nothing to warn of"
	default:
		s.warned = true
		s.scroll.Top()
	}
}

func (s *Screen) warningCommands() []kit.Command {
	return []kit.Command{
		kit.Keyed(looking, "leave", "back", "esc w", "back to the panels", kit.Do(func() { s.warned = false }), "esc", "w"),
		kit.Keyed(looking, "up", "scroll", "↑ k", "scroll up", kit.Do(func() { s.scroll.By(-1) }), "up", "k"),
		kit.Keyed(looking, "down", "scroll", "↓ j", "scroll down", kit.Do(func() { s.scroll.By(+1) }), "down", "j"),
	}
}

// Foot is what stands in the foot in place of the commands; empty: nothing.
func (s *Screen) Foot(width int) string {
	t := s.theme
	switch {
	case s.modes.Typing():
		return s.modes.Foot(width)
	case s.bets.asked != nil && s.refusal == "":
		return s.askedFoot(width)
	case s.refusal != "":
		return kit.FitLine(t.Warn.Render(s.refusal), width)
	case s.said == "" && len(s.betLines()) == 0 && len(s.betSentences()) > 0 && s.shown.search == "":
		return kit.FitLine(s.theme.Strong.Render(strings.Join(s.betSentences(), " ")), width)
	case s.said != "":
		return kit.FitLine(t.Text.Render(s.said), width)
	case s.dial.open() && s.shown.search == "":
		return s.dialFoot(width)
	case s.shown.until > 0:
		text, left := "runs to round "+kit.Count(s.shown.until), ""
		if _, wait, ok := s.driver.Until(); ok && wait > 0 {
			left = ", then pauses · " + kit.Duration(wait) + " left"
		}
		return kit.Spread(t.Accent.Render(text+left), t.Faint.Render("space pauses"), width)
	case s.shown.search != "":
		return kit.Spread(t.Accent.Render(s.shown.search+" …"), t.Faint.Render("esc stops"), width)
	case s.shown.note != "":
		return kit.FitLine(t.Warn.Render(s.shown.note), width)
	}
	return ""
}
