package app

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/param"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// onEveryScreen are the commands of every screen over a run.
var onEveryScreen = strings.Fields(`big experiment twin setup leave lessons lesson forget save-screen copy-command status list
	explain quit interrupt suspend help commands`)

// whileOpen are the commands of what may be open over a screen, or their beginnings, and names that no list has.
var whileOpen = strings.Fields(`run-screen accept cancel overwrite clear show-all explore go-or-run next-variant previous-variant next-stop
	previous-stop go-chapter first-stop next-event previous-event arm stop cursor- dial- panel- what-if- warnings-`)

// leads are the commands that lead to a screen, or to what no list tells.
var leads = map[string]string{
	"setup": "setup", "run-screen": "run", "experiment": "experiment", "twin": "twin",
	"leave": "", "explain": "", "status": "", "list": "", "compare": "", "undo": "", "redo": "", "choose": "", "open": "",
}

// A foresight reads lines without running them. It is the screen as far as they tell it; empty: unknown.
type foresight string

// read returns what is wrong with a step however the run goes.
func (f *foresight) read(step script.Step) error {
	name, _, _ := strings.Cut(step.Text, " ")
	switch {
	case step.Kind == script.Key || step.Kind == script.Type:
		*f = ""
		return nil
	case step.Kind == script.Caption || step.Kind == script.Note:
		return lesson.CheckText(step.Text)
	case step.Kind == script.Expect:
		return lesson.CheckClaim(step.Text)
	case step.Kind != script.Command:
		return nil
	case slices.Contains(forPersons, name):
		return forbidden(name)
	}
	var known, here bool
	var names []string
	for _, s := range screenCommands {
		own := strings.Fields(s.names)
		has := slices.Contains(own, name)
		known, here = known || has, here || has && s.screen == string(*f)
		names = append(names, own...)
	}
	over := slices.ContainsFunc(whileOpen, func(s string) bool { return name == s || strings.HasSuffix(s, "-") && strings.HasPrefix(name, s) })
	var err error
	switch {
	case !known && !over && param.Odd(name) == "":
		err = fmt.Errorf("%s: no such command on this screen%s", param.Printable(name), param.DidYouMean(name, names))
	case *f != "" && !here && !over && !slices.Contains(onEveryScreen, name):
		err = elsewhere(name, string(*f), true)
	}
	if to, leads := leads[name]; leads && err == nil {
		*f = foresight(to)
	}
	return err
}

// foresee returns the lines that are wrong however the run goes, which a rehearsal might not reach.
func foresee(o Options) (wrong script.Mistakes) {
	var steps []script.Step
	at := func(step script.Step, err error) error { return o.Script.Error(step.Line, err) }
	sees := foresight("run")
	if o.Setup || o.Config == nil {
		sees = ""
	}
	if o.Script != nil {
		steps = o.Script.Steps
	} else if o.Lesson != nil {
		steps = o.Lesson.Steps()
		at = func(step script.Step, err error) error { return o.Lesson.Error(step.Line, "do", err) }
	}
	for _, step := range steps {
		if step.Kind == script.Begin {
			sees = "run"
		}
		if err := sees.read(step); err != nil {
			wrong = append(wrong, at(step, err))
		}
	}
	return wrong
}
