package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/declare"
	"regretscope/ui/kit/form"
)

// Sentences say what is chosen, for those who do not see the screen, and which
// commands change it. The lists that can be browsed are left to the screen.
func (s *Screen) Sentences() []string {
	if s.sharing || s.browsing {
		return nil
	}
	e := s.entries[s.entry]
	scenario := "Scenario: " + e.Title + " (" + e.Name + "), " + e.Summary
	if sc := s.built.scenario; sc != nil {
		scenario += "; " + strings.Join(facts(sc), ", ")
	}
	run := fmt.Sprintf("Privacy parameter ε = %s, %s rounds, seed %s.",
		s.run.epsilon.Value(), s.run.horizon.Value(), s.run.seed.Value())
	said := []string{scenario + ".", "Learners: " + strings.Join(form.Labels(s.playing()), ", ") + ".", run}
	for _, warning := range s.warnings {
		said = append(said, "Warning: "+declare.Printable(warning))
	}
	if _, err := s.Config(); err != nil || s.refusal != "" {
		said = append(said, strings.TrimSpace(ansi.Strip(s.verdict())))
	}
	return append(said, "start begins the run. scenario NAME, learner ID, remove ID, epsilon X, horizon N and seed N change what is chosen; list scenarios and list learners say what there is.")
}
