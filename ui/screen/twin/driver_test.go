package twin

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
)

// A driver gives commands by their names, and runs the commands that follow.
// Ticks arrive only where a test sends them: no test waits for a clock.
type driver struct {
	*person.Person
	*Screen
	waiting [parts]tea.Msg // the ticks that were asked for
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0, nil)
	d := &driver{Screen: screen}
	screen.after = func(_ time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
		tick := send(time.Time{}).(*tickMsg)
		d.waiting[tick.of] = tick
		return nil
	}
	d.Person = person.Use(t, screen, cmd, width, height)
	return d
}

// tick sends the tick that an animation has asked for.
func (d *driver) tick(of part) {
	d.Helper()
	msg := d.waiting[of]
	d.waiting[of] = nil
	d.Settle(d.Update(msg))
}

// sample counts so many noises, however long that takes.
func (d *driver) sample(n int) {
	d.Helper()
	d.Settle(d.work(false, func(t *audit.Twin, _ func(int, int)) { t.Sample(n) }))
}
