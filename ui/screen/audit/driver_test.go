package audit

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// A driver gives commands by their names, and runs the commands that follow. It
// does not look at progress: no test waits for a clock.
type driver struct {
	uitest.Driver
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.task.Every = 0
	screen.runs = 0 // the fewest
	d := &driver{uitest.Drive(t, screen, func(line string) (tea.Cmd, error) { return kit.RunLine(screen.Commands(), line) }), screen}
	d.SetSize(width, height)
	d.Settle(cmd)
	return d
}
