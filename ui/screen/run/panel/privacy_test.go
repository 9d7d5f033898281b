package panel

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise"
	"regretscope/ui/facts"
	"regretscope/ui/kit/uitest"
)

func TestPrivacyOfEachKind(t *testing.T) {
	panel := func(s State) string { return text(NewPrivacy(uitest.Theme(termenv.Ascii)), s, 76, 9) }
	uitest.Contains(t, panel(at(t, 100, "ucb1")), "Every reward is used as it is", "∞")
	uitest.Contains(t, panel(at(t, 100, "random")), "The learner uses no rewards", "ε = 0")
	uitest.Contains(t, panel(at(t, 0, "lazy-dp-ts")), "ε = 0 (budget 0.5)", "ε-DP [Hu, Huang, Mehta & Hegde (HHMH) Thm 4]", "none yet")
	uitest.Contains(t, panel(at(t, 100, "lazy-dp-ts,epsilon=inf")), "∞: releases carry no noise", "no noise")
}

func TestPrivacyTellsTheLastRelease(t *testing.T) {
	state := at(t, 9000, "lazy-dp-ts")
	view := &state.Shot.Learners[0]
	view.Account = noise.Account{
		CostliestRound: 0.5, Releases: 37,
		Last: noise.Release{
			Round: 8104, Arms: []int{0}, Observations: 4096, First: 3900, Last: 8104,
			Perturbation: noise.NoisySum(noise.LaplaceNoise, 2), Epsilon: 0.5, Winner: -1,
			Terms: []noise.ReleaseTerm{{Arm: 0, Sum: 3072, Noise: -3.2, Before: 0.7501, After: 0.7492}},
		},
	}
	view.CostliestRound, view.AllRounds, view.Pending, view.Released = 0.5, 4443.5, 113, false
	panel := NewPrivacy(uitest.Theme(termenv.Ascii))
	uitest.Contains(
		t, text(panel, state, 76, 12),
		"loss per round  ε = 0.5 (budget 0.5)", "pending 113 observations ▕██████████▏", "releases        37 · pending 113",
		"round 8,104 · arm 1 · 4,096 observations", "rounds 3,900–8,104 · costs ε = 0.5",
		"true sum 3,072 − 3.2000 noise (Laplace, scale 2)", "estimate 0.7501 → 0.7492",
		"one person      ε = 0.5 for one round, at most 5 for ten; for all rounds, ε", "                = 4,443.5 (no protection)",
	)
	view.CostliestRound = 0.75
	state.Arm = 1 // a new state, to be drawn again
	uitest.Contains(t, text(panel, state, 76, 12), "ε = 0.75, over the budget of 0.5")
	view.Account.Last.Winner = 2
	view.Account.Last.Arms = []int{0, 1, 2, 3, 4}
	state.Arm = 2
	uitest.Contains(t, text(panel, state, 76, 12), "all arms", "published arm 3")
}

// If some of the privacy loss is out of sight, the panel says so, and scrolling shows it.
func TestPrivacyScrolls(t *testing.T) {
	p := NewPrivacy(uitest.Theme(termenv.Ascii))
	if got := text(p, at(t, 900, "lazy-dp-ts"), 76, 8); strings.Contains(got, "paper") || p.Remark() != "↑↓ 1–8 of 11" {
		t.Errorf("%q of\n%s", p.Remark(), got)
	}
	p.Scroll(+99)
	uitest.Contains(t, strings.Join(p.View(), "\n"), "paper          ▸ε-DP")
	uitest.Contains(t, p.Remark(), "↑↓ 4–11 of 11")
}

// The chosen fact is marked, and its page explains it.
func TestPrivacyExplainsTheChosenFact(t *testing.T) {
	p := NewPrivacy(uitest.Theme(termenv.Ascii))
	text(p, at(t, 900, "lazy-dp-ts"), 76, 8)
	for _, page := range []string{"costliest round", "audit", "trust", "release", "user level", "release", "lazy-dp-ts", "lazy-dp-ts"} {
		p.Scroll(+1)
		if got := p.Subject(); got != page {
			t.Errorf("%q is explained, want %q", got, page)
		}
	}
	uitest.Contains(t, strings.Join(p.View(), "\n"), "paper          ▸ε-DP")
}

// The privacy panel shows all text of the facts, and so does plain mode.
func TestPrivacyDrawsTheFacts(t *testing.T) {
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for _, learner := range []string{"lazy-dp-ts", "ucb1", "adac-ucb", "random"} {
		t.Run(learner, func(t *testing.T) {
			state := at(t, 900, learner)
			state.Audit = &facts.Audits(state.Shot.Config)[0]
			p := NewPrivacy(uitest.Theme(termenv.Ascii))
			p.SetSize(400, 100)
			p.SetState(state)
			drawn, said := words(strings.Join(p.View(), " ")), p.Sentences()
			for i, fact := range state.Privacy() {
				if said[i] != fact.Sentence() {
					t.Errorf("it says %q, the fact is %q", said[i], fact.Sentence())
				}
				for _, part := range fact.Lines {
					uitest.Contains(t, drawn, words(part.Lead+part.Rest))
				}
			}
		})
	}
}

// A loss above the claim is marked, as are unknown losses.
func TestPrivacyBeyondItsPromise(t *testing.T) {
	state := at(t, 100, "adac-ucb,rho=.1")
	audit := facts.Audits(state.Shot.Config)[0]
	audit.Promised.Value = .05
	state.Audit = &audit
	drawn := func() string {
		panel := NewPrivacy(uitest.Theme(termenv.Ascii))
		panel.SetSize(90, 20)
		panel.SetState(state)
		return strings.Join(panel.View(), "\n")
	}
	uitest.Contains(t, drawn(), "ρ = 0.1, over the limit of 0.05")
	state.Shot.Learners[0].CostliestRoundLoss, state.Shot.Learners[0].Cost = nil, nil
	uitest.Contains(t, drawn(), "ρ is not known of this noise", "costs an unknown ρ")
}

// A learner with normal noise shows its loss in the notion of its claim, and others show ε.
func TestPrivacyInTheNotionOfTheClaim(t *testing.T) {
	for learner, want := range map[string][]string{
		"lazy-dp-ts":       {"ε = 0.5 (budget 0.5)", "costs ε = 0.5", "one person      ε = 0.5 for one round, at most 5 for ten; for all"},
		"adac-ucb,rho=.25": {"ρ = 0.25 (limit 0.25)", "claim holds: true ρ = 0.25", "costs ρ = 0.25", "ρ = 0.25 for one round, at most 25 for ten"},
		"ts-gaussian":      {"loss per round  μ ≤ ", "claims μ = O(√T)"},
		"lazy-ucb-sum":     {"person → adder ∞ → server 0.5 → plays 0.5"},
		"lazy-ucb-shuffle,epsilon=1": {
			"(ε, δ) = (1, 9.83·10⁻⁷) of (1, 10⁻⁶)", "claim holds: true δ(1)", "fair bits",
			"person → shuffler ∞ → server (1, 9.83·10⁻⁷) → plays",
		},
		"lazy-ucb-shuffle,epsilon=1,bits=79": {"(ε, δ) = (1, 1.18·10⁻⁶) of (1, 10⁻⁶)", "claim violated"},
	} {
		t.Run(learner, func(t *testing.T) {
			state := at(t, 100, learner)
			state.Audit = &facts.Audits(state.Shot.Config)[0]
			got := text(NewPrivacy(uitest.Theme(termenv.Ascii)), state, 76, 14)
			uitest.Contains(t, got, append(want, "releases")...)
			if strings.Contains(got, "carry no noise") || strings.Contains(got, "= ∞") ||
				strings.Contains(got, "for all") && learner != "lazy-dp-ts" && learner != "lazy-ucb-sum" {
				t.Errorf("%s:\n%s", learner, got)
			}
		})
	}
}
