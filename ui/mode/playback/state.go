package playback

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/choice"
	"regretscope/ui/lesson"
	"regretscope/ui/script"
)

// A state is what a player does, or why it waits.
type state interface {
	enter(*Player) tea.Cmd
	goOn(*Player) tea.Cmd // after space, pgdn, or a right answer
	way(*Player) journey  // leads back to the state from free exploration
}

// An acting state performs steps.
type acting interface {
	state
	step(*Player) tea.Cmd              // performs the next step
	hold(*Player, script.Step) tea.Cmd // performs a step that waits
}

// in reports whether a player is in a state of a type.
func in[S state](p *Player) bool {
	_, ok := p.state.(S)
	return ok
}

// become changes the state.
func (p *Player) become(s state) tea.Cmd {
	p.state = s
	cmd := s.enter(p)
	p.program.Resize()
	return cmd
}

// A journey performs all steps up to one at once, while the frame from before stays on screen.
type journey struct {
	to    int   // index of the step
	place Place // of the run at the end; zero: wherever the steps lead
	then  state // at the end
	on    bool  // which then goes on
}

// here returns the journey to the next step and the run's place.
func here(p *Player, then state) journey {
	return journey{to: p.next, place: p.program.Now().Place, then: then}
}

func (j journey) begin(p *Player) tea.Cmd {
	p.program.Freeze()
	return p.become(&travelling{journey: j})
}

// goOn returns to a state, which then goes on.
func (j journey) goOn(p *Player) tea.Cmd {
	j.on = true
	return j.begin(p)
}

// strayed reports whether the run is not the one to which the journey leads.
func (j journey) strayed(p *Player) bool {
	planned, now := j.place.Config, p.program.Now().Place.Config
	return planned != now && (planned == nil || now == nil || !choice.Same(planned, now))
}

// A performing player performs one step after another.
type performing struct {
	rest time.Duration // before the first step
}

func (s *performing) enter(p *Player) tea.Cmd {
	if p.lesson != nil && s.rest == 0 {
		return p.step()
	}
	return p.after(s.rest)
}

func (s *performing) goOn(*Player) tea.Cmd  { return nil }
func (s *performing) way(p *Player) journey { return here(p, &performing{p.rest()}) }

func (s *performing) step(p *Player) tea.Cmd {
	switch {
	case p.next < len(p.steps):
		return p.play(s)
	case p.Unattended:
		p.state = nil
		return nil
	case p.lesson != nil:
		p.note(func(m *lesson.Mark) { m.Done = true })
	}
	return p.become(over{})
}

func (s *performing) hold(p *Player, step script.Step) tea.Cmd {
	if step.ForKey() && !p.Unattended {
		return p.become(&waiting{})
	}
	return p.after(step.Duration)
}

// pause pauses the run, too.
func (s *performing) pause(p *Player) tea.Cmd {
	then := &waiting{paused: true, rest: p.rest(), resumes: p.program.Now().Place}
	still := then.resumes
	still.Running = false
	return tea.Batch(p.become(then), p.program.GoTo(still))
}

// A travelling player is on a journey.
type travelling struct {
	journey
	goes int // how often the run was sent to its place: first to the round, then to run on
}

func (s *travelling) enter(p *Player) tea.Cmd {
	if p.lesson != nil {
		p.next = p.stops[p.at].from
		return p.step()
	}
	p.next, p.at, p.Caption = 0, -1, ""
	return tea.Batch(p.program.Restart(), p.after(0))
}

func (s *travelling) goOn(*Player) tea.Cmd { return nil }

func (s *travelling) way(*Player) journey {
	back := s.journey
	back.on = false
	return back
}

func (s *travelling) step(p *Player) tea.Cmd {
	switch {
	case p.next < s.to:
		return p.play(s)
	case s.goes < 2 && s.place.Config != nil:
		s.goes++
		return tea.Batch(p.program.GoTo(s.place), p.after(patience))
	}
	cmd := p.become(s.then)
	if s.on {
		cmd = tea.Batch(cmd, s.then.goOn(p))
	}
	return cmd
}

func (s *travelling) hold(p *Player, step script.Step) tea.Cmd {
	now := p.program.Now()
	switch {
	case !p.clock.Simulated():
		return p.after(0) // the run goes to its place in the end
	case now.Opened.OnRun && !now.Place.Running:
		return p.after(min(step.Duration, time.Second)) // until the screen stands still
	}
	return p.after(step.Duration)
}

// A waiting player waits for a key: at a stop, or in the middle of a wait if a person has paused a script.
type waiting struct {
	opened  Opened        // at the beginning
	left    *journey      // leads back from what a person has changed on the screen; nil: nothing
	paused  bool          // with
	rest    time.Duration // of the wait, and
	resumes Place         // the run as it was then
}

func (s *waiting) enter(p *Player) tea.Cmd {
	s.opened = p.program.Now().Opened
	return nil
}

// goOn performs the next step. A script whose screen a person has changed first returns to where it was.
func (s *waiting) goOn(p *Player) tea.Cmd {
	if s.left != nil {
		return s.left.goOn(p)
	}
	cmd := p.program.CloseTo(s.opened)
	if s.resumes.Running {
		cmd = tea.Batch(cmd, p.program.GoTo(s.resumes))
	}
	return tea.Batch(cmd, p.become(&performing{s.rest}))
}

func (s *waiting) way(p *Player) journey {
	if s.left != nil {
		return *s.left
	}
	then := *s
	return here(p, &then)
}

// Touch keeps the way back to where a script waits, before a person changes the screen.
func (p *Player) Touch() {
	if s, ok := p.state.(*waiting); ok && s.left == nil && p.script != nil && !p.program.Now().Played {
		way := s.way(p)
		s.left = &way
	}
}

// Stray begins free exploration if a person has changed a script's run, and ends it if u takes that back.
func (p *Player) Stray() {
	switch s := p.state.(type) {
	case *waiting:
		if s.left != nil && s.left.strayed(p) {
			p.become(&away{left: *s.left, from: s})
		}
	case *away:
		if s.from != nil && !s.left.strayed(p) {
			p.become(s.from)
		}
	}
}

// An away player is left for free exploration.
type away struct {
	left journey // leads back
	from state   // comes back once the run is the planned one; nil: a person has left it
}

func (s *away) enter(*Player) tea.Cmd { return nil }
func (s *away) way(*Player) journey   { return s.left }

func (s *away) goOn(p *Player) tea.Cmd {
	if p.lesson != nil {
		return nil
	}
	return s.left.goOn(p)
}

// leave starts free exploration, or closes a lesson or script that is over.
func (p *Player) leave() tea.Cmd {
	if in[over](p) {
		return p.Close()
	}
	return p.become(&away{left: p.state.way(p)})
}

func (p *Player) comeBack() tea.Cmd {
	if s, ok := p.state.(*away); ok {
		return s.left.begin(p)
	}
	return p.ToStop(p.at)
}

// In a failed player, a step failed.
type failed struct{}

func (failed) enter(*Player) tea.Cmd  { return nil }
func (failed) goOn(p *Player) tea.Cmd { return p.ToStop(p.at) } // tries again
func (failed) way(p *Player) journey  { return here(p, failed{}) }

// A player is over after the last step.
type over struct{}

func (over) enter(*Player) tea.Cmd { return nil }
func (over) goOn(*Player) tea.Cmd  { return nil }
func (over) way(p *Player) journey { return here(p, over{}) }
