package audit

import (
	"testing"

	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
)

// A driver gives commands by their names, and runs the commands that follow. It
// does not look at progress: no test waits for a clock.
type driver struct {
	*person.Person
	*Screen
}

func start(t testing.TB, width, height int, config *model.Config) *driver {
	t.Helper()
	screen, cmd := New(uitest.Theme(termenv.Ascii), config, 0)
	screen.task.Every = 0
	screen.runs = 0 // the fewest
	return &driver{person.Use(t, screen, cmd, width, height), screen}
}
