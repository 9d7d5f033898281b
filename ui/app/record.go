package app

import (
	"fmt"

	"github.com/charmbracelet/x/term"

	"regretscope/ui/cast"
	"regretscope/ui/kit"
)

// A recordedTerminal is a terminal that is recorded besides. It stays one for Bubble
// Tea, which asks it for its size and its modes, and has no method but Write that writes.
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

// chapterCommand marks a chapter in the recording.
func (r *root) chapterCommand() kit.Command {
	return kit.Command{
		Name: "chapter", Key: kit.Bind("*", "mark a chapter in the recording", "*"), Short: "chapter", Group: program, Argument: "[TITLE]",
		Run: kit.Set(func(title string) error {
			if title == "" {
				title = r.place()
			}
			r.live.Chapter(title)
			r.told = "chapter: " + title
			return r.live.Err()
		}),
	}
}

// place says in a few words what is on screen.
func (r *root) place() string {
	if r.onRun() {
		return fmt.Sprintf("%s, round %s", r.run.Config().Scenario.Name, kit.Count(r.run.Round()))
	}
	return r.shown.Title()
}
