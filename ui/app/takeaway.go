package app

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/setup"
)

// takeaways returns the commands that save or copy what is on screen.
func (r *root) takeaways() []kit.Command {
	list := []kit.Command{{
		Name: "save-screen", Argument: "[FILE]", Key: "P",
		Help: "save the screen as SVG, or as text where the file ends in .txt", Write: r.saveScreen,
	}}
	if r.onRun() {
		c := kit.Command{
			Name: "copy-command", Key: "y", Short: "copy",
			Help: "copy the command line that opens this run at this round", Copy: r.copyCommand,
		}
		if told := r.run.Tells(); told != "" {
			c.Refusal = "the command line would reveal " + told + ": h shows hidden values"
		}
		list = append(list, c)
	}
	return list
}

type writtenMsg struct {
	path string
	err  error
}

// saveScreen writes the screen to a new file.
func (r *root) saveScreen(by outfile.Rights, path string) (tea.Cmd, error) {
	name, ending := "regretscope-screen", ".svg"
	if path != "" {
		ending = strings.ToLower(filepath.Ext(path))
		name = strings.TrimSuffix(path, filepath.Ext(path))
	}
	if ending != ".svg" && ending != ".txt" {
		return nil, fmt.Errorf("%s: must end in .svg or .txt", path)
	}
	view, dark := r.drawWith(nil), r.theme.Shade != theme.Light
	made := model.MadeBy(r.openLine())
	if r.run != nil {
		made = model.MadeBy(r.openLine(), r.run.Config().Design())
	}
	return func() tea.Msg {
		paths, err := by.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error {
			if ending == ".txt" {
				_, err := io.WriteString(w, Text(view))
				return err
			}
			return SVG(w, view, dark, made)
		})
		if err != nil {
			return writtenMsg{err: err}
		}
		return writtenMsg{path: paths[0]}
	}, by.Check(name + ending)
}

// commandLine returns the command line that opens the run at its round.
func (r *root) commandLine() string {
	line := strings.Join(setup.CommandLine(r.run.Config()), " ")
	if round := r.run.Driver().Round(); round > 0 && !r.run.Config().Waits() { // a game begins again
		line += fmt.Sprintf(" --at-round %d", round)
	}
	place := r.run.Place()
	if place.View != "" {
		line += " --view " + place.View
	}
	if place.Learner > 0 {
		line += fmt.Sprintf(" --focus %d", place.Learner+1)
	}
	return line
}

// openLine returns the command line that opens the present lesson or run; empty if there is
// neither.
func (r *root) openLine() string {
	switch place := r.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d", place.Lesson.Name, place.Stop+1)
	case r.run != nil:
		return r.commandLine()
	}
	return ""
}

// copyCommand copies the run's command line to the clipboard, if the terminal allows that, and
// shows it. A web page makes a link of it. For a lesson or script it only shows it.
func (r *root) copyCommand(by outfile.Rights) tea.Cmd {
	command := r.commandLine()
	copied := !by.Played() && r.options.Output != nil
	var lines []string
	if copied {
		lines = []string{r.theme.Faint.Render("# copied, where the terminal lets programs use its clipboard"), ""}
	}
	if runtime.GOOS != "js" || !copied { // a web page shows the link
		r.page.Show(append(lines, kit.Wrap(command, r.width, 0)...))
	}
	if !copied {
		return nil
	}
	return func() tea.Msg {
		// Terminals without a clipboard ignore this sequence.
		_, _ = osc52.New(command).WriteTo(r.options.Output)
		return nil
	}
}
