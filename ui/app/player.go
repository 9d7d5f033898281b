package app

import (
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/mode/stops"
	"regretscope/ui/script"
)

// errLeft ends a script that leaves the program.
var errLeft = errors.New("left")

// frameTime is how much simulated time passes between two looks at whether the script goes on.
const frameTime = 100 * time.Millisecond

// Play plays a script in simulated time, without a terminal, so that what it shows
// is always the same. Errors name the file and the line.
func Play(o Options, s *script.Script) (*Performance, error) {
	p := newPlayer(o)
	p.script = s
	p.root.Update(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
	p.settle(p.root.Init())
	for _, step := range s.Steps {
		err := p.play(step)
		if errors.Is(err, errLeft) || p.overdue() {
			break
		}
		if err != nil {
			return nil, s.Error(step.Line, err)
		}
	}
	if p.root.fault != nil {
		return nil, p.root.fault
	}
	return &Performance{p.root.draw(), p.root.script.Refused}, nil
}

// A Performance is what came of playing a script.
type Performance struct {
	Last string // frame
	// Wants are what the script wanted to do outside of the program and was refused, in
	// sentences with the file and the line.
	Wants []string
}

// A player plays a script, or what a person types.
type player struct {
	root   *root
	script *script.Script // nil: a person types
	clock  *kit.Clock
	left   bool
	end    time.Time // of a rehearsal, or zero
}

// newPlayer makes the program without a terminal, in simulated time.
func newPlayer(o Options) *player {
	o.clock, o.Output, o.Script = kit.NewClock(), nil, nil // which the player plays itself
	p := &player{root: newRoot(o.pictureTheme(), o), clock: o.clock}
	if o.rehearsal > 0 {
		p.end = time.Now().Add(o.rehearsal)
	}
	return p
}

func (p *player) play(step script.Step) error {
	switch step.Kind {
	case script.Wait:
		p.wait(step.Duration)
	default:
		cmd, err := p.perform(step)
		if err != nil {
			return err
		}
		p.settle(cmd)
	}
	if p.left {
		return errLeft
	}
	return nil
}

func (p *player) wait(while time.Duration) {
	for while > 0 && !p.left && !p.overdue() {
		step := min(while, frameTime)
		while -= step
		for step > 0 {
			var msg tea.Msg
			if msg, step = p.clock.Advance(step); msg != nil {
				p.send(msg)
			}
		}
	}
}

// arrive lets the time pass that the way to a stop of a lesson takes.
func (p *player) arrive() {
	for p.root.lesson.OnWay() && p.root.fault == nil && !p.left && !p.overdue() {
		p.wait(frameTime)
	}
}

// settle runs a command and all that follow from it, one after the other.
func (p *player) settle(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0 && !p.overdue(); queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case nil:
		case tea.QuitMsg:
			p.left = true
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, cmd := p.root.Update(msg)
			queue = append(queue, cmd)
		}
	}
}

func (p *player) send(msg tea.Msg) {
	_, cmd := p.root.Update(msg)
	p.settle(cmd)
}

func (p *player) perform(step script.Step) (tea.Cmd, error) {
	if p.script == nil {
		return p.root.perform(step)
	}
	cmd, refused, err := p.root.Perform(stops.Script, step, false)
	if refused != nil {
		p.root.script.Refused.Add(p.script.Error(step.Line, refused))
	}
	return cmd, err
}
