package run

import (
	"fmt"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// A prompt is a round being typed.
type prompt struct{ line form.Line }

func (p *prompt) view(horizon, width int) string {
	ask := fmt.Sprintf("go to round (0 to %s, +N, −N, %%, e, c): ", kit.Count(horizon))
	return ask + p.line.View(max(width-len(ask)-24, 8), true)
}

// accept goes to the round that was typed.
func (s *Screen) accept() (tea.Cmd, error) {
	text := s.prompt.line.Text()
	s.prompt = nil
	if text == "" {
		return nil, nil
	}
	return s.goTo(text)
}

// goTo goes to a round: a number, as flags take it; +N or -N from here; N% of the
// horizon; e for the next release or breakpoint, c for the next change of arm.
// Without one it asks for it.
func (s *Screen) goTo(text string) (tea.Cmd, error) {
	d := s.driver
	text = strings.ReplaceAll(text, "−", "-")
	switch {
	case text == "":
		s.prompt = &prompt{}
		return nil, nil
	case text == "e":
		return s.toEvent(model.PhaseOrPlay, release, true), nil
	case text == "c":
		return s.toEvent(model.ArmChange, change, true), nil
	}
	number, percent := strings.CutSuffix(text, "%")
	sign := 0
	if strings.HasPrefix(number, "+") {
		sign = 1
	} else if strings.HasPrefix(number, "-") {
		sign = -1
	}
	x, err := declare.ParseNumber(strings.TrimLeft(number, "+-"))
	if percent {
		x = math.Round(x / 100 * float64(d.Config().Horizon))
	}
	if sign != 0 {
		x = float64(d.Round()) + float64(sign)*x
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x > float64(d.Config().Horizon) {
		return nil, fmt.Errorf("%s is no round of this run: it must be a whole number from 0 to %s", text, kit.Count(d.Config().Horizon))
	}
	return d.Seek(int(x)), nil
}

// rounds reads how many rounds to go.
func rounds(text string, most int) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > float64(most) {
		return 0, fmt.Errorf("%s: must be a whole number from 1 to %s", text, kit.Count(most))
	}
	return int(x), nil
}
