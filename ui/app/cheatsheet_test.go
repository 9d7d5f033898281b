package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"regretscope/ui/command"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/kit/uitest/person"
	"regretscope/ui/mode"
)

// The tables of commands in the manual are made from the commands themselves; the
// flag -update writes them again.
func TestManualListsTheCommands(t *testing.T) {
	uitest.Section(t, "ui/manual/keys.md", "commands", cheatSheet(t))
}

// cheatSheet is a table of commands for each screen.
func cheatSheet(t *testing.T) string {
	r := rootOf(t, Options{Config: uitest.On(t, "jzl-20", "quadratic,b=1", 1000, "ts-ldp-b", "ucb1"), OpenLesson: command.OpenLesson})
	press(t, r, "n")
	program := r.ownCommands()
	var b strings.Builder
	table := func(title string, list []kit.Command, skip ...string) {
		fmt.Fprintf(&b, "\n%s\n\n| key | command | what it does |\n| --- | --- | --- |\n", title)
		for _, c := range mode.InGroups(list) {
			if !slices.Contains(skip, c.Name) {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", keys(c), names(c), strings.ReplaceAll(c.Help, "|", "\\|"))
			}
		}
	}
	table("On every screen, with the keys that they have on the run screen:", program)
	table("Run screen:", r.run.Commands(), "panel-2", "panel-3", "panel-4", "panel-5")
	press(t, r, "e", "2")
	table("Setup screen (among the learners; a field is typed into):", r.setup.Commands())
	r = rootOf(t, Options{Config: uitest.Config(t, 100, "lazy-dp-ts", "ucb1")})
	for i, title := range []string{"Experiment screen (replications):", "Audit screen:", "Twin screen (two universes that differ in one person):"} {
		settle(t, r, r.open(r.subscreens[i]))
		if err := person.CheckCommands(r.Commands()); err != nil {
			t.Errorf("%s %v", title, err)
		}
		table(title, r.shown.Commands())
		r.show(r.run)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// names are a command's names, each as code, with what may follow.
func names(c kit.Command) string {
	if len(c.Aliases) > 0 {
		return "`" + strings.Join(c.Aliases, "` `") + "`"
	}
	return "`" + strings.ReplaceAll(c.Usage(), "|", "\\|") + "`"
}

// keys are a command's keys, each as code.
func keys(c kit.Command) string {
	if c.Key == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(c.Key, " ", "` `") + "`"
}
