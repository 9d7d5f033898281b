package app

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// ownKeys are the keys that the root has on the screens in its frame.
type ownKeys struct{ Help, Quit, Back, Up, Down, Interrupt, Suspend key.Binding }

func newOwnKeys() ownKeys {
	bind := kit.Bind
	return ownKeys{
		Help: bind("?", "help", "?"), Quit: bind("q", "quit", "q"),
		Back: bind("esc", "back to the run", "esc"),
		Up:   bind("↑", "scroll up", "up"), Down: bind("↓", "scroll down", "down"),
		Interrupt: bind("ctrl+c", "quit at once", "ctrl+c"), Suspend: bind("ctrl+z", "to the shell, until fg", "ctrl+z"),
	}
}

// frameRows are the title above a screen and the keys below it.
const frameRows = 2

// pressFramed takes the root's own keys and leaves the others to the screen.
func (r *root) pressFramed(msg tea.KeyMsg) tea.Cmd {
	typing := r.shown.Typing()
	switch {
	case r.help:
		switch {
		case key.Matches(msg, r.keys.Down):
			r.helpOffset++
		case key.Matches(msg, r.keys.Up):
			r.helpOffset = max(r.helpOffset-1, 0)
		default:
			r.help = false
		}
		return nil
	case !typing && key.Matches(msg, r.keys.Quit):
		return tea.Quit
	case !typing && key.Matches(msg, r.keys.Help):
		r.help, r.helpOffset = true, 0
		return nil
	case r.run != nil && key.Matches(msg, r.keys.Back) && !r.takes(msg):
		r.shown = nil
		return nil
	}
	return r.shown.Update(msg)
}

// takes tells whether the screen itself has something to do for a key.
func (r *root) takes(msg tea.KeyMsg) bool {
	return slices.ContainsFunc(r.shown.KeyMap(), func(b key.Binding) bool { return key.Matches(msg, b) })
}

// viewFramed is the screen with its title and keys, or the help.
func (r *root) viewFramed() string {
	own := []key.Binding{r.keys.Help, r.keys.Quit}
	if r.run != nil {
		own = append([]key.Binding{r.keys.Back}, own...)
	}
	title := kit.FitLine(r.theme.Title.Render("regretscope")+"   "+r.theme.Faint.Render(r.shown.Title()), r.width)
	if r.height < frameRows+1 {
		return title
	}
	var body string
	if r.help {
		groups := []kit.KeyGroup{
			{Title: "This screen", Bindings: r.shown.KeyMap()},
			{Title: "Program", Bindings: append(own, r.keys.Interrupt, r.keys.Suspend)},
		}
		body = kit.KeyHelp(r.theme, groups, r.width, r.height-frameRows, r.helpOffset).String()
	} else {
		body = r.shown.View()
	}
	return title + "\n" + body + "\n" + kit.KeyBar(r.theme, r.shown.KeyMap(), own, r.width)
}
