package run

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// A driver gives commands by their names.
type driver struct {
	*testing.T
	*Screen
}

func start(t *testing.T, width, height, horizon int, ids ...string) *driver {
	t.Helper()
	return startOn(t, uitest.Config(t, horizon, ids...), width, height)
}

func startOn(t *testing.T, config *model.Config, width, height int) *driver {
	t.Helper()
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	screen, cmd := New(th, config, Options{})
	d := &driver{T: t, Screen: screen}
	d.SetSize(width, height-1) // the last line is the foot
	d.settle(cmd)
	return d
}

// settle runs a command and all that follow from it, but for the frames of a run.
func (d *driver) settle(cmd tea.Cmd) {
	d.Helper()
	uitest.Settle(d.T, cmd, func(msg tea.Msg) bool {
		return !isFrame(msg)
	}, d.Update)
}

// isFrame tells the beat of a running run, which package drive keeps to itself.
func isFrame(msg tea.Msg) bool { return fmt.Sprintf("%T", msg) == "drive.frameMsg" }

// do runs commands by their names.
func (d *driver) do(lines ...string) {
	d.Helper()
	for _, line := range lines {
		cmd, err := kit.RunLine(d.Commands(), line)
		if err != nil && strings.Contains(err.Error(), "no such command") {
			d.Errorf("%v", err)
		}
		d.settle(cmd)
	}
}

// types presses keys, by name or as characters.
func (d *driver) types(keys ...string) {
	d.Helper()
	for _, k := range keys {
		d.settle(d.Update(uitest.Key(k)))
	}
}

// whole is the view with the foot, as the program shows it.
func (d *driver) whole() string { return d.View() + "\n" + d.Foot(d.width) }

// viewOf presses the key of views until the chart has a title.
func (d *driver) viewOf(title string) {
	d.Helper()
	for range 50 {
		if strings.Contains(d.View(), "1 "+title) {
			return
		}
		d.do("view")
	}
	d.Fatalf("no view is called %q", title)
}

func (d *driver) expect(wants ...string) {
	d.Helper()
	for _, want := range wants {
		if !strings.Contains(d.whole(), want) {
			d.Errorf("no %q in\n%s", want, d.View())
		}
	}
}

// answers gives commands, each with a text that is then on screen.
func (d *driver) answers(pairs ...string) {
	d.Helper()
	for i := 0; i < len(pairs); i += 2 {
		d.do(pairs[i])
		d.expect(pairs[i+1])
	}
}

func (d *driver) round() int { return d.driver.Snapshot().Round }
