package experiment

import (
	"fmt"
	"math"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// A question is what a prompt asks for.
type question int

const (
	howMany   question = iota // runs
	where                     // to save to
	overwrite                 // the file that is there?
)

// A prompt is a line being typed, or a question to be answered by a key.
type prompt struct {
	asks question
	line form.Line
	path string // that overwrite is about
}

func (s *Screen) askRuns() {
	s.prompt = &prompt{asks: howMany}
	s.prompt.line.SetText(strconv.Itoa(s.runs))
}

func (s *Screen) askPath(path string) {
	s.prompt = &prompt{asks: where}
	s.prompt.line.SetText(path)
}

func (s *Screen) pressPrompt(msg tea.KeyMsg) tea.Cmd {
	p, k := s.prompt, &s.keys
	switch {
	case key.Matches(msg, k.Leave):
		s.prompt = nil
	case p.asks == overwrite:
		s.prompt = nil
		if key.Matches(msg, k.Overtake) {
			return s.save(p.path, true)
		}
		s.said = "not saved: " + p.path + " stays as it is"
	case key.Matches(msg, k.Accept):
		return s.accept()
	default:
		p.line.Press(msg)
	}
	return nil
}

// accept takes what was typed; what is wrong stays to be mended.
func (s *Screen) accept() tea.Cmd {
	text := s.prompt.line.Text()
	switch s.prompt.asks {
	case howMany:
		n, err := declare.ParseNumber(text)
		if err != nil || n != math.Trunc(n) || n < 1 || n > model.MaxRuns {
			s.refusal = fmt.Sprintf("runs %s: must be a whole number from 1 to %s", text, kit.Count(model.MaxRuns))
			return nil
		}
		s.runs, s.prompt = int(n), nil
	case where:
		if _, err := writerFor(text); err != nil {
			s.refusal = err.Error()
			return nil
		}
		s.prompt = nil
		return s.save(text, false)
	}
	return nil
}

// view is the prompt's line.
func (p *prompt) view(width int) string {
	switch p.asks {
	case howMany:
		return "runs: " + p.line.View(width-len("runs: "), true)
	case where:
		const ask = "save to (.csv or .json): "
		return ask + p.line.View(width-len(ask), true)
	default:
		return kit.FitLine(p.path+" is there already: y overwrites it, any other key does not", width)
	}
}
