package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios/file"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
	"regretscope/ui/script"
)

// Sentences describes the choice and names the commands that change it, for people who do not see
// the screen. It leaves out the lists that can be browsed.
func (s *Screen) Sentences() []string {
	if s.page != noPage {
		return nil
	}
	e := s.scenarios.chosen
	scenario := "Scenario: " + e.Title + " (" + e.Name + "), " + e.Summary
	if words := s.scenarios.words(); words != nil {
		scenario += "; " + strings.Join(words, ", ")
	}
	run := fmt.Sprintf("Privacy parameter ε = %s, %s rounds, seed %s.",
		s.run.epsilon.Value(), s.run.horizon.Value(), s.run.seed.Value())
	said := []string{scenario + ".", "Learners: " + strings.Join(labels(s.learners.playing()), ", ") + ".", run}
	for _, warning := range s.warnings {
		said = append(said, "Warning: "+param.Printable(warning))
	}
	if _, err := s.Config(); err != nil || s.Notice.Text != "" {
		said = append(said, strings.TrimSpace(ansi.Strip(s.verdict())))
	}
	return append(said, "start starts the run. scenario NAME, learner ID, remove ID, epsilon X, horizon N and seed "+
		"N change the choice; list scenarios and list learners show the options.")
}

// Subject returns the word at the cursor, to be explained: a scenario, a learner, a parameter of
// the run, or the owner of a parameter.
func (s *Screen) Subject() string {
	switch s.section {
	case scenarioSection:
		return s.scenarios.subject()
	case learnerSection:
		if r, ok := s.learners.current(); ok && !r.heading() {
			return r.ID
		}
		return ""
	}
	return s.fieldSubject(s.form.Focus())
}

func (s *Screen) fieldSubject(field *form.Field) string {
	switch field {
	case s.run.channel:
		id, _, _ := strings.Cut(field.Value(), ",")
		if _, err := channel.Find(id); err != nil {
			return "channel" // each learner's own, or something that is none
		}
		return id
	case s.run.epsilon, s.run.horizon, s.run.seed:
		return field.Name
	}
	for _, slot := range s.learners.chosen {
		if slices.Contains(slot.Fields, field) {
			return slot.ID
		}
	}
	return s.scenarios.subject()
}

// viewShare shows the choice as a command line and as a file. Lines have no borders and no blanks
// at their ends, so that the text can be copied from the terminal.
func (s *Screen) viewShare() kit.Block {
	lines := s.shareLines()
	offset := min(s.offset, len(lines)-1)
	view := make(kit.Block, s.Height)
	copy(view, lines[offset:])
	if hidden := len(lines) - offset - s.Height; hidden > 0 {
		view[s.Height-1] = s.theme.Faint.Render(fmt.Sprintf("# ↓ %d more lines", hidden+1))
	}
	for i := range view {
		view[i] = ansi.Truncate(view[i], s.Width, theme.Ellipsis)
	}
	return view
}

func (s *Screen) shareLines() []string {
	comment := func(text string) string { return s.theme.Faint.Render("# " + text) }
	c, err := s.Config()
	if err != nil {
		return append([]string{comment("the choice is incomplete")},
			kit.Styled("✗ "+param.Printable(err.Error()), s.Width, 2, s.theme.Bad)...)
	}
	lines := []string{comment("the whole choice as a command"), ""}
	// Break lines at flags, or at blanks within a flag where a shell and the notation of arms allow
	// it.
	command := ansi.Wrap(strings.Join(script.CommandLine(c), " \\\n  "), s.Width, "")
	lines = append(lines, strings.Split(command, "\n")...)
	lines = append(lines, "")
	scenario := *c.Scenario
	scenario.Horizon, scenario.Epsilon = c.Horizon, c.Epsilon
	file, err := file.Format(&scenario)
	if err != nil {
		return append(lines, comment("no scenario file: "+param.Printable(err.Error())))
	}
	lines = append(lines, comment("its scenario as a file, for --scenario FILE"), "")
	return append(lines, strings.Split(strings.TrimRight(file, "\n"), "\n")...)
}
