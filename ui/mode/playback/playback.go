// Package playback plays a script to people: at their pace, with its captions below the
// screen.
package playback

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/script"
)

// A Program is what a script is played in.
type Program interface {
	Clock() *kit.Clock
	// Preparing reports whether the program is not ready for the next step.
	Preparing() bool
	// Perform does what a step says, with the rights of a script; without effects outside
	// of the program where it was performed before. Refused is what these do not allow.
	Perform(step script.Step, again bool) (cmd tea.Cmd, refused, err error)
	// Performing reports whether a step is performed just now.
	Performing() bool
	Typing() bool // characters go into a field of the screen
	Say(error)
	// Restart brings the program back to what it began with.
	Restart() tea.Cmd
	Place() Place
	// GoTo sends the run to the round of a place; there, it has it run or pause.
	GoTo(Place) tea.Cmd
	Resize()
	View() string
}

// A Place is where a run is.
type Place struct {
	Round   int
	Running bool
	Until   int // the round at which it pauses; 0: it does not
}

// A Playback plays one script, or none.
type Playback struct {
	mode.Unseen
	Caption string // below the screen
	Refused script.Refusals

	program  Program
	script   *script.Script // nil: none is playing
	next     int            // step
	turn     int            // of the newest step message: earlier ones are stale
	due      time.Time      // when that comes
	held     hold
	wait     time.Duration // what was left of a wait when the script was paused
	resumes  *Place        // of the run, which was paused with the script
	captions []moment
	back     *journey
}

// A hold is why a script stands still.
type hold int

const (
	none hold = iota
	forKey
	paused
)

// A moment is the step of a caption, and where the run was then.
type moment struct {
	step  int
	place Place
}

// New returns a playback that plays nothing.
func New(p Program) *Playback { return &Playback{program: p} }

// Start begins to play a script.
func (p *Playback) Start(s *script.Script) tea.Cmd {
	*p = Playback{program: p.program, script: s, turn: p.turn}
	return p.after(0)
}

// Open reports whether a script is playing.
func (p *Playback) Open() bool { return p.script != nil }

// Close ends the script. Its caption leaves with it.
func (p *Playback) Close() tea.Cmd {
	*p = Playback{program: p.program, turn: p.turn, Refused: p.Refused}
	p.program.Resize()
	return nil
}

// Occupied says why keys have no effect while the script acts; empty while it waits.
func (p *Playback) Occupied() string {
	if !p.Open() || p.held != none || p.program.Performing() {
		return ""
	}
	return "a script is playing: p pauses it, esc hands over"
}

// A stepMsg asks for the next step.
type stepMsg struct{ turn int }

// after asks for the next step in a while.
func (p *Playback) after(wait time.Duration) tea.Cmd {
	p.turn++
	msg := stepMsg{p.turn}
	p.due = p.program.Clock().Now().Add(wait)
	return p.program.Clock().After(wait, func(time.Time) tea.Msg { return msg })
}

// Update plays the next step when its time has come.
func (p *Playback) Update(msg tea.Msg) tea.Cmd {
	if step, ok := msg.(stepMsg); ok && p.Open() && step.turn == p.turn {
		return p.step()
	}
	return nil
}

// patience is the time between two looks at whether the program is ready.
const patience = 25 * time.Millisecond

// step plays the next step once the program is where the one before sent it.
func (p *Playback) step() tea.Cmd {
	switch {
	case p.program.Preparing():
		return p.after(patience)
	case p.back != nil && p.next > p.back.to.step:
		return p.arrive()
	case p.next == len(p.script.Steps):
		return p.Close()
	}
	at := p.next
	step := p.script.Steps[at]
	p.next++
	switch waits := step.Kind == script.Wait || step.Kind == script.Chapter; {
	case waits && p.back != nil:
		return p.after(0)
	case step.ForKey():
		p.held = forKey
		return nil
	case waits:
		return p.after(step.Duration)
	case step.Kind == script.Caption && p.back == nil && step.Text != "":
		p.captions = append(p.captions, moment{at, p.program.Place()})
	}
	return p.perform(step)
}

func (p *Playback) perform(step script.Step) tea.Cmd {
	cmd, refused, err := p.program.Perform(step, p.back != nil)
	if refused != nil && p.Open() {
		p.Refused.Add(p.script.Error(step.Line, refused))
	}
	if err != nil && p.Open() {
		err = p.script.Error(step.Line, err)
		p.Close()
		p.program.Say(err)
		return cmd
	}
	return tea.Batch(cmd, p.after(0))
}
