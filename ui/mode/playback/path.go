package playback

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

// openers declares the commands that show the path through the lessons, and that open one.
func openers(p *Player) []kit.Command {
	return kit.InGroup(program, kit.OnlyIn(func() bool { return p.path.open != nil }, []kit.Command{
		{
			Name: "lessons", Key: "L",
			Help: "the path through the lessons: go on, or start one",
			Act: kit.Do(func() {
				p.path.marks.Refresh()
				p.program.TypeCommand("lesson ")
			}),
			Now: func(c *kit.Command) { c.Short = kit.TextUnless(!p.program.Now().Choosing, "lessons") },
		},
		{
			Name: "lesson", Argument: "NAME", Help: "start a lesson: a guided tour with questions", Act: kit.With(p.Read),
			Choices: p.path.choices,
		},
		{
			Name: "forget", Help: "forget the lessons that you have done", Act: kit.Write(p.path.forget),
			When: func() string { return kit.TextUnless(p.path.marks != nil, "nothing is remembered") },
		},
	}))
}

// Choices returns the built-in lessons.
func Choices() []kit.Choice {
	return param.Map(lesson.All(), func(l *lesson.Lesson) kit.Choice {
		return kit.Choice{Value: l.Name, About: l.Title + ": " + l.About}
	})
}

// A path leads through the built-in lessons.
type path struct {
	open     func(name string) (*lesson.Lesson, error) // nil: there are no lessons
	rehearse func(*lesson.Lesson) error
	marks    *lesson.Progress // nil: nothing is remembered
	own      lesson.Mark      // of a lesson that marks does not remember
}

// choices returns the built-in lessons, with what is remembered about them.
func (p *path) choices() []kit.Choice {
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

func (p *path) forget(string) (tea.Cmd, error) {
	remove := p.marks.Forget()
	return func() tea.Msg { return kit.ToldMsg{Text: "the lessons are forgotten", Err: remove()} }, nil
}

// note remembers what a person did in a lesson.
func (p *path) note(l *lesson.Lesson, change func(*lesson.Mark)) {
	if p.marks.Keeps(l) {
		p.marks.Note(l, change)
	} else {
		change(&p.own)
	}
}

// mark returns how far a person is in a lesson.
func (p *path) mark(l *lesson.Lesson) lesson.Mark {
	if p.marks.Keeps(l) {
		return p.marks.Of(l)
	}
	return p.own
}

// following returns the lesson to go on with after a lesson; nil if there is none, or after a script.
func (p *path) following(l *lesson.Lesson) *lesson.Lesson {
	if l == nil || !l.BuiltIn || p.open == nil {
		return nil
	}
	if p.marks != nil {
		return p.marks.Next()
	}
	all := lesson.All()
	next := slices.IndexFunc(all, func(one *lesson.Lesson) bool { return one.Name == l.Name }) + 1
	if next == len(all) {
		return nil
	}
	return all[next]
}

// result returns the sentences at the end of a lesson: the right answers, and the next lesson.
func (p *path) result(l *lesson.Lesson) (said string) {
	if l == nil {
		return ""
	}
	if questions, right := l.Questions(), p.mark(l).Right; questions > 0 && right > 0 {
		said = fmt.Sprintf(" You answered %d of %d questions right at the first try.", right, questions)
	}
	if next := p.following(l); next != nil {
		said += fmt.Sprintf(" enter starts the next lesson: %s.", strings.TrimSuffix(next.Title, "?"))
	}
	if p.ends(l) {
		said += " enter shows what you know now."
	}
	if p.open != nil {
		said += " L shows the path."
	}
	return said
}

// ends reports whether the path ends with a lesson.
func (p *path) ends(l *lesson.Lesson) bool { return l != nil && l.BuiltIn && p.following(l) == nil }

// learned returns what all lessons teach, and the stops that were not answered at the first try, also in a newest lesson.
func (p *path) learned(newest *lesson.Lesson) (lines []string) {
	var missed []string
	for _, l := range lesson.All() {
		lines = append(lines, l.Name+": "+l.Learned)
		m := p.marks.Of(l)
		if l.Name == newest.Name {
			m = p.mark(newest)
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
