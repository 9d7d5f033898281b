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

// beat ends a beat: at once on the way to a stop, whose frame is not shown.
func (r *root) beat() tea.Cmd {
	if r.stops.Frame() != "" {
		return func() tea.Msg { return beatMsg{} }
	}
	return r.pause
}

// elapse lets simulated time pass on the screen, until the run gets to work.
func (r *root) elapse(msg tea.Msg) tea.Cmd {
	if !r.live {
		return nil
	}
	var cmds []tea.Cmd
	if _, beat := msg.(beatMsg); beat {
		if r.behind < beatTime { // otherwise the run is late, and so is simulated time
			r.behind += beatTime
		}
		cmds = append(cmds, r.beat())
	}
	for r.behind > 0 && !r.working() {
		var due tea.Msg
		if due, r.behind = r.options.clock.Advance(r.behind); due != nil {
			cmds = append(cmds, r.route(due))
		}
	}
	return tea.Batch(cmds...)
}

// working reports whether simulated time stands still: the run plays, or the script waits for a
// search.
func (r *root) working() bool {
	return r.run != nil && r.run.Driver().Working() || r.stops.Performing() && r.shown.Busy()
}

// wall returns the clock of the person at the screen.
func (r *root) wall() *kit.Clock {
	if r.live {
		return nil
	}
	return r.options.clock
}
