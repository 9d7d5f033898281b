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
	root   *root
	live   bool          // a script plays on the screen, in simulated time
	behind time.Duration // simulated time that has not passed yet
	pause  tea.Cmd       // waits until the next beat
}

// beat ends a beat: at once on the way to a stop, whose frame is not shown.
func (p *pacer) beat() tea.Cmd {
	if p.root.stops.Frame() != "" {
		return func() tea.Msg { return beatMsg{} }
	}
	return p.pause
}

// elapse lets simulated time pass on the screen, until the run gets to work.
func (p *pacer) elapse(msg tea.Msg) tea.Cmd {
	if !p.live {
		return nil
	}
	var cmds []tea.Cmd
	if _, beat := msg.(beatMsg); beat {
		if p.behind < beatTime { // otherwise the run is late, and so is simulated time
			p.behind += beatTime
		}
		cmds = append(cmds, p.beat())
	}
	for p.behind > 0 && !p.working() {
		var due tea.Msg
		if due, p.behind = p.root.options.clock.Advance(p.behind); due != nil {
			cmds = append(cmds, p.root.route(due))
		}
	}
	return tea.Batch(cmds...)
}

// working reports whether simulated time stands still: the run or another screen is at work.
func (p *pacer) working() bool {
	if s, ok := p.root.shown.(interface{ Working() bool }); ok {
		return s.Working()
	}
	return p.root.run != nil && p.root.run.Driver().Working() || p.root.shown.Busy()
}

// wall returns the clock of the person at the screen.
func (p *pacer) wall() *kit.Clock {
	if p.live {
		return nil
	}
	return p.root.options.clock
}
