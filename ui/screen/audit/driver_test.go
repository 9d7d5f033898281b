package audit

import (
	"strings"
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
	testing.TB
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.task.Every = 0
	screen.runs = 0 // the fewest
	d := &driver{t, screen}
	d.SetSize(width, height)
	d.settle(cmd)
	return d
}

func (d *driver) settle(cmd tea.Cmd) {
	d.Helper()
	uitest.Settle(d.TB, cmd, nil, d.Update)
}

// do runs commands by their names.
func (d *driver) do(names ...string) {
	d.Helper()
	for _, name := range names {
		cmd, _ := kit.RunLine(d.Commands(), name)
		d.settle(cmd)
	}
}

func (d *driver) text() string { return uitest.Words(d.View()) }

func (d *driver) expect(wants ...string) {
	d.Helper()
	for _, want := range wants {
		if !strings.Contains(d.text(), want) {
			d.Errorf("no %q in\n%s", want, d.View())
		}
	}
}
