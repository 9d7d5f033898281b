// Package runtest drives the run screen in tests of its modes.
package runtest

import (
	"testing"

	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
	"regretscope/ui/screen/run"
)

// A Person uses a run screen.
type Person struct {
	*person.Person
	*run.Screen
}

// Start shows a run on hhmh-1 in a terminal of a size.
func Start(t *testing.T, width, height, horizon int, learners ...string) *Person {
	t.Helper()
	return StartOn(t, uitest.Config(t, horizon, learners...), width, height)
}

// StartOn shows the run of a configuration.
func StartOn(t *testing.T, config *model.Config, width, height int) *Person {
	t.Helper()
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	screen, cmd := run.New(th, config, run.Options{Cache: &overlay.Cache{}})
	return &Person{person.Use(t, screen, cmd, width, height), screen}
}

// Played returns the number of rounds in the newest snapshot.
func (p *Person) Played() int { return p.Snapshot().Round }
