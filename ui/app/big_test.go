package app

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A lesson for the back row: every stop fits and shows its text. Stops about a panel show it; the
// others are big.
func TestLessonsForTheBackRow(t *testing.T) {
	uitest.NotForRaces(t)
	l := param.Must(flags.OpenLesson("regret"))
	p := newPlayer(Options{Lesson: l, Big: true})
	r := p.root
	r.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(r.Init())
	for i, stop := range l.Stops {
		p.runAll(r.stops.ToStop(i))
		for r.stops.Performing() {
			p.wait(frameTime)
		}
		shows(t, r, stop.Say)
		do := strings.Join(stop.Do, "\n")
		panels := strings.Contains(do, "panel-") && !strings.Contains(do, "panel-1")
		if !r.onRun() {
			continue // the stop shows another screen
		}
		if r.foot.notice.Warn || r.run.BackRow.On() == panels || strings.Contains(r.View(), "╭") != panels {
			t.Errorf("stop %d, %q: big %v, %s", i+1, stop.Do, r.run.BackRow.On(), r.foot.notice.Text)
		}
	}
}

// The command turns big letters on and off, in scripts, too, whose captions become large. A new
// run keeps the setting.
func TestBigByCommand(t *testing.T) {
	s := param.Must(script.Parse("big.script", "go 500\nbig\ncaption Who learns?\n"))
	options := Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1")}
	scripted := options
	scripted.Script = s
	last, err := Play(scripted)
	uitest.NoError(t, err)
	caption := strings.Join(kit.BigSentence("Who learns?", 100, 7, theme.Blocks, lipgloss.NewStyle()), "\n")
	if view := ansi.Strip(last); strings.Contains(view, "╭") || !strings.Contains(view, "has the least regret") || !strings.Contains(view, "M panels") ||
		!strings.Contains(uitest.Words(view), uitest.Words(caption)) {
		t.Errorf("%s", view)
	}
	p := newPlayer(options)
	p.root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	for _, want := range []bool{true, false, true} {
		p.key(t, "M")
		if p.root.run.BackRow.On() != want {
			t.Fatalf("big is %v", !want)
		}
		p.runAll(p.root.startRun(run.Place{Config: options.Config}))
		if p.root.run.BackRow.On() != want {
			t.Errorf("after a new run, big is %v", !want)
		}
	}
}

// On the twin screen, M enlarges the first sentence, which then does not stand below the universes, too.
func TestBigTwins(t *testing.T) {
	p := newPlayer(Options{Config: uitest.Config(t, 1000, "lazy-dp-ts")})
	p.root.Update(tea.WindowSizeMsg{Width: 160, Height: 45})
	p.runAll(p.root.Init())
	p.key(t, "t")
	p.wait(5 * time.Second)
	const first, rest = "The same learner runs with the same noise in two universes.", "One person's rewards differ"
	for _, large := range []bool{false, true, false} {
		view := uitest.Words(ansi.Strip(p.root.draw()))
		drawn := uitest.Words(strings.Join(kit.BigSentence(first, 160, 14, theme.Braille, lipgloss.NewStyle()), "\n"))
		if strings.Contains(view, drawn) != large || strings.Contains(view, first) == large || !strings.Contains(view, rest) {
			t.Errorf("large %v:\n%s", large, view)
		}
		p.key(t, "M")
	}
}

// A long message stands above the large sentence, not over its last rows.
func TestMessagesLeaveTheLargeSentence(t *testing.T) {
	p := newPlayer(Options{Config: uitest.Config(t, 1000, "lazy-dp-ts", "ucb1"), Big: true})
	p.root.Update(tea.WindowSizeMsg{Width: 100, Height: 37})
	p.runAll(p.root.Init())
	p.root.Warn(strings.Repeat("long ", 30))
	large := kit.BigSentence("No rounds played yet.", 100, 7, theme.Blocks, lipgloss.NewStyle())
	if view := uitest.Words(ansi.Strip(p.root.draw())); !strings.Contains(view, uitest.Words(strings.Join(large, "\n"))) || strings.Count(view, "long") != 30 {
		t.Error(view)
	}
}
