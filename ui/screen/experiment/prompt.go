package experiment

import (
	"fmt"
	"math"
	"strconv"

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

// ask asks a question, or takes the answer where it is given.
func (s *Screen) ask(asks question, answer string) (tea.Cmd, error) {
	s.prompt = &prompt{asks: asks}
	switch {
	case answer != "":
		s.prompt.line.SetText(answer)
		cmd := s.accept()
		if s.refusal != "" {
			s.prompt = nil
		}
		return cmd, nil
	case asks == howMany:
		s.prompt.line.SetText(strconv.Itoa(s.runs))
	default:
		s.askPath(s.fileName())
	}
	return nil, nil
}

func (s *Screen) askPath(path string) {
	s.prompt = &prompt{asks: where}
	s.prompt.line.SetText(path)
}

// overwrite saves over the file that is there.
func (s *Screen) overwrite() tea.Cmd {
	path := s.prompt.path
	s.prompt = nil
	return s.save(path, true)
}

// keep leaves the file that is there as it is.
func (s *Screen) keep() {
	s.said = "not saved: " + s.prompt.path + " stays as it is"
	s.prompt = nil
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
		return kit.FitLine(p.path+" is there already: y overwrites it, n keeps it", width)
	}
}
