package stream

import (
	"io"
	"os"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit/theme"
)

// Renderer returns a renderer for an output, with the colors that the flag --color chooses, or
// else the terminal's.
func Renderer(out io.Writer, color string) *lipgloss.Renderer {
	return theme.NewRenderer(Unwrap(out), IsTerminal(out), color, os.LookupEnv)
}

// Theme returns the theme for text that a command prints. It does not ask the terminal for its
// background, because a terminal may not answer.
func Theme(out io.Writer, color string) *theme.Theme {
	return theme.New(Renderer(out, color), theme.ShadeOf(os.Getenv("COLORFGBG")))
}
