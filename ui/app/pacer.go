package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A script on the screen plays in simulated time, which follows the machine's clock in beats and
// stands still while the run is at work. So every frame plays the rounds that belong to it,
// however long that takes, and the script reaches the same rounds on every machine.

// beatTime is the simulated time of a beat, and the time between two beats.
const beatTime = 33 * time.Millisecond

type beatMsg struct{}

// untilBeat waits for the next beat.
func untilBeat() tea.Msg {
	time.Sleep(beatTime)
	return beatMsg{}
}

// A pacer lets simulated time pass while a script plays on the screen.
type pacer struct {
	clock  *kit.Clock
	live   bool          // a script plays on the screen, in simulated time
	behind time.Duration // simulated time that has not passed yet
	pause  tea.Cmd       // waits until the next beat
}

// elapse lets simulated time pass for the program, until its run gets to work. On the way to a stop,
// whose frame is not shown, the next beat comes at once.
func (p *pacer) elapse(msg tea.Msg, r *root) tea.Cmd {
	if !p.live {
		return nil
	}
	var cmds []tea.Cmd
	if _, beat := msg.(beatMsg); beat {
		if p.behind < beatTime { // otherwise the run is late, and so is simulated time
			p.behind += beatTime
		}
		next := p.pause
		if r.stops.Frame() != "" {
			next = func() tea.Msg { return beatMsg{} }
		}
		cmds = append(cmds, next)
	}
	for p.behind > 0 && !working(r) {
		var due tea.Msg
		if due, p.behind = p.clock.Advance(p.behind); due != nil {
			cmds = append(cmds, r.route(due))
		}
	}
	return tea.Batch(cmds...)
}

// working reports whether simulated time stands still: the run or another screen is at work.
func working(r *root) bool {
	if s, ok := r.shown.(interface{ Working() bool }); ok {
		return s.Working()
	}
	return r.run != nil && r.run.Driver().Working() || r.shown.Busy()
}

// wall returns the clock of the person at the screen.
func (p *pacer) wall() *kit.Clock {
	if p.live {
		return nil
	}
	return p.clock
}
