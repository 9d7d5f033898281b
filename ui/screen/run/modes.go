package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
	"regretscope/ui/mode/prompt"
	"regretscope/ui/screen/run/drive"
	"regretscope/ui/screen/run/panel"
)

// newModes makes the modes of the screen, all closed.
func newModes(s host.Run) *mode.Stack {
	return mode.NewStack(
		prompt.New(s),
	)
}

// Theme has the screen's styles.
func (s *Screen) Theme() *theme.Theme { return s.theme }

// Driver plays the run.
func (s *Screen) Driver() *drive.Driver { return s.driver }

// Chart is the panel with curves.
func (s *Screen) Chart() *panel.Chart { return s.chart }

// RunLine runs a command by its name, with its argument behind it.
func (s *Screen) RunLine(line string) (tea.Cmd, error) { return kit.RunLine(s.Commands(), line) }
