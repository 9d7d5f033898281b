package panel

import (
	"math"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise/privacy"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// The panel says what the worst event lost in the notion in focus, beside what is
// promised or what the audit found, with the numbers of the mechanisms.
func TestPrivacyInEveryNotion(t *testing.T) {
	laplace, delta := privacy.LaplaceSum{Scale: 2}, privacy.Measure{Notion: privacy.Delta, At: .25}
	rho, mu := kit.Loss(laplace.Rho().Value), kit.Loss(laplace.Mu().Value)
	half, bit := kit.Loss(laplace.Delta(.25).Value), kit.Loss(math.Tanh(.25)/2)
	for _, c := range []struct {
		learner string
		measure privacy.Measure
		want    []string
	}{
		{"lazy-dp-ts", privacy.Measure{}, []string{"ε = 0.5 (budget 0.5)", "costs ε = 0.5", "one person      ε = 0.5 for one round, at most 5 for ten; if one person supplied every", "                reward: ε = 37.5 (no protection)"}},
		{"lazy-dp-ts", privacy.Measure{Notion: privacy.Rho}, []string{"ρ = " + rho + " (limit " + rho + ")", "costs ρ = " + rho, "ρ = " + rho + ", exact", "one person      ρ = " + rho + " for one round, at most " + kit.Loss(100*laplace.Rho().Value) + " for ten"}},
		{"lazy-dp-ts", privacy.Measure{Notion: privacy.Mu}, []string{"μ = " + mu + " (limit " + mu + ")", "costs μ = " + mu, "one person      μ = " + mu + " for one round, at most " + kit.Loss(10*laplace.Mu().Value) + " for ten"}},
		{"lazy-dp-ts", delta, []string{"δ(0.25) = " + half + " (limit " + half + ")", "costs δ(0.25) = " + half}},
		{"lazy-dp-ts,epsilon=inf", privacy.Measure{Notion: privacy.Rho}, []string{"ρ = ∞: releases carry no noise"}},
		{"adac-ucb,rho=.1", privacy.Measure{Notion: privacy.Rho}, []string{"ρ = 0.1 (limit 0.1)", "claim holds: true ρ = 0.1"}},
		{"ts-gaussian", privacy.Measure{Notion: privacy.Mu}, []string{"(limit 70.71)", "μ ≤ 70.71, a proven bound"}},
		{"ts-ldp-b", privacy.Measure{Notion: privacy.Rho}, []string{"loss per report ρ = " + bit + " (limit " + bit + ")"}},
		{"ucb1", privacy.Measure{Notion: privacy.Rho}, []string{"not private"}},
	} {
		t.Run(c.learner, func(t *testing.T) {
			state := at(t, 100, c.learner)
			state.Measure = c.measure
			state.Audit = &facts.Audits(state.Shot.Config)[0]
			got := text(NewPrivacy(uitest.Theme(termenv.Ascii)), state, 90, 20)
			for _, line := range c.want {
				if !strings.Contains(got, line) {
					t.Errorf("%s in %v: no %q in\n%s", c.learner, c.measure, line, got)
				}
			}
			if !c.measure.Pure() && (strings.Contains(got, "supplied every reward") || strings.Contains(got, "worst arm")) {
				t.Errorf("%s in %v: what all rounds cost is known in ε alone:\n%s", c.learner, c.measure, got)
			}
		})
	}
}

// More than was promised is said, and what is not known.
func TestPrivacyBeyondItsPromise(t *testing.T) {
	state := at(t, 100, "adac-ucb,rho=.1")
	state.Measure = privacy.Measure{Notion: privacy.Rho}
	audit := facts.Audits(state.Shot.Config)[0]
	audit.Promised.Value = .05
	state.Audit = &audit
	drawn := func() string {
		panel := NewPrivacy(uitest.Theme(termenv.Ascii))
		panel.SetSize(90, 20)
		panel.SetState(state)
		return strings.Join(panel.View(), "\n")
	}
	expect(t, drawn(), "ρ = 0.1, over the limit of 0.05")
	state.Shot.Learners[0].WorstEventLoss, state.Shot.Learners[0].Cost = nil, nil
	expect(t, drawn(), "ρ is not known of this noise", "costs an unknown ρ")
}
