package mode

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Page shows one text in place of the screen until a key is pressed, or none.
type Page struct {
	Unseen
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

// Modal is true: any key hides the text, and does nothing else.
func (p *Page) Modal() bool { return true }

// Commands adds no command.
func (p *Page) Commands(below []kit.Command) []kit.Command { return below }

// Update hides the text at a key.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	if _, pressed := msg.(tea.KeyMsg); pressed {
		return p.Close()
	}
	return nil
}

// View draws the text.
func (p *Page) View(over kit.Rect) kit.Block { return kit.Fit(p.lines, over.Width, over.Height) }

// Foot says how to go on.
func (p *Page) Foot(width int) string {
	if p.Open() {
		return kit.FitLine("any key goes back", width)
	}
	return ""
}
