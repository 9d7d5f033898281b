package app

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/playback"
	"regretscope/ui/screen/run"
	"regretscope/ui/screenshot"
)

// An export writes pictures of the screen, and copies command lines.
type export struct {
	screens *screens
	window  *window
	foot    *foot
	stops   *playback.Player
	page    *mode.Page
	output  io.Writer // the terminal; nil: there is none
}

// noCopy returns why the command line may not be shown.
func (e *export) noCopy() string {
	if now := e.screens.run; now != nil && !e.screens.reading() && now.Focus.Reveals() != "" {
		return "the command line would reveal " + now.Focus.Reveals() + ": h shows hidden values"
	}
	return ""
}

// line returns the command line that opens what is shown, and says what it does; empty: there is none.
func (e *export) line() (line func() string, does string) {
	switch shown := e.screens.shown.(type) {
	case *run.Screen:
		return func() string { return shown.CommandLine(shown.State().Config) }, "opens this run at this round"
	case interface{ CommandLine() string }:
		return shown.CommandLine, "shows this"
	}
	return e.openLine, kit.TextUnless(e.openLine() == "", "opens the run at this round")
}

// copyLine copies the command line.
func (e *export) copyLine() tea.Cmd {
	line, _ := e.line()
	if text := kit.Typed(line()); text != "" {
		return e.copyCommand(text)
	}
	e.foot.warn("there is no command line for this yet")
	return nil
}

func (e *export) saveScreen(path string) (tea.Cmd, error) {
	name, ending, hint := "regretscope-screen", ".svg", "; :save-screen NAME.png writes PNG"
	if path != "" {
		hint = ""
		ending = strings.ToLower(filepath.Ext(path))
		name = strings.TrimSuffix(path, filepath.Ext(path))
	}
	if !slices.Contains([]string{".svg", ".png", ".txt"}, ending) {
		return nil, fmt.Errorf("%s: must end in .svg, .png or .txt", path)
	}
	view, dark := e.window.painted(), e.screens.theme.Shade != theme.Light
	made := e.made()
	return func() tea.Msg {
		paths, err := outfile.CreateSet(name, []string{ending}, func(_ string, w io.Writer) error {
			switch ending {
			case ".txt":
				_, err := fmt.Fprintf(w, "%s\n%s\n", screenshot.Text(view), made.Text())
				return err
			case ".png":
				return screenshot.PNG(w, view, dark, made)
			}
			return screenshot.SVG(w, view, dark, made)
		})
		if err != nil {
			return kit.ToldMsg{Err: err}
		}
		return kit.ToldMsg{Text: "wrote " + paths[0] + hint}
	}, nil
}

// made returns the provenance of a picture of the screen.
func (e *export) made() *trials.Made {
	line := cmp.Or(e.openLine(), "regretscope")
	if e.screens.run == nil {
		return trials.MadeBy(line)
	}
	return trials.MadeBy(line, trials.DesignOf(e.screens.run.State().Config))
}

// openLine returns the command line that opens the present lesson or run, or "".
func (e *export) openLine() string {
	switch place := e.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d",
			param.Quote(param.Printable(place.Lesson.Path())), place.Stop+1)
	case e.screens.run != nil:
		return e.screens.run.CommandLine(e.screens.run.State().Config)
	}
	return ""
}

// copyCommand copies a command line to the clipboard, if the terminal allows that, and shows it in
// the foot; without a clipboard, on a page. A web page makes a link of it.
func (e *export) copyCommand(command string) tea.Cmd {
	if e.output == nil {
		e.page.Show(kit.Wrap(command, e.window.width, 0))
		return nil
	}
	if runtime.GOOS != "js" { // a web page shows the link
		e.foot.tell("copied, if the terminal allows it: " + command)
	}
	return func() tea.Msg {
		// Terminals without a clipboard ignore this sequence.
		_, _ = osc52.New(command).WriteTo(e.output)
		return nil
	}
}
