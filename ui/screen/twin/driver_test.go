package twin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

// A driver presses keys by what they do, and runs the commands that follow.
// Beats are heard only where a test sends them: no test waits for a clock.
type driver struct {
	testing.TB
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.after = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	d := &driver{t, screen}
	d.SetSize(width, height)
	d.settle(cmd)
	return d
}

func (d *driver) settle(cmd tea.Cmd) {
	d.Helper()
	uitest.Settle(d.TB, cmd, func(tea.Msg) bool { return true }, d.Update)
}

func (d *driver) press(bindings ...key.Binding) {
	d.Helper()
	for _, b := range bindings {
		d.settle(d.Update(uitest.Key(b.Keys()[0])))
	}
}

// beat lets a frame pass.
func (d *driver) beat(of part) {
	d.Helper()
	d.settle(d.Update(beatMsg{screen: d.Screen, cast: d.cast, of: of}))
}

// sample counts so many noises, however long that takes.
func (d *driver) sample(n int) {
	d.Helper()
	d.settle(d.lend(false, func(t *model.Twin) { t.Sample(n) }))
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

// fills tells what is wrong with a view of a size; nothing is.
func fills(view string, width, height int, cells func(string) int) error {
	lines := strings.Split(view, "\n")
	if height == 0 || width == 0 {
		return nil // there is nothing to fill
	}
	if len(lines) != height {
		return fmt.Errorf("%d lines in %dx%d", len(lines), width, height)
	}
	for _, line := range lines {
		if w := cells(line); w != width {
			return fmt.Errorf("%d cells in %dx%d: %q", w, width, height, line)
		}
	}
	return nil
}
