// Package tour goes through a lesson: its stops, their questions and answers, and free
// exploration beside them.
package tour

import (
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/model"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/lesson"
	"regretscope/ui/mode"
	"regretscope/ui/script"
)

// A Program is what a lesson goes through.
type Program interface {
	Theme() *theme.Theme
	Clock() *kit.Clock
	Size() (width, height int)
	Resize()
	Spoken(text string, rows int, style lipgloss.Style) []string
	Say(error)
	Tell(text string)

	StartRun(*model.Config) tea.Cmd
	// PerformLesson does what a line of a lesson says, with its rights. Refused is what
	// these do not allow.
	PerformLesson(line string) (cmd tea.Cmd, refused, err error)
	LessonActs() bool // a line of a lesson is performed just now
	// Rehearse reports what is wrong in a lesson.
	Rehearse(*lesson.Lesson) error
	// TypeCommand opens the palette with a text.
	TypeCommand(text string)

	Snapshot() *model.Snapshot // of the run
	RunBusy() bool             // the run is on its way
	ScreenBusy() bool          // the run or the screen is not ready for commands yet
	Typing() bool              // characters go into a field of the screen
	Choosing() bool            // the setup screen is shown
	Reading() bool             // a page of the manual is shown
	Closes() bool              // something is open over the run, which esc closes first
}

// A Tour is a lesson under way: at a stop, or away from it in free exploration.
type Tour struct {
	program Program
	open    func(name string) (*lesson.Lesson, error) // nil: no lesson can be begun

	lesson   *lesson.Lesson // nil: no lesson is under way
	at       int
	way      *way // to the stop; nil once its commands have been run
	arrived  bool // the text of the stop is shown: its commands have been run, or a screen searches
	asked    bool // the question has been shown, where it has no room below what is said
	answered bool
	away     bool
	refused  script.Refusals // to the commands of the stop

	say, ask, answer string // of the stop, with the numbers of the run
}

// New returns a tour of no lesson; open reads one with its runs.
func New(p Program, open func(name string) (*lesson.Lesson, error)) *Tour {
	return &Tour{program: p, open: open}
}

// Mode returns the mode of the lesson.
func (t *Tour) Mode() *mode.Mode {
	return &mode.Mode{Commands: t.Commands, Open: t.Open, Close: t.Close, Update: t.Update}
}

// Open reports whether a lesson is under way.
func (t *Tour) Open() bool { return t.lesson != nil }

// Close ends the lesson.
func (t *Tour) Close() tea.Cmd {
	*t = Tour{program: t.program, open: t.open}
	return nil
}

// Begin shows a stop of a lesson, from 0.
func (t *Tour) Begin(l *lesson.Lesson, stop int) tea.Cmd {
	t.lesson = l
	return t.ToStop(stop)
}

// A Place is where a lesson is: at a stop, from 0, whose text is shown once it has arrived, or
// away from it.
type Place struct {
	Lesson        *lesson.Lesson
	Stop          int
	Arrived, Away bool
}

// Place is where the lesson is.
func (t *Tour) Place() Place { return Place{t.lesson, t.at, t.arrived, t.away} }

// OnWay reports whether the commands of the stop are being run.
func (t *Tour) OnWay() bool { return t.way != nil }

// ToStop goes to a stop: its run starts, and its commands lead to what is seen.
func (t *Tour) ToStop(at int) tea.Cmd {
	*t = Tour{program: t.program, open: t.open, lesson: t.lesson, at: at, way: &way{}}
	stop, w := t.lesson.Stops[at], t.way
	w.lines = stop.Do
	return tea.Batch(t.program.StartRun(stop.Config.Again()), func() tea.Msg { return wayMsg{w} })
}

// A way is the commands that lead to a stop.
type way struct {
	lines []string
	next  int
}

// A wayMsg asks for the next command.
type wayMsg struct{ of *way }

// Update begins a lesson that was read, and runs the commands of a stop.
func (t *Tour) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case wayMsg:
		return t.goOnWay(msg)
	case lessonMsg:
		if msg.err != nil {
			t.program.Say(msg.err)
			return nil
		}
		return t.Begin(msg.lesson, 0)
	}
	return nil
}

// patience is the time between two looks at whether the run is ready.
const patience = 25 * time.Millisecond

// goOnWay runs the next command once the run is where the one before sent it.
func (t *Tour) goOnWay(msg wayMsg) tea.Cmd {
	next := func(wait time.Duration) tea.Cmd {
		return t.program.Clock().After(wait, func(time.Time) tea.Msg { return msg })
	}
	w := msg.of
	switch {
	case t.way != w:
		return nil
	case !t.arrived && !t.program.RunBusy() && t.program.ScreenBusy():
		t.arrive() // the text can be read while another screen still searches
		return next(0)
	case t.program.ScreenBusy():
		return next(patience)
	case w.next == len(w.lines):
		t.way = nil
		t.arrive()
		return nil
	}
	w.next++
	cmd, refused, err := t.program.PerformLesson(w.lines[w.next-1])
	if refused != nil {
		t.program.Tell("") // the stop says it
		t.refused.Add(refused)
	}
	if err != nil {
		t.program.Say(err)
		t.way = nil
		return nil
	}
	return tea.Batch(cmd, next(0))
}

// arrive fills in what is said at the stop, now that the run is where it should be.
func (t *Tour) arrive() {
	stop := t.lesson.Stops[t.at]
	fill := func(text string) string {
		filled, err := lesson.Fill(text, t.program.Snapshot())
		t.program.Say(err)
		return filled
	}
	t.say, t.ask, t.answer = fill(stop.Say), fill(stop.Ask), fill(stop.Answer)
	t.program.Say(stop.Holds(t.program.Snapshot()))
	t.arrived = true
	t.program.Resize()
}

// On reports whether the keys of the lesson are on.
func (t *Tour) On() bool { return t.Open() && !t.away && !t.program.Reading() }

// GoOn shows the answer, goes to the next stop, or ends the lesson.
func (t *Tour) GoOn() tea.Cmd {
	switch {
	case !t.arrived && t.way != nil:
		return nil
	case !t.arrived: // something went wrong on the way: it is tried again
		return t.ToStop(t.at)
	case t.ask != "" && !t.answered:
		t.answered = true
		t.program.Resize()
		return nil
	case t.at+1 < len(t.lesson.Stops):
		return t.ToStop(t.at + 1)
	}
	t.Close()
	t.program.Tell("the lesson is over; :lesson begins another one")
	t.program.Resize()
	return nil
}

// A lessonMsg brings a lesson that was tried, or what is wrong in it.
type lessonMsg struct {
	lesson *lesson.Lesson
	err    error
}

// read reads a lesson, and tries one that does not belong to the program before it
// begins. One that is played opens none.
func (t *Tour) read(name string) (tea.Cmd, error) {
	if t.program.LessonActs() {
		return nil, errors.New("lesson: a lesson opens no other one")
	}
	l, err := t.open(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		return lessonMsg{l, t.program.Rehearse(l)}
	}, nil
}
