// Package playback plays lessons and scripts: lists of stops with texts below the screen, at the
// speaker's pace, with free exploration in between.
package playback

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/screen/run"
	"regretscope/ui/script"
)

// A hold is the reason why a player waits.
type hold int

const (
	none hold = iota
	forKey
	paused
	failed // a step failed
	away   // free exploration
	over   // the end was reached
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

	program Program
	tables  tables
	open    func(name string) (*lesson.Lesson, error) // nil: there are no lessons
	marks   *lesson.Progress                          // nil: nothing is remembered
	own     lesson.Mark                               // of a lesson that marks does not remember

	lesson *lesson.Lesson // nil: a script, or nothing, is open
	script *script.Script
	steps  []script.Step // nil: nothing is open
	stops  []stop

	next    int       // index of the next step
	at      int       // the present stop; −1: before the first
	turn    int       // of the newest stepMsg; older ones are stale
	due     time.Time // when the newest stepMsg arrives
	held    hold
	wait    time.Duration // the rest of the wait at which a script was paused
	resumes Place         // of the run that was paused with the script
	opened  Opened        // what was open when the player began to wait
	back    *journey      // nil: no journey is under way
	left    journey       // leads back from free exploration
	touched bool          // a person has changed the screen since a script waits; left leads back
}

// A stop is a place to go back to.
type stop struct {
	from  int // the first step on the way to it
	shows int // the step that shows its text
}

// New returns a player with nothing open. open reads a lesson and its runs; nil: there are no lessons.
func New(p Program, open func(name string) (*lesson.Lesson, error), marks *lesson.Progress) *Player {
	player := &Player{program: p, open: open, marks: marks}
	player.Exercise.player = player
	player.tables = tables{player.Exercise.table(), player.table(), openers(player)}
	return player
}

// tables declare the commands of a player.
type tables struct{ answers, stops, open []kit.Command }

// kind returns "lesson" if a lesson is open, and "script" otherwise.
func (p *Player) kind() string {
	if p.lesson != nil {
		return "lesson"
	}
	return "script"
}

// Play starts a script, at a stop from 0, or at its beginning, −1.
func (p *Player) Play(s *script.Script, at int) tea.Cmd {
	p.Close()
	p.script, p.steps = s, s.Steps
	for i, step := range s.Steps {
		if step.Kind == script.Caption && step.Text != "" {
			p.stops = append(p.stops, stop{shows: i})
		}
	}
	if at >= 0 {
		return p.ToStop(at)
	}
	return p.after(0)
}

// Begin starts a lesson at a stop, from 0.
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

// Open reports whether a lesson or script is open.
func (p *Player) Open() bool { return p.steps != nil }

// Close closes the lesson or script.
func (p *Player) Close() tea.Cmd {
	shown := p.Open()
	*p = Player{
		program: p.program, tables: p.tables, open: p.open, marks: p.marks, turn: p.turn + 1, at: -1,
		Unattended: p.Unattended, Expects: p.Expects, Exercise: Exercise{player: p},
	}
	if shown {
		p.program.Resize()
	}
	return nil
}

// A State describes how far a player is.
type State struct {
	Lesson              *lesson.Lesson
	Stop                int // from 0
	Arrived, Away, Over bool
	Answered            bool            // and the commands after the answer have run
	Say                 string          // the text of the stop,
	Asks                lesson.Question // and its question, with the run's numbers
}

// State returns how far the player is.
func (p *Player) State() State {
	x := &p.Exercise
	return State{p.lesson, p.at, x.arrived, p.held == away, p.held == over, x.settled, x.say, x.asks}
}

// Performing reports whether the player is performing steps.
func (p *Player) Performing() bool { return p.Open() && p.held == none }

// On reports whether the player's keys are active.
func (p *Player) On() bool {
	return p.Open() && p.held != away && p.held != over && (p.lesson == nil || !p.program.Reading())
}

// Refusal returns why keys do nothing while a script plays, or "" if they work.
func (p *Player) Refusal() string {
	free := p.lesson != nil || !p.Performing() || p.program.Played()
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
	of   *Player
	turn int
}

func (p *Player) after(wait time.Duration) tea.Cmd {
	p.turn++
	msg := stepMsg{p, p.turn}
	p.due = p.program.Clock().Now().Add(wait)
	return p.program.Clock().After(wait, func(time.Time) tea.Msg { return msg })
}

// Update opens a lesson that was read, and performs the next step when it is due.
func (p *Player) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stepMsg:
		if msg.of == p && msg.turn == p.turn && p.Performing() {
			return p.step()
		}
	case lessonMsg:
		if msg.err == nil {
			return p.Begin(msg.lesson, p.marks.Resume(msg.lesson))
		}
		p.program.Say(msg.err)
	}
	return nil
}

// Limit fails if the lesson or script simulates more than it may, also while it waits.
func (p *Player) Limit() {
	if !p.Performing() {
		return
	}
	if err := p.program.LimitRounds(); err != nil {
		p.fail(p.steps[max(p.next-1, 0)].Line, err)
	}
}

const patience = 25 * time.Millisecond // between two checks of whether the program is ready

// step performs the next step once the effects of the previous one are complete.
func (p *Player) step() tea.Cmd {
	ended := p.next == len(p.steps)
	switch {
	case !ended && p.steps[p.next].Kind == script.Begin: // a new run replaces whatever is under way
	case p.program.Preparing():
		if p.lesson != nil && !p.Exercise.arrived && !p.program.RunBusy() {
			p.Exercise.arrive() // the text can be read while a screen is still searching
		}
		return p.after(patience)
	}
	switch {
	case p.back != nil && p.next >= p.back.to:
		return p.endJourney()
	case ended && p.Unattended:
		p.steps = nil
		return nil
	case ended:
		p.end()
		return nil
	}
	step := p.steps[p.next]
	p.next++
	switch step.Kind {
	case script.Wait:
		return p.hold(step)
	case script.Begin:
		from := -1 // where the run begins to play visibly: at the round of the stop before
		if scene := p.program.Scene(); scene != nil && p.back == nil && !p.Unattended && step.Line == p.at+1 &&
			p.at >= 0 && p.lesson.Stops[step.Line].Config == p.lesson.Stops[p.at].Config {
			from = scene.Round
		}
		p.at, p.Exercise = step.Line, Exercise{player: p}
		if from >= 0 { // the text can be read meanwhile
			stop := p.lesson.Stops[p.at]
			p.Exercise.say, p.Exercise.asks = lesson.Blank(stop.Say), stop.Question
		}
		return tea.Batch(p.program.StartRun(p.lesson.Stops[p.at].Config.Again(), from), p.after(0))
	case script.Expect:
		if scene := p.program.Scene(); scene != nil && p.Expects {
			p.report(step.Line, "", lesson.Expect(step.Text, scene))
		}
		return p.step()
	case script.Show:
		p.Exercise.arrive()
		return p.step()
	case script.Answer:
		p.Exercise.conclude()
		p.program.Resize()
		return p.step()
	}
	if step.Kind == script.Command && p.Exercise.answered && p.Exercise.right && p.Exercise.asks.Reach != "" {
		return p.after(0) // the person has done it
	}
	return p.perform(step)
}

func (p *Player) hold(step script.Step) tea.Cmd {
	p.Exercise.settle()
	switch {
	case p.back != nil && !p.program.Clock().Simulated():
		return p.after(0) // the run goes to its place in the end
	case p.back != nil && p.program.Opened().OnRun && !p.program.Place().Running:
		return p.after(min(step.Duration, time.Second)) // until the screen stands still
	case p.back != nil:
		return p.after(step.Duration)
	case !step.ForKey() || p.Unattended:
		return p.after(step.Duration)
	}
	p.stand(forKey)
	return nil
}

func (p *Player) stand(why hold) {
	p.held, p.back, p.opened = why, nil, p.program.Opened()
	p.program.Resize()
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
	p.fail(step.Line, err)
	if p.held == failed {
		return cmd
	}
	return tea.Batch(cmd, p.after(0))
}

// A Program is the program as a Player sees it.
type Program interface {
	mode.Program
	Clock() *kit.Clock
	Size() (width, height int)
	Resize()
	View() string
	Spoken(text string, rows int, style lipgloss.Style) []string
	Say(error)
	Tell(text string)
	TypeCommand(text string) // opens the palette
	Read(title string, sentences []string) tea.Cmd

	Perform(script.Step) (tea.Cmd, error)       // performs a step of a lesson or a script
	Played() bool                               // a lesson or a script acts now, not a person
	LimitRounds() error                         // ends a lesson or script that simulates more than it may, with an error
	Preparing() bool                            // the program is not ready for a step
	StartRun(c *model.Config, from int) tea.Cmd // from: the round from which a jump is seen; −1: it is not
	Restart() tea.Cmd                           // returns to the state at the start
	Rehearse(*lesson.Lesson) error

	Place() Place
	GoTo(Place) tea.Cmd // sends the run to a place, and runs or pauses it as it did there
	Opened() Opened
	CloseTo(Opened) tea.Cmd // closes what was opened since
	Scene() *lesson.Scene   // the run, and replications; nil before the first snapshot
	RunBusy() bool          // the run has not reached its round yet
	Pulls() bool            // the run is a game that waits for a pull
	Cursor() int            // the round of the chart's cursor; 0: it is closed
	Choosing() bool         // the setup screen is shown
	Reading() bool          // a page of the manual is shown
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
