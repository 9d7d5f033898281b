package app

import (
	"fmt"
	"slices"
	"strings"
)

// screenCommands lists each screen's commands, the screen to try first at the top. Commands of every
// screen need a run, so they are listed with the run screen.
var screenCommands = []struct{ screen, names string }{
	{"run", `
		experiment twin setup big undo redo set save-screen copy-command status list compare explain
		quit interrupt suspend help commands lessons lesson forget run pause step back next-release
		previous-release faster slower next-seed events go restart seed next-change previous-change
		next-breakpoint previous-breakpoint run-to view cursor overlay log-rounds previous-view log-values
		save-chart charset next-learner next-panel chart arms privacy why reports zoom hide reveal up down
		leave previous-panel previous-learner learner order page-up page-down dial what-if add
		drop warnings
	`},
	{"setup", `
		start choose duplicate comparisons find share open up down first last next-section previous-section
		scenarios learners parameters program scenario learner remove epsilon horizon seed channel
	`},
	{"experiment", `
		run stop runs sweep save view log-rounds band pairs over-rounds next-epsilon previous-epsilon
		overlay next-learner previous-learner
	`},
	{"twin", `
		run step next-difference previous-difference separate next-noise back faster slower restart
		previous-noise next-panel previous-panel one-noise many-noises next-learner
		previous-learner believe-more believe-less
	`},
}

// forPersons are the commands that lessons and scripts cannot run on any screen.
var forPersons = strings.Fields("save-screen save-chart save overwrite copy-command suspend program forget")

// elsewhere explains an unknown command that another screen has.
func (r *root) elsewhere(line string, unknown error) error {
	current := "setup"
	if r.onRun() {
		current = "run"
	}
	for _, f := range r.subscreens {
		if f.screen == r.shown {
			current = f.name
		}
	}
	name, _, _ := strings.Cut(line, " ")
	for _, s := range screenCommands {
		switch {
		case s.screen == current || !slices.Contains(strings.Fields(s.names), name):
		case r.run == nil:
			return fmt.Errorf("%s: needs the %s screen; begin the script with a start line, such as start --scenario hhmh-1",
				name, s.screen)
		case s.screen == "run":
			return fmt.Errorf("%s: no such command on this screen; open the run screen with run-screen", name)
		default:
			return fmt.Errorf("%s: no such command on this screen; open its screen with %s", name, s.screen)
		}
	}
	return unknown
}
