// Package playback plays lessons and scripts: lists of stops with texts below the screen, at the
// speaker's pace, with free exploration in between.
package playback

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A Player plays one lesson or script, or nothing.
type Player struct {
	Caption string // of a script
	Black   bool   // the screen is black until a person's key

	// Unattended plays without keys and shows only the last frame.
	Unattended bool
	Expects    bool            // if unattended: claims of the script are checked
	Wrong      script.Mistakes // if unattended

	Exercise Exercise // of a lesson's stop

	plan
	ticker
	program Program
	theme   *theme.Theme
	tables  tables
	path    path

	next  int   // index of the next step
	at    int   // the present stop; −1: before the first
	state state // nil: nothing is open
}

// Options are what a Player is given.
type Options struct {
	Open     func(name string) (*lesson.Lesson, error) // reads a lesson and its runs; nil: there are no lessons
	Rehearse func(*lesson.Lesson) error                // tries a lesson that does not come with the program
	Marks    *lesson.Progress                          // nil: nothing is remembered
	Theme    *theme.Theme
	Clock    *kit.Clock // nil: the machine's
}

// New returns a player with nothing open.
func New(p Program, o Options) *Player {
	player := &Player{
		program: p, theme: o.Theme, ticker: ticker{clock: o.Clock}, path: path{open: o.Open, rehearse: o.Rehearse, marks: o.Marks},
	}
	player.Close()
	player.tables = tables{player.Exercise.table(), player.table(), openers(player)}
	return player
}

// tables declare the commands of a player.
type tables struct{ answers, stops, open []kit.Command }

// Play starts a script, at a stop from 0, or at its beginning, −1.
func (p *Player) Play(s *script.Script, at int) tea.Cmd {
	p.Close()
	if p.plan = planOfScript(s); at >= 0 {
		return p.ToStop(at)
	}
	return p.become(&performing{})
}

// Begin starts a lesson at a stop, from 0.
func (p *Player) Begin(l *lesson.Lesson, at int) tea.Cmd {
	p.Close()
	p.plan = planOfLesson(l)
	return p.ToStop(at)
}

// ToStop goes to a stop, from 0; −1 is the beginning.
func (p *Player) ToStop(at int) tea.Cmd {
	switch {
	case p.lesson != nil: // whose stops do not depend on the ones before
		p.next = p.stops[at].from
		return p.become(&performing{})
	case at < 0:
		return journey{then: &performing{}}.begin(p)
	}
	return journey{to: p.stops[at].shows + 1, then: &performing{}}.begin(p)
}

// Open reports whether a lesson or script is open.
func (p *Player) Open() bool { return p.state != nil }

// Close closes the lesson or script.
func (p *Player) Close() tea.Cmd {
	shown := p.Open()
	p.Caption, p.Black, p.Wrong = "", false, nil
	p.plan, p.path.own, p.Exercise = plan{}, lesson.Mark{}, Exercise{player: p}
	p.turn, p.next, p.at, p.state = p.turn+1, 0, -1, nil
	if shown {
		p.program.Resize()
	}
	return nil
}

// A State describes how far a player is.
type State struct {
	Lesson              *lesson.Lesson
	Stop, Stops, To     int // the present one, from 0, how many there are, and where the way leads, from 1; 0: nowhere
	Arrived, Away, Over bool
	Waits               bool            // the newest step is a wait
	Answered            bool            // and the commands after the answer have run
	Say                 string          // the text of the stop,
	Asks                lesson.Question // and its question, with the run's numbers
}

// State returns how far the player is.
func (p *Player) State() State {
	x := &p.Exercise
	to := 0
	if s, on := p.state.(*travelling); on {
		to = p.stopsBefore(s.to)
	}
	waits := p.next > 0 && p.next <= len(p.steps) && p.steps[p.next-1].Kind == script.Wait
	return State{p.lesson, p.at, len(p.stops), to, x.arrived, in[*away](p), in[over](p), waits, x.settled, x.say, x.asks}
}

// Performing reports whether the player is performing steps.
func (p *Player) Performing() bool { return in[acting](p) }

// Travelling reports whether the player is on the way to a stop, so that the frame from before stays on the screen.
func (p *Player) Travelling() bool { return in[*travelling](p) }

// On reports whether the player's keys are active.
func (p *Player) On() bool {
	return p.Open() && !in[*away](p) && !in[over](p) && (p.lesson == nil || !p.program.Now().Reading)
}

// Refusal returns why keys do nothing while a script plays, or "" if they work.
func (p *Player) Refusal() string {
	free := p.lesson != nil || !p.Performing() || p.program.Now().Played
	return kit.TextUnless(free, "a script is playing: space pauses it and frees the keys")
}

// Fill returns a caption or note with the run's numbers.
func (p *Player) Fill(text string) string {
	if scene := p.program.Scene(); scene != nil && strings.Contains(text, "{") {
		text, _ = lesson.Fill(text, scene)
	}
	return text
}

// A stepMsg asks for the next step.
type stepMsg struct {
	of   *ticker
	turn int
}

// A ticker asks for the next step.
type ticker struct {
	clock *kit.Clock
	turn  int       // of the newest stepMsg; older ones are stale
	due   time.Time // when it arrives
}

func (t *ticker) after(wait time.Duration) tea.Cmd {
	t.turn++
	msg := stepMsg{t, t.turn}
	t.due = t.clock.Now().Add(wait)
	return t.clock.After(wait, func(time.Time) tea.Msg { return msg })
}

// rest returns the time until the next step.
func (t *ticker) rest() time.Duration { return max(t.due.Sub(t.clock.Now()), 0) }

// Update opens a lesson that was read, and performs the next step when it is due.
func (p *Player) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stepMsg:
		if msg.of == &p.ticker && msg.turn == p.turn {
			return p.step()
		}
	case lessonMsg:
		if msg.err == nil {
			return p.Begin(msg.lesson, p.path.marks.Resume(msg.lesson))
		}
		p.program.Say(msg.err)
	}
	return nil
}

// Limit fails if the lesson or script simulates more than it may, also while it waits for the screen.
func (p *Player) Limit(wrong error) {
	p.fail(p.steps[max(p.next-1, 0)].Line, wrong)
}

const patience = 25 * time.Millisecond // between two checks of whether the program is ready

// step performs the next step once the effects of the previous one are complete.
func (p *Player) step() tea.Cmd {
	now, acts := p.state.(acting)
	switch {
	case !acts:
		return nil
	case p.next < len(p.steps) && p.steps[p.next].Kind == script.Begin: // a new run replaces whatever is under way
	case p.program.Now().Preparing:
		if p.lesson != nil && !p.Exercise.arrived && !p.program.Now().RunBusy {
			p.Exercise.arrive() // the text can be read while a screen is still searching
		}
		return p.after(patience)
	}
	return now.step(p)
}

// play performs the next step in a state.
func (p *Player) play(now acting) tea.Cmd {
	step, x := p.steps[p.next], &p.Exercise
	p.next++
	switch step.Kind {
	case script.Wait:
		x.settle()
		return now.hold(p, step)
	case script.Begin:
		return p.begin(step.Line)
	case script.Expect:
		if scene := p.program.Scene(); scene != nil && p.Expects {
			p.report(step.Line, "", lesson.Expect(step.Text, scene))
		}
	case script.Show:
		x.arrive()
	case script.Answer:
		x.conclude()
		p.program.Resize()
	default:
		if step.Kind == script.Command && x.answered && x.right && x.asks.Reach != "" {
			return p.after(0) // the person has done it
		}
		return p.perform(step)
	}
	return p.step()
}

// begin starts the run of a lesson's stop. The same run goes on visibly from the stop before.
func (p *Player) begin(at int) tea.Cmd {
	from, stops := -1, p.lesson.Stops
	if scene := p.program.Scene(); scene != nil && in[*performing](p) && !p.Unattended && at == p.at+1 && p.at >= 0 &&
		stops[at].Config == stops[p.at].Config {
		from = scene.Round
	}
	p.at, p.Exercise = at, Exercise{player: p}
	if from >= 0 { // the text can be read meanwhile
		p.Exercise.say, p.Exercise.asks = lesson.Blank(stops[at].Say), stops[at].Question
	}
	return tea.Batch(p.program.StartRun(stops[at].Config.Again(), from), p.after(0))
}

func (p *Player) perform(step script.Step) tea.Cmd {
	if step.Kind == script.Caption && step.Text != "" {
		p.at++
	}
	cmd, err := p.program.Perform(step)
	if !p.Open() {
		return cmd
	}
	if scene := p.program.Scene(); step.Kind == script.Caption && scene != nil {
		_, err = lesson.Fill(step.Text, scene)
	}
	if p.fail(step.Line, err); in[failed](p) {
		return cmd
	}
	return tea.Batch(cmd, p.after(0))
}

// A Program is the program as a Player sees it.
type Program interface {
	Now() Moment
	Scene() *lesson.Scene // the run, and replications; nil before the first snapshot

	Perform(script.Step) (tea.Cmd, error)       // performs a step of a lesson or a script
	StartRun(c *model.Config, from int) tea.Cmd // from: the round from which a jump is seen; −1: it is not
	Restart() tea.Cmd                           // returns to the state at the start
	GoTo(Place) tea.Cmd                         // sends the run to a place, and runs or pauses it as it did there
	CloseTo(Opened) tea.Cmd                     // closes what was opened since

	Freeze()                 // keeps the frame while the player travels
	Resize()                 // lays out the screen again
	Say(error)               // shows an error, unless it is nil
	TypeCommand(text string) // opens the palette
	Read(title string, sentences []string) tea.Cmd
}

// A Moment is what the program does now.
type Moment struct {
	Width, Height int
	Place         Place
	Opened        Opened
	Cursor        int  // the round of the chart's cursor; 0: it is closed
	Played        bool // a lesson or a script acts, not a person
	Preparing     bool // the program is not ready for a step
	RunBusy       bool // the run has not reached its round yet
	Pulls         bool // the run is a game that waits for a pull
	Typing        bool // keys go into a field of the screen
	Choosing      bool // the setup screen is shown
	Reading       bool // a page of the manual is shown
}

// A Place is a state of the run.
type Place struct {
	run.Place
	Running bool
	Until   int // the round at which it pauses; 0: the horizon
}

// Opened tells whether the run screen is shown, and whether something is open over it.
type Opened struct{ OnRun, Closes bool }

// bare reports whether the run screen is shown and nothing is open over it, so that its cursor keys and esc are free.
func (o Opened) bare() bool { return o.OnRun && !o.Closes }
