package app

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/script"
)

// A lesson that is played in real time tells its stop; another lesson tells nothing under its name.
func TestALessonTellsItsStop(t *testing.T) {
	folder := t.TempDir()
	l, other := param.Must(flags.OpenLesson("regret")), param.Must(flags.OpenLesson("noise"))
	told := func() (int, bool) {
		now, ok := script.NewTalk(folder, l.Talk()).Read()
		return now.Stop, ok
	}
	p := newPlayer(Options{Lesson: l, Talk: script.NewTalk(folder, l.Talk())})
	p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.runAll(p.root.Init())
	p.stand(t)
	if stop, ok := told(); ok {
		t.Errorf("in simulated time, as in a rehearsal: stop %d is told", stop)
	}
	simulated := p.root.options.clock
	tell := func() {
		p.root.options.clock = nil
		p.root.Update(aliveMsg{})
		p.root.options.clock = simulated
	}
	tell()
	if stop, ok := told(); !ok || stop != 0 {
		t.Errorf("stop %d, %v at the beginning", stop, ok)
	}
	p.runAll(p.root.stops.ToStop(1))
	p.stand(t)
	tell()
	if stop, _ := told(); stop != 1 {
		t.Errorf("stop %d at the second", stop)
	}
	p.runAll(p.root.stops.Begin(other, 3))
	p.stand(t)
	tell()
	if stop, _ := told(); stop != 1 {
		t.Errorf("another lesson tells stop %d", stop)
	}
}
