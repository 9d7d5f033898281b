package setup

import (
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// namedCommands returns the commands that need no cursor, because their argument names what is
// meant, as on the command line.
func (s *Screen) namedCommands() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{Name: name, Argument: argument, Help: does, Act: kit.Try(run)}
	}
	return kit.InGroup(naming, []kit.Command{
		{
			Name: "program", Argument: "COMMAND",
			Help: "your own program…: choose the program that this command line starts",
			Act:  kit.Start(s.programNamed),
		},
		named("scenario", "NAME", "choose a scenario, in the notation of --scenario", s.scenarioNamed),
		named("learner", "ID", "choose a learner, in the notation of --learner", s.learnerNamed),
		named("remove", "ID", "remove a learner", s.learners.remove),
		named("epsilon", "X", "set the privacy parameter of the run", set(s.run.epsilon)),
		named("horizon", "N", "set the number of rounds", set(s.run.horizon)),
		named("seed", "N", "set the seed", set(s.run.seed)),
		named("channel", "ID", "set the local channel (see --channel)", set(s.run.channel)),
	})
}

// set returns a function that sets a field, or returns the error of a value that the field refuses.
func set(f *form.Field) func(string) error {
	return func(text string) error {
		before := f.Text()
		f.SetText(text)
		err := f.Err()
		if err != nil {
			f.SetText(before)
		}
		return err
	}
}

func (s *Screen) scenarioNamed(text string) error {
	if err := s.scenarios.find(text); err != nil {
		return err
	}
	s.refresh()
	return s.scenarios.built.err
}

// learnerNamed chooses a learner of the catalog as --learner does.
func (s *Screen) learnerNamed(text string) error {
	spec, err := learners.ParseSpec(text)
	if errors.Is(err, learners.ErrProgram) {
		return fmt.Errorf("learner %s: is a program: write program in place of learner", param.Printable(text))
	}
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	return s.learners.add(spec)
}

func parseProgram(text string) (learners.Spec, error) {
	spec, err := learners.ParseTyped(text)
	if id, _, _ := param.CutName(text); !learners.IsProgram(id) {
		return spec, fmt.Errorf("%s: a program has a / or a space, or ends in .py", param.Printable(id))
	}
	return spec, err
}

// askProgram opens the command line for a program. Only a person may run it.
func (s *Screen) askProgram(string) (tea.Cmd, error) {
	s.learners.clear()
	s.typeCommand("program ")
	return nil, nil
}

// programNamed chooses a program that a person typed, as --learner does.
func (s *Screen) programNamed(text string) (tea.Cmd, error) {
	if s.programs == nil {
		return nil, errors.New("programs cannot be started here")
	}
	spec, err := parseProgram(text)
	if err != nil {
		return nil, fmt.Errorf("learner %w", err)
	}
	if err := s.learners.add(spec); err != nil {
		return nil, err
	}
	s.learners.toNewest()
	return nil, nil
}
