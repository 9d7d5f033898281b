package setup

import (
	"testing"

	"regretscope/model/program"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// programmed returns the screen with a host, and what its commands type.
func programmed(t *testing.T) (d *driver, typed *string) {
	t.Helper()
	config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
	config.Programs = program.NewHost()
	t.Cleanup(config.Programs.Close)
	o := smallCatalog(t)
	typed = new(string)
	o.Config, o.Type = config, func(text string) { *typed = text }
	return driveWith(t, o), typed
}

// The row for a program opens the command line from the list, its fields, and a filter.
func TestAProgramIsTypedIntoTheCommandLine(t *testing.T) {
	for name, keys := range map[string][]string{
		"space": {"tab", "/", "your own", "tab", "space"}, "right": {"tab", "/", "your own", "tab", "right"},
		"filter": {"tab", "/", "your own", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			d, typed := programmed(t)
			if d.press(keys...); *typed != "program " || d.screen.Typing() {
				t.Errorf("%q is typed", *typed)
			}
			cmd, err := kit.RunLine(d.screen.Commands(), "program ./mine.py,alpha=2")
			if d.run(cmd); err != nil || len(d.screen.learners.chosen) != 2 {
				t.Fatalf("%v: %s", err, d.screen.View())
			}
			if r, ok := d.screen.learners.current(); !ok || r.slot != d.screen.learners.chosen[1] {
				t.Error("the cursor is not at the program")
			}
			if c, err := d.screen.Config(); err != nil || c.Learners[1].String() != "./mine.py,alpha=2" || c.Programs == nil {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestAProgramThatIsNone(t *testing.T) {
	for text, want := range map[string]string{
		"mine":         "learner mine: a program has a / or a space, or ends in .py",
		"./mine.py 'a": "learner ./mine.py 'a: a quotation mark is not closed",
	} {
		t.Run(text, func(t *testing.T) {
			d, _ := programmed(t)
			if _, err := kit.RunLine(d.screen.Commands(), "program "+text); err == nil || err.Error() != want {
				t.Errorf("%v", err)
			}
			if len(d.screen.learners.chosen) != 1 {
				t.Errorf("%d learners", len(d.screen.learners.chosen))
			}
		})
	}
}

// Only a person may choose a program, and only where programs may be started.
func TestOnlyAPersonTypesPrograms(t *testing.T) {
	d, _ := programmed(t)
	for _, c := range d.screen.Commands() {
		if c.Name == "program" && !c.Act.Outside {
			t.Errorf("%+v", c)
		}
	}
	if d = driveWith(t, smallCatalog(t)); d.screen.learners.typed != nil {
		t.Error("a row is there where no program may be started")
	}
}
