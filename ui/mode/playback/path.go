package playback

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/choice"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

// openers declares the commands that show the path through the lessons, and that open one.
func openers(p *Player) []kit.Command {
	return kit.InGroup(program, kit.OnlyIn(func() bool { return p.open != nil }, []kit.Command{
		{
			Name: "lessons", Key: "L",
			Help: "the path through the lessons: go on, or start one",
			Act: kit.Do(func() {
				p.marks.Refresh()
				p.program.TypeCommand("lesson ")
			}),
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(!p.program.Choosing(), "lessons") },
		},
		{
			Name: "lesson", Argument: "NAME", Help: "start a lesson: a guided tour with questions", Act: kit.With(p.read),
			Choices: p.path,
		},
		{
			Name: "forget", Help: "forget the lessons that you have done", Act: kit.Write(p.forget),
			When: func() string { return kit.TextUnless(p.marks != nil, "nothing is remembered") },
		},
	}))
}

// Choices returns the built-in lessons.
func Choices() []kit.Choice {
	return param.Map(lesson.All(), func(l *lesson.Lesson) kit.Choice {
		return kit.Choice{Value: l.Name, About: l.Title + ": " + l.About}
	})
}

// path returns the built-in lessons, with what is remembered about them.
func (p *Player) path() []kit.Choice {
	next := p.marks.Next()
	return param.Map(lesson.All(), func(l *lesson.Lesson) kit.Choice {
		about := fmt.Sprintf("%d min", l.Minutes())
		switch m := p.marks.Of(l); {
		case m.Done:
			about = "✓ " + about
		case m.Stop > 0:
			about += fmt.Sprintf(" · at stop %d of %d", m.Stop+1, len(l.Stops))
		case l.Before != "":
			about += " · after " + l.Before
		}
		return kit.Choice{
			Value: l.Name, About: about + " · " + l.Title, Heading: kit.Capital(l.Part), Now: next != nil && l.Name == next.Name,
		}
	})
}

func (p *Player) forget(string) (tea.Cmd, error) {
	remove := p.marks.Forget()
	return func() tea.Msg { return kit.ToldMsg{Text: "the lessons are forgotten", Err: remove()} }, nil
}

// note remembers what a person did in the lesson.
func (p *Player) note(change func(*lesson.Mark)) {
	switch {
	case p.Unattended:
	case p.marks.Keeps(p.lesson):
		p.marks.Note(p.lesson, change)
	default:
		change(&p.own)
	}
}

// mark returns how far a person is in the lesson.
func (p *Player) mark() lesson.Mark {
	if p.marks.Keeps(p.lesson) {
		return p.marks.Of(p.lesson)
	}
	return p.own
}

func (p *Player) end() {
	if p.lesson != nil {
		p.note(func(m *lesson.Mark) { m.Done = true })
	}
	p.stand(over)
}

// following returns the lesson to go on with after this one; nil if there is none.
func (p *Player) following() *lesson.Lesson {
	all := lesson.All()
	at := slices.IndexFunc(all, func(l *lesson.Lesson) bool { return p.lesson != nil && p.lesson.BuiltIn && l.Name == p.lesson.Name })
	switch {
	case at < 0 || p.open == nil:
		return nil
	case p.marks != nil:
		return p.marks.Next()
	case at+1 == len(all):
		return nil
	}
	return all[at+1]
}

// result returns the sentences at the end of a lesson: the right answers, and the next lesson.
func (p *Player) result() (said string) {
	if p.lesson == nil {
		return ""
	}
	if questions := p.lesson.Questions(); questions > 0 && p.mark().Right > 0 {
		said = fmt.Sprintf(" You answered %d of %d questions right at the first try.", p.mark().Right, questions)
	}
	if next := p.following(); next != nil {
		said += fmt.Sprintf(" enter starts the next lesson: %s.", strings.TrimSuffix(next.Title, "?"))
	}
	if p.ends() {
		said += " enter shows what you know now."
	}
	if p.open != nil {
		said += " L shows the path."
	}
	return said
}

// ends reports whether this is the end of the path.
func (p *Player) ends() bool { return p.lesson != nil && p.lesson.BuiltIn && p.following() == nil }

// learned returns what all lessons teach, and the stops that were not answered at the first try.
func (p *Player) learned() (lines []string) {
	var missed []string
	for _, l := range lesson.All() {
		lines = append(lines, l.Name+": "+l.Learned)
		m := p.marks.Of(l)
		if l.Name == p.lesson.Name {
			m = p.mark()
		}
		if len(m.Missed) > 0 {
			stops := param.Map(m.Missed, func(at int) string { return strconv.Itoa(at + 1) })
			missed = append(missed, l.Name+" "+strings.Join(stops, ", "))
		}
	}
	if len(missed) > 0 {
		lines = append(lines, "not at the first try: "+strings.Join(missed, "; "))
	}
	return lines
}

// A journey performs all steps up to one at once, while the frame from before stays on screen.
type journey struct {
	to    int   // index of the step
	place Place // of the run at the end; zero: wherever the steps lead
	frame string
	goes  int  // how often GoTo was called: first for the round, then to run on
	on    bool // then goes on

	// The player's state at the end.
	held    hold
	wait    time.Duration
	resumes Place
}

// ToStop goes to a stop, from 0; −1 is the beginning.
func (p *Player) ToStop(at int) tea.Cmd {
	if p.lesson != nil { // a lesson's stop does not depend on the ones before
		p.next, p.held, p.back = p.stops[at].from, none, nil
		return p.step()
	}
	j := journey{}
	if at >= 0 {
		j.to = p.stops[at].shows + 1
	}
	return p.travel(j)
}

func (p *Player) travel(j journey) tea.Cmd {
	frame := p.program.View() // empty at the start
	foot := strings.LastIndex(frame, "\n") + 1
	j.frame = frame[:foot] + p.program.Theme().Faint.Render("on the way to the stop …")
	p.back, p.held, p.touched = &j, none, false
	if p.lesson != nil {
		p.next = p.stops[p.at].from
		return p.step()
	}
	p.next, p.at, p.Caption = 0, -1, ""
	return tea.Batch(p.program.Restart(), p.after(0))
}

// endJourney sends the run to its place and restores the player's state there.
func (p *Player) endJourney() tea.Cmd {
	j := p.back
	if j.goes < 2 && j.place.Config != nil {
		j.goes++
		return tea.Batch(p.program.GoTo(j.place), p.after(patience))
	}
	p.stand(j.held)
	if p.held == none {
		return p.after(j.wait)
	}
	if p.wait, p.resumes = j.wait, j.resumes; j.on {
		return p.goOn()
	}
	return nil
}

// Touch keeps the way back to where a script waits, before a person changes the screen.
func (p *Player) Touch() {
	if p.script != nil && !p.touched && !p.program.Played() && (p.held == forKey || p.held == paused) {
		p.touched, p.left = true, p.here()
	}
}

// Stray begins free exploration if a person has changed a script's run, and ends it if u takes that back.
func (p *Player) Stray() {
	switch {
	case !p.touched:
	case p.held == away && !p.strayed():
		p.stand(p.left.held)
	case (p.held == forKey || p.held == paused) && p.strayed():
		p.stand(away)
	}
}

// strayed reports whether the run is not the one that a person left.
func (p *Player) strayed() bool {
	planned, now := p.left.place.Config, p.program.Place().Config
	return planned != now && (planned == nil || now == nil || !choice.Same(planned, now))
}

// here returns the journey that leads back to the present state.
func (p *Player) here() journey {
	j := journey{to: p.next, place: p.program.Place(), held: p.held, wait: p.wait, resumes: p.resumes}
	if p.held == none {
		j.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	}
	return j
}

// leave starts free exploration, or closes a lesson or script that is over.
func (p *Player) leave() tea.Cmd {
	if p.held == over {
		return p.Close()
	}
	switch {
	case p.back != nil:
		p.left = *p.back
	case !p.touched:
		p.left = p.here()
	}
	p.left.goes, p.left.on, p.touched = 0, false, false
	p.stand(away)
	return nil
}

// Frame returns the frame to show during a journey, or "".
func (p *Player) Frame() string {
	if p.back == nil {
		return ""
	}
	return p.back.frame
}

func (p *Player) pause() tea.Cmd {
	if p.back != nil { // a second press on the way to a stop
		return nil
	}
	p.stand(paused)
	p.wait = max(p.due.Sub(p.program.Clock().Now()), 0)
	p.resumes = p.program.Place()
	still := p.resumes
	still.Running = false
	return p.program.GoTo(still)
}

// goOn performs the next step, after the rest of a wait. A script that a person has left or touched
// first returns to where it was.
func (p *Player) goOn() tea.Cmd {
	switch {
	case p.held == none, p.held == over, p.held == away && p.lesson != nil:
		return nil
	case p.held == failed: // try again
		return p.ToStop(p.at)
	case p.held == away || p.touched:
		back := p.left
		back.on = true
		return p.travel(back)
	}
	cmds := []tea.Cmd{p.program.CloseTo(p.opened)}
	if p.resumes.Running {
		cmds = append(cmds, p.program.GoTo(p.resumes))
	}
	wait := p.wait
	p.held, p.wait, p.resumes = none, 0, Place{}
	if p.lesson != nil {
		return tea.Batch(append(cmds, p.step())...)
	}
	return tea.Batch(append(cmds, p.after(wait))...)
}
