package run

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
)

// A driver uses a screen as a person does.
type driver struct {
	*person.Person
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
	screen, cmd := New(th, config, Options{Cache: &overlay.Cache{}})
	return &driver{person.Use(t, screen, cmd, width, height), screen}
}

// viewOf presses the key of views until the chart has a title.
func (d *driver) viewOf(title string) {
	d.Helper()
	for range 50 {
		if strings.Contains(d.View(), "1 "+title) {
			return
		}
		d.Do("view")
	}
	d.Fatalf("no view is called %q", title)
}

func (d *driver) round() int { return d.driver.Snapshot().Round }
