package run

import (
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

func (s *Screen) openDial(text string) (tea.Cmd, error) {
	if d := s.dial; d.open() {
		value, err := d.parse(text)
		if err == nil {
			err = d.turnTo(value)
		}
		return nil, err
	}
	d, err := newDial(s.Config(), s.learner, text)
	if err != nil {
		return nil, err
	}
	cmd := s.modes.Close()
	s.dial = d
	return tea.Batch(cmd, s.compare(d.wide)), nil
}

func (d *dial) open() bool { return d != nil && !d.closing }

// closeDial shows the learner as it is again.
func (s *Screen) closeDial() tea.Cmd {
	s.dial.closing = true
	return s.driver.Change(s.dial.main)
}

// keepDialled makes a what-if copy at the chosen value.
func (s *Screen) keepDialled() (tea.Cmd, error) {
	d := s.dial
	cmd, err := s.addCopy(d.main.Learners[d.of], d.rungs[d.at].choice)
	d.closing = err == nil
	return cmd, err
}

// settleDial forgets a closed dial once its values are gone. It closes one whose
// learner is not looked at any longer.
func (s *Screen) settleDial() tea.Cmd {
	d := s.dial
	switch shot := s.driver.Snapshot(); {
	case d == nil:
	case d.closing && !s.driver.Changing() && (shot == nil || shot.Config != d.wide):
		s.dial = nil
	case !d.closing && s.learner != d.of:
		return s.closeDial()
	}
	return nil
}

// played is the place of the learner that the panels follow among all that are played.
func (s *Screen) played() int {
	if d := s.dial; d != nil && s.driver.Config() == d.wide {
		return d.rungs[d.at].place
	}
	return s.learner
}

// dialCommands take the keys that the open dial needs from the other commands.
func (s *Screen) dialCommands(others []kit.Command) []kit.Command {
	turn := func(by int) kit.Action { return kit.Do(func() { s.dial.turn(by) }) }
	smaller, larger := "a smaller "+s.dial.turns, "a larger "+s.dial.turns
	if s.dial.turns == "epsilon" {
		smaller, larger = "a smaller ε: more privacy", "a larger ε: less privacy"
	}
	list := []kit.Command{
		kit.Keyed(copying, "dial-down", s.dial.symbol(), "←", smaller, turn(-1), "left"),
		kit.Keyed(copying, "dial-up", s.dial.symbol(), "→", larger, turn(+1), "right"),
		kit.Keyed(copying, "dial-keep", "keep", "enter", "keep this value as a what-if copy", kit.Look(func(string) (tea.Cmd, error) { return s.keepDialled() }), "enter"),
		kit.Keyed(copying, "dial-close", "close", "esc d", "close the dial: all is as before", kit.Ask(s.closeDial), "esc", "d"),
	}
	for i, c := range others {
		if c.Name == "cursor" || c.Name == "what-if" || c.Name == "remove-copy" {
			others[i].Refusal = "the dial is open: esc closes it, enter keeps its value as a copy"
		}
	}
	return append(list, kit.WithoutKeys(others, list)...)
}

// dialFoot is the caption of the dial, with its keys where there is room.
func (s *Screen) dialFoot(width int) string {
	if s.fan == nil {
		return ""
	}
	text := s.dial.caption(s.shown.shot, s.fan, s.Hides())
	keys := "← → " + s.dial.symbol() + " · enter keeps · esc closes"
	if ansi.StringWidth(text)+3+ansi.StringWidth(keys) > width {
		return kit.FitLine(s.theme.Accent.Render(text), width)
	}
	return kit.Spread(s.theme.Accent.Render(text), s.theme.Faint.Render(keys), width)
}
