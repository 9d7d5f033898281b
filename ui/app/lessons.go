package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/lesson"
)

// lessonCommand begins a lesson.
func (r *root) lessonCommand() kit.Command {
	return kit.Command{
		Name: "lesson", Key: kit.Bind("", "begin a lesson: a guided tour with questions"), Group: program, Argument: "NAME",
		Choices: lessonChoices, Run: r.openLesson,
	}
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
// it begins.
func (r *root) openLesson(name string) (tea.Cmd, error) {
	l, err := r.lessons(name)
	if err != nil {
		return nil, fmt.Errorf("lesson %w", err)
	}
	return func() tea.Msg {
		if l.BuiltIn {
			return lessonMsg{lesson: l}
		}
		return lessonMsg{l, Rehearse(Options{Lesson: l, OpenLesson: r.lessons})}
	}, nil
}

// begins shows the first stop of a lesson.
func (r *root) begins(msg lessonMsg) tea.Cmd {
	if msg.err != nil {
		r.say(msg.err)
		return nil
	}
	r.tour = &tour{lesson: msg.lesson}
	return r.toStop(0)
}
