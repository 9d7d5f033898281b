package app

import (
	"cmp"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/script"
)

// frameTime is the simulated time between two checks of a script's progress.
const frameTime = 100 * time.Millisecond

// Play plays a script in simulated time without a terminal, so the result is always the same.
// Errors are script.Mistakes; after the first, the rest is only rehearsed.
func Play(o Options, s *script.Script) (*Performance, error) {
	p := newPlayer(o)
	p.script = s
	p.root.Update(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
	p.settle(p.root.Init())
	var wrong script.Mistakes
	for _, step := range s.Steps {
		err := p.play(step)
		if p.left || p.overdue() {
			break
		}
		if err != nil {
			wrong = append(wrong, s.Error(step.Line, err))
			p.root.options.rehearsal = cmp.Or(p.root.options.rehearsal, rehearsing)
			p.end = time.Now().Add(p.root.options.rehearsal)
		}
	}
	switch {
	case p.root.fault != nil:
		return nil, p.root.fault
	case wrong != nil:
		return nil, wrong
	}
	return &Performance{p.root.draw(), p.root.stops.Refused}, nil
}

// A Performance is the result of playing a script.
type Performance struct {
	Last string // the final frame
	// Wants has one sentence for each effect outside of the program that was refused, with file
	// and line.
	Wants []string
}

// A player drives the program in simulated time, from a script or from typed lines.
type player struct {
	root   *root
	script *script.Script // nil: lines are typed
	clock  *kit.Clock
	left   bool
	end    time.Time // the deadline of a rehearsal, or zero
}

// newPlayer returns the program without a terminal, in simulated time.
func newPlayer(o Options) *player {
	o.clock, o.Output, o.Script = kit.NewClock(), nil, nil // the player plays the script itself
	p := &player{root: newRoot(o.pictureTheme(), o), clock: o.clock}
	if o.rehearsal > 0 {
		p.end = time.Now().Add(o.rehearsal)
	}
	return p
}

func (p *player) play(step script.Step) error {
	if step.Kind == script.Wait {
		p.wait(step.Duration)
		return nil
	}
	if p.script == nil {
		cmd, err := p.root.perform(step)
		p.settle(cmd)
		return err
	}
	cmd, refused, err := p.root.Perform("script", step, false)
	if refused != nil {
		p.root.stops.Refused.Add(p.script.Error(step.Line, refused))
	}
	p.settle(cmd)
	return err
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

// arrive waits until a lesson has reached its stop.
func (p *player) arrive() {
	for p.root.stops.OnWay() && p.root.fault == nil && !p.left && !p.overdue() {
		p.wait(frameTime)
	}
}

// settle runs a command and all commands that follow from it.
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

// as acts with the given rights.
func (r *root) as(by outfile.Rights, do func() tea.Cmd) tea.Cmd {
	before := r.by
	r.by = by
	defer func() { r.by = before }()
	return do()
}

// perform performs a step.
func (r *root) perform(step script.Step) (tea.Cmd, error) {
	switch step.Kind {
	case script.Key:
		msg, err := script.ParseKey(step.Text)
		if err != nil {
			return nil, err
		}
		return r.pressAs(msg)
	case script.Type:
		return r.pressAs(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(step.Text)})
	case script.Caption:
		r.stops.Caption = step.Text
		r.Resize()
	case script.Pace:
		r.maxPace = step.Rounds
		if r.run != nil {
			r.run.Driver().SetMost(r.maxPace)
		}
	case script.Command:
		r.notice = kit.Notice{}
		return r.RunLine(step.Text)
	}
	return nil, nil
}

// pressAs presses a key long after the previous one.
func (r *root) pressAs(msg tea.KeyMsg) (tea.Cmd, error) {
	r.pressed = time.Time{}
	r.sincePress = time.Hour
	cmd := r.press(msg)
	if err := r.notice.Err(); err != nil {
		return nil, err
	}
	return cmd, nil
}

// rehearsing limits the time of a rehearsal, which could simulate for hours. Later errors
// appear when the script is played.
const rehearsing = 5 * time.Second

// Rehearse tries a script or all stops of a lesson in simulated time, without effects outside
// of the program. It returns what the script will be refused, and errors with file and line.
func Rehearse(o Options) (wants []string, err error) {
	o.rehearsal = cmp.Or(o.rehearsal, rehearsing)
	if o.Script == nil {
		return nil, rehearseLesson(o)
	}
	played, err := Play(o, o.Script)
	if err != nil {
		return nil, err
	}
	return played.Wants, nil
}

func (p *player) overdue() bool { return !p.end.IsZero() && time.Now().After(p.end) }

func rehearseLesson(o Options) error {
	l := o.Lesson
	p := newPlayer(o)
	p.send(tea.WindowSizeMsg{Width: script.Width, Height: script.Height})
	for i := range l.Stops {
		p.settle(p.root.stops.ToStop(i))
		p.arrive()
		switch {
		case p.root.fault != nil:
			return p.root.fault
		case p.overdue():
			return nil
		case p.left:
			return l.Error(i, "do", errors.New("quit leaves the program; the lesson ends by itself"))
		case p.root.notice.Err() != nil && !p.root.stops.State().Arrived:
			return l.Error(i, "do", p.root.notice.Err())
		case p.root.notice.Err() != nil:
			return l.Error(i, "say", p.root.notice.Err())
		}
	}
	return nil
}
