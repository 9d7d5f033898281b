package app

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit/uitest"
)

// A watcher counts how often the screen changes.
type watcher struct {
	*player
	shown   string
	changes []time.Time
}

func watch(t *testing.T, config *model.Config, calm bool) *watcher {
	t.Helper()
	w := &watcher{player: newPlayer(Options{Config: config, ReducedMotion: calm})}
	w.settle(w.root.Init())
	w.see(tea.WindowSizeMsg{Width: 100, Height: 30})
	return w
}

// see sends a message, and has the screen painted as Bubble Tea does.
func (w *watcher) see(msg tea.Msg) {
	w.send(msg)
	if view := w.root.View(); view != w.shown {
		w.shown = view
		w.changes = append(w.changes, w.clock.Now())
	}
}

func (w *watcher) key(name string) {
	w.root.pressed = time.Time{}
	w.see(uitest.Key(name))
}

// passes lets simulated time pass, message by message.
func (w *watcher) passes(while time.Duration) {
	for while > 0 {
		var msg tea.Msg
		if msg, while = w.clock.Advance(while); msg != nil {
			w.see(msg)
		}
	}
}

// A running run repaints a calm screen once a second, and any other one many times.
func TestReducedMotionCountsFrames(t *testing.T) {
	const seconds = 10
	frames := func(calm bool) int {
		w := watch(t, uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1"), calm)
		w.passes(3 * time.Second)
		w.changes = nil
		w.key(" ")
		w.passes(seconds * time.Second)
		if !w.root.run.Driver().Running() || w.root.run.Driver().Round() < 1000 {
			t.Errorf("calm %v: the run is at round %d", calm, w.root.run.Driver().Round())
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

// A key shows what it leads to at once, and a screen on which nothing happens is left
// alone.
func TestReducedMotionFollowsKeys(t *testing.T) {
	w := watch(t, uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1"), true)
	w.passes(3 * time.Second)
	for i, name := range []string{"n", "n", "v", "l", "?"} {
		t.Run(name, func(t *testing.T) {
			w.changes = nil
			w.key(name)
			if view := w.root.draw(); view != w.shown {
				t.Errorf("%d, %s: it is not shown at once", i, name)
			}
			if n := len(w.changes); n < 1 || n > 2 {
				t.Errorf("%d, %s: %d repaints", i, name, n)
			}
			w.passes(10 * time.Millisecond)
		})
	}
	w.changes = nil
	w.passes(time.Minute)
	if len(w.changes) > 0 {
		t.Errorf("repaints at %v without a key", w.changes)
	}
	w.see(tea.WindowSizeMsg{Width: 80, Height: 24})
	if err := uitest.Fills(w.shown, 80, 24); err != nil {
		t.Error(err)
	}
}

// What changes by itself is shown within a second, also where no message follows.
func TestReducedMotionShowsTheEnd(t *testing.T) {
	w := watch(t, uitest.Config(t, 300, "ucb1"), true)
	w.passes(3 * time.Second)
	w.key(" ")
	w.passes(time.Minute)
	if view := w.root.draw(); w.root.run.Driver().Running() || view != w.shown {
		t.Errorf("the end is not shown:\n%s\nbut\n%s", view, w.shown)
	}
}
