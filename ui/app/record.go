package app

import (
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"

	"regretscope/ui/cast"
	"regretscope/ui/kit"
)

// recorded is an output that is recorded besides. Where it is a terminal it stays
// one for Bubble Tea, which asks it for its size and its modes.
func recorded(output io.Writer, live *cast.Live) io.Writer {
	if live == nil {
		return output
	}
	if terminal, ok := output.(term.File); ok {
		return &recordedTerminal{terminal, live}
	}
	return io.MultiWriter(output, recorder{live})
}

// A recordedTerminal has no method but Write that writes.
type recordedTerminal struct {
	term.File
	live *cast.Live
}

// Write implements io.Writer.
func (t *recordedTerminal) Write(text []byte) (int, error) {
	n, err := t.File.Write(text)
	t.live.Output(text[:n])
	return n, err
}

// A recorder records what is written.
type recorder struct{ live *cast.Live }

// Write implements io.Writer.
func (r recorder) Write(text []byte) (int, error) {
	r.live.Output(text)
	return len(text), nil
}

// chapterCommand marks a chapter in the recording.
func (r *root) chapterCommand() kit.Command {
	return kit.Command{
		Name: "chapter", Key: kit.Bind("*", "mark a chapter in the recording", "*"), Short: "chapter", Group: program, Argument: "[TITLE]",
		Run: func(title string) (tea.Cmd, error) {
			if title == "" {
				title = r.place()
			}
			r.live.Chapter(title)
			r.told = "chapter: " + title
			return nil, r.live.Err()
		},
	}
}

// place says in a few words what is on screen.
func (r *root) place() string {
	if r.onRun() {
		return fmt.Sprintf("%s, round %s", r.run.Config().Scenario.Name, kit.Count(r.run.Round()))
	}
	return r.shown.Title()
}
