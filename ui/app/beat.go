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

// beats let simulated time pass while a script plays on the screen.
type beats struct {
	root   *root
	live   bool          // a script plays on the screen, in simulated time
	behind time.Duration // simulated time that has not passed yet
	pause  tea.Cmd       // waits until the next beat
}

// beat ends a beat: at once on the way to a stop, whose frame is not shown.
func (b *beats) beat() tea.Cmd {
	if b.root.stops.Frame() != "" {
		return func() tea.Msg { return beatMsg{} }
	}
	return b.pause
}

// elapse lets simulated time pass on the screen, until the run gets to work.
func (b *beats) elapse(msg tea.Msg) tea.Cmd {
	if !b.live {
		return nil
	}
	var cmds []tea.Cmd
	if _, beat := msg.(beatMsg); beat {
		if b.behind < beatTime { // otherwise the run is late, and so is simulated time
			b.behind += beatTime
		}
		cmds = append(cmds, b.beat())
	}
	for b.behind > 0 && !b.working() {
		var due tea.Msg
		if due, b.behind = b.root.options.clock.Advance(b.behind); due != nil {
			cmds = append(cmds, b.root.route(due))
		}
	}
	return tea.Batch(cmds...)
}

// working reports whether simulated time stands still: the run or another screen is at work.
func (b *beats) working() bool {
	if s, ok := b.root.shown.(interface{ Working() bool }); ok {
		return s.Working()
	}
	return b.root.run != nil && b.root.run.Driver().Working() || b.root.shown.Busy()
}

// wall returns the clock of the person at the screen.
func (b *beats) wall() *kit.Clock {
	if b.live {
		return nil
	}
	return b.root.options.clock
}
