package app

import (
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/letters"
	"regretscope/ui/lesson"
	"regretscope/ui/screen/explain"
	"regretscope/ui/screen/setup"
	"regretscope/ui/script"
)

// A tour is a lesson under way: at a stop, or away from it in free exploration.
type tour struct {
	lesson   *lesson.Lesson
	at       int
	way      *way // the commands of the stop; nil once they have been run
	arrived  bool // the text of the stop is shown: its commands have been run, or a screen searches
	asked    bool // the question has been shown, where it has no room below what is said
	answered bool
	away     bool
	wants    script.Refusals // what the commands of the stop were refused, in sentences

	say, ask, answer string // of the stop, with the numbers of the run
}

// lessonCommand begins a lesson.
func (r *root) lessonCommand() kit.Command {
	return kit.Command{
		Name: "lesson", Key: kit.Bind("", "begin a lesson: a guided tour with questions"), Group: program, Argument: "NAME",
		Choices: lessonChoices, Run: kit.Look(r.openLesson),
	}
}

// lessonsCommand lists the lessons; on the setup screen, by a key.
func (r *root) lessonsCommand() kit.Command {
	c := kit.Command{
		Name: "lessons", Key: kit.Bind("", "list the lessons, and begin one"), Group: program,
		Run: kit.Do(func() { r.openMenu(true); r.menu.write("lesson ") }),
	}
	if r.shown == Screen(r.setup) {
		c.Key, c.Short = kit.Bind("L", c.Does(), "L"), "lessons"
	}
	return c
}

func lessonChoices() []kit.Choice {
	var choices []kit.Choice
	for _, l := range lesson.All() {
		choices = append(choices, kit.Choice{Value: l.Name, About: l.Title + ": " + l.About})
	}
	return choices
}

// A lessonMsg brings a lesson that was tried, or what is wrong in it.
type lessonMsg struct {
	lesson *lesson.Lesson
	err    error
}

// openLesson reads a lesson, and tries one that does not belong to the program before
// it begins. One that is played opens none.
func (r *root) openLesson(name string) (tea.Cmd, error) {
	if r.by == r.rights("lesson") {
		return nil, errors.New("lesson: a lesson opens no other one")
	}
	l, err := r.lessons(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		_, err := Rehearse(Options{Lesson: l, OpenLesson: r.lessons, AllowWrites: r.allow})
		return lessonMsg{l, err}
	}, nil
}

// begins shows the first stop of a lesson.
func (r *root) begins(msg lessonMsg) tea.Cmd {
	if msg.err != nil {
		r.Say(msg.err)
		return nil
	}
	r.tour = &tour{lesson: msg.lesson}
	return r.toStop(0)
}

// toStop goes to a stop: its run starts, and its commands lead to what is seen.
func (r *root) toStop(at int) tea.Cmd {
	r.tour, r.page = &tour{lesson: r.tour.lesson, at: at}, nil
	stop := r.tour.lesson.Stops[at]
	r.source = setup.Source{}
	cmd := r.startRun(stop.Config, 0)
	w := &way{}
	lines := stop.Do
	if stop.Bet != "" {
		lines = append(append([]string{"hide truth"}, lines...), "bet "+stop.Bet)
	}
	for _, line := range lines {
		w.steps = append(w.steps, script.Step{Line: at + 1, Kind: script.Command, Text: line})
	}
	r.tour.way = w
	return tea.Batch(cmd, func() tea.Msg { return wayMsg{w} })
}

// arrive fills in what is said at the stop, now that the run is where it should be.
func (r *root) arrive() {
	t := r.tour
	stop := t.lesson.Stops[t.at]
	for _, text := range []struct {
		from string
		to   *string
	}{{stop.Say, &t.say}, {stop.Ask, &t.ask}, {stop.Answer, &t.answer}} {
		var err error
		*text.to, err = lesson.Fill(text.from, r.run.Snapshot())
		r.Say(err)
	}
	r.Say(stop.Holds(r.run.Snapshot()))
	t.arrived = true
	r.resize()
}

// tourAnswer is that of the stop. To a bet it speaks of the round that was revealed.
func (r *root) tourAnswer() (string, error) {
	t := r.tour
	if stop := t.lesson.Stops[t.at]; stop.Bet != "" && !r.run.Busy() {
		return lesson.Fill(stop.Answer, r.run.Snapshot())
	}
	return t.answer, nil
}

// onTour reports whether the keys of the lesson are on.
func (r *root) onTour() bool {
	if r.tour == nil || r.tour.away {
		return false
	}
	_, reading := r.shown.(*explain.Screen)
	return !reading
}

const touring = "Lesson"

// tourCommands go through a lesson. While something is typed, no key is one of them.
func (r *root) tourCommands() []kit.Command {
	if r.tour == nil || r.shown.Typing() {
		return nil
	}
	if !r.onTour() {
		return kit.Commands(nil, []kit.Command{{
			Name: "return", Key: kit.Bind("f2", "return to the lesson, at its stop", "f2"), Short: "lesson", Group: touring,
			Run: kit.Ask(func() tea.Cmd { return r.toStop(r.tour.at) }),
		}})
	}
	t := r.tour
	next := kit.Command{Name: "next-stop", Key: kit.Bind("space", "go on with the lesson", " "), Short: "go on", Group: touring, Run: kit.Ask(r.goOn)}
	switch {
	case t.lesson.Stops[t.at].Bet != "" && !t.answered:
		next.Short = "reveal"
	case t.ask != "" && !t.answered:
		next.Short = "answer"
	case t.at == len(t.lesson.Stops)-1:
		next.Short = "end"
	}
	back := kit.Command{
		Name: "previous-stop", Key: kit.Bind("b", "back to the stop before", "b"), Short: "back", Group: touring,
		Run: kit.Ask(func() tea.Cmd { return r.toStop(t.at - 1) }),
	}
	if t.at == 0 {
		back.Refusal = "this is the first stop"
	}
	explore := kit.Command{
		Name: "explore", Key: kit.Bind("esc", "leave the lesson for free exploration; f2 returns", "esc"), Short: "explore", Group: touring,
		Run: kit.Do(func() { t.away, t.way = true, nil; r.resize() }),
	}
	if s, ok := r.shown.(interface{ Closes() bool }); ok && s.Closes() {
		explore.Key = kit.Bind("", explore.Does()) // what is open is closed first
	}
	list := []kit.Command{next, back, explore}
	if t.arrived && !t.asked && !t.answered && r.apart() { // scripts need not know how low the terminal is
		list[0].Key = kit.Bind("", next.Does())
		list = append([]kit.Command{{
			Name: "question", Key: kit.Bind("space", "show the question of the stop", " "), Short: "question", Group: touring,
			Run: kit.Do(func() { t.asked = true; r.resize() }),
		}}, list...)
	}
	return kit.Commands(nil, list)
}

// goOn shows the answer, goes to the next stop, or ends the lesson.
func (r *root) goOn() tea.Cmd {
	t := r.tour
	switch {
	case !t.arrived && t.way != nil:
		return nil
	case !t.arrived: // something went wrong on the way: it is tried again
		return r.toStop(t.at)
	case t.ask != "" && !t.answered:
		t.answered = true
		r.resize()
		if t.lesson.Stops[t.at].Bet != "" && r.run.Hides() {
			cmd, err := r.runLine("reveal")
			r.Say(err)
			return cmd
		}
		return nil
	case t.at+1 < len(t.lesson.Stops):
		return r.toStop(t.at + 1)
	}
	r.tour = nil
	r.told = "the lesson is over; :lesson begins another one"
	r.resize()
	return nil
}

// besideTour is how many lines a screen has at least where all that a stop says is
// shown below it; in lower terminals it is shown piece by piece.
const besideTour = 15

// fitsTour reports whether the screen keeps enough lines beside these of a stop.
func (r *root) fitsTour(lines ...[]string) bool {
	return r.height-2-len(slices.Concat(lines...)) >= besideTour // title and foot
}

// apart reports whether the question of the stop has no room below what is said, and
// takes its place.
func (r *root) apart() bool {
	t := r.tour
	return t.ask != "" && !r.fitsTour(kit.Wrap(t.say, r.width, 0), kit.Wrap(t.ask, r.width, 0))
}

// tourLines are what a lesson says below the screen.
func (r *root) tourLines() []string {
	t := r.tour
	switch {
	case t.away:
		return kit.Styled(fmt.Sprintf("Lesson %s, stop %d: free exploration. f2 returns to the stop.", t.lesson.Name, t.at+1), r.width, 0, r.theme.Faint)
	case !t.arrived:
		return nil
	}
	lines := kit.Styled(fmt.Sprintf("%s · %d of %d", t.lesson.Title, t.at+1, len(t.lesson.Stops)), r.width, 0, r.theme.Title)
	rows := letters.Room(r.height) // that large letters may have, all in all
	say := func(text string, style lipgloss.Style) {
		said := r.spoken(text, rows, style)
		lines, rows = append(lines, said...), rows-len(said)
	}
	switch {
	case t.answered:
		answer, err := r.tourAnswer()
		if err != nil {
			answer = err.Error()
		}
		if r.fitsTour(kit.Wrap(t.ask, r.width, 0), kit.Wrap(answer, r.width, 0)) {
			say(t.ask, r.theme.Accent)
		}
		say(answer, r.theme.Text)
	case r.apart() && t.asked:
		say(t.ask, r.theme.Accent)
	case r.apart():
		say(t.say, r.theme.Text)
	default:
		say(t.say, r.theme.Text)
		say(t.ask, r.theme.Accent)
	}
	for _, want := range t.wants {
		say(want, r.theme.Warn)
	}
	return lines
}
