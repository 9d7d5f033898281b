package mode

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Page shows a text in place of the screen until a key is pressed.
type Page struct {
	lines []string
}

// Show shows a text.
func (p *Page) Show(lines []string) { p.lines = lines }

// Open reports whether a text is shown.
func (p *Page) Open() bool { return p.lines != nil }

// Close hides the text.
func (p *Page) Close() tea.Cmd {
	p.lines = nil
	return nil
}

// Mode returns the page's mode: any key closes it, and does nothing else.
func (p *Page) Mode() *Mode {
	return &Mode{
		Open: p.Open, Close: p.Close, Modal: true,
		Foot: func(width int) string {
			if !p.Open() {
				return ""
			}
			return kit.FitLine("any key goes back", width)
		},
		Update: func(msg tea.Msg) tea.Cmd {
			if _, pressed := msg.(tea.KeyMsg); pressed {
				return p.Close()
			}
			return nil
		},
		View: func(over kit.Rect) kit.Block { return kit.Fit(p.lines, over.Width, over.Height) },
	}
}
