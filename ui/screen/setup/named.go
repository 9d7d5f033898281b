package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// namedCommands returns the commands that need no cursor, because their argument names what is
// meant, as on the command line.
func (s *Screen) namedCommands() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{Name: name, Argument: argument, Help: does, Try: run}
	}
	return kit.InGroup(naming, []kit.Command{
		{
			Name: "program", Argument: "COMMAND",
			Help:  "your own program…: choose the program that this command line starts",
			Start: s.programNamed,
		},
		named("scenario", "NAME", "choose a scenario, in the notation of --scenario", s.scenarioNamed),
		named("learner", "ID", "choose a learner, in the notation of --learner", s.learnerNamed),
		named("remove", "ID", "remove a learner", s.removeNamed),
		named("epsilon", "X", "set the privacy parameter of the run", set(s.run.epsilon)),
		named("equal", "rho|mu X", "set each private learner’s ε, or its own parameter, "+
			"for an equal ρ or μ of the costliest round", s.equal),
		named("horizon", "N", "set the number of rounds", set(s.run.horizon)),
		named("seed", "N", "set the seed", set(s.run.seed)),
		named("channel", "ID", "set the local channel (see --channel)", set(s.run.channel)),
	})
}

// equal gives all private learners exactly the same ρ or μ.
func (s *Screen) equal(text string) error {
	name, number, _ := strings.Cut(text, " ")
	notion, _ := privacy.ParseNotion(name)
	value, err := param.ParseNumber(strings.TrimSpace(number))
	switch {
	case notion != privacy.Rho && notion != privacy.Mu:
		return fmt.Errorf("equal %s: must be rho or mu, and its value", param.Printable(text))
	case err != nil:
		return fmt.Errorf("equal %s: %s must be a positive number", param.Printable(text), notion)
	}
	config, err := s.Config()
	if err != nil {
		return err
	}
	chosen, err := config.Equal(privacy.Measure{Notion: notion}, value)
	if err != nil {
		return err
	}
	for i, slot := range s.playing() {
		filled := form.NewLearner(chosen[i])
		for k, f := range slot.Fields {
			f.SetText(filled.Fields[k].Text())
		}
	}
	return nil
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
	found, err := findEntry(s.entries, text)
	if err != nil {
		return err
	}
	s.filters[scenarioSection].clear()
	s.entry = found
	s.refresh()
	return s.built.err
}

// learnerNamed chooses a learner of the catalog as --learner does.
func (s *Screen) learnerNamed(text string) error {
	spec, err := learners.ParseSpec(text)
	if errors.Is(err, learners.ErrProgram) {
		return fmt.Errorf("learner %s: is a program: write program in place of learner", param.Printable(text))
	}
	return s.choose(spec, err)
}

// choose adds a learner. err is the error of reading it, or nil.
func (s *Screen) choose(spec learners.Spec, err error) error {
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	if err := s.mayAdd(row{Declaration: spec.Declaration, reason: s.reason(spec.Declaration)}); err != nil {
		return err
	}
	s.chosen = append(s.chosen, form.NewLearner(spec))
	return nil
}

// removeNamed removes the chosen learner with this spec.
func (s *Screen) removeNamed(text string) error {
	var names []string
	for i, slot := range s.chosen {
		spec, _ := slot.Spec()
		names = append(names, spec.String())
		if spec.String() == text {
			s.chosen = slices.Delete(slices.Clone(s.chosen), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("remove %s: this learner is not chosen%s", text, param.DidYouMean(text, names))
}

// A typedProgram is the last row of the list of learners, which asks for the command line of the
// user's own program.
type typedProgram struct {
	row   *learners.Declaration
	field *form.Field
	open  bool // the field is in the form
}

func newTypedProgram() *typedProgram {
	return &typedProgram{
		row: &learners.Declaration{
			ID: "programs", Name: "your own program…", Brief: "any language, by a command line",
			Summary: "A program of yours that chooses arms: space asks for its command line, such as " +
				"./mine.py or python3 mine/dp.py,alpha=2. It runs with your rights.",
			Family: learners.Programs, Privacy: learners.Unknown,
		},
		field: &form.Field{
			Name: "command", Meaning: "a command line, as for --learner: ./mine.py,alpha=2",
			Check: func(text string) error { _, err := parseProgram(text); return err },
		},
	}
}

func parseProgram(text string) (learners.Spec, error) {
	spec, err := learners.ParseTyped(text)
	if id, _, _ := param.CutName(text); !learners.IsProgram(id) {
		return spec, fmt.Errorf("%s: a program has a / or a space, or ends in .py", param.Printable(id))
	}
	return spec, err
}

func (s *Screen) isTyped(r row) bool {
	return s.typedProgram != nil && r.Declaration == s.typedProgram.row
}

// askProgram opens the field for a command line. Only a person may run this command.
func (s *Screen) askProgram(string) (tea.Cmd, error) {
	s.typedProgram.open = true
	s.refresh()
	s.into([]*form.Field{s.typedProgram.field})
	return nil, nil
}

func (s *Screen) programCommands() []kit.Command {
	field := s.typedProgram.field
	add := kit.Command{
		Name: "add-program", Key: "enter", Short: "choose this program", Help: "choose this program",
		Refusal: kit.Unless(field.Text() != "", "type the command line that starts it"),
		Start: func(string) (tea.Cmd, error) {
			if _, err := s.programNamed(field.Text()); err != nil {
				return nil, err
			}
			s.closeProgram()
			s.refresh()
			s.row = s.rowOf(s.chosen[len(s.chosen)-1])
			return nil, nil
		},
	}
	return []kit.Command{
		add,
		{Name: "leave", Key: "esc", Short: "learners", Help: "back to the learners", Group: moving, Do: s.closeProgram},
	}
}

func (s *Screen) closeProgram() {
	s.typedProgram.open = false
	s.typedProgram.field.SetText("")
	s.goTo(learnerSection)
}

// programNamed chooses a program that a person typed, as --learner does.
func (s *Screen) programNamed(text string) (tea.Cmd, error) {
	if s.programs == nil {
		return nil, errors.New("programs cannot be started here")
	}
	return nil, s.choose(parseProgram(text))
}
