// Package theme defines the look of screens: styles, the colors and characters of series, and
// glyphs with a fixed meaning.
package theme

import (
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// A Theme is one look for one output. Only its Charset ever changes.
type Theme struct {
	Renderer *lipgloss.Renderer
	Shade    Shade   // of the background
	Charset  Charset // of charts

	Text     lipgloss.Style // main text
	Faint    lipgloss.Style // secondary text: units, axes, hints
	Strong   lipgloss.Style // important numbers
	Title    lipgloss.Style // names of screens and panels
	Accent   lipgloss.Style // what is happening now
	Good     lipgloss.Style
	Warn     lipgloss.Style
	Bad      lipgloss.Style
	Selected lipgloss.Style // goes with SelectedGlyph

	Border        lipgloss.Style
	BorderFocused lipgloss.Style

	Pointer Ink // of the pointed-at part of a chart

	series []Series
	axis   Ink
}

// Glyphs that have a meaning without any color. Each takes one cell.
const (
	SelectedGlyph = "▸" // before the selected or focused entry
	PlayGlyph     = "▶" // before the played arm, or the executed line
	BestGlyph     = "★" // after the number of an arm with the best mean
	DroppedGlyph  = "×" // before an eliminated arm
	EventGlyph    = "┬" // a release on the timeline
	BreakGlyph    = "╫" // a breakpoint on an axis or the timeline
	HeadGlyph     = "●" // the present round on the timeline
	Ellipsis      = "…" // the end of a cut text
)

// New returns the theme for a renderer on a background of the given shade.
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
		t.Charset = Line // its strokes tell series apart
	}
	return t
}

// Select puts the glyph and the style of a selection on a line, or the same room before a line
// that is not selected.
func (t *Theme) Select(line string, selected bool) string {
	if selected {
		return t.Selected.Render(SelectedGlyph + " " + line)
	}
	return "  " + line
}

// Colorless reports whether the output shows no colors, by its kind or by NO_COLOR: then say in
// other ways what a color would.
func (t *Theme) Colorless() bool { return t.Renderer.ColorProfile() == termenv.Ascii }
