package stream

import (
	"io"

	"regretscope/ui/kit/deaf"
	"regretscope/ui/kit/theme"

	"github.com/charmbracelet/lipgloss"
)

// Theme is how output looks: in colours on a terminal that has them, and where
// there are none in lines that their strokes tell apart.
func Theme(out io.Writer) *theme.Theme {
	renderer := lipgloss.NewRenderer(deaf.Under(out))
	renderer.SetHasDarkBackground(true) // asking would wait for an answer
	return theme.New(renderer)
}
