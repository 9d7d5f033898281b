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

// A prompt is a round being typed, to go to or to run to.
type prompt struct {
	line form.Line
	run  bool
}

func (p *prompt) view(horizon, width int) string {
	ask := fmt.Sprintf("go to round (0 to %s, +N, −N, %%, e, c): ", kit.Count(horizon))
	if p.run {
		ask = fmt.Sprintf("run to round (up to %s, +N, %%), then pause: ", kit.Count(horizon))
	}
	return ask + p.line.View(max(width-len(ask)-24, 8), true)
}

func (s *Screen) accept() (tea.Cmd, error) {
	text, run := s.prompt.line.Text(), s.prompt.run
	s.prompt = nil
	switch {
	case text == "":
		return nil, nil
	case run:
		return s.runTo(text)
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
		return s.toEvent(model.ReleaseOrBreak, release, true), nil
	case text == "c":
		return s.toEvent(model.ArmChange, change, true), nil
	}
	round, err := s.parseRound(text)
	if err != nil {
		return nil, err
	}
	return d.Seek(round), nil
}

// runTo runs to a round and pauses there. Without one it asks for it.
func (s *Screen) runTo(text string) (tea.Cmd, error) {
	if text == "" {
		s.prompt = &prompt{run: true}
		return nil, nil
	}
	round, err := s.parseRound(text)
	switch now := s.driver.Round(); {
	case err != nil:
		return nil, err
	case round <= now:
		return nil, fmt.Errorf("round %s is not ahead of round %s: g goes back", kit.Count(round), kit.Count(now))
	}
	return s.driver.RunTo(round), nil
}

// parseRound reads a round: as flags take it, from here, or in percent of the horizon.
func (s *Screen) parseRound(text string) (int, error) {
	d := s.driver
	text = strings.ReplaceAll(text, "−", "-")
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
		return 0, fmt.Errorf("%s is no round of this run: it must be a whole number from 0 to %s", text, kit.Count(d.Config().Horizon))
	}
	return int(x), nil
}

func rounds(text string, most int) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > float64(most) {
		return 0, fmt.Errorf("%s: must be a whole number from 1 to %s", text, kit.Count(most))
	}
	return int(x), nil
}
