package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// present plays a script interactively, in simulated time.
func present(t *testing.T, text string) *player {
	t.Helper()
	return presentWith(t, Options{}, text)
}

func presentWith(t *testing.T, o Options, text string) *player {
	t.Helper()
	s := param.Must(script.Parse("talk.script", text))
	if o.Config == nil {
		o.Config = uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1")
	}
	p := newPlayer(o)
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	p.runAll(tea.Batch(p.root.Init(), p.root.stops.Play(s, o.AtStop-1)))
	return p
}

const talk = `go 100
caption The first.
wait key
key 3
go 2000
caption The second.
wait 4s
run
wait 2s
pause
caption The third.
wait key
go 10
`

// sees expects texts on the screen after some simulated time.
func (p *player) sees(t *testing.T, after time.Duration, round int, caption string) {
	t.Helper()
	p.wait(after)
	if view := ansi.Strip(p.root.View()); p.root.screens.run.State().Round != round || !strings.Contains(view, caption) || p.root.stops.Caption != caption {
		t.Fatalf("round %d with caption %q, want %d with %q; %s\n%s", p.root.screens.run.State().Round, p.root.stops.Caption, round, caption, p.root.foot.notice.Text, view)
	}
}

func TestAPausedScriptPausesItsRun(t *testing.T) {
	p := present(t, "caption A.\nrun\nwait 10s\ncaption B.\nwait key\n")
	p.wait(2 * time.Second)
	p.key(t, " ")
	at := p.root.screens.run.State().Round
	if p.wait(time.Minute); p.root.screens.run.State().Round != at || at == 0 || p.root.screens.run.State().Running {
		t.Fatalf("from round %d to %d while it is paused", at, p.root.screens.run.State().Round)
	}
	p.key(t, "p")
	if p.wait(2 * time.Second); p.root.screens.run.State().Round <= at || p.root.stops.Caption != "A." {
		t.Errorf("round %d after %d, %q", p.root.screens.run.State().Round, at, p.root.stops.Caption)
	}
	if p.wait(5 * time.Second); p.root.stops.Caption != "B." {
		t.Errorf("the rest of the wait is longer than it was: %q", p.root.stops.Caption)
	}
}

// A limit applies to what a script simulates by itself: after a key of the person, it may simulate as much again.
func TestAKeyRenewsTheLimitOfRounds(t *testing.T) {
	const wrong = "simulates more than 3,000 rounds of all learners together"
	for _, test := range []struct{ between, caption, says string }{
		{"", "A.", wrong},
		{"wait 1s\n", "A.", wrong},
		{"wait key\n", "B.", ""},
	} {
		p := presentWith(t, Options{AllowRounds: 3000}, "caption A.\ngo 1000\n"+test.between+"go 2000\ncaption B.\nwait key\n")
		p.wait(time.Minute)
		if strings.Contains(test.between, "key") {
			p.send(uitest.Key(" "))
			p.wait(time.Minute)
		}
		if test.says == "" { // the way back simulates all of it again
			p.presses(t, "v pgdown")
			p.stand(t)
		}
		if notice := p.root.foot.notice.Text; p.root.stops.Caption != test.caption || !strings.Contains(notice, test.says) || test.says == "" && notice != "" {
			t.Errorf("with %q between: caption %q, want %q; %q, want %q", test.between, p.root.stops.Caption, test.caption, notice, test.says)
		}
	}
}

// Esc leaves a script for free exploration, and f2 returns to the same place and run.
func TestAScriptIsLeftAndReturnedTo(t *testing.T) {
	p := present(t, "caption A.\nrun\nwait 1m\ncaption B.\n")
	p.wait(time.Second)
	p.send(uitest.Key("n"))
	uitest.Contains(t, p.root.foot.notice.Text, "space pauses it")
	p.send(uitest.Key("esc"))
	left := p.root.screens.run.State().Round
	if view := ansi.Strip(p.root.View()); !p.root.stops.State().Away || !strings.Contains(view, "stop 1: free exploration. f2 returns to the stop.") {
		t.Errorf("not left:\n%s", view)
	}
	if p.wait(2 * time.Minute); !p.root.stops.State().Away {
		t.Error("the script goes on")
	}
	p.key(t, "e") // the setup screen
	p.send(uitest.Key("f2"))
	for p.root.stops.Travelling() {
		p.wait(25 * time.Millisecond)
	}
	if at := p.root.screens.run.State().Round; at < left || at > left+1000 || !p.root.screens.run.State().Running || p.root.stops.Caption != "A." {
		t.Errorf("at round %d after %d, %q", at, left, p.root.stops.Caption)
	}
	if p.wait(50 * time.Second); p.root.stops.Caption != "A." {
		t.Error("the rest of the wait is lost")
	}
	if p.wait(20 * time.Second); !p.root.stops.State().Over {
		t.Error("the script does not go on")
	}
}

// The rest of a wait from which a script was left is waited once: later stops go on at once.
func TestTheRestOfAWaitIsWaitedOnce(t *testing.T) {
	p := present(t, "caption A.\nwait 10s\ncaption B.\nwait key\ncaption C.\nwait key\n")
	p.wait(2 * time.Second)
	p.presses(t, "esc f2")
	p.sees(t, 20*time.Second, 0, "B.")
	p.send(uitest.Key(" "))
	p.sees(t, frameTime, 0, "C.")
}

// What changes the run at a stop begins free exploration by itself; space then plays that run. What only
// looks does not.
func TestAnotherRunLeavesTheStop(t *testing.T) {
	uitest.NotForRaces(t)
	for keys, leaves := range map[string]bool{
		"s": true, ": s e t space e p s i l o n = 3 enter": true, ": d r o p enter": true, "e / h h m h - 2 enter": true,
		"v c left left z ? esc esc esc g 9 enter n 4": false, "e esc": false, "d right": false, "s u": false,
	} {
		for _, big := range []bool{false, true} {
			p := presentWith(t, Options{Big: big}, "go 100\ncaption A.\nwait key\ncaption B.\nwait key\n")
			planned := p.stand(t)
			_ = p.tries(keys)
			if away := p.root.stops.State().Away; away != leaves {
				t.Errorf("%s: away %v", keys, away)
			}
			if below := p.root.window.below(); leaves && (len(below) != 1 || !strings.Contains(below[0], "Not the plan")) { // in small letters
				t.Errorf("%s, large %v: says\n%s", keys, big, strings.Join(below, "\n"))
			}
			if leaves {
				_ = p.tries("space f2")
				if view := p.stand(t); view != planned {
					t.Errorf("%s: f2 returns to\n%s", keys, view)
				}
			}
			_ = p.tries("pgdown")
			if view := p.stand(t); p.root.stops.Caption != "B." || p.root.screens.run.State().Round != 100 {
				t.Errorf("%s: pgdn goes on to\n%s", keys, view)
			}
		}
	}
}

// In a talk with a run for each stop, esc closes whatever is opened over a stop, and the script stays there.
// Continuing closes what is still open. From the end, b goes back through all stops.
func TestATalkWithARunForEachStop(t *testing.T) {
	uitest.NotForRaces(t)
	opened := []struct{ name, keys string }{
		{"dial", "d"},
		{"round", "g"},
		{"what if", ": w h a t - i f"},
		{"help", "?"},
		{"palette", ":"},
		{"experiment", "x"},
		{"twin", "t"},
		{"setup", "e"},
		{"page", "i"},
		{"setup's form", "e 3"},
		{"cursor", "c"},
		{"zoom", "z"},
		{"help of a screen", "x ?"},
	}
	var talk strings.Builder
	for i := range opened {
		fmt.Fprintf(&talk, "setup\nhorizon 20000\nseed %d\nkey enter\npace 300\nrun\nwait 500ms\npause\ncaption Stop %d.\nwait key\n", i+1, i+1)
	}
	p := presentWith(t, Options{Config: uitest.Config(t, 20_000, "anytime-lazy-ucb", "ucb1")}, talk.String()) // whose twins are found at once
	var stops []string
	view := func() string { return ansi.Strip(p.root.View()) }
	at := func(stop int) {
		t.Helper()
		now := p.root.screens.run.Place()
		if want := fmt.Sprintf("Stop %d.", stop+1); p.root.stops.Caption != want || now.Config.Seed != uint64(stop+1) || now.Round < 130 || now.Round > 160 || p.root.stops.State().Away {
			t.Fatalf("%s: at %q, seed %d, round %d, away %v, %s", want, p.root.stops.Caption, now.Config.Seed, now.Round, p.root.stops.State().Away, p.root.foot.notice.Text)
		}
	}
	for i, c := range opened {
		bare := p.stand(t)
		at(i)
		stops = append(stops, bare)
		closes := func() {
			t.Helper()
			for n := 0; view() != bare; n++ {
				if n == 3 {
					t.Fatalf("%s: after %d esc, away %v:\n%s", c.name, n, p.root.stops.State().Away, view())
				}
				p.presses(t, "esc")
			}
		}
		p.presses(t, c.keys)
		if p.wait(5 * time.Second); view() == bare {
			t.Fatalf("%s: nothing is open", c.name)
		}
		closes()
		at(i)
		p.presses(t, c.keys)
		if p.root.modal() != nil { // which has all keys
			closes()
		}
		p.presses(t, "pgdown")
	}
	p.stand(t)
	expect(t, p.root, "The script is over: b goes back to its last stop, q quits.")
	for i := range slices.Backward(opened) {
		p.presses(t, "b")
		p.stand(t)
		if at(i); view() != stops[i] {
			t.Errorf("stop %d, on the way back:\n%s\nwant\n%s", i+1, view(), stops[i])
		}
	}
	p.presses(t, "pgdown")
	p.stand(t)
	at(1)
}

// go-chapter goes to a stop by its number; the palette lists the stops.
func TestChapters(t *testing.T) {
	p := present(t, talk)
	p.wait(time.Second)
	p.command(t, "go-chapter 3")
	p.wait(10 * time.Second) // the waits on the way take simulated time
	if p.root.stops.Caption != "The third." || p.root.stops.State().Stop != 2 {
		t.Errorf("at %+v, %q", p.root.stops.State(), p.root.stops.Caption)
	}
	p.command(t, "go-chapter 1")
	p.sees(t, time.Second, 100, "The first.")
	if _, err := p.root.RunLine("go-chapter 4"); err == nil || err.Error() != "go-chapter 4: must be from 1 to 3" {
		t.Error(err)
	}
	for _, key := range strings.Split(":go-chapter", "") {
		p.send(uitest.Key(key))
	}
	p.send(uitest.Key(" "))
	expect(t, p.root, "go-chapter 2", "The second.")
}

// A script plays by itself, each wait for a key as long as planned, and then ends.
func TestAScriptAdvancesByItself(t *testing.T) {
	s := param.Must(script.Parse("talk.script", "caption A.\nwait key\ncaption B.\nwait key 10s\ngo 7\n"))
	p := newPlayer(Options{Config: uitest.Config(t, 100, "ucb1"), Script: s, Advance: true})
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	p.runAll(p.root.Init())
	for _, step := range []struct {
		after   time.Duration
		caption string
		left    bool
	}{{time.Second, "A.", false}, {2 * time.Second, "B.", false}, {8 * time.Second, "B.", false}, {2 * time.Second, "B.", true}} {
		if p.wait(step.after); p.root.stops.Caption != step.caption || p.left != step.left {
			t.Errorf("after %v more: %q, left %v", step.after, p.root.stops.Caption, p.left)
		}
	}
}

// A talk begins at a stop, its remote control works, and leaving it prints how to return.
func TestBackOnStage(t *testing.T) {
	p := present(t, talk)
	planned := p.stand(t)
	p.presses(t, "right")
	last := p.stand(t)
	for stop, want := range map[int]string{1: planned, 3: last} {
		p = presentWith(t, Options{AtStop: stop}, talk)
		if view := p.stand(t); view != want {
			t.Errorf("--at-stop %d leads to\n%s", stop, view)
		}
	}
	p = present(t, talk)
	p.stand(t)
	p.presses(t, ".")
	if view := p.root.View(); strings.TrimSpace(ansi.Strip(view)) != "" || strings.Count(view, "\n") != 29 {
		t.Errorf("not black:\n%s", view)
	}
	p.presses(t, "pgdown") // which only ends the black
	if view := p.stand(t); view != planned {
		t.Errorf("after the black:\n%s", view)
	}
	p.presses(t, "c")
	p.presses(t, "right") // moves the cursor
	p.sees(t, 0, 100, "The first.")
	p.presses(t, "c right")
	p.stand(t)
	p.presses(t, "esc s e 3 down down 5 .") // into a field, over another run
	if view := p.root.View(); strings.TrimSpace(ansi.Strip(view)) == "" {
		t.Error("black while a person types")
	}
	p.presses(t, "f5")
	if view := p.stand(t); view != planned {
		t.Errorf("f5 leads to\n%s", view)
	}
	var said strings.Builder
	p.root.options.Leaving = &said
	p.root.options.Script = param.Must(script.Parse("my talk.script", talk))
	p.root.farewell()
	uitest.Contains(t, said.String(), "regretscope --script 'my talk.script' --at-stop 1 --scenario hhmh-1 --learner lazy-dp-ts")
}

// A mistake is reported with its line. The script stops there and can be closed.
func TestAScriptStopsAtItsError(t *testing.T) {
	p := present(t, "caption A.\ngoo 5\ngo 5\n")
	p.wait(time.Second)
	if !strings.HasPrefix(p.root.foot.notice.Text, "talk.script:2: goo: no such command") {
		t.Errorf("%q", p.root.foot.notice.Text)
	}
	p.key(t, "n")
	if p.wait(time.Minute); p.root.screens.run.State().Round != 1 {
		t.Errorf("at round %d", p.root.screens.run.State().Round)
	}
	p.key(t, "esc")
	if !p.root.stops.State().Away {
		t.Error("esc does not leave the script")
	}
}

// Other screens, pages, and the command line hide what the run screen hides, until it is revealed.
func TestNothingElseTellsWhatIsHidden(t *testing.T) {
	config := uitest.On(t, "doubling-gap,K=4,gap=.1", "", 1000, "lazy-dp-ts", "ucb1")
	for line, want := range map[string]string{
		"experiment":           "this would reveal hidden values: h shows them",
		"setup":                "the arms are hidden: h shows them",
		"experiment\nsetup":    "the arms are hidden: h shows them",
		"copy-command":         "the command line would reveal the scenario’s parameters: h shows hidden values",
		"list scenarios":       "scenarios are hidden: h shows them",
		"explain doubling-gap": "doubling-gap: scenarios are hidden: h shows them",
		"warnings":             "warnings may reveal hidden values: h shows them",
		"status":               "Regret, true means, and the best arm are hidden. Lazy-DP-TS estimates its return at",
		"next-breakpoint":      "breakpoints are hidden: h shows them",
	} {
		answer := uitest.Words(plainly(t, Options{Config: config}, "go 500", "hide", line))
		uitest.Contains(t, answer, want)
		if answer = uitest.Words(plainly(t, Options{Config: config}, "go 500", line)); strings.Contains(answer, want) {
			t.Errorf("%s: %q although nothing is hidden", line, want)
		}
	}
	list := plainly(t, Options{Config: config}, "hide", "list")
	if !strings.Contains(list, "Learners") || strings.Contains(list, "jzl-20") {
		t.Errorf("the list of pages tells scenarios:\n%s", list)
	}
	if page := plainly(t, Options{Config: config}, "hide", "explain best arm"); !strings.Contains(page, "largest mean") || strings.Contains(page, "it is arm 1") {
		t.Errorf("a page says what is in a scenario:\n%s", page)
	}
}

// A script's leave closes what the script opened.
func TestAScriptLeavesWhatItOpened(t *testing.T) {
	uitest.NotForRaces(t)
	for _, opened := range []string{"experiment", "twin", "setup", "explain regret", "compare", "cursor", "dial", "zoom"} {
		p := toured(t, Options{Config: uitest.Config(t, 200, "lazy-dp-ts", "ucb1")})
		p.command(t, "go 100")
		p.wait(time.Second)
		before := p.above()
		p.command(t, opened)
		if p.above() == before {
			t.Errorf("%s opens nothing", opened)
		}
		p.command(t, "leave")
		p.wait(time.Second)
		if p.above() != before {
			t.Errorf("leave after %s leads to\n%s", opened, p.above())
		}
	}
}
