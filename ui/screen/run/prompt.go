package run

import (
	"fmt"
	"math"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// A prompt is a round being typed, as flags take it: 1000, 1e6, 1_000_000.
type prompt struct{ text string }

const longestRound = 16 // characters

func (s *Screen) pressPrompt(msg tea.KeyMsg) tea.Cmd {
	k, p := &s.keys, s.prompt
	switch {
	case key.Matches(msg, k.Leave):
		s.prompt = nil
	case key.Matches(msg, k.Accept):
		return s.accept()
	case key.Matches(msg, k.Erase):
		p.text = p.text[:max(len(p.text)-1, 0)] // what is let in below takes one byte
	case msg.Type == tea.KeyRunes:
		for _, r := range msg.Runes {
			if len(p.text) < longestRound && (r >= '0' && r <= '9' || r == 'e' || r == '+' || r == '.' || r == '_') {
				p.text += string(r)
			}
		}
	}
	return nil
}

// accept goes to the round that was typed, if it is one.
func (s *Screen) accept() tea.Cmd {
	text, horizon := s.prompt.text, s.driver.Config().Horizon
	s.prompt = nil
	if text == "" {
		return nil
	}
	round, err := declare.ParseNumber(text)
	if err != nil || round != math.Trunc(round) || round < 0 || round > float64(horizon) {
		return s.refuse("%s is no round of this run: it must be a whole number from 0 to %s", text, kit.Count(horizon))
	}
	return s.driver.Seek(int(round))
}

func (p *prompt) line(horizon int) string {
	return fmt.Sprintf("go to round (0 to %s): %s▏", kit.Count(horizon), p.text)
}
