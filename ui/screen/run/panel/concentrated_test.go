package panel

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/ui/facts"
	"regretscope/ui/kit/uitest"
)

// A learner with normal noise has no ε, but it has noise, and its audit says what it
// costs.
func TestPrivacyWithoutEpsilon(t *testing.T) {
	for learner, want := range map[string][]string{
		"adac-ucb,rho=.25": {"no ε: normal noise counts in ρ and μ", "claim holds: true ρ = 0.25"},
		"dp-ts-ucb":        {"no ε: normal noise counts in ρ and μ", "claim holds: true μ"},
	} {
		t.Run(learner, func(t *testing.T) {
			state := at(t, 100, learner)
			state.Audit = &facts.Audits(state.Shot.Config)[0]
			got := text(NewPrivacy(uitest.Theme(termenv.Ascii)), state, 76, 14)
			for _, line := range append(want, "releases") {
				if !strings.Contains(got, line) {
					t.Errorf("%s: no %q in\n%s", learner, line, got)
				}
			}
			if strings.Contains(got, "carry no noise") || strings.Contains(got, "one person") || strings.Contains(got, "∞") {
				t.Errorf("%s:\n%s", learner, got)
			}
		})
	}
}
