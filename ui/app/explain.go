package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/manual"
)

// widest is the greatest width of text, for easy reading.
const widest = 96

// A pageScreen shows one page of the manual, or the list of all.
type pageScreen struct {
	kit.Drawing
	theme  *theme.Theme
	page   *manual.Page // nil: the list of all pages
	told   func(*manual.Page) bool
	lines  []string
	scroll kit.Scroller
	leave  func()
}

// newPageScreen makes the screen for a page; for nil, the list of pages that may be shown.
// leave closes it.
func newPageScreen(t *theme.Theme, page *manual.Page, told func(*manual.Page) bool, leave func()) *pageScreen {
	return &pageScreen{theme: t, page: page, told: told, leave: leave}
}

// Title returns the name of the page.
func (s *pageScreen) Title() string {
	if s.page == nil {
		return "what can be explained"
	}
	return s.page.Name + " explained"
}

// SetSize sets the size of the screen.
func (s *pageScreen) SetSize(width, height int) {
	s.Drawing.SetSize(width, height)
	room := max(min(width-kit.FrameWidth, widest), 1)
	if s.page == nil {
		s.lines = manual.List(room, s.told)
		return
	}
	s.lines = s.page.Lines(room)
}

// Update ignores messages.
func (s *pageScreen) Update(tea.Msg) tea.Cmd { return nil }

// View draws the visible lines.
func (s *pageScreen) View() string {
	from, n := s.scroll.Window(len(s.lines), s.Height-kit.FrameHeight)
	frame := kit.Frame{Title: s.Title(), Focused: true, Remark: kit.Hidden(from, len(s.lines)-from-n)}
	return frame.Draw(s.theme, s.lines[from:from+n], s.Width, s.Height).String()
}

// Commands returns the commands for scrolling and going back.
func (s *pageScreen) Commands() []kit.Command {
	page := max(s.Height-kit.FrameHeight-1, 1)
	scroll := func(by int) func() { return func() { s.scroll.By(by) } }
	list := []kit.Command{
		{Name: "up", Key: "↑ k", Short: "scroll", Help: "scroll up", Do: scroll(-1)},
		{Name: "down", Key: "↓ j", Short: "scroll", Help: "scroll down", Do: scroll(1)},
		{Name: "page-up", Key: "pgup", Help: "scroll up by a page", Do: scroll(-page)},
		{Name: "page-down", Key: "pgdn space", Help: "scroll down by a page", Do: scroll(page)},
		{Name: "leave", Key: "esc", Short: "back", Help: "back to where the page was opened", Do: s.leave},
	}
	if s.page != nil && s.page.HasSlider() {
		list = append(list, s.page.Belief.Commands(func() { s.SetSize(s.Width, s.Height) })...)
	}
	return kit.InGroup("Explanation", list)
}
