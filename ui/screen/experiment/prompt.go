package experiment

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/outfile"
)

// A question is something that is typed, with the command that asks it.
type question struct {
	kit.Command
	asks, how string               // what stands before the line, the second where there is room
	offer     func(*Screen) string // what the line holds at first
	writes    bool                 // the answer names a file
	// accept takes the answer; what is wrong stays to be mended.
	accept func(*Screen, outfile.Rights, string) (tea.Cmd, error)
}

func (q *question) action(f func(by outfile.Rights, answer string) (tea.Cmd, error)) kit.Action {
	if q.writes {
		return kit.Write(f)
	}
	return kit.Look(func(answer string) (tea.Cmd, error) { return f(outfile.Rights{}, answer) })
}

var (
	howMany = &question{
		kit.Command{Name: "runs", Key: kit.Bind("r", "how many replications", "r"), Short: "runs", Argument: "[N]"},
		"runs", "", func(s *Screen) string { return strconv.Itoa(s.runs) }, false, func(s *Screen, _ outfile.Rights, text string) (tea.Cmd, error) {
			n, err := declare.ParseCount(text)
			if err != nil || n > model.MaxRuns {
				return nil, fmt.Errorf("runs %s: must be a whole number from 1 to %s", text, kit.Count(model.MaxRuns))
			}
			s.runs = n
			return nil, nil
		},
	}
	sweeping = &question{
		kit.Command{Name: "sweep", Key: kit.Bind("g", "values of ε to sweep: a list, FROM:TO:COUNT, or off", "g"), Short: "sweep ε", Argument: "[ε,…]"},
		"ε", "0.1,0.5,1 or 0.5:50:50; empty: no sweep", func(s *Screen) string { return join(s.epsilons) }, false,
		func(s *Screen, _ outfile.Rights, text string) (tea.Cmd, error) { return nil, s.setSweep(text) },
	}
	saving = &question{
		kit.Command{Name: "save", Key: kit.Bind("s", "save as CSV, JSON, records (.jsonl) or a plot (.svg, .png, .pdf)", "s"), Short: "save", Argument: "[FILE]"},
		"save to", ".csv .json .jsonl .svg .png .pdf", func(s *Screen) string { return s.fileName(s.result.Runs, ".csv") }, true,
		func(s *Screen, by outfile.Rights, path string) (tea.Cmd, error) { return s.save(by, path, false) },
	}
	recording = &question{
		kit.Command{Name: "record", Key: kit.Bind("w", "play the replications and record each in a new file", "w"), Short: "record", Argument: "[FILE]"},
		"record in a new file", "", func(s *Screen) string { return s.fileName(s.runs, recordsEnding) }, true,
		(*Screen).record,
	}
	resuming = &question{
		kit.Command{Name: "resume", Key: kit.Bind("u", "go on with a file of records", "u"), Short: "resume", Argument: "[FILE]"},
		"go on with the records in", "", func(s *Screen) string { return cmp.Or(s.records, s.fileName(s.runs, recordsEnding)) }, true,
		func(s *Screen, by outfile.Rights, path string) (tea.Cmd, error) {
			if by.Played() {
				return nil, by.Refuse("go on with "+path, "only you may")
			}
			return s.start(path, true)
		},
	}
)

// questions are all of them, as commands are listed.
var questions = []*question{howMany, sweeping, saving, recording, resuming}

// A prompt is a line being typed, or the question whether a file is to be overwritten.
type prompt struct {
	*question // nil where a file is to be overwritten
	line      form.Line
	path      string // of that file
}

// ask asks a question, or takes the answer where it is given. A played file answers
// at once: nobody presses enter on a path that it has typed.
func (s *Screen) ask(q *question, by outfile.Rights, answer string) (tea.Cmd, error) {
	if answer == "" && by.Played() && q.writes {
		answer = q.offer(s)
	}
	if answer != "" {
		return q.accept(s, by, answer)
	}
	s.askAgain(q, q.offer(s))
	s.prompt.line.Select()
	return nil, nil
}

// askAgain asks a question whose line holds a text.
func (s *Screen) askAgain(q *question, text string) {
	s.prompt = &prompt{question: q}
	s.prompt.line.SetText(text)
}

// accept takes what was typed, or saves over the file that is there.
func (s *Screen) accept(by outfile.Rights, _ string) (tea.Cmd, error) {
	p := s.prompt
	if p.question == nil {
		return s.answered(s.save(by, p.path, true))
	}
	return s.answered(p.question.accept(s, by, p.line.Text()))
}

// answered ends the prompt unless something is wrong with the answer.
func (s *Screen) answered(cmd tea.Cmd, err error) (tea.Cmd, error) {
	if err == nil {
		s.prompt = nil
	}
	return cmd, err
}

// keep leaves the file that is there as it is.
func (s *Screen) keep() {
	s.said = "not saved: " + s.prompt.path + " stays as it is"
	s.prompt = nil
}

// join writes values of ε as they are typed.
func join(epsilons []float64) string {
	var all []string
	for _, x := range epsilons {
		all = append(all, declare.FormatNumber(x))
	}
	return strings.Join(all, ",")
}

// view is the prompt's line; brief, where more has to stand beside it.
func (p *prompt) view(width int, brief bool) string {
	if p.question == nil {
		return kit.FitLine(p.path+" is there already: y overwrites it, n keeps it", width)
	}
	ask := p.asks + ": "
	if p.how != "" && !brief {
		ask = p.asks + " (" + p.how + "): "
	}
	return ask + p.line.View(width-utf8.RuneCountInString(ask), true)
}
