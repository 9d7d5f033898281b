package app

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

var storms = flag.Int("storms", 1, "key storms on every screen")

// stormHorizon keeps replications short.
const stormHorizon = 200

// A storm presses random keys in simulated time. The same seed gives the same storm, except for
// background work that takes longer than patient.
type storm struct {
	t      testing.TB
	root   *root
	clock  *kit.Clock
	random *rand.Rand
	keys   []string       // that were pressed, for those who read about a failure
	late   []chan tea.Msg // of commands that are still at work
	left   bool           // the program was told to quit
}

// patient is the time to wait for a command before the storm continues.
const patient = 20 * time.Millisecond

// runAll runs a command and all that follow from it.
func (s *storm) runAll(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		s.take(msg)
	case <-time.After(patient):
		s.late = append(s.late, done)
	}
}

func (s *storm) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		s.left = true
	case tea.BatchMsg:
		for _, cmd := range msg {
			s.runAll(cmd)
		}
	default:
		s.send(msg)
	}
}

func (s *storm) send(msg tea.Msg) {
	_, cmd := s.root.Update(msg)
	s.runAll(cmd)
}

// until handles the results of late commands, in any order, until a condition holds.
func (s *storm) until(what string, holds func() bool) {
	s.t.Helper()
	for end := time.Now().Add(uitest.Patience); !holds(); {
		if len(s.late) == 0 || time.Now().After(end) {
			s.fatal("not %s: %s\n%s", what, s.root.foot.notice.Text, s.root.View())
		}
		if !s.takeLate() {
			time.Sleep(time.Millisecond)
		}
	}
}

// wait advances simulated time and handles the results of late commands.
func (s *storm) wait(step time.Duration) {
	for step > 0 {
		var msg tea.Msg
		if msg, step = s.clock.Advance(step); msg != nil {
			s.send(msg)
		}
	}
	s.takeLate()
}

// takeLate handles the results of late commands and reports whether there were any.
func (s *storm) takeLate() (some bool) {
	late := s.late
	s.late = nil
	for _, done := range late {
		select {
		case msg := <-done:
			s.take(msg)
			some = true
		default:
			s.late = append(s.late, done)
		}
	}
	return some
}

func newStorm(t testing.TB, seed uint64, config *model.Config) *storm {
	clock := kit.NewClock()
	random := rand.New(rand.NewPCG(seed, 16))
	options := Options{Config: config, clock: clock, Big: random.IntN(2) == 0, ReducedMotion: random.IntN(2) == 0, OpenLesson: flags.OpenLesson}
	r := newRoot(uitest.Theme(termenv.Ascii), options)
	for _, f := range r.screens.subscreens {
		open := f.open
		f.open = func(t *theme.Theme, c *model.Config, learner int) (Screen, tea.Cmd) {
			short := *c
			short.Horizon = min(c.Horizon, stormHorizon)
			return open(t, &short, learner)
		}
	}
	r.screens.maxPace = 500
	s := &storm{t: t, root: r, clock: clock, random: random}
	s.resize()
	s.runAll(r.Init())
	return s
}

var stormKeys = strings.Fields(`enter enter esc esc tab shift+tab up down left right pgup pgdown home end backspace delete
	f1 f2 f5 ctrl+a ctrl+e ctrl+k ctrl+u ctrl+w ctrl+z alt+x insert`)

// key returns a key, usually one that does something here.
func (s *storm) key() string {
	var useful []string
	for _, c := range s.root.Commands() {
		useful = append(useful, c.Keys()...)
	}
	switch n := s.random.IntN(10); {
	case n < 5 && len(useful) > 0:
		return useful[s.random.IntN(len(useful))]
	case n < 7:
		return stormKeys[s.random.IntN(len(stormKeys))]
	case n == 7:
		return string([]rune("ε½∞👩‍🔬\u202e\u200b\x00\u0301…"[s.random.IntN(12):])[0:1])
	}
	return string(rune(' ' + s.random.IntN('~'-' '+1)))
}

func (s *storm) resize() {
	s.send(tea.WindowSizeMsg{Width: 1 + s.random.IntN(200), Height: 1 + s.random.IntN(60)})
}

// blow presses a key or does something else; afterward the view must fit.
func (s *storm) blow() {
	switch n := s.random.IntN(20); n {
	case 0:
		s.resize()
	case 1, 2, 5, 6:
		s.wait(time.Duration(s.random.IntN(300)) * time.Millisecond)
	case 3:
		s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("quit q ?\x1b[31m 1e400"), Paste: true})
	case 4:
		s.send(tea.MouseMsg{
			X: s.random.IntN(s.root.window.width + 2), Y: s.random.IntN(s.root.window.height + 2),
			Action: tea.MouseActionPress, Button: tea.MouseButton(1 + s.random.IntN(5)),
		})
	default:
		s.press(s.key())
	}
	s.left = false
	s.fits()
}

func (s *storm) press(name string) {
	s.keys = append(s.keys, name)
	s.root.input.pressed = time.Time{} // no person types faster than a paste
	s.send(uitest.Key(name))
}

func (s *storm) fits() {
	s.t.Helper()
	r := s.root
	view := r.View()
	if r.process.fault != nil {
		s.fatal("%v\n%s", r.process.fault, r.process.fault.Stack)
	}
	lines := strings.Split(view, "\n")
	if len(lines) > r.window.height {
		s.fatal("%d lines on %d×%d:\n%s", len(lines), r.window.width, r.window.height, view)
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > r.window.width {
			s.fatal("%d columns on %d×%d:\n%s", ansi.StringWidth(line), r.window.width, r.window.height, line)
		}
	}
	if err := uitest.CheckCommands(r.Commands()); err != nil {
		s.fatal("%v", err)
	}
}

func (s *storm) fatal(format string, arguments ...any) {
	s.t.Helper()
	s.t.Fatalf("after %q: "+format, append([]any{s.keys[max(len(s.keys)-30, 0):]}, arguments...)...)
}

// helps expects that help opens wherever the storm ended, and that Ctrl-C ends the program.
func (s *storm) helps() {
	s.t.Helper()
	if s.root.page.Open() {
		s.press("x") // a page is read until a key is pressed
	}
	if s.root.palette.Open() {
		s.press("esc")
	}
	s.press("f1")
	if !s.root.palette.Open() {
		s.fatal("f1 does not open help on\n%s", s.root.View())
	}
	s.fits()
	s.press("ctrl+c")
	s.until("ended by ctrl+c", func() bool { return s.left && s.root.process.interrupted })
	s.left, s.root.process.interrupted = false, false
	s.press("esc")
}

// For any keys on a terminal of any size, nothing panics or exceeds the terminal, help and the
// way out are always available, and no goroutine is left behind.
func TestKeyStorms(t *testing.T) {
	t.Chdir(t.TempDir()) // saves go there
	starts := map[string]func() *model.Config{
		"setup":      func() *model.Config { return nil },
		"bandit":     func() *model.Config { return uitest.Config(t, stormHorizon, "lazy-dp-ts", "ucb1") },
		"full":       func() *model.Config { return uitest.On(t, "ww-det,K=4", "", stormHorizon, "rnm-ftnl") },
		"matroid":    func() *model.Config { return uitest.On(t, "chh-synthetic", "", stormHorizon, "dpucb-mat", "omm") },
		"changing":   func() *model.Config { return uitest.On(t, "gaj-tide", "", stormHorizon, "sw-klucb-cf") },
		"local":      func() *model.Config { return uitest.On(t, "jzl-20", "linear", stormHorizon, "ts-ldp-b") },
		"dial":       func() *model.Config { return uitest.Config(t, stormHorizon, "ucb1", "lazy-dp-ts", "dp-se") },
		"experiment": func() *model.Config { return uitest.Config(t, stormHorizon, "thompson") },
		"twin":       func() *model.Config { return uitest.Config(t, stormHorizon, "anytime-lazy-ucb") },
		"lesson":     func() *model.Config { return nil },
	}
	opens := map[string]string{"dial": "f d", "experiment": "x", "twin": "t", "lesson": ": l e s s o n enter enter"}
	for name, config := range starts {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			for seed := range *storms {
				s := newStorm(t, uint64(seed)<<8+uint64(len(name)), config())
				if opens[name] != "" { // needs room
					s.send(tea.WindowSizeMsg{Width: 100, Height: 30})
				}
				for _, key := range strings.Fields(opens[name]) {
					s.press(key)
				}
				s.until("where the storm begins", func() bool {
					return s.root.stops.Open() || name != "lesson"
				})
				for n := range 60 {
					s.blow()
					if n%30 == 29 {
						s.helps()
					}
				}
				for _, f := range s.root.screens.subscreens {
					f.close()
				}
			}
			none(t, before)
		})
	}
}

// none expects that the number of goroutines soon returns to what it was.
func none(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(uitest.Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if runtime.NumGoroutine() <= before {
			return
		}
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}
