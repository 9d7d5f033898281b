package app

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// present plays a script to people, in simulated time.
func present(t *testing.T, text string) *player {
	t.Helper()
	s, err := script.Parse("talk.script", text)
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(Options{Config: uitest.Config(t, 100_000, "lazy-dp-ts", "ucb1")})
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	p.settle(tea.Batch(p.root.Init(), p.root.playback.Start(s)))
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

// sees expects what the screen shows after some simulated time.
func (p *player) sees(t *testing.T, after time.Duration, round int, caption string) {
	t.Helper()
	p.wait(after)
	if view := ansi.Strip(p.root.View()); p.root.run.Driver().Round() != round || !strings.Contains(view, caption) || p.root.playback.Caption != caption {
		t.Fatalf("round %d with caption %q, want %d with %q; %s\n%s", p.root.run.Driver().Round(), p.root.playback.Caption, round, caption, p.root.notice.Text, view)
	}
}

func TestAScriptWaitsForTheSpeaker(t *testing.T) {
	p := present(t, talk)
	p.sees(t, time.Minute, 100, "The first.")
	p.key(t, " ")
	p.sees(t, time.Second, 2000, "The second.")
	p.key(t, "p")
	p.sees(t, time.Minute, 2000, "The second.")
	p.key(t, "p")
	p.sees(t, time.Second, 2000, "The second.")
	p.wait(30 * time.Second)
	if !strings.Contains(ansi.Strip(p.root.View()), "The third.") || p.root.run.Driver().Round() <= 2000 {
		t.Fatalf("round %d\n%s", p.root.run.Driver().Round(), p.root.View())
	}
	p.key(t, "pgdown") // which presenters' remote controls send
	p.sees(t, time.Second, 10, "")
	if p.root.playback.Open() {
		t.Error("the script is still playing")
	}
}

func TestAPausedScriptPausesItsRun(t *testing.T) {
	p := present(t, "caption A.\nrun\nwait 10s\ncaption B.\nwait key\n")
	p.wait(2 * time.Second)
	p.key(t, "p")
	at := p.root.run.Driver().Round()
	if p.wait(time.Minute); p.root.run.Driver().Round() != at || at == 0 || p.root.run.Driver().Running() {
		t.Fatalf("from round %d to %d while it is paused", at, p.root.run.Driver().Round())
	}
	p.key(t, "p")
	if p.wait(2 * time.Second); p.root.run.Driver().Round() <= at || p.root.playback.Caption != "A." {
		t.Errorf("round %d after %d, %q", p.root.run.Driver().Round(), at, p.root.playback.Caption)
	}
	if p.wait(5 * time.Second); p.root.playback.Caption != "B." {
		t.Errorf("the rest of the wait is longer than it was: %q", p.root.playback.Caption)
	}
}

// Back leads to the caption before, with the round and the screen of then.
func TestAScriptGoesBackToTheCaptionBefore(t *testing.T) {
	p := present(t, talk)
	p.wait(time.Second)
	first := ansi.Strip(p.root.View())
	p.key(t, " ")
	p.sees(t, time.Second, 2000, "The second.")
	second := ansi.Strip(p.root.View())
	p.wait(time.Minute)
	p.key(t, "b")
	p.sees(t, time.Second, 2000, "The second.")
	if view := ansi.Strip(p.root.View()); view != second {
		t.Errorf("back, the screen is\n%s\nwant\n%s", view, second)
	}
	for range 3 { // the first caption is as far back as it goes
		p.key(t, "b")
		p.sees(t, time.Second, 100, "The first.")
	}
	if view := ansi.Strip(p.root.View()); view != first {
		t.Errorf("back, the screen is\n%s\nwant\n%s", view, first)
	}
	p.key(t, " ")
	p.sees(t, time.Second, 2000, "The second.")
}

func TestAScriptIsHandedOver(t *testing.T) {
	p := present(t, "caption A.\nrun\nwait 1m\ngo 5\n")
	p.wait(time.Second)
	p.send(uitest.Key("n"))
	if !p.root.playback.Open() || !strings.Contains(p.root.notice.Text, "p pauses it, esc hands over") {
		t.Errorf("a key while the script acts: %v, %q", p.root.playback.Open(), p.root.notice.Text)
	}
	p.key(t, "esc")
	if p.root.playback.Open() || strings.Contains(p.root.View(), "A.") {
		t.Errorf("not handed over:\n%s", p.root.View())
	}
	if p.wait(2 * time.Minute); p.root.run.Driver().Round() == 5 {
		t.Error("the script goes on")
	}
}

// What is wrong is said with the line, and ends the script.
func TestAScriptEndsWithItsError(t *testing.T) {
	p := present(t, "caption A.\ngoo 5\ngo 5\n")
	p.wait(time.Second)
	if p.root.playback.Open() || p.root.run.Driver().Round() != 0 || !strings.HasPrefix(p.root.notice.Text, "talk.script:2: goo: no such command") {
		t.Errorf("at round %d, %q", p.root.run.Driver().Round(), p.root.notice.Text)
	}
}

// Without a person at the keys, waiting for a key takes two seconds.
func TestAKeyIsNotWaitedForWhereNobodyIs(t *testing.T) {
	s, err := script.Parse("talk.script", "wait key\nrun\nwait 1s\nwait key\n")
	if err != nil {
		t.Fatal(err)
	}
	p := newPlayer(Options{Config: uitest.Config(t, 1000, "ucb1")})
	p.settle(p.root.Init())
	begun := p.clock.Now()
	for _, step := range s.Steps {
		if err := p.play(step); err != nil {
			t.Fatal(err)
		}
	}
	if long := p.clock.Now().Sub(begun); long != 5*time.Second {
		t.Errorf("%v long", long)
	}
}
