// Package playback plays a script to people: at their pace, with its captions below the
// screen.
package playback

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
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
	Caption string // below the screen
	Refused script.Refusals

	program  Program
	script   *script.Script // nil: nothing is playing
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
	return kit.Unless(!p.Open() || p.held != none || p.program.Performing(), "a script is playing: p pauses it, esc hands over")
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
	switch waits := step.Kind == script.Wait; {
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

const group = "Script"

// Commands adds those of a script that is playing.
func (p *Playback) Commands(below []kit.Command) []kit.Command {
	return kit.Over(p.Keys(), below)
}

// Keys are the commands of a script that is playing. It has no use for them itself.
func (p *Playback) Keys() []kit.Command {
	if !p.Open() || p.program.Performing() {
		return nil
	}
	back := kit.Command{
		Name: "previous-caption", Key: "b pgup", Short: "back", Help: "back to the caption before",
		Group: group, Run: p.toCaptionBefore,
	}
	back.Refusal = kit.Unless(len(p.captions) > 0, "there has been no caption yet")
	list := []kit.Command{
		p.goesOn(),
		back,
		{
			Name: "hand-over", Key: "esc", Short: "hand over",
			Help: "end the script and leave the program to you", Group: group, Run: p.Close,
		},
	}
	if p.program.Typing() {
		list = kit.WhileTyping(list)
	}
	return list
}

// goesOn is the command that pauses the script, or lets it go on.
func (p *Playback) goesOn() kit.Command {
	if p.held == none {
		return kit.Command{
			Name: "pause-script", Key: "p", Short: "pause", Help: "pause the script, and the run with it",
			Group: group, Run: p.pause,
		}
	}
	key := "space pgdn"
	if p.held == paused {
		key = "p"
	}
	return kit.Command{Name: "go-on", Key: key, Short: "go on", Help: "go on with the script", Group: group, Run: p.goOn}
}

func (p *Playback) pause() tea.Cmd {
	p.held = paused
	p.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	p.turn++ // the message under way is stale
	place := p.program.Place()
	if !place.Running {
		return nil
	}
	p.resumes = &place
	return p.program.GoTo(Place{Round: place.Round})
}

func (p *Playback) goOn() tea.Cmd {
	wait, place := p.wait, p.resumes
	p.held, p.wait, p.resumes = none, 0, nil
	if place == nil {
		return p.after(wait)
	}
	return tea.Batch(p.program.GoTo(*place), p.after(wait))
}

// A journey goes back to a caption: the program begins anew, and all steps up to the
// caption are performed at once, behind the frame that was shown.
type journey struct {
	to    moment
	frame string
	goes  int // how often the run was sent to its place: to the round, then on from there
}

func (p *Playback) toCaptionBefore() tea.Cmd {
	at := max(len(p.captions)-2, 0)
	p.captions = p.captions[:at+1]
	p.back = &journey{to: p.captions[at], frame: p.program.View()}
	p.next, p.held, p.wait, p.resumes = 0, none, 0, nil
	return tea.Batch(p.program.Restart(), p.after(0))
}

// arrive brings the run to where it was at the caption.
func (p *Playback) arrive() tea.Cmd {
	if p.back.goes < 2 {
		p.back.goes++
		return tea.Batch(p.program.GoTo(p.back.to.place), p.after(patience))
	}
	p.back = nil
	return p.after(0)
}

// Frame is what is shown while the script goes back; empty otherwise.
func (p *Playback) Frame() string {
	if p.back == nil {
		return ""
	}
	return p.back.frame
}
