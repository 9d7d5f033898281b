package twin

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// A driver gives commands by their names, and runs the commands that follow.
// Ticks arrive only where a test sends them: no test waits for a clock.
type driver struct {
	testing.TB
	*Screen
	waiting [parts]tea.Msg // the ticks that were asked for
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	d := &driver{TB: t, Screen: screen}
	for p := range screen.ticks {
		screen.ticks[p].After = func(_ time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
			d.waiting[p] = send(time.Time{})
			return nil
		}
	}
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

// tick sends the tick that an animation has asked for.
func (d *driver) tick(of part) {
	d.Helper()
	msg := d.waiting[of]
	d.waiting[of] = nil
	d.settle(d.Update(msg))
}

// sample counts so many noises, however long that takes.
func (d *driver) sample(n int) {
	d.Helper()
	d.settle(d.work(false, func(t *audit.Twin) { t.Sample(n) }))
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
