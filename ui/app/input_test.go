package app

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// order has each layer but the last, from the top to the bottom, with a key in one of the states that has another effect
// if the next layer comes before it. Without a key, the order of the two does not matter.
var order = []struct{ layer, state, key string }{
	{"anytime", "talk, black", "ctrl+c"},
	{"black", "talk, typed in black", "enter"},
	{"unread", "talk, typed", "enter"},
	{"modal", "palette cramped", "x"},
	{"cramped", "run gliding, cramped", "space"},
	{"gliding", "talk, gliding", "v"},
	{"playing", "", ""},  // a playing script asks nothing
	{"exercise", "", ""}, // while an answer is typed, q is none
	{"quitting", "", ""}, // esc never quits
	{"answered", "run not ready, q asks", "esc"},
	{"early", "twin searching", "n"},
	{"command", "prompt, filled", "enter"},
	{"field", "prompt, filled", "5"},
}

func TestOrderOfLayers(t *testing.T) {
	uitest.NotForRaces(t)
	normal := layers()
	if len(order) != len(normal)-1 {
		t.Fatalf("%d layers, and the order of %d", len(normal), len(order))
	}
	differs := func(at int, state, key string) bool {
		swapped := slices.Clone(normal)
		swapped[at], swapped[at+1] = swapped[at+1], swapped[at]
		var effects []string
		for _, layers := range [][]layer{normal, swapped} {
			p := stateOf(t, state)
			in := &p.root.input
			in.sincePress = time.Second
			p.runAll(in.pass(uitest.Key(key), layers))
			p.wait(alone)
			effects = append(effects, fmt.Sprintf("%s\n%+v, left: %v, %d early", p.root.View(), p.root.foot.notice, p.left, len(in.ahead)))
		}
		return effects[0] != effects[1]
	}
	for at, c := range order {
		name := runtime.FuncForPC(reflect.ValueOf(normal[at]).Pointer()).Name()
		if !strings.HasSuffix(name, "."+c.layer) {
			t.Fatalf("%s: %s stands in its place", c.layer, name)
		}
		if c.key != "" && !differs(at, c.state, c.key) {
			t.Errorf("%s: %s: %s has the same effect after the next layer", c.layer, c.state, c.key)
		}
		for _, other := range order {
			if c.key == "" && other.key != "" && differs(at, other.state, other.key) {
				t.Errorf("%s: %s: %s has another effect after the next layer", c.layer, other.state, other.key)
			}
		}
	}
}

// leaves presses q and reports whether the program ends.
func leaves(t *testing.T, r *root) bool {
	t.Helper()
	r.input.sincePress = time.Second
	runAll(t, r, r.input.pressOne(uitest.Key("q")))
	msg, _ := r.options.clock.Advance(alone)
	_, leaves := msg.(quitMsg)
	return leaves
}

// If nothing would be lost, q quits at once from the run and the setup screen, and goes back from all others.
func TestQGoesBackOrQuits(t *testing.T) {
	uitest.NotForRaces(t)
	for _, c := range []struct {
		keys   string // pressed first
		leaves bool
		then   string // on the screen where it stays
	}{
		{"", true, ""},
		{"n", true, ""},
		{"e", true, ""},
		{"e 1 n", false, "1 Scenario"},
		{"x", false, "1 Regret"},
		{"i", false, "1 Regret"},
		{"e i", false, "1 Scenario"},
		{"d", false, "1 Regret"},
		{"?", false, "1 Regret"},
	} {
		r := rootOf(t, Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1"), clock: kit.NewClock()})
		press(t, r, strings.Fields(c.keys)...)
		if got := leaves(t, r); got != c.leaves {
			t.Fatalf("%s: q leaves: %v", c.keys, got)
		}
		if !c.leaves {
			expect(t, r, c.then)
		}
	}
}

// In front of an audience, or if an unsaved experiment would be lost, q asks once.
func TestQAsksWhereSomethingWouldBeLost(t *testing.T) {
	for lost, c := range map[string]struct {
		big  bool
		keys string
	}{"the experiment is not saved": {false, "x enter esc"}, "people may be watching": {true, ""}} {
		r := rootOf(t, Options{Config: uitest.Config(t, 1000, "ucb1"), clock: kit.NewClock(), Big: c.big})
		press(t, r, strings.Fields(c.keys)...)
		if leaves(t, r) {
			t.Fatalf("%s: it does not ask", lost)
		}
		expect(t, r, lost+": q again quits")
		if press(t, r, "v"); leaves(t, r) {
			t.Errorf("%s: another key in between is forgotten", lost)
		}
		if !leaves(t, r) {
			t.Errorf("%s: it asks twice", lost)
		}
	}
}

// A watcher counts how often the screen changes.
type watcher struct {
	*player
	shown   string
	changes []time.Time
}

func watch(t *testing.T, config *model.Config, calm bool) *watcher {
	t.Helper()
	w := &watcher{player: newPlayer(Options{Config: config, ReducedMotion: calm})}
	w.runAll(w.root.Init())
	w.see(tea.WindowSizeMsg{Width: 100, Height: 30})
	return w
}

// see sends a message and draws the screen as Bubble Tea does.
func (w *watcher) see(msg tea.Msg) {
	w.send(msg)
	if view := w.root.View(); view != w.shown {
		w.shown = view
		w.changes = append(w.changes, w.clock.Now())
	}
}

func (w *watcher) key(name string) {
	w.root.input.pressed = time.Time{}
	w.see(uitest.Key(name))
}

// passes advances simulated time, message by message.
func (w *watcher) passes(while time.Duration) {
	for while > 0 {
		var msg tea.Msg
		if msg, while = w.clock.Advance(while); msg != nil {
			w.see(msg)
		}
	}
}

// With reduced motion, a run repaints the screen once per second; otherwise many times.
func TestReducedMotionCountsFrames(t *testing.T) {
	const seconds = 10
	frames := func(calm bool) int {
		w := watch(t, uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1"), calm)
		w.passes(3 * time.Second)
		w.changes = nil
		w.key(" ")
		w.passes(seconds * time.Second)
		if !w.root.screens.run.State().Running || w.root.screens.run.State().Round < 1000 {
			t.Errorf("calm %v: the run is at round %d", calm, w.root.screens.run.State().Round)
		}
		for i := 3; i < len(w.changes); i++ { // after the key and what came of it
			if apart := w.changes[i].Sub(w.changes[i-1]); calm && apart < repaintInterval {
				t.Errorf("repaints %v apart", apart)
			}
		}
		return len(w.changes)
	}
	if n := frames(true); n < seconds-1 || n > seconds+2 {
		t.Errorf("%d repaints in %d seconds", n, seconds)
	}
	if n := frames(false); n < 5*seconds {
		t.Errorf("only %d repaints in %d seconds without reduced motion", n, seconds)
	}
}

// The result of a key is drawn at once, and a screen without news is not redrawn.
func TestReducedMotionFollowsKeys(t *testing.T) {
	w := watch(t, uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1"), true)
	w.passes(3 * time.Second)
	for i, name := range []string{"n", "n", "v", "l", "?"} {
		w.changes = nil
		w.key(name)
		if view := w.root.draw(); view != w.shown {
			t.Errorf("%d, %s: it is not shown at once", i, name)
		}
		if n := len(w.changes); n < 1 || n > 2 {
			t.Errorf("%d, %s: %d repaints", i, name, n)
		}
		w.passes(10 * time.Millisecond)
	}
	w.changes = nil
	w.passes(time.Minute)
	if len(w.changes) > 0 {
		t.Errorf("repaints at %v without a key", w.changes)
	}
	w.see(tea.WindowSizeMsg{Width: 80, Height: 24})
	uitest.NoError(t, uitest.Fills(w.shown, 80, 24))
}

// Changes without a key are drawn within a second, even if no message follows.
func TestReducedMotionShowsTheEnd(t *testing.T) {
	w := watch(t, uitest.Config(t, 300, "ucb1"), true)
	w.passes(3 * time.Second)
	w.key(" ")
	w.passes(time.Minute)
	if view := w.root.draw(); w.root.screens.run.State().Running || view != w.shown {
		t.Errorf("the end is not shown:\n%s\nbut\n%s", view, w.shown)
	}
}

// burst presses keys before any work that they start is done, and then does the work.
func (p *player) burst(keys ...string) {
	var cmds []tea.Cmd
	for _, key := range keys {
		_, cmd := p.root.Update(uitest.Key(key))
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		p.runAll(cmd)
	}
}

// Keys pressed while a screen loads or searches have the same effect as later ones.
func TestEarlyKeysAreAnsweredLater(t *testing.T) {
	uitest.NotForRaces(t)
	for name, c := range map[string]struct {
		before []string
		keys   string
	}{
		"a run":      {nil, "g 7 enter"},
		"twin":       {places["run"], "t n n"},
		"its noises": {places["run"], "t 2 n"},
		"its search": {places["twin"], "/ n b s n"},
	} {
		press := func(early bool) string {
			var begin tea.Cmd
			p, _ := at(t, c.before)
			if c.before == nil {
				p = newPlayer(Options{Config: uitest.Config(t, 40, "lazy-dp-ts", "ucb1")})
				p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
				begin = p.root.Init()
			}
			keys := strings.Fields(c.keys)
			if early {
				p.burst(keys...)
				p.runAll(begin)
			} else {
				p.runAll(begin)
				for _, key := range keys {
					p.send(uitest.Key(key))
				}
			}
			p.wait(frameTime)
			return p.above() + p.root.foot.notice.Text
		}
		early, late := press(true), press(false)
		if early != late {
			t.Errorf("%s: early keys lead to\n%s\nlate ones to\n%s", name, early, late)
		}
	}
}

// Early keys of a screen that is left wait until one returns.
func TestEarlyKeysWaitForTheirScreen(t *testing.T) {
	p, _ := at(t, places["run"])
	p.burst("t", "n", "n", "esc")
	before := p.root.screens.run.State().Shot.Round
	p.wait(frameTime)
	if !p.root.screens.onRun() || p.root.foot.notice.Text != "" || p.root.screens.run.State().Shot.Round != before || len(p.root.input.ahead) != 2 {
		t.Errorf("on the run: %v, %q, %d early keys", p.root.screens.onRun(), p.root.foot.notice.Text, len(p.root.input.ahead))
	}
	p.send(uitest.Key("t"))
	if !strings.Contains(p.above(), "round 2 of") || len(p.root.input.ahead) != 0 {
		t.Error(p.above())
	}
	p.burst(slices.Concat([]string{"t"}, slices.Repeat([]string{"n"}, maxAhead+1))...)
	if p.root.foot.notice.Text != "" { // handled by now
		t.Error(p.root.foot.notice.Text)
	}
}

// In a game, every digit is a pull, however fast the digits come.
func TestFastDigitsAreAllPulled(t *testing.T) {
	config := uitest.Config(t, 50, "ucb1")
	game := &learners.Game{}
	config.Learners = append(config.Learners, learners.You(game, false))
	p := toured(t, Options{Config: config})
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("12345", 8))})
	shot := p.root.screens.run.State().Shot
	if view := shot.Learners[1]; shot.Round != 40 || !slices.Equal(view.Pulls, []int{8, 8, 8, 8, 8}) {
		t.Errorf("after round %d, pulls %v", shot.Round, view.Pulls)
	}
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("1b2")})
	if text := p.foot(); !strings.Contains(text, "pull lost: round 41 has been played") && game.Rounds() != 41 {
		t.Errorf("%d rounds, %q", game.Rounds(), text)
	}
	p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("3", 20))})
	if !p.root.screens.run.State().Done && game.Rounds() > 50 {
		t.Errorf("%d rounds are played", game.Rounds())
	}
}
