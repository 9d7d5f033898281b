package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/script"
)

// standing names the state of a lesson or script, its stop, from 1, and the round of the run.
func standing(p *player) string {
	r, now := p.root, p.root.stops.State()
	name := "waiting"
	switch {
	case !r.stops.Open():
		name = "closed"
	case r.stops.Travelling():
		name = "travelling"
	case r.stops.Performing():
		name = "performing"
	case now.Away:
		name = "away"
	case now.Over:
		name = "over"
	case strings.Contains(r.foot.notice.Text, "talk.script:"):
		name = "failed"
	case slices.ContainsFunc(r.stops.Keys(), func(c kit.Command) bool { return c.Name == "next-stop" && strings.HasPrefix(c.Also, "p") }):
		name = "paused"
	}
	runs := ""
	if r.screens.run.State().Running {
		runs = " running"
	}
	return fmt.Sprintf("%s %d, round %d%s", name, now.Stop+1, r.screens.run.State().Round, runs)
}

// What each event does to a lesson or script in each state, at once and in the nine seconds after it.
func TestStatesAndEvents(t *testing.T) {
	uitest.NotForRaces(t)
	const (
		wrong  = "caption A.\nwait key\ngoo 5\ncaption B.\nwait key\n"
		talk   = "caption A.\ngo 50\npace 100\nrun\nwait 4s\npause\ncaption B.\nwait key\ncaption C.\nwait key\ngo 9\ncaption D.\nwait 1s\n"
		events = "space esc f2 pgdown pgup f5 :go-chapter:2 c s s;u"
	)
	var told strings.Builder
	for _, state := range []struct{ name, talk, keys string }{
		{"performing", talk, ""},
		{"paused", talk, "space"},
		{"paused and touched", talk, "space n"},
		{"paused and left", talk, "space esc"},
		{"performing and left", talk, "esc"},
		{"waiting", talk, "5s"},
		{"waiting and touched", talk, "5s n"},
		{"waiting and left", talk, "5s esc"},
		{"strayed", talk, "5s s"},
		{"strayed and left", talk, "5s s esc"},
		{"a stop later", talk, "5s space"},
		{"on the way back", talk, "5s space pgup!"},
		{"on the way from away", talk, "5s space esc f2!"},
		{"on the way to go on", talk, "5s n pgdown!"},
		{"paused, then back", talk, "space :go-chapter:2 9s"},
		{"failed", wrong, "space"},
		{"failed and left", wrong, "space esc"},
		{"over", talk, "5s space space 2s"},
		{"over and back", talk, "5s space space 2s b"},
		{"lesson", "", "1s"},
		{"lesson, answered", "", "1s space space"},
		{"lesson, left", "", "1s esc"},
		{"lesson, performing", "", "1s pgdown pgdown pgdown!"},
		{"lesson, on the way back", "", "1s esc f2!"},
	} {
		fmt.Fprintf(&told, "%s\n", state.name)
		for event := range strings.FieldsSeq(events) {
			p := newPlayer(Options{Lesson: param.Must(flags.OpenLesson("regret"))})
			if state.talk != "" {
				p = newPlayer(Options{Config: uitest.Config(t, 1000, "ucb1", "lazy-dp-ts"), Script: param.Must(script.Parse("talk.script", state.talk))})
			}
			p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
			p.runAll(p.root.Init())
			do := func(event string) {
				event, held := strings.CutSuffix(event, "!")
				if wait, err := time.ParseDuration(event); err == nil {
					p.wait(wait)
				} else if line, long := strings.CutPrefix(event, ":"); long {
					if cmd, err := p.root.RunLine(strings.ReplaceAll(line, ":", " ")); err == nil {
						p.runAll(cmd)
					}
				} else {
					for key := range strings.SplitSeq(event, ";") {
						cmd, _ := p.root.input.pressAs(uitest.Key(key))
						p.runAll(cmd)
						p.send(nil)
					}
				}
				if !held {
					p.wait(frameTime)
				}
			}
			p.wait(frameTime)
			for key := range strings.FieldsSeq(state.keys) {
				do(key)
			}
			now := standing(p)
			if event == "space" {
				fmt.Fprintf(&told, "  %s\n", now)
			}
			do(event + "!")
			line := standing(p)
			last := line
			for n := range 90 {
				p.wait(frameTime)
				if next := standing(p); strings.Fields(next)[0] != strings.Fields(last)[0] || n == 89 && next != last {
					line += fmt.Sprintf("; %.1fs %s", float64(n+1)/10, next)
					last = next
				}
			}
			fmt.Fprintf(&told, "    %-13s %s\n", event, line)
		}
	}
	uitest.Golden(t, "transitions", told.String())
}
