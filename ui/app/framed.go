package app

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// ownKeys are the keys that the root has on the screens in its frame.
type ownKeys struct{ Help, HelpTyping, Quit, Back, Up, Down, Interrupt, Suspend key.Binding }

func newOwnKeys() ownKeys {
	bind := kit.Bind
	return ownKeys{
		Help: bind("?", "help", "?", "f1"), HelpTyping: bind("f1", "help", "f1"), Quit: bind("q", "quit", "q"),
		Back: bind("esc", "back to the run", "esc"),
		Up:   bind("↑", "scroll up", "up"), Down: bind("↓", "scroll down", "down"),
		Interrupt: bind("ctrl+c", "quit", "ctrl+c"), Suspend: bind("ctrl+z", "suspend (resume with fg)", "ctrl+z"),
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
	case !typing && key.Matches(msg, r.keys.Help), key.Matches(msg, r.keys.HelpTyping):
		r.help, r.helpOffset = true, 0
		return nil
	case r.run != nil && key.Matches(msg, r.keys.Back) && !r.has(msg.String()):
		r.shown = nil
		return nil
	}
	return r.shown.Update(msg)
}

// has tells whether the screen itself does something for a key, by its name.
func (r *root) has(name string) bool {
	return slices.ContainsFunc(r.shown.KeyMap(), func(b key.Binding) bool {
		return b.Enabled() && slices.Contains(b.Keys(), name)
	})
}

// viewFramed is the screen with its title and keys, or the help.
func (r *root) viewFramed() string {
	own := []key.Binding{r.keys.Help, r.keys.Quit}
	if r.shown.Typing() {
		own = []key.Binding{r.keys.HelpTyping, r.keys.Interrupt}
	}
	if r.run != nil && !r.has("esc") {
		own = append([]key.Binding{r.keys.Back}, own...)
	}
	title := kit.FitLine(r.theme.Title.Render("regretscope")+"   "+r.theme.Faint.Render(r.shown.Title()), r.width)
	if r.height < frameRows+1 {
		return title
	}
	var body string
	if r.help {
		more := []key.Binding{r.keys.Interrupt, r.keys.Suspend}
		if r.shown.Typing() {
			more = more[1:] // it is among own
		}
		groups := []kit.KeyGroup{
			{Title: "This screen", Bindings: r.shown.KeyMap()},
			{Title: "Program", Bindings: append(own, more...)},
		}
		body = kit.KeyHelp(r.theme, groups, r.width, r.height-frameRows, r.helpOffset).String()
	} else {
		body = r.shown.View()
	}
	return title + "\n" + body + "\n" + kit.KeyBar(r.theme, r.shown.KeyMap(), own, r.width)
}
