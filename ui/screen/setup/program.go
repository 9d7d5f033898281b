package setup

import (
	"errors"
	"fmt"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// A typedProgram asks for the command line of a program of the user's own, as the last row
// of the list of learners.
type typedProgram struct {
	row   *learners.Declaration
	field *form.Field
	open  bool // the field is in the form
}

func newTypedProgram() *typedProgram {
	return &typedProgram{
		row: &learners.Declaration{
			ID: "programs", Name: "your own program…", Brief: "any language, by a command line",
			Summary: "A program of yours that chooses arms: space asks for its command line, such as ./mine.py or python3 mine/dp.py,alpha=2. It runs with your rights.",
			Family:  learners.Programs, Privacy: learners.Unknown,
		},
		field: &form.Field{
			Name: "command", Meaning: "a command line, as --learner takes it: ./mine.py,alpha=2",
			Check: func(text string) error { _, err := parseProgram(text); return err },
		},
	}
}

// parseProgram reads what a person has typed as a program.
func parseProgram(text string) (learners.Spec, error) {
	choice, err := learners.ParseTyped(text)
	if id, _, _ := declare.CutName(text); !learners.IsProgram(id) {
		return choice, fmt.Errorf("%s: a program has a / or a blank, or ends in .py", declare.Printable(id))
	}
	return choice, err
}

// isTyped reports whether a row asks for a program.
func (s *Screen) isTyped(r row) bool {
	return s.typedProgram != nil && r.Declaration == s.typedProgram.row
}

// askProgram goes to the field.
func (s *Screen) askProgram() error {
	s.typedProgram.open = true
	s.refresh()
	s.into([]*form.Field{s.typedProgram.field})
	return nil
}

// asksProgram reports whether the command line is being typed.
func (s *Screen) asksProgram() bool {
	return s.section == parameterSection && s.typedProgram != nil && s.form.Focus() == s.typedProgram.field
}

// programCommands are those while the command line is typed.
func (s *Screen) programCommands() []kit.Command {
	field := s.typedProgram.field
	return []kit.Command{
		{
			Name: "add-program", Key: kit.Bind("enter", "choose this program", "enter"), Short: "choose this program", Group: choosing,
			Refusal: unless(field.Text() != "", "type the command line that starts it"),
			Run: kit.Launch(func(string) error {
				if err := s.programNamed(field.Text()); err != nil {
					return err
				}
				s.closeProgram()
				s.refresh()
				s.row = s.rowOf(s.chosen[len(s.chosen)-1])
				return nil
			}),
		},
		{
			Name: "leave", Key: kit.Bind("esc", "back to the learners", "esc"), Short: "learners", Group: moving,
			Run: kit.Call(s.closeProgram),
		},
	}
}

// closeProgram goes back to the list, without the field.
func (s *Screen) closeProgram() {
	s.typedProgram.open = false
	s.typedProgram.field.SetText("")
	s.goTo(learnerSection)
}

// programNamed chooses what a person has typed as --learner does.
func (s *Screen) programNamed(text string) error {
	if s.programs == nil {
		return errors.New("programs cannot be started here")
	}
	return s.choose(parseProgram(text))
}
