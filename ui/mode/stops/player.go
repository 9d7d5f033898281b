// Package stops plays lessons and scripts to people, at their pace: a list of stops with
// texts below the screen, and free exploration beside them.
package stops

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// A hold is why a player stands still.
type hold int

const (
	none hold = iota
	forKey
	paused
	failed // at a step that could not be performed
	away   // in free exploration
	over   // at the end
)

// A Player plays one lesson or script, or nothing.
type Player struct {
	Caption string          // of a script, below the screen
	Refused script.Refusals // by a script, or by a lesson's stop

	program Program
	open    func(name string) (*lesson.Lesson, error) // nil: no lesson can be begun

	lesson *lesson.Lesson // nil: a script plays, or nothing
	script *script.Script
	steps  []script.Step // nil: nothing is playing
	stops  []stop
	places map[int]Place // of the run, at the stops of a script that were passed

	next    int       // step
	at      int       // stop; -1: before the first
	turn    int       // of the newest step message: earlier ones are stale
	due     time.Time // when that comes
	held    hold
	wait    time.Duration // what was left of a wait when the script was paused
	resumes *Place        // of the run, which was paused with the script
	opened  Opened        // when the player began to wait for a key
	back    *journey      // nil: none is under way
	left    journey       // back from free exploration

	arrived          bool // the text of a lesson's stop is shown: its commands have run, or a screen searches
	asked            bool // the question has been shown, where it has no room below the text
	answered         bool
	say, ask, answer string // with the numbers of the run
}

// A stop is where a file can be gone back to.
type stop struct {
	from  int // the step with which the way to it begins
	shows int // the step that shows its text
}

// New returns a player of nothing. open reads a lesson with its runs.
func New(p Program, open func(name string) (*lesson.Lesson, error)) *Player {
	return &Player{program: p, open: open}
}

// kind names what is open.
func (p *Player) kind() string {
	if p.lesson != nil {
		return "lesson"
	}
	return "script"
}

// Play begins to play a script.
func (p *Player) Play(s *script.Script) tea.Cmd {
	p.Close()
	p.script, p.steps = s, s.Steps
	for i, step := range s.Steps {
		if step.Kind == script.Caption && step.Text != "" {
			p.stops = append(p.stops, stop{shows: i})
		}
	}
	return p.after(0)
}

// Begin shows a stop of a lesson, from 0.
func (p *Player) Begin(l *lesson.Lesson, at int) tea.Cmd {
	p.Close()
	p.lesson, p.steps = l, l.Steps()
	for i, step := range p.steps {
		switch step.Kind {
		case script.Begin:
			p.stops = append(p.stops, stop{from: i})
		case script.Show:
			p.stops[len(p.stops)-1].shows = i
		}
	}
	return p.ToStop(at)
}

// Open reports whether a file is open.
func (p *Player) Open() bool { return p.steps != nil }

// Close closes the file. Its texts leave with it.
func (p *Player) Close() tea.Cmd {
	shown := p.Open()
	*p = Player{program: p.program, open: p.open, turn: p.turn + 1, places: map[int]Place{}, at: -1}
	if shown {
		p.program.Resize()
	}
	return nil
}

// A State is where a player is.
type State struct {
	Lesson              *lesson.Lesson
	Stop                int // from 0
	Arrived, Away, Over bool
}

// State is where the player is.
func (p *Player) State() State {
	return State{p.lesson, p.at, p.arrived, p.held == away, p.held == over}
}

// OnWay reports whether steps are being performed.
func (p *Player) OnWay() bool { return p.Open() && p.held == none }

// On reports whether the keys of the file are on.
func (p *Player) On() bool {
	return p.Open() && p.held != away && p.held != over && (p.lesson == nil || !p.program.Reading())
}

// Occupied says why keys have no effect while a script acts; empty while it waits.
func (p *Player) Occupied() string {
	free := p.lesson != nil || !p.OnWay() || p.program.Acting()
	return kit.Unless(free, "a script is playing: p pauses it and frees the keys")
}

// A stepMsg asks for the next step.
type stepMsg struct {
	of   *Player
	turn int
}

// after asks for the next step in a while.
func (p *Player) after(wait time.Duration) tea.Cmd {
	p.turn++
	msg := stepMsg{p, p.turn}
	p.due = p.program.Clock().Now().Add(wait)
	return p.program.Clock().After(wait, func(time.Time) tea.Msg { return msg })
}

// Update begins a lesson that was read, and performs the next step when its time has come.
func (p *Player) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stepMsg:
		if msg.of == p && msg.turn == p.turn && p.OnWay() {
			return p.step()
		}
	case lessonMsg:
		if msg.err == nil {
			return p.Begin(msg.lesson, 0)
		}
		p.program.Say(msg.err)
	}
	return nil
}

// patience is the time between two looks at whether the program is ready.
const patience = 25 * time.Millisecond

// step performs the next step once the program is where the one before sent it.
func (p *Player) step() tea.Cmd {
	ended := p.next == len(p.steps)
	switch {
	case !ended && p.steps[p.next].Kind == script.Begin: // whatever the screen of before is up to
	case p.program.Preparing():
		if p.lesson != nil && !p.arrived && !p.program.RunBusy() {
			p.arrive() // the text can be read while another screen still searches
		}
		return p.after(patience)
	}
	switch {
	case p.back != nil && p.next >= p.back.to:
		return p.endJourney()
	case ended:
		p.stand(over)
		return nil
	}
	step := p.steps[p.next]
	p.next++
	switch step.Kind {
	case script.Wait:
		return p.hold(step)
	case script.Begin:
		p.at, p.arrived, p.asked, p.answered, p.Refused = step.Line, false, false, false, nil
		return tea.Batch(p.program.StartRun(p.lesson.Stops[p.at].Config.Again()), p.after(0))
	case script.Show:
		p.arrive()
		return p.step()
	case script.Answer:
		p.answered = true
		p.program.Resize()
		return p.step()
	}
	return p.perform(step)
}

// hold waits as a step says.
func (p *Player) hold(step script.Step) tea.Cmd {
	switch {
	case p.back != nil:
		return p.after(0)
	case !step.ForKey():
		return p.after(step.Duration)
	}
	p.stand(forKey)
	return nil
}

// stand has the player stand still, over what is open now.
func (p *Player) stand(why hold) {
	p.held, p.back, p.opened = why, nil, p.program.Opened()
	p.program.Resize()
}

func (p *Player) perform(step script.Step) tea.Cmd {
	if step.Kind == script.Caption && step.Text != "" {
		p.at++
		if p.back == nil {
			p.places[p.at] = p.program.Place()
		}
	}
	cmd, refused, err := p.program.Perform(p.kind(), step, p.back != nil)
	if !p.Open() {
		return cmd
	}
	if refused != nil {
		p.Refused.Add(p.located(step, refused))
		if p.lesson != nil {
			p.program.Tell("") // the stop says it
		}
	}
	if err != nil {
		p.stand(failed)
		p.program.Say(p.located(step, err))
		return cmd
	}
	return tea.Batch(cmd, p.after(0))
}

// located adds the line of a script to an error.
func (p *Player) located(step script.Step, err error) error {
	if p.script == nil {
		return err
	}
	return p.script.Error(step.Line, err)
}
