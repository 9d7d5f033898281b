package panel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
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
		state := at(t, 900, learner)
		state.Audit = &facts.ExactAudits(state.Shot.Config)[0]
		p := NewPrivacy(uitest.Theme(termenv.Ascii))
		p.SetSize(400, 100)
		p.SetState(state)
		drawn, said := words(strings.Join(p.View(), " ")), p.Sentences()
		for i, fact := range state.Spending().Privacy() {
			if said[i] != fact.Sentence() {
				t.Errorf("%s: it says %q, the fact is %q", learner, said[i], fact.Sentence())
			}
			for _, part := range fact.Lines {
				uitest.Contains(t, drawn, words(part.Lead+part.Rest))
			}
		}
	}
}

// A loss above the claim is marked, as are unknown losses.
func TestPrivacyBeyondItsPromise(t *testing.T) {
	state := at(t, 100, "adac-ucb,rho=.1")
	audit := facts.ExactAudits(state.Shot.Config)[0]
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
		state := at(t, 100, learner)
		state.Audit = &facts.ExactAudits(state.Shot.Config)[0]
		got := text(NewPrivacy(uitest.Theme(termenv.Ascii)), state, 76, 14)
		uitest.Contains(t, got, append(want, "releases")...)
		if strings.Contains(got, "carry no noise") || strings.Contains(got, "= ∞") ||
			strings.Contains(got, "for all") && learner != "lazy-dp-ts" && learner != "lazy-ucb-sum" {
			t.Errorf("%s:\n%s", learner, got)
		}
	}
}

func TestTheWayOfAReward(t *testing.T) {
	state := on(t, "hhmh-1", "rr,p00=0.9,p11=0.6", 200, "ts-ldp-b")
	view := &state.Shot.Learners[0]
	view.Play, view.Rewards, view.Reports = []int{1}, []float64{1}, []float64{0}
	view.Pulls, view.ReportLosses = []int{40, 100, 30, 20, 10}, nil
	for _, pulls := range view.Pulls {
		view.ReportLosses = append(view.ReportLosses, float64(pulls)*view.Channels[0].Epsilon())
	}
	reports := NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
	// p11 = .6 is the chance of a 1. Of the ratios .6/.1 and .9/.4, the larger one is the cost of
	// a report: ε = ln 6 = 1.7918, and 100 reports cost 179.18.
	uitest.Contains(
		t, text(reports, state, 76, 12),
		"true reward  1 of arm 2", "probability  0.6000 of a 1", "report       ▶ bit 0 is all",
		" ▶ 2       100   1.792   179.18  0.1000  0.6000",
	)
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	uitest.Contains(
		t, text(privacy, state, 76, 12),
		"worst arm       2: k·ε = 100 × 1.792 = 179.18", "this round      arm 2: reward 1 → probability 0.6000 → bit 0",
		"reports         200 so far",
	)
	state.Hidden = true
	for _, p := range []Panel{reports, privacy} {
		got := text(p, state, 76, 12)
		uitest.Contains(t, got, "hidden")
		for _, secret := range []string{"0.6000 of a 1", "reward 1 ", "reward  1 ", "probability 0.6", "1.0000"} {
			if strings.Contains(got, secret) {
				t.Errorf("%q is shown although it is hidden:\n%s", secret, got)
			}
		}
	}
}

// Reports that are not bits have noise instead of a probability.
func TestTheWayOfARewardThroughNoise(t *testing.T) {
	state := on(t, "hhmh-1", "laplace", 200, "ucb-ldp-l")
	view := &state.Shot.Learners[0]
	noise := number.Fixed(view.Reports[0]-view.Rewards[0], 4)
	uitest.Contains(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        "+noise+" added by laplace")
	state.Hidden = true
	uitest.Contains(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        hidden; laplace")
}

// The arms' columns are the true mean of the current phase, the exact mean of the reports, and
// the contents of the window.
func TestColumnsOfLocalPrivacy(t *testing.T) {
	for _, round := range []int{900, 1500} {
		state := on(t, "gaj-tide,length=1000", "", round, "sw-klucb-cf")
		view := &state.Shot.Learners[0]
		mean := map[int]float64{900: .1, 1500: .9}[round] // of arm 2
		rr := param.Must(channel.Parse("rr", 0.5))
		truth := 1 / (1 + math.Exp(.5)) // the chance of a lie
		want := fmt.Sprintf(" %.4f %.4f ", mean, (1-mean)*truth+mean*(1-truth))
		if got := rr.Probability(1); math.Abs(got-(1-truth)) > 1e-12 {
			t.Fatalf("p(1) is %v", got)
		}
		arms := NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
		lines := strings.Split(text(arms, state, 76, 10), "\n")
		uitest.Contains(t, lines[0], "μ now", "g(μ)", "window")
		uitest.Contains(t, lines[2], want, " "+number.Count(view.Window.Counts[1]))
		state.Hidden = true
		got := text(arms, state, 76, 10)
		for _, secret := range []string{"μ now", "g(μ)", "★", fmt.Sprintf("%.4f ", mean)} {
			if strings.Contains(got, secret) {
				t.Errorf("%q is shown although it is hidden:\n%s", secret, got)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct{ ref, id, want string }{
		{"ww-det", "rnm-ftnl,noise=laplace,scale=1", "claim violated: true 2ε is twice claimed ε"},
		{"ww-det", "rnm-ftnl", "claim holds: true ε equals claimed ε"},
		{"chh-synthetic", "dpucb-mat,init=paper", "true 2.33ε is 2.33 times claimed ε"},
		{"hhmh-1", "random", "uses no reward"},
		{"hhmh-1", "ucb1", "claims no privacy"},
		{"hhmh-1", "ts-ldp-b", "true ε per report"},
	} {
		t.Run(test.ref, func(t *testing.T) {
			state := on(t, test.ref, "", 100, test.id)
			privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
			uitest.Contains(t, text(privacy, state, 100, 12), "audit        ", test.want)
		})
	}
	// The second learner has its own verdict.
	state := on(t, "ww-det", "", 100, "rnm-ftnl", "rnm-ftnl,noise=laplace,scale=1")
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	uitest.Contains(t, text(privacy, state, 100, 12), "claim holds")
	state.At, state.Learner = 1, &state.Shot.Learners[1]
	uitest.Contains(t, text(privacy, state, 100, 12), "twice claimed")
}
