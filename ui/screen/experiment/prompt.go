package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// A question is what a prompt asks for.
type question int

const (
	howMany   question = iota // runs
	where                     // to save to
	sweeping                  // values of ε
	recording                 // a new file of records
	resuming                  // a file of records to go on with
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
	case asks == sweeping:
		s.prompt.line.SetText(join(s.epsilons))
	case asks == recording:
		s.prompt.line.SetText(s.fileName(s.runs, ".jsonl"))
	case asks == resuming:
		s.prompt.line.SetText(cmp.Or(s.records, s.fileName(s.runs, ".jsonl")))
	default:
		s.askPath(s.fileName(s.result.Runs, ".csv"))
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
	cmd, err := s.save(path, true)
	return s.answered(cmd, err)
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
		n, err := declare.ParseCount(text)
		if err != nil || n > model.MaxRuns {
			s.refusal = fmt.Sprintf("runs %s: must be a whole number from 1 to %s", text, kit.Count(model.MaxRuns))
			return nil
		}
		s.runs, s.prompt = n, nil
	case where:
		cmd, err := s.save(text, false)
		return s.answered(cmd, err)
	case sweeping:
		return s.answered(nil, s.setSweep(text))
	case recording:
		if err := record.CheckNew(text); err != nil {
			if errors.Is(err, fs.ErrExist) {
				err = fmt.Errorf("%w; u goes on with it", err)
			}
			return s.answered(nil, err)
		}
		return s.answered(s.start(text, false))
	case resuming:
		return s.answered(s.start(text, true))
	}
	return nil
}

// answered ends the prompt, or says what is wrong with the answer.
func (s *Screen) answered(cmd tea.Cmd, err error) tea.Cmd {
	if err != nil {
		s.refusal = err.Error()
		return nil
	}
	s.prompt = nil
	return cmd
}

// join writes values of ε as they are typed.
func join(epsilons []float64) string {
	var all []string
	for _, x := range epsilons {
		all = append(all, declare.FormatNumber(x))
	}
	return strings.Join(all, ",")
}

// asked is what stands before the line that is typed.
var asked = map[question]string{
	howMany:   "runs: ",
	where:     "save to (.csv .json .jsonl .svg .png .pdf): ",
	sweeping:  "ε (0.1,0.5,1 or 0.5:50:50; empty: no sweep): ",
	recording: "record in a new file: ",
	resuming:  "go on with the records in: ",
}

// view is the prompt's line; brief, where more has to stand beside it.
func (p *prompt) view(width int, brief bool) string {
	if p.asks == overwrite {
		return kit.FitLine(p.path+" is there already: y overwrites it, n keeps it", width)
	}
	ask := asked[p.asks]
	if short, _, found := strings.Cut(ask, " ("); found && brief {
		ask = short + ": "
	}
	return ask + p.line.View(width-utf8.RuneCountInString(ask), true)
}
