//go:build heavy

package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/lesson"
)

// exercises holds, by lesson, the keys that its last stop names, and what is on the screen then.
var exercises = map[string]struct {
	keys string
	want []string
}{
	"tree":    {"right right right right right right right right right right", []string{"Right.", "DP-UCB"}},
	"you":     {"1 + + 2 + + + + + + + + + + + + + + + + + +", []string{"You: regret", "on the same rewards"}},
	"regret":  {"0 . 5 space 0 . 4 9 enter x", []string{"Right.", "K=2", "mean of 20 runs", "Thompson"}},
	"noise":   {"s", []string{"Right.", "seed 2", "round 10,000"}},
	"price":   {"enter 1 . 2 5 enter", []string{"Right: it is 1.2.", "mean of 20 runs", "Thompson"}},
	"floors":  {"r 8 0 enter enter", []string{"Right.", "80 runs", "× floor"}},
	"twins":   {"5 enter", []string{"Right: it is 5.", "at most 5 for ten"}},
	"local":   {"q u a d r a t i c , b = 2 enter g 1 e 5 enter", []string{"Right.", "round 100,000"}},
	"matroid": {"7 enter", []string{"Right: it is 7.", "spanning trees network"}},
	"change":  {"1 0 0 0 0 enter x", []string{"Right.", "mean of 20 runs", "w=10000"}},
	"audit":   {"s s", []string{"2 Many noises", "claim violated", "universe"}},
	"claim":   {": w h a t - i f space a l p h a = 1 . 7 5 enter x", []string{"Right.", "mean of 20 runs", "alpha=1.75"}},
	"trust":   {": e x p l a i n space c h o o s e enter esc 1 0 enter", []string{"Right: it is 10.", "Ten times: 7,000 against 700."}},
}

// The keys that a lesson's exercise names do what it asks for: each in its place on the path, one after another,
// in one program.
func TestExercisesWorkAsTheyAreAsked(t *testing.T) {
	p := toured(t, Options{OpenLesson: flags.OpenLesson})
	p.wait(time.Second)
	for _, l := range lesson.All() {
		c := exercises[l.Name]
		t.Run(l.Name, func(t *testing.T) {
			p.command(t, "lesson "+l.Name)
			p.wait(time.Second)
			p.command(t, fmt.Sprintf("go-chapter %d", len(l.Stops)))
			p.wait(time.Second)
			if asksApart(p.root) && !p.root.host.Pulls() {
				p.presses(t, "pgdown")
			}
			p.presses(t, c.keys)
			p.send(nil) // keys of this test pass by Update
			p.wait(time.Second)
			view := uitest.Words(ansi.Strip(p.root.View()))
			uitest.Contains(t, view, c.want...)
		})
	}
}

// The whole path works in one sitting, with right answers and the keys that the exercises name.
func TestThePathInOneSitting(t *testing.T) {
	p := toured(t, Options{OpenLesson: flags.OpenLesson})
	p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.wait(time.Second)
	for _, l := range lesson.All() {
		p.command(t, "lesson "+l.Name)
		for i, stop := range l.Stops {
			p.wait(time.Second)
			where, last := fmt.Sprintf("%s, stop %d", l.Name, i+1), i == len(l.Stops)-1
			if p.root.stops.State().Stop != i {
				t.Fatalf("%s: at stop %d", where, p.root.stops.State().Stop+1)
			}
			if p.root.host.Pulls() {
				p.presses(t, "1 h")
				p.send(nil)
			}
			if asksApart(p.root) {
				p.presses(t, "pgdown")
			}
			switch right := func() bool { return strings.Contains(p.below(), "Right") }; {
			case last && exercises[l.Name].keys != "" && l.Name != "you" && l.Name != "audit":
				p.presses(t, exercises[l.Name].keys)
				p.send(nil) // keys of this test pass by Update
				p.wait(time.Second)
			case stop.Reach != "":
				for range 30 {
					if !right() {
						p.presses(t, map[bool]string{true: "left", false: "right"}[strings.Contains(stop.Ask, "←")])
						p.send(nil)
						p.wait(time.Second)
					}
				}
			case stop.Ask != "":
				p.answers(t, stop, rightAnswer(t, stop, p.root.host.Scene()))
			}
			if stop.Ask != "" && !strings.Contains(p.below(), "Right") {
				t.Errorf("%s: %s", where, p.below())
			}
			p.key(t, onward(p.root))
		}
		if !strings.Contains(p.below(), "The lesson is over") {
			t.Errorf("%s: %s", l.Name, p.below())
		}
	}
}

// Each lesson is walked by space, and with each wrong answer before the right one. It plays without a mistake.
func TestAllLessonsAllWays(t *testing.T) {
	for _, ours := range lesson.All() {
		for _, how := range []way{bySpace, wrongly} {
			t.Run(fmt.Sprint(ours.Name, how), func(t *testing.T) { t.Parallel(); walk(t, ours.Name, how) })
		}
		t.Run(ours.Name, func(t *testing.T) {
			uitest.NoError(t, Check(Options{Lesson: param.Must(flags.OpenLesson(ours.Name))}))
		})
	}
}
