// Package explain is the screen on which a page of the manual is read,
// or the list of all.
package explain

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
)

// widest is how wide lines of text may be to be read with ease.
const widest = 96

// A Screen shows one page.
type Screen struct {
	theme         *theme.Theme
	width, height int
	page          *manual.Page // nil: the list of all that may be told
	told          func(*manual.Page) bool
	lines         []string
	scroll        kit.Scroller
	leave         func()
}

// New makes the screen of a page, or for nil of the list of all pages that may be told.
// Leave is called when it is left.
func New(t *theme.Theme, page *manual.Page, told func(*manual.Page) bool, leave func()) *Screen {
	return &Screen{theme: t, page: page, told: told, leave: leave}
}

// Title is what is explained.
func (s *Screen) Title() string {
	if s.page == nil {
		return "what can be explained"
	}
	return s.page.Name + " explained"
}

// SetSize gives the screen its room.
func (s *Screen) SetSize(width, height int) {
	s.width, s.height = width, height
	room := max(min(width-kit.FrameWidth, widest), 1)
	if s.page == nil {
		s.lines = manual.List(room, s.told)
		return
	}
	s.lines = s.page.Lines(room)
}

// Update takes a message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyMsg); ok {
		return kit.RunKey(s.Commands(), press)
	}
	return nil
}

// View draws the lines that there is room for.
func (s *Screen) View() string {
	from, n := s.scroll.Window(len(s.lines), s.height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.width, s.height).String()
}

// Typing is false: nothing is typed here.
func (s *Screen) Typing() bool { return false }

// Commands lists what the screen can do.
func (s *Screen) Commands() []kit.Command {
	page := max(s.height-kit.FrameHeight-1, 1)
	scroll := func(name, keys, does string, by int, on ...string) kit.Command {
		return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: "scroll", Group: group, Run: kit.Call(func() { s.scroll.By(by) })}
	}
	down := scroll("page-down", "pgdn space", "scroll down by a page", page, "pgdown", " ")
	up := scroll("page-up", "pgup", "scroll up by a page", -page, "pgup")
	down.Short, up.Short = "", ""
	var slider []kit.Command
	if s.page != nil && s.page.HasSlider() {
		slider = s.page.Belief.Commands(group, func() { s.SetSize(s.width, s.height) })
	}
	return kit.Commands(nil, append([]kit.Command{
		scroll("up", "↑ k", "scroll up", -1, "up", "k"), scroll("down", "↓ j", "scroll down", 1, "down", "j"), up, down,
		{Name: "leave", Key: kit.Bind("esc", "back to where the page was opened", "esc"), Short: "back", Group: group, Run: kit.Call(s.leave)},
	}, slider...))
}

const group = "Explanation"
