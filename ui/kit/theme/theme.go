// Package theme decides how everything on screen looks: styles, the colors and characters
// of series, and the few glyphs that must mean the same everywhere.
package theme

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// A Theme is one way to look, made for one output. Only its Charset ever changes.
type Theme struct {
	Renderer *lipgloss.Renderer
	Shade    Shade   // of the background
	Charset  Charset // of charts

	Text     lipgloss.Style // what is read
	Faint    lipgloss.Style // what is there for those who look for it: units, axes, hints
	Strong   lipgloss.Style // the numbers that matter
	Title    lipgloss.Style // names of screens and panels
	Accent   lipgloss.Style // what is going on just now
	Good     lipgloss.Style
	Warn     lipgloss.Style
	Bad      lipgloss.Style
	Selected lipgloss.Style // goes with SelectedGlyph

	Border        lipgloss.Style
	BorderFocused lipgloss.Style

	Pointer Ink // of what is pointed at in a chart

	series []Series
	axis   Ink
}

// The glyphs that carry a meaning without any color. Each takes one cell.
const (
	SelectedGlyph = "▸" // before what is selected or focused
	PlayGlyph     = "▶" // before what is played, or the line that is run
	BestGlyph     = "★" // after the number of an arm that is best in expectation
	DroppedGlyph  = "×" // before what is out of the game
	EventGlyph    = "┬" // a release on the timeline
	BreakGlyph    = "╫" // a breakpoint on an axis or the timeline
	HeadGlyph     = "●" // where the run is on the timeline
	Ellipsis      = "…" // where something was cut off
)

// New makes the theme for a renderer, on a background of the given shade.
func New(renderer *lipgloss.Renderer, shade Shade) *Theme {
	p := paletteFor(renderer.ColorProfile(), shade)
	style := func(c lipgloss.TerminalColor) lipgloss.Style {
		return renderer.NewStyle().Foreground(c)
	}
	t := &Theme{
		Renderer:      renderer,
		Shade:         shade,
		Text:          renderer.NewStyle(),
		Faint:         style(p.faint),
		Strong:        renderer.NewStyle().Bold(true),
		Title:         style(p.title).Bold(true),
		Accent:        style(p.accent),
		Good:          style(p.good),
		Warn:          style(p.warn),
		Bad:           style(p.bad).Bold(true),
		Selected:      style(p.accent).Bold(true),
		Border:        style(p.border),
		BorderFocused: style(p.accent),
		Pointer:       p.pointer,
		series:        makeSeries(renderer, p),
		axis:          p.axis,
	}
	if p.faint == (lipgloss.NoColor{}) {
		t.Faint = renderer.NewStyle().Faint(true)
	}
	if len(p.series) < len(dark16.series) {
		t.Charset = Line // whose strokes tell series apart
	}
	return t
}

// Select puts the glyph and the style of a selection on a line, or keeps as
// much room free before it where it is not selected.
func (t *Theme) Select(line string, selected bool) string {
	if selected {
		return t.Selected.Render(SelectedGlyph + " " + line)
	}
	return "  " + line
}

// Colorless reports whether the output shows no colors, by its kind or by
// NO_COLOR: whatever a color says must then be said otherwise.
func (t *Theme) Colorless() bool { return t.Renderer.ColorProfile() == termenv.Ascii }
