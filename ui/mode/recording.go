package mode

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/cast"
	"regretscope/ui/kit"
)

// A Program is the program that is recorded.
type Program interface {
	Scene() string // what is on screen, in a few words
	Tell(text string)
}

// A Recording records what people are shown, while they are shown it, or nothing.
type Recording struct {
	Closed
	program Program
	live    *cast.Live // nil: nothing is recorded
}

// NewRecording records with live, unless it is nil.
func NewRecording(p Program, live *cast.Live) *Recording {
	return &Recording{program: p, live: live}
}

// Unsaved says what would end if the program were left; empty for nothing.
func (r *Recording) Unsaved() string {
	return kit.Unless(r.live == nil, "the recording would end")
}

// Update notes the size of the terminal.
func (r *Recording) Update(msg tea.Msg) tea.Cmd {
	if size, ok := msg.(tea.WindowSizeMsg); ok && r.live != nil {
		r.live.Resize(size.Width, size.Height)
	}
	return nil
}

// Commands adds the one that marks a chapter.
func (r *Recording) Commands(below []kit.Command) []kit.Command {
	if r.live == nil {
		return below
	}
	mark := kit.Command{
		Name: "chapter", Argument: "[TITLE]", Key: "*", Short: "chapter",
		Help: "mark a chapter in the recording", Group: "Program", Try: r.mark,
	}
	return append(below, mark)
}

func (r *Recording) mark(title string) error {
	if title == "" {
		title = r.program.Scene()
	}
	r.live.Chapter(title)
	r.program.Tell("chapter: " + title)
	return r.live.Err()
}
