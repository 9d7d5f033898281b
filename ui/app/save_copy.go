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
	"regretscope/ui/screen/run"
	"regretscope/ui/screenshot"
	"regretscope/ui/script"
)

// takeaways returns the commands that save or copy what is on screen.
func (r *root) takeaways() []kit.Command {
	list := []kit.Command{{
		Name: "save-screen", Argument: "[FILE]", Key: "P",
		Help: "save a picture of the screen: SVG, or PNG or text if the file ends in .png or .txt", Act: kit.Write(r.saveScreen),
	}}
	c := kit.Command{Name: "copy-command", Key: "y", Short: "copy", Help: "copy the command line that shows this"}
	line := r.openLine
	switch shown := r.shown.(type) {
	case *run.Screen:
		c.Help = "copy the command line that opens this run at this round"
		line = func() string { return shown.CommandLine(shown.Config()) }
	case interface{ CommandLine() string }:
		line = shown.CommandLine
	default:
		c.Help = "copy the command line that opens the run at this round"
		if r.openLine() == "" {
			return list
		}
	}
	if !r.Reading() && r.run != nil && r.run.Focus.Reveals() != "" {
		c.Refusal = "the command line would reveal " + r.run.Focus.Reveals() + ": h shows hidden values"
	}
	c.Act = kit.Copy(func() tea.Cmd {
		if text := script.Typed(line()); text != "" {
			return r.copyCommand(text)
		}
		r.Warn("there is no command line for this yet")
		return nil
	})
	return append(list, c)
}

// saveScreen writes the screen to a new file.
func (r *root) saveScreen(path string) (tea.Cmd, error) {
	name, ending, hint := "regretscope-screen", ".svg", "; :save-screen NAME.png writes PNG"
	if path != "" {
		hint = ""
		ending = strings.ToLower(filepath.Ext(path))
		name = strings.TrimSuffix(path, filepath.Ext(path))
	}
	if !slices.Contains([]string{".svg", ".png", ".txt"}, ending) {
		return nil, fmt.Errorf("%s: must end in .svg, .png or .txt", path)
	}
	view, dark := r.drawOn(), r.theme.Shade != theme.Light
	made := r.made()
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

// drawOn draws the window for a background that a picture paints: dark, if that of the terminal is unknown.
func (r *root) drawOn() string {
	if r.theme.Shade == theme.Unknown {
		before := *r.theme
		redraw := func() { r.shown.SetSize(r.width-4, r.room-4); r.Resize() } // panels of the same size are not drawn again
		*r.theme = *theme.New(before.Renderer, theme.Dark)
		r.theme.Charset = before.Charset
		defer func() { *r.theme = before; redraw() }()
		redraw()
	}
	return r.drawWith(nil)
}

// made returns the provenance of a picture of the screen.
func (r *root) made() *trials.Made {
	line := cmp.Or(r.openLine(), "regretscope")
	if r.run == nil {
		return trials.MadeBy(line)
	}
	return trials.MadeBy(line, trials.DesignOf(r.run.Config()))
}

// openLine returns the command line that opens the present lesson or run; empty if there is
// neither.
func (r *root) openLine() string {
	switch place := r.stops.State(); {
	case place.Lesson != nil && !place.Away:
		return fmt.Sprintf("regretscope lesson %s --at-stop %d",
			script.Quote(param.Printable(place.Lesson.Path())), place.Stop+1)
	case r.run != nil:
		return r.run.CommandLine(r.run.Config())
	}
	return ""
}

// copyCommand copies a command line to the clipboard, if the terminal allows that, and shows it in
// the foot; without a clipboard, on a page. A web page makes a link of it.
func (r *root) copyCommand(command string) tea.Cmd {
	if r.options.Output == nil {
		r.page.Show(kit.Wrap(command, r.width, 0))
		return nil
	}
	if runtime.GOOS != "js" { // a web page shows the link
		r.Tell("copied, if the terminal allows it: " + command)
	}
	return func() tea.Msg {
		// Terminals without a clipboard ignore this sequence.
		_, _ = osc52.New(command).WriteTo(r.options.Output)
		return nil
	}
}
