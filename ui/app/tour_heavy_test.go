//go:build heavy

package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/command/flags"
	"regretscope/ui/lesson"
)

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

// Each lesson is walked by space, and with each wrong answer before the right one.
func TestAllLessonsAllWays(t *testing.T) {
	for _, ours := range lesson.All() {
		for _, how := range []way{bySpace, wrongly} {
			t.Run(fmt.Sprint(ours.Name, how), func(t *testing.T) { walk(t, ours.Name, how) })
		}
	}
}
