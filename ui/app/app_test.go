package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"
	"github.com/muesli/termenv"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

func rootOf(t *testing.T, o Options) *root {
	t.Helper()
	r := newRoot(uitest.Theme(termenv.Ascii), o)
	r.Update(tea.WindowSizeMsg{Width: 110, Height: 30})
	runAll(t, r, r.Init())
	return r
}

// runAll runs a command and the commands that follow, except for frames of a run and quits, which it returns.
func runAll(t *testing.T, r *root, cmd tea.Cmd) []tea.Msg {
	t.Helper()
	return uitest.Settle(t, cmd, func(msg tea.Msg) bool {
		_, quits := msg.(tea.QuitMsg)
		return !quits && fmt.Sprintf("%T", msg) != "drive.frameMsg"
	}, func(msg tea.Msg) tea.Cmd {
		_, cmd := r.Update(msg)
		return cmd
	})
}

// press presses keys, by name or as typed characters. It returns the messages of the last one.
func press(t *testing.T, r *root, names ...string) (msgs []tea.Msg) {
	t.Helper()
	for _, name := range names {
		r.input.pressed = time.Time{} // a person types more slowly than a paste
		_, cmd := r.Update(uitest.Key(name))
		msgs = runAll(t, r, cmd)
	}
	return msgs
}

// tell acts out a story (uitest.Person) of keys, and of texts that are then on screen.
func tell(t *testing.T, r *root, story string) {
	t.Helper()
	uitest.Use(t, pressed{r}, nil, 0, 0).Tell(story, nil)
}

// pressed is the root for a person who types more slowly than a paste.
type pressed struct{ *root }

func (p pressed) Update(msg tea.Msg) tea.Cmd {
	p.root.input.pressed = time.Time{}
	_, cmd := p.root.Update(msg)
	return cmd
}

func (p pressed) SetSize(int, int) {}

func (p pressed) Commands() []kit.Command { return nil } // the root finds the command of a key itself

func quits(msgs []tea.Msg) bool {
	for _, msg := range msgs {
		if _, ok := msg.(tea.QuitMsg); ok {
			return true
		}
	}
	return false
}

func expect(t *testing.T, r *root, wants ...string) {
	t.Helper()
	uitest.Contains(t, r.View(), wants...)
}

func TestFromSetupToTheRunAndBack(t *testing.T) {
	r := rootOf(t, Options{})
	tell(t, r, "~ choose scenario and learners | enter | ~ 1 Regret")
	first := r.screens.run
	tell(t, r, "e | ~ choose scenario and learners | ~ back to the run | esc")
	if r.screens.run != first {
		t.Error("esc began another run")
	}
	tell(t, r, "~ 1 Regret | e enter")
	if r.screens.run == first {
		t.Error("enter did not begin another run")
	}
}

// Keys arrive in one burst, before the results of any: space still goes to the run.
func TestKeysAfterTheStartAreTheRuns(t *testing.T) {
	r := rootOf(t, Options{})
	chosen := r.screens.setup.View()
	_, start := r.Update(uitest.Key("enter"))
	_, run := r.Update(uitest.Key(" "))
	first := r.screens.run
	runAll(t, r, start)
	runAll(t, r, run)
	if r.screens.run == nil || r.screens.run != first || !r.screens.run.State().Running {
		t.Errorf("no run, two of them or one that rests:\n%s", r.View())
	}
	if press(t, r, "e"); chosen != r.screens.setup.View() {
		t.Errorf("the choice is another one:\n%s", r.View())
	}
}

func TestAConfigurationRunsAtOnce(t *testing.T) {
	config := uitest.Config(t, 1000, "ucb1")
	r := rootOf(t, Options{Config: config})
	expect(t, r, "T=1,000")
	if r := rootOf(t, Options{Config: config, Setup: true}); r.screens.run != nil {
		t.Error("it runs although setup was asked for")
	}
}

func TestHelpOfTheSetupScreen(t *testing.T) {
	r := rootOf(t, Options{})
	press(t, r, "?")
	seen := r.View()
	for range r.Commands() {
		press(t, r, "down")
		seen += r.View()
	}
	for _, c := range r.Commands() {
		uitest.Contains(t, seen, c.Usage(), c.Key)
	}
	tell(t, r, "? | ~ 1 Scenario")
}

func TestFailuresEndTheProgram(t *testing.T) {
	r := rootOf(t, Options{})
	broken := tea.Batch(func() tea.Msg { return nil }, func() tea.Msg { panic("broken\nin two") })
	if !quits(runAll(t, r, catchPanics(broken))) {
		t.Error("it goes on")
	}
	if r.process.fault == nil || r.process.fault.Error() != "the program stopped on an internal error: broken" {
		t.Errorf("fault %v", r.process.fault)
	}
	r = rootOf(t, Options{})
	r.screens.shown = nil // there is no run to show: both Update and View panic
	model, _ := r.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("n")})
	if r.process.fault == nil || len(r.process.fault.Stack) == 0 || model == nil { // without a model, Bubble Tea panics again
		t.Errorf("a panic in Update is lost; model %v", model)
	}
	r.process.fault = nil
	if view := r.View(); view != "" || r.process.fault == nil {
		t.Errorf("a panic in View is lost; view %q", view)
	}
}

// broken makes the program panic as soon as a key is pressed.
type broken struct{ *root }

func (b broken) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyMsg); ok {
		b.root.screens.shown, b.root.screens.run = nil, nil
	}
	_, cmd := b.root.Update(msg)
	return b, cmd
}

func TestAPanicLeavesTheProgram(t *testing.T) {
	r := newRoot(uitest.Theme(termenv.Ascii), Options{})
	tm := teatest.NewTestModel(t, broken{r}, teatest.WithInitialTermSize(80, 24))
	r.process.quit = func() { _ = tm.Quit() }
	tm.Type("n")
	tm.WaitFinished(t, teatest.WithFinalTimeout(uitest.Patience))
	if r.process.fault == nil {
		t.Error("there is no fault to tell about")
	}
}

// summaries lists commands as text.
func summaries(list []kit.Command) (all []string) {
	for _, c := range list {
		all = append(all, fmt.Sprint(c.Name, c.Key, c.Also, c.Short, c.Help, c.Argument, c.Refusal))
	}
	return all
}

// In many states of every screen, the available commands have distinct names and keys, including
// those of the root. While text is typed, no character is a key. A kept list equals a fresh one.
func TestNoTwoCommandsShareAKey(t *testing.T) {
	uitest.NotForRaces(t)
	random := rand.New(rand.NewPCG(11, 12))
	for range 10 {
		r := rootOf(t, Options{Config: uitest.On(t, "jzl-20", "", 200, "ts-ldp-b", "lazy-dp-ts", "ucb1")})
		var told []string
		for range 60 {
			list := r.Commands()
			if err := uitest.CheckCommands(list); err != nil {
				t.Fatalf("after %q: %v", told, err)
			}
			stale := summaries(r.screens.shown.Commands())
			r.screens.shown.(interface{ Changed() }).Changed()
			if fresh := summaries(r.screens.shown.Commands()); !slices.Equal(stale, fresh) {
				t.Fatalf("after %q: the commands are those of before:\n%q\nnow\n%q", told, stale, fresh)
			}
			for _, c := range list {
				for _, k := range c.Keys() {
					if r.screens.shown.Typing() && utf8.RuneCountInString(k) == 1 {
						t.Fatalf("after %q: %s has the key %q, which is typed", told, c.Name, k)
					}
				}
			}
			c := list[random.IntN(len(list))]
			if c.Required() || slices.Contains([]string{"quit", "interrupt", "suspend", "run", "accept"}, c.Name) || strings.HasPrefix(c.Name, "save") {
				continue // that ends it, takes long, or writes files
			}
			told = append(told, c.Name)
			r.palette.Close()
			cmd, _ := r.RunLine(c.Name)
			if r.screens.onRun() || r.screens.shown == Screen(r.screens.setup) { // what others compute takes long
				runAll(t, r, cmd)
			}
		}
	}
}

// A terminal without paste marks sends pastes as typed text.
func TestAPasteDoesNotQuit(t *testing.T) {
	for _, text := range []string{"hello q world", "q hello", "hello q", strings.Repeat("aq ", 300)} {
		clock := kit.NewClock()
		r := rootOf(t, Options{clock: clock})
		for _, word := range strings.SplitAfter(text, " ") {
			for _, part := range []string{strings.TrimRight(word, " "), " "} {
				_, cmd := r.Update(uitest.Key(part))
				runAll(t, r, cmd)
			}
		}
		for msg, rest := clock.Advance(2 * alone); msg != nil; msg, rest = clock.Advance(rest) {
			if _, cmd := r.Update(msg); quits(runAll(t, r, cmd)) {
				t.Errorf("%.20q quits", text)
			}
		}
		r.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		if r.foot.notice.Warn {
			t.Errorf("%s: a paste is told about: %s", text, r.foot.notice.Text)
		}
	}
}

// One run of the real program, from its arguments to its end.
func TestSmoke(t *testing.T) {
	r := newRoot(uitest.Theme(termenv.Ascii), Options{})
	tm := teatest.NewTestModel(t, r, teatest.WithInitialTermSize(120, 36))
	saw := func(want string) {
		t.Helper()
		teatest.WaitFor(t, tm.Output(), func(out []byte) bool {
			return bytes.Contains(out, []byte(want))
		}, teatest.WithDuration(uitest.Patience))
	}
	saw("choose scenario and learners")
	tm.Send(tea.KeyMsg{Type: tea.KeyEnter})
	saw("no rounds played yet")
	tm.Send(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")})
	saw("Why arm")
	tm.Type("q")
	tm.WaitFinished(t, teatest.WithFinalTimeout(uitest.Patience))
}

func TestRunReturnsWhyItEnded(t *testing.T) {
	in, keys := io.Pipe()
	defer keys.Close()
	go func() { _, _ = keys.Write([]byte{3}) }() // Ctrl-C
	if err := Run(t.Context(), Options{Input: in, Output: io.Discard, Background: theme.Dark}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("after Ctrl-C: %v", err)
	}
	if err := Run(t.Context(), Options{Input: strings.NewReader("q"), Output: io.Discard, Background: theme.Dark}); err != nil {
		t.Errorf("after q: %v", err)
	}
	// A signal came while the program was starting, for example while it asked for the background.
	ended, end := context.WithCancel(t.Context())
	end()
	if err := Run(ended, Options{Input: in, Output: io.Discard, Background: theme.Dark}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("after a signal before its start: %v", err)
	}
}

// Keys in one message act as they would one by one.
func TestKeysTypedAtOnce(t *testing.T) {
	config := uitest.Config(t, 1000, "ucb1", "thompson")
	together, apart := rootOf(t, Options{Config: config}), rootOf(t, Options{Config: config})
	press(t, together, "vnnl")
	press(t, apart, "v", "n", "n", "l")
	if together.View() != apart.View() {
		t.Errorf("together\n%s\none by one\n%s", together.View(), apart.View())
	}
	uitest.Contains(t, apart.View(), "1 Regret / ln t")
}
