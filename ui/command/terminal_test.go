package command

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/app"
	"regretscope/ui/script"
)

func parsed(t *testing.T, line ...string) (*grammar, *Program) {
	t.Helper()
	p, own := newTestProgram(), &grammar{}
	if _, err := param.Must(p.parser(own)).Parse(line); err != nil && !errors.Is(err, errNoTerminal) {
		t.Fatalf("%q: %v", line, err)
	}
	return own, &p.Program
}

// startOf returns what the terminal program starts with.
func startOf(t *testing.T, line ...string) app.Options {
	t.Helper()
	own, p := parsed(t, line...)
	return own.Terminal.options(p)
}

func ids(o app.Options) []string { return param.Map(o.Config.Learners, learners.Spec.String) }

func TestTerminalStart(t *testing.T) {
	usual := []string{"lazy-dp-ts", "anytime-lazy-ucb", "ucb1"}
	s := startOf(t)
	if c := s.Config; !s.Setup || c.Scenario.Name != "hhmh-1" || c.Horizon != 1e6 || c.Epsilon != .5 || c.Seed != 1 || !slices.Equal(ids(s), usual) {
		t.Errorf("nothing chosen: %+v, %+v", s, c)
	}
	if s := startOf(t, "--seed", "3", "--epsilon", "inf"); !s.Setup || s.Config.Seed != 3 || !math.IsInf(s.Config.Epsilon, 1) {
		t.Errorf("only numbers chosen: %+v", s)
	}
	if s := startOf(t, "--scenario", "hhmh-2"); s.Setup || s.Config.Scenario.Reference != "hhmh-2" || s.Config.Scenario.Name != "hhmh-2" || !slices.Equal(ids(s), usual) {
		t.Errorf("a scenario chosen: %+v", s)
	}
	if s := startOf(t, "--learner", "kl-ucb,c=3,epsilon=2", "--learner", "random"); s.Setup || !slices.Equal(ids(s), []string{"kl-ucb,epsilon=2,c=3", "random"}) {
		t.Errorf("learners chosen: %v", ids(s))
	}
	s = startOf(t, "--arms", "0.5 uniform(0, 1)", "--feedback", "full", "--horizon", "70")
	if s.Setup || s.Config.Scenario.Reference != "" || s.Config.Scenario.Arms() != 2 || s.Config.Scenario.Feedback != "full" || s.Config.Horizon != 70 {
		t.Errorf("arms chosen: %+v", s)
	}
	if s := startOf(t, "--scenario", "hhmh-2", "--at-round", "1e3"); s.AtRound != 1000 {
		t.Errorf("opened at round %d", s.AtRound)
	}
	// A file's own horizon and ε are the defaults.
	s = startOf(t, "--scenario", "../../testdata/scenarios/swap.toml")
	if c := s.Config; c.Horizon != 30000 || c.Epsilon != 1 || len(c.Scenario.Phases) != 3 {
		t.Errorf("a file chosen: %+v", c)
	}
}

// A script starts with its appearance; the command line overrides it.
func TestAScriptBeginsWithItsLook(t *testing.T) {
	for _, c := range []struct {
		name, start string
		flags       []string
		want        Appearance
		size        script.Size
	}{
		{"of the script", "--big --background light", []string{"--svg", "x.svg"}, Appearance{"light", "auto", true}, script.Size{}},
		{"of both", "--background light --charset ascii", []string{"--svg", "x.svg", "--background", "dark", "--size", "120x36"}, Appearance{"dark", "ascii", false}, script.Size{Width: 120, Height: 36}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, "talk.script", "start "+c.start+"\ngo 5\n")
			own, p := parsed(t, append(c.flags, "--script", "talk.script")...)
			if look, size := own.Terminal.Appearance, own.Terminal.options(p).Size; look != c.want || size != c.size {
				t.Errorf("it looks like %+v, %v; want %+v, %v", look, size, c.want, c.size)
			}
		})
	}
}

func TestLessonsBeginAtAStop(t *testing.T) {
	for line, want := range map[string]int{"lesson --plain regret": 0, "lesson --plain regret --at-stop 4": 3} {
		own, p := parsed(t, strings.Fields(line)...)
		if began := own.Lesson.options(p); began.AtStop != want || began.Config != began.Lesson.Stops[want].Config {
			t.Errorf("%s: it begins at stop %d, want %d", line, began.AtStop, want)
		}
	}
}
