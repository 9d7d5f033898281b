package stream

import (
	"cmp"
	"io"
	"os"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit/theme"
)

// TextWidth returns the columns at which text is broken: the terminal's, or 80 without one.
func TextWidth(out io.Writer) int {
	width, _ := Size(out)
	return cmp.Or(width, 80)
}

// Renderer returns a renderer for an output, with the colors that the flag --color chooses, or else the terminal's.
func Renderer(out io.Writer, color string) *lipgloss.Renderer {
	return theme.NewRenderer(out, IsTerminal(out), color, os.LookupEnv)
}

// Theme returns the theme for text that a command prints. It does not ask the terminal for its
// background, because a terminal may not answer.
func Theme(out io.Writer, color string) *theme.Theme {
	return theme.New(Renderer(out, color), theme.ShadeOf(os.LookupEnv))
}
