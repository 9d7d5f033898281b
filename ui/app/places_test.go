package app

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// toured returns the program on a run, in simulated time.
func toured(t *testing.T, o Options) *player {
	t.Helper()
	if o.Config == nil {
		o.Config = uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")
	}
	p := newPlayer(o)
	p.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	p.runAll(p.root.Init())
	return p
}

// presses presses keys separated by blanks; click is a click on the middle of the timeline.
func (p *player) presses(t *testing.T, keys string) {
	t.Helper()
	uitest.NoError(t, p.tries(keys))
}

// tries presses keys and returns why one of them was refused.
func (p *player) tries(keys string) (refused error) {
	for _, key := range strings.Fields(keys) {
		if key == "click" {
			p.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: p.root.window.width / 2, Y: p.root.window.height - 2})
		} else {
			cmd, err := p.root.input.pressAs(uitest.Key(key))
			refused = cmp.Or(refused, err)
			p.runAll(cmd)
		}
		p.wait(time.Second)
	}
	return refused
}

// above returns the screen without its foot.
func (p *player) above() string {
	lines := strings.Split(ansi.Strip(p.root.View()), "\n")
	return strings.Join(lines[:len(lines)-1], "\n")
}

// jumps lists keys that jump from any place on the run screen.
var jumps = map[string]string{
	"another round": "g 5 0 0 enter", "the next seed": "s", "an event": "]", "the event before": "[",
	"restart": ": r e s t a r t enter", "a what-if copy": ": w h a t - i f space e p s i l o n = 2 enter",
	"a pick on the dial": "d right enter", "the cursor": "c left left enter esc",
	"another learner": ": a d d space r a n d o m enter", "one learner less": ": d r o p enter",
	"a click": "click", "an epsilon": ": e p s i l o n space . 1 enter", "a scenario": ": s c e n a r i o space g a p , K = 9 enter",
	"another epsilon": ": s e t space e p s i l o n space 2 enter", "another scenario": "e / h h m h - 2 enter",
}

// After each kind of jump, u goes back to where it began, and U goes forward again.
func TestUndoAfterEachKindOfJump(t *testing.T) {
	uitest.NotForRaces(t)
	for name, keys := range jumps {
		p := toured(t, Options{})
		p.presses(t, "g 3 0 0 enter v")
		before, there := p.above(), p.root.screens.run.Place()
		p.presses(t, keys)
		after := p.root.screens.run.Place()
		if after == there {
			t.Fatalf("%s: no jump:\n%s", name, p.above())
		}
		p.presses(t, "u")
		if p.above() != before {
			t.Errorf("%s: u leads to\n%s\nwant\n%s", name, p.above(), before)
		}
		expect(t, p.root, "round 300 of ")
		p.presses(t, "U")
		if got := p.root.screens.run.Place(); got != after {
			t.Errorf("%s: U leads to %+v, want %+v", name, got, after)
		}
	}
}

// As many u as jumps lead back to the start of any sequence of jumps.
func TestUndoIsTheInverseOfAnyJumps(t *testing.T) {
	uitest.NotForRaces(t)
	kinds := append(slices.Sorted(maps.Values(jumps)), "n n", "h h h", "g 1 7 enter", ": w h a t - i f space s e e d = 9 enter")
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 1))
		p := toured(t, Options{})
		p.presses(t, "g 3 0 0 enter")
		p.root.history.past = nil
		var left []run.Place // by a jump
		for range 12 {
			before, kept := p.root.screens.run.Place(), len(p.root.history.past)
			// refused: nothing to remove, or the copy is there already
			_ = p.tries(kinds[random.IntN(len(kinds))] + " f v")
			switch now := len(p.root.history.past); {
			case now == kept+1:
				left = append(left, before)
			case now != kept:
				t.Fatalf("%d places are kept after %d", now, kept)
			}
		}
		end := p.root.screens.run.Place().Config
		for _, want := range slices.Backward(left) {
			p.presses(t, "u")
			if got := p.root.screens.run.Place(); got != want {
				t.Errorf("seed %d: u leads to %+v, want %+v", seed, got, want)
			}
		}
		for range left {
			p.presses(t, "U")
		}
		if got := p.root.screens.run.Place().Config; got != end {
			t.Errorf("seed %d: U leads to %+v, want %+v", seed, got, end)
		}
	}
}

// After q, esc only answers the question: a talk stays at its stop.
func TestEscStaysOnAStage(t *testing.T) {
	s := param.Must(script.Parse("talk.script", "caption One.\nwait key\n"))
	p := toured(t, Options{Config: uitest.Config(t, 1000, "ucb1")})
	p.runAll(p.root.stops.Play(s, -1))
	p.wait(time.Second)
	press(t, p.root, "q")
	expect(t, p.root, "people may be watching: q again quits, esc stays")
	press(t, p.root, "esc")
	if p.root.stops.State().Away {
		t.Error("esc leaves the script")
	}
	press(t, p.root, "esc")
	if !p.root.stops.State().Away {
		t.Error("esc does not leave the script any more")
	}
}

// A command line gives a place: the round, the view of the chart, and the learner in focus.
func TestACommandLineSaysAPlace(t *testing.T) {
	p := toured(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1"), AtRound: 300, View: "estimates", Focus: 1})
	p.wait(time.Second)
	place := p.root.screens.run.Place()
	if place.Round != 300 || place.View != "estimates" || place.Learner != 1 {
		t.Errorf("at %+v", place)
	}
	if line := p.root.export.openLine(); !strings.HasSuffix(line, " --at-round 300 --view estimates --focus 2") {
		t.Error(line)
	}
}

// On leaving, the program prints how to come back, and what is lost.
func TestLeavingSaysHowToComeBack(t *testing.T) {
	game := param.Must(flags.OpenLesson("you"))
	named := func(file string) *model.Config {
		config := uitest.Config(t, 1000, "ucb1")
		scenario := *config.Scenario
		scenario.Reference, config.Scenario = file, &scenario
		return config
	}
	for name, c := range map[string]struct {
		config *model.Config
		keys   string
		want   string
	}{
		"a file": {named("./\x1b[2J.toml"), "", "This command opens the same place again:\n\n    regretscope --scenario './?[2J.toml' "},
		"a run":  {uitest.Config(t, 1000, "lazy-dp-ts", "ucb1"), "g 3 0 0 enter f v", "This command opens the same place again:\n\n    regretscope --scenario hhmh-1 --learner lazy-dp-ts --learner ucb1 --epsilon 0.5 --horizon 1000 --seed 1 --at-round 300 --view regret-ln-t --focus 2\n\n"},
		"a game": {game.Stops[0].Config, "1 2", "Your pulls are not kept. This command begins the same game again:\n\n    regretscope --scenario"},
	} {
		p := toured(t, Options{Config: c.config})
		p.presses(t, c.keys)
		var out strings.Builder
		p.root.options.Leaving = &out
		p.root.farewell()
		if !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%s: %q, want %q", name, out.String(), c.want)
		}
	}
}

// After a crash, the program also prints how to come back.
func TestACrashSaysHowToComeBack(t *testing.T) {
	var out strings.Builder
	err := Run(t.Context(), Options{
		Config: uitest.Config(t, 1000, "ucb1"), AtRound: 300, Background: theme.Dark, Output: io.Discard, Leaving: &out,
		OpenLesson: func(string) (*lesson.Lesson, error) { panic("broken") },
		Input:      io.MultiReader(strings.NewReader(":"), strings.NewReader("lesson x"), strings.NewReader("\r")),
	})
	if fault := new(Fault); !errors.As(err, &fault) || fault.Reason != "broken" {
		t.Errorf("no fault: %v", err)
	}
	uitest.Contains(t, out.String(), "opens the same place again:\n\n    regretscope --scenario hhmh-1 --learner ucb1 ")
}

// The run's ε changes at this round, by hand and in a script, which continues.
func TestSetEpsilon(t *testing.T) {
	p := toured(t, Options{})
	p.presses(t, "g 3 0 0 enter v f")
	before := p.root.screens.run.Place()
	p.command(t, "set epsilon 2")
	p.wait(time.Second)
	want := uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")
	want.Epsilon = 2
	place, shot := p.root.screens.run.Place(), p.root.screens.run.State().Shot
	if got := uitest.Snapshot(want, 300).Learners[0].Regret; shot.Round != 300 || shot.Learners[0].Regret != got {
		t.Errorf("round %d, regret %v, want %v", shot.Round, shot.Learners[0].Regret, got)
	}
	if place.Config.Epsilon != 2 || place.Learner != before.Learner || place.View != before.View {
		t.Errorf("at %+v, from %+v", place, before)
	}
	for line, want := range map[string]string{
		"set epsilon -1": "set epsilon -1: must be a positive number or inf",
		"set horizon 5":  "set horizon 5: must be epsilon X, as in set epsilon 2",
	} {
		if _, err := p.root.RunLine(line); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	s := present(t, "go 500\nset epsilon 2\nadd random\ndrop ucb1\ngo 700\ncaption A.\nwait key\n")
	s.wait(5 * time.Second)
	if place := s.root.screens.run.Place(); place.Round != 700 || place.Config.Epsilon != 2 || len(place.Config.Learners) != 2 || s.root.stops.Caption != "A." {
		t.Errorf("the script is at %+v, %s", place, s.root.foot.notice.Text)
	}
}

// A screen without enough room can be closed: by esc, and by q where q goes back.
func TestScreensWithoutRoomClose(t *testing.T) {
	uitest.NotForRaces(t)
	for _, keys := range []string{"x esc", "x q", "e esc", "t esc", "t q"} {
		p := toured(t, Options{Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1")})
		p.presses(t, keys[:1])
		p.send(tea.WindowSizeMsg{Width: 50, Height: 8})
		if foot := p.foot(); p.root.screens.onRun() || !p.root.window.cramped() || !strings.Contains(foot, "esc back to the run") {
			t.Fatalf("%s: the foot is %q", keys, foot)
		}
		if p.tries("s space"); p.root.screens.onRun() {
			t.Errorf("%s: another key closes the screen", keys)
		}
		p.presses(t, keys[2:])
		if !p.root.screens.onRun() {
			t.Errorf("%s: %s", keys, p.root.View())
		}
	}
}
