package setup

import (
	"testing"

	"regretscope/model/program"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// programmed returns the screen with a host, at the row for a program.
func programmed(t *testing.T) *driver {
	t.Helper()
	config := uitest.On(t, "hhmh-1", "", 100, "ucb1")
	config.Programs = program.NewHost()
	t.Cleanup(config.Programs.Close)
	o := smallCatalog(t)
	o.Config = config
	d := driveWith(t, o)
	return d.press("tab", "/", "your own", "enter")
}

func (d *driver) typing(text string) *driver {
	for _, letter := range text {
		d.press(string(letter))
	}
	return d
}

func TestAProgramIsTyped(t *testing.T) {
	d := programmed(t)
	if d.screen.form.Focus() != d.screen.typedProgram.field {
		t.Fatalf("nothing is asked: %s", d.screen.View())
	}
	d.typing("./mine.py,alpha=2").press("enter")
	if d.start != nil || len(d.screen.chosen) != 2 || d.screen.chosen[1].ID != "./mine.py" || d.screen.section != learnerSection || d.screen.typedProgram.open {
		t.Fatalf("%d learners: %s", len(d.screen.chosen), d.screen.View())
	}
	if r, ok := d.screen.at(); !ok || r.slot != d.screen.chosen[1] {
		t.Error("the cursor is not at the program")
	}
	if c, err := d.screen.Config(); err != nil || c.Learners[1].String() != "./mine.py,alpha=2" || c.Programs == nil {
		t.Errorf("%v", err)
	}
}

func TestAProgramThatIsNone(t *testing.T) {
	for text, want := range map[string]string{
		"mine":         "mine: a program has a / or a space, or ends in .py",
		"./mine.py 'a": "./mine.py 'a: a quotation mark is not closed",
		"":             "type the command line that starts it",
	} {
		t.Run(text, func(t *testing.T) {
			d := programmed(t).typing(text).press("enter")
			if len(d.screen.chosen) != 1 || d.screen.form.Focus() != d.screen.typedProgram.field {
				t.Fatalf("%d learners: %s", len(d.screen.chosen), d.screen.View())
			}
			if c := kit.ForKey(d.screen.Commands(), uitest.Key("enter")); d.screen.Notice.Text != "learner "+want && (c == nil || c.Refusal != want) {
				t.Errorf("%q", d.screen.Notice.Text)
			}
			if d.press("esc"); d.screen.typedProgram.open || d.screen.typedProgram.field.Text() != "" || d.screen.section != learnerSection {
				t.Error("esc does not take the field away")
			}
		})
	}
}

// A script's keys cannot choose a program.
func TestOnlyAPersonTypesPrograms(t *testing.T) {
	d := programmed(t).typing("./mine.py")
	if c := kit.ForKey(d.screen.Commands(), uitest.Key("enter")); c == nil || c.Effect() != kit.Starts {
		t.Errorf("%+v", c)
	}
	if d = driveWith(t, smallCatalog(t)); d.screen.typedProgram != nil {
		t.Error("a row is there where no program may be started")
	}
}
