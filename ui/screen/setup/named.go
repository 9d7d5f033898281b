package setup

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
)

// namedCommands are those that need no cursor: their argument says what is meant,
// in the words of the command line.
func (s *Screen) namedCommands() []kit.Command {
	named := func(name, argument, does string, run func(string) error) kit.Command {
		return kit.Command{
			Name: name, Key: kit.Bind("", does), Group: naming, Argument: argument,
			Run: func(argument string) (tea.Cmd, error) { return nil, run(argument) },
		}
	}
	return []kit.Command{
		named("scenario", "NAME", "choose a scenario, as --scenario takes it", s.scenarioNamed),
		named("learner", "ID", "choose a learner, as --learner takes it", s.learnerNamed),
		named("remove", "ID", "take away the learner that is written so", s.removeNamed),
		named("epsilon", "X", "set the privacy parameter of the run", set(s.run.epsilon)),
		named("horizon", "N", "set the number of rounds", set(s.run.horizon)),
		named("seed", "N", "set the seed", set(s.run.seed)),
		named("channel", "ID", "set the local channel, as --channel takes it", set(s.run.channel)),
	}
}

// set gives a field a value, unless the field refuses it.
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

// scenarioNamed chooses a scenario as --scenario does.
func (s *Screen) scenarioNamed(text string) error {
	name, _, _ := strings.Cut(text, ",")
	var names []string
	isPreset := slices.ContainsFunc(s.entries, func(e *entry) bool {
		if e.preset != nil {
			names = append(names, e.preset.Name)
		}
		return e.preset != nil && e.preset.Name == name
	})
	if !isPreset && !strings.HasSuffix(text, ".toml") && !strings.Contains(text, "/") {
		return fmt.Errorf("scenario %s: no such scenario%s", name, declare.DidYouMean(name, names))
	}
	s.filters[scenarioSection].clear()
	s.entry = fill(s.entries, Source{Scenario: text})
	s.refresh()
	return s.built.err
}

// learnerNamed chooses a learner as --learner does.
func (s *Screen) learnerNamed(text string) error {
	choice, err := learners.ParseChoice(text)
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	if err := s.mayAdd(row{Declaration: choice.Declaration, reason: s.reason(choice.Declaration)}); err != nil {
		return err
	}
	s.chosen = append(s.chosen, newSlot(choice))
	return nil
}

// removeNamed takes the chosen learner away that is written so.
func (s *Screen) removeNamed(text string) error {
	var names []string
	for i, slot := range s.chosen {
		choice, _ := slot.Choice()
		if names = append(names, choice.String()); choice.String() == text {
			s.chosen = slices.Delete(slices.Clone(s.chosen), i, i+1)
			return nil
		}
	}
	return fmt.Errorf("remove %s: this learner is not chosen%s", text, declare.DidYouMean(text, names))
}
