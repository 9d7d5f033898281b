package app

import (
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/script"
)

// errLeft ends a script that leaves the program.
var errLeft = errors.New("left")

// frameTime is the simulated time between two frames of a recording.
const frameTime = 100 * time.Millisecond

// A Viewer takes what a script shows: frames, and chapters from a time on.
type Viewer interface {
	Frame(at time.Duration, view string)
	Chapter(at time.Duration, title string)
}

// Play plays a script in simulated time, without a terminal, so that what it shows
// is always the same. Errors name the file and the line. A nil viewer watches nothing.
func Play(o Options, s *script.Script, viewer Viewer) (*Performance, error) {
	p := newPlayer(o)
	p.viewer, p.script = viewer, s
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
	p.frame()
	if p.root.fault != nil {
		return nil, p.root.fault
	}
	return &Performance{p.root.draw(), p.clock.Now().Sub(p.start), p.root.wants}, nil
}

// A Performance is what came of playing a script.
type Performance struct {
	Last   string        // frame
	Length time.Duration // of the script
	// Wants are what the script wanted to do outside of the program and was refused, in
	// sentences with the file and the line.
	Wants []string
}

// rehearsing is how long people wait for a rehearsal, which may simulate for hours. What
// is wrong with the rest is said when it is played.
const rehearsing = 5 * time.Second

// Rehearse goes through the script, or the stops of the lesson, in simulated time and
// without any effect outside of the program. It returns what the script will be refused;
// an error says what is wrong with the script or lesson, with file and line.
func Rehearse(o Options) (wants []string, err error) {
	o.rehearsed = true
	if o.Script == nil {
		return nil, rehearseLesson(o)
	}
	played, err := Play(o, o.Script, nil)
	if err != nil {
		return nil, err
	}
	return played.Wants, nil
}

// A player plays a script, or what a person types.
type player struct {
	root   *root
	script *script.Script // nil: a person types
	clock  *kit.Clock
	start  time.Time
	viewer Viewer
	left   bool
	end    time.Time // of a rehearsal; zero: there is none
}

// newPlayer makes the program without a terminal, in simulated time.
func newPlayer(o Options) *player {
	o.clock, o.Output = kit.NewClock(), nil
	p := &player{root: newRoot(o.pictureTheme(), o), clock: o.clock, start: o.clock.Now()}
	if o.rehearsed {
		p.end = time.Now().Add(rehearsing)
	}
	return p
}

// overdue reports whether a rehearsal has taken too long.
func (p *player) overdue() bool { return !p.end.IsZero() && time.Now().After(p.end) }

func (p *player) play(step script.Step) error {
	switch step.Kind {
	case script.Wait:
		p.wait(step.Duration)
	case script.Chapter:
		if p.viewer != nil {
			p.viewer.Chapter(p.clock.Now().Sub(p.start), step.Text)
		}
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

// wait lets simulated time pass, and shows frames.
func (p *player) wait(while time.Duration) {
	for while > 0 && !p.left && !p.overdue() {
		p.frame()
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
	for p.root.tour != nil && p.root.tour.way != nil && p.root.fault == nil && !p.left && !p.overdue() {
		p.wait(frameTime)
	}
}

func (p *player) frame() {
	if p.viewer != nil {
		p.viewer.Frame(p.clock.Now().Sub(p.start), p.root.View())
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

// perform does what a step says, with the rights of the script that it is of.
func (p *player) perform(step script.Step) (tea.Cmd, error) {
	if p.script == nil {
		return p.root.perform(step)
	}
	return p.root.playStep(step, p.script)
}

// playStep does what a step of a script says, or of a lesson where there is no script,
// with the rights that such a file has.
func (r *root) playStep(step script.Step, of *script.Script) (cmd tea.Cmd, err error) {
	player, wants := "script", &r.wants
	if of == nil {
		player, wants = "lesson", &r.tour.wants
	}
	r.refused = nil
	r.as(r.rights(player), func() tea.Cmd {
		cmd, err = r.perform(step)
		return nil
	})
	if want := r.refused; want != nil {
		if of != nil {
			want = of.Error(step.Line, want)
		} else {
			r.told = "" // the stop says it
		}
		if !slices.Contains(*wants, want.Error()) && len(*wants) < mostWants {
			*wants = append(*wants, want.Error())
		}
	}
	return cmd, err
}

// rights are those of a played lesson or script.
func (r *root) rights(player string) outfile.Rights {
	return outfile.Played(player, r.allow, r.rehearsed)
}

// mostWants is how many different things are said that a file was refused.
const mostWants = 3

// perform does what a step says. An error says why it could not be done.
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
		r.caption = step.Text
		r.resize()
	case script.Pace:
		r.most = step.Rounds
		if r.run != nil {
			r.run.SetMost(r.most)
		}
	case script.Command:
		r.note, r.told = "", ""
		return r.runLine(step.Text)
	}
	return nil, nil
}

// pressAs presses a key as a person does who is in no hurry.
func (r *root) pressAs(msg tea.KeyMsg) (tea.Cmd, error) {
	r.pressed = time.Time{}
	r.sincePress = time.Hour
	cmd := r.press(msg)
	if r.note != "" {
		return nil, fmt.Errorf("%s", r.note)
	}
	return cmd, nil
}

// A playing is a script that is played to people, with how many of its steps were.
type playing struct {
	script *script.Script
	steps  int
}

// A stepMsg asks for the next step.
type stepMsg struct{ of *playing }

// preparing reports whether the run is on its way, or the screen that is shown is not
// ready for commands yet.
func (r *root) preparing() bool {
	s, ok := r.shown.(interface{ Busy() bool })
	return r.run != nil && r.run.Busy() || ok && s.Busy()
}

// nextStep plays the next step, in real time, once the run is where the one before
// sent it. A key of a person's ends the script.
func (r *root) nextStep(msg stepMsg) tea.Cmd {
	next := func(wait time.Duration) tea.Cmd {
		return r.clock.After(wait, func(time.Time) tea.Msg { return msg })
	}
	p := msg.of
	touring := r.tour != nil && r.tour.way == p
	switch {
	case !touring && r.playing != p:
		return nil
	case r.preparing(), !touring && r.tour != nil && r.tour.way != nil:
		return next(frameTime / 4)
	case p.steps == len(p.script.Steps) && touring:
		r.tour.way = nil
		r.arrive()
		return nil
	case p.steps == len(p.script.Steps):
		r.playing = nil
		return nil
	}
	step := p.script.Steps[p.steps]
	p.steps++
	if step.Kind == script.Wait || step.Kind == script.Chapter {
		return next(step.Duration)
	}
	of := p.script
	if touring {
		of = nil
	}
	cmd, err := r.playStep(step, of)
	if err != nil {
		if touring {
			r.note, r.tour.way = err.Error(), nil
		} else {
			r.note, r.playing = p.script.Error(step.Line, err).Error(), nil
		}
		return nil
	}
	return tea.Batch(cmd, next(0))
}
