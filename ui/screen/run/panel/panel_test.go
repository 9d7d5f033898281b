package panel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func every() []Panel {
	t := uitest.Theme(termenv.Ascii)
	return []Panel{NewChart(t, &watcher{}, &overlay.Cache{}, false, false), NewArms(t, &watcher{arm: -2}), NewPrivacy(t), NewWhy(t), NewReports(t, &watcher{arm: -2})}
}

// watcher records clicks.
type watcher struct{ arm, learner int }

func (w *watcher) LookAtArm(arm int)         { w.arm = arm }
func (w *watcher) LookAtClicked(learner int) { w.learner = learner }

func text(p Panel, s State, width, height int) string {
	p.SetSize(width, height)
	s.Audit = &facts.Audits(s.Shot.Config)[s.Focus]
	p.SetState(s)
	return strings.Join(p.View(), "\n")
}

func at(t *testing.T, round int, ids ...string) State {
	t.Helper()
	return State{Shot: uitest.Snapshot(uitest.Config(t, 10_000, ids...), round), Arm: -1}
}

func expect(t *testing.T, got string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestPanelsKeepToTheirRoom(t *testing.T) {
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			config := uitest.Config(t, 1000, "ucb1")
			config.Learners = []learners.Spec{{Declaration: d}}
			if config.Check() != nil {
				return
			}
			for _, round := range []int{0, 1, 40, 1000} {
				state := State{Shot: uitest.Snapshot(config, round), Arm: 2}
				for _, p := range every() {
					for _, size := range [][2]int{{0, 0}, {1, 1}, {20, 3}, {56, 4}, {76, 8}, {90, 40}} {
						p.SetSize(size[0], size[1])
						p.SetState(state)
						for _, by := range []int{-1, +1000, -1000} {
							p.Scroll(by)
							if got := len(p.View()); got > size[1] {
								t.Errorf("%s, %s at round %d: %d lines in %v", p.Title(), d.ID, round, got, size)
							}
						}
						if _, ok := p.(*Why); !ok {
							continue
						}
						for _, line := range p.View() {
							if got := ansi.StringWidth(line); got > size[0] && size[0] >= 20 {
								t.Errorf("%s at round %d: %d of %d cells: %q", d.ID, round, got, size[0], line)
							}
						}
					}
				}
			}
		})
	}
}

func TestNothingIsDrawnTwice(t *testing.T) {
	state := at(t, 500, "ts-ldp-b")
	for _, p := range every() {
		p.SetSize(60, 12)
		p.SetState(state)
		first := p.View()
		p.SetSize(60, 12)
		p.SetState(state)
		if again := p.View(); &first[0] != &again[0] {
			t.Errorf("%s is drawn anew although nothing has changed", p.Title())
		}
		state.Arm = 3
		p.SetState(state)
		if again := p.View(); &first[0] == &again[0] {
			t.Errorf("%s is not drawn anew although something has changed", p.Title())
		}
		state.Arm = -1
	}
}

func TestArms(t *testing.T) {
	state := at(t, 4000, "ucb1")
	state.Shot.Learners[0].Play = []int{1}
	state.Shot.Learners[0].Pulls = []int{3000, 900, 60, 40, 0}
	state.Shot.Learners[0].Estimates = []float64{0.7512, 0.6, 0.5, -1.25, math.NaN()}
	state.Arm = 3
	lines := strings.Split(text(NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 60, 7), "\n")
	// The bar is 27 cells wide: 60 pulls of the most, 3,000, are 4.3 eighths of a cell.
	for i, want := range [][]string{
		{"arm", "pulls", "true μ", "estimate"},
		{"   1   ★ █", "3,000", "0.7500", "0.7512"},
		{" ▶ 2     █", "900", "0.6250", "0.6000"},
		{"   3     ▌ ", "60", "0.5000", "0.5000"},
		{"▸  4     ▍ ", "40", "0.3750", "−1.2500"},
		{"   5      ", " 0 ", "0.2500", "–"},
	} {
		expect(t, lines[i], want...)
	}
	if w := ansi.StringWidth(lines[1]); w != 60 {
		t.Errorf("a row takes %d of 60 cells", w)
	}
}

func TestArmsAreChosenByKeysAndClicks(t *testing.T) {
	w := &watcher{}
	a := NewArms(uitest.Theme(termenv.Ascii), w)
	state := at(t, 100, "ucb1")
	text(a, state, 60, 7)
	chooses := func(what string, want int) {
		t.Helper()
		if w.arm != want {
			t.Errorf("%s chooses %d", what, w.arm)
		}
		w.arm = -2
	}
	a.Scroll(+1)
	chooses("down from nothing", 0)
	a.Scroll(-1)
	chooses("up from nothing", 4)
	a.Click(3, 3)
	chooses("a click on the third arm", 2)
	a.Click(3, 0)
	chooses("a click on the heads", -2)
	state.Arm = 2
	a.SetState(state)
	a.Click(3, 3)
	chooses("a second click", -1)
}

func TestPrivacyOfEachKind(t *testing.T) {
	panel := func(s State) string { return text(NewPrivacy(uitest.Theme(termenv.Ascii)), s, 76, 9) }
	expect(t, panel(at(t, 100, "ucb1")), "Every reward is used as it is", "∞")
	expect(t, panel(at(t, 100, "random")), "The learner uses no rewards", "ε = 0")
	expect(t, panel(at(t, 0, "lazy-dp-ts")), "ε = 0 (budget 0.5)", "ε-DP (HHMH Thm 4)", "none yet")
	expect(t, panel(at(t, 100, "lazy-dp-ts,epsilon=inf")), "∞: releases carry no noise", "no noise")
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
	expect(
		t, text(panel, state, 76, 12),
		"loss per round  ε = 0.5 (budget 0.5)", "pending 113 observations ▕██████████▏", "releases        37 · pending 113",
		"round 8,104 · arm 1 · 4,096 observations", "rounds 3,900–8,104 · costs ε = 0.5",
		"true sum 3,072 − 3.2000 noise (Laplace, scale 2)", "estimate 0.7501 → 0.7492", "one person      ε = 0.5 for one round, at most 5 for ten; if one person", "                supplied every reward: ε = 4,443.5 (no protection)",
	)
	view.CostliestRound = 0.75
	state.Focus, state.Arm = 0, 1 // a new state, to be drawn again
	expect(t, text(panel, state, 76, 12), "ε = 0.75, over the budget of 0.5")
	view.Account.Last.Winner = 2
	view.Account.Last.Arms = []int{0, 1, 2, 3, 4}
	state.Arm = 2
	expect(t, text(panel, state, 76, 12), "all arms", "published arm 3")
}

// If some of the privacy loss is out of sight, the panel says so, and scrolling shows it.
func TestPrivacyScrolls(t *testing.T) {
	p := NewPrivacy(uitest.Theme(termenv.Ascii))
	if got := text(p, at(t, 900, "lazy-dp-ts"), 76, 8); strings.Contains(got, "paper") || p.Remark() != "↑↓ 1–8 of 10" {
		t.Errorf("%q of\n%s", p.Remark(), got)
	}
	p.Scroll(+99)
	expect(t, strings.Join(p.View(), "\n"), "paper          ▸ε-DP")
	expect(t, p.Remark(), "↑↓ 3–10 of 10")
}

// The chosen fact is marked, and its page explains it.
func TestPrivacyExplainsTheChosenFact(t *testing.T) {
	p := NewPrivacy(uitest.Theme(termenv.Ascii))
	text(p, at(t, 900, "lazy-dp-ts"), 76, 8)
	for _, page := range []string{"costliest round", "audit", "release", "user level", "release", "lazy-dp-ts", "lazy-dp-ts"} {
		p.Scroll(+1)
		if got := p.Subject(); got != page {
			t.Errorf("%q is explained, want %q", got, page)
		}
	}
	expect(t, strings.Join(p.View(), "\n"), "paper          ▸ε-DP")
}

func TestWhyPutsThePlayedArmFirst(t *testing.T) {
	state := at(t, 4000, "ucb1")
	e := learners.Explanation{
		Lines: []int{3, 4}, Columns: []learners.Column{{Name: "S/N", Role: learners.Estimate}, {Name: "index", Role: learners.Score}},
		Arms: []learners.ArmTerms{
			{Arm: 0, Values: []float64{0.5, 0.7}, Text: "first"},
			{Arm: 1, Values: []float64{0.6, math.Inf(1)}, Text: "second"},
			{Arm: 2, Values: []float64{0.1, 0.9}, Text: "third"},
			{Arm: 3}, // a learner may have nothing to say of an arm
		},
	}
	view := &state.Shot.Learners[0]
	view.Explanation, view.Play, view.Explained = e, []int{1}, true
	why := NewWhy(uitest.Theme(termenv.Ascii))
	got := text(why, state, 60, 20)
	expect(
		t, got, "▶  3:", "▶  4:", "   5:", "arm 2 played: second\narm 3 best rival: third\n",
		"▶ 2       0.6000          ∞",
	)
	if strings.Contains(got, "first") {
		t.Errorf("an arm that was not selected is explained:\n%s", got)
	}
	state.Arm = 0
	expect(t, text(why, state, 60, 20), "arm 1: first", "▸ 1       0.5000     0.7000")
	if got := why.Title(); got != "Why arm 2?" {
		t.Errorf("title %q", got)
	}
}

// An arm's first pull is released by its own line, later ones by the lines that end an epoch;
// without a release no line is marked.
func TestWhyMarksTheLinesOfARelease(t *testing.T) {
	seen := map[string]bool{}
	for round := 1; round < 60; round++ {
		state := at(t, round, "lazy-dp-ts")
		kind := "no"
		switch {
		case round <= 5:
			kind = "first"
		case state.Shot.Learners[0].Released:
			kind = "later"
		}
		want := map[string][]string{
			"first": {"first pulls", "◆  2:", "   4:", "   7:", "   8:"},
			"later": {"   2:", "▶  4:", "▶  5:", "◆  7:", "◆  8:"},
			"no":    {"   2:", "▶  4:", "▶  5:", "   7:", "   8:"},
		}[kind]
		if !seen[kind] {
			t.Run(kind+" release", func(t *testing.T) {
				expect(t, text(NewWhy(uitest.Theme(termenv.Ascii)), state, 100, 20), want...)
			})
		}
		seen[kind] = true
	}
	if len(seen) < 3 {
		t.Errorf("there are rounds of the kinds %v alone", seen)
	}
}

// The reason in words comes first, and if rows are few, lines of the pseudocode that do not run
// are left out.
func TestWhyShowsWhatIsRunWhereThereIsLittleRoom(t *testing.T) {
	state := at(t, 500, "lazy-dp-ts")
	got := text(NewWhy(uitest.Theme(termenv.Ascii)), state, 60, 10)
	expect(t, got, "won: its draw", "▶  4:", "▶  5:", "played:")
	if strings.Contains(got, "   3:") {
		t.Errorf("a line that is not run takes room:\n%s", got)
	}
}

func TestChartCyclesThroughAllViews(t *testing.T) {
	c := NewChart(uitest.Theme(termenv.Ascii), &watcher{}, &overlay.Cache{}, false, false)
	state := at(t, 500, "lazy-dp-ts", "ucb1")
	seen := map[string]bool{}
	first := text(c, state, 60, 12)
	for range 100 {
		seen[c.Title()] = true
		c.Cycle(+1)
		if text(c, state, 60, 12) == first {
			break
		}
	}
	if len(seen) < 6 {
		t.Errorf("views: %v", seen)
	}
	c.Cycle(-1)
	c.Cycle(+1)
	if text(c, state, 60, 12) != first {
		t.Error("back and forth is another view")
	}
	c.ToggleLog()
	if text(c, state, 60, 12) == first {
		t.Error("the logarithmic axis looks like the linear one")
	}
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
			for i, fact := range state.about().Privacy() {
				if said[i] != fact.Sentence() {
					t.Errorf("it says %q, the fact is %q", said[i], fact.Sentence())
				}
				for _, part := range fact.Lines {
					if !strings.Contains(drawn, words(part.Lead+part.Rest)) {
						t.Errorf("%s: no %q in %s", fact.Title, part.Lead+part.Rest, drawn)
					}
				}
			}
		})
	}
}

// The panel shows the costliest round's loss in the chosen notion, with the claimed or audited
// loss, equal to the mechanisms' values.
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

// A loss above the claim is marked, as are unknown losses.
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
	state.Shot.Learners[0].CostliestRoundLoss, state.Shot.Learners[0].Cost = nil, nil
	expect(t, drawn(), "ρ is not known of this noise", "costs an unknown ρ")
}

func TestTheWayOfAReward(t *testing.T) {
	state := on(t, "hhmh-1", "rr,p00=0.9,p11=0.6", 200, "ts-ldp-b")
	view := &state.Shot.Learners[0]
	view.Play, view.Rewards, view.Reports = []int{1}, []float64{1}, []float64{0}
	view.Pulls = []int{40, 100, 30, 20, 10}
	reports := NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
	// p11 = .6 is the chance of a 1. Of the ratios .6/.1 and .9/.4, the larger one is the cost of
	// a report: ε = ln 6 = 1.7918, and 100 reports cost 179.18.
	expect(
		t, text(reports, state, 76, 12),
		"true reward  1 of arm 2", "probability  0.6000 of a 1", "report       ▶ bit 0 is all",
		" ▶ 2       100   1.792   179.18  0.1000  0.6000",
	)
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	expect(
		t, text(privacy, state, 76, 12),
		"worst arm       2: k·ε = 100 × 1.792 = 179.18", "this round      arm 2: reward 1 → probability 0.6000 → bit 0",
		"reports         200 so far",
	)
	state.Hidden = true
	for _, p := range []Panel{reports, privacy} {
		got := text(p, state, 76, 12)
		expect(t, got, "hidden")
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
	noise := kit.Fixed(view.Reports[0]-view.Rewards[0], 4)
	expect(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        "+noise+" added by laplace")
	state.Hidden = true
	expect(t, text(NewReports(uitest.Theme(termenv.Ascii), &watcher{arm: -2}), state, 76, 12), "noise        hidden; laplace")
}

// The arms' columns are the true mean of the current phase, the exact mean of the reports, and
// the contents of the window.
func TestColumnsOfLocalPrivacy(t *testing.T) {
	for _, round := range []int{900, 1500} {
		state := on(t, "gaj-tide,length=1000", "", round, "sw-klucb-cf")
		view := &state.Shot.Learners[0]
		mean := map[int]float64{900: .1, 1500: .9}[round] // of arm 2
		rr, err := channel.Parse("rr", 0.5)
		if err != nil {
			t.Fatal(err)
		}
		truth := 1 / (1 + math.Exp(.5)) // the chance of a lie
		want := fmt.Sprintf(" %.4f %.4f ", mean, (1-mean)*truth+mean*(1-truth))
		if got := rr.Probability(1); math.Abs(got-(1-truth)) > 1e-12 {
			t.Fatalf("p(1) is %v", got)
		}
		arms := NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
		lines := strings.Split(text(arms, state, 76, 10), "\n")
		expect(t, lines[0], "μ now", "g(μ)", "window")
		expect(t, lines[2], want, " "+kit.Count(view.Window.Counts[1]))
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
			expect(t, text(privacy, state, 100, 12), "audit        ", test.want)
		})
	}
	// The second learner has its own verdict.
	state := on(t, "ww-det", "", 100, "rnm-ftnl", "rnm-ftnl,noise=laplace,scale=1")
	privacy := NewPrivacy(uitest.Theme(termenv.Ascii))
	expect(t, text(privacy, state, 100, 12), "claim holds")
	state.Focus = 1
	expect(t, text(privacy, state, 100, 12), "twice claimed")
}

// on returns the state of a scenario's run at a round.
func on(t *testing.T, ref, channel string, round int, ids ...string) State {
	t.Helper()
	return State{Shot: uitest.Snapshot(uitest.On(t, ref, channel, 10_000, ids...), round), Arm: -1}
}

// The walk explains every arm as the greedy algorithm treats it, using the matroid itself.
func TestTheWalkIsGreedy(t *testing.T) {
	walked := 0
	for _, d := range learners.All() {
		if d.Feedback != learners.SemiBanditFeedback {
			continue
		}
		for _, ref := range []string{"chh-synthetic", "network", "movies"} {
			for _, round := range []int{1, 2, 30, 600} {
				state := on(t, ref, "", round, d.ID)
				e := &state.Shot.Learners[0].Explanation
				if len(e.Arms) == 0 {
					continue
				}
				why := NewWhy(uitest.Theme(termenv.Ascii))
				why.SetSize(200, 300)
				why.SetState(state)
				steps := why.walk(e)
				lines := make([]string, steps.count)
				for i := range lines {
					lines[i] = strings.TrimRight(steps.row(i), " ")
				}
				checkWalk(t, d.ID+" on "+ref, state, lines)
				walked++
			}
		}
	}
	if walked < 50 {
		t.Errorf("only %d walks", walked)
	}
}

func checkWalk(t *testing.T, where string, state State, lines []string) {
	t.Helper()
	m, view := state.Shot.Config.Scenario.Matroid, state.Shot.Learners[0]
	held, kept := m.NewBuilder(), []int{}
	order := view.Explanation.Arms
	if len(lines) != m.Size() {
		t.Fatalf("%s: %d lines for %d arms", where, len(lines), m.Size())
	}
	for i, line := range lines {
		arm := order[i].Arm
		want := "a loop"
		switch rest := held.Dependence(nil, arm); {
		case m.Loop(arm):
		case len(kept) == m.Rank():
			want = "not reached"
		case held.Add(arm):
			kept = append(kept, arm)
			want = "kept " + strconv.Itoa(len(kept)) + "/" + strconv.Itoa(m.Rank())
		default:
			var places []int
			for _, other := range rest {
				places = append(places, 1+slices.IndexFunc(order, func(a learners.ArmTerms) bool { return a.Arm == other }))
			}
			slices.Sort(places)
			want = "lost to " + spaced(places)
		}
		if !strings.HasSuffix(line, "  "+want) {
			t.Fatalf("%s, round %d, step %d, arm %d: %q, want %q", where, state.Shot.Round, i+1, arm, line, want)
		}
	}
	slices.Sort(kept)
	if !slices.Equal(kept, view.Play) {
		t.Fatalf("%s: kept %v, played %v", where, kept, view.Play)
	}
}

func spaced(places []int) string {
	texts := make([]string, len(places))
	for i, p := range places {
		texts[i] = strconv.Itoa(p)
	}
	return strings.Join(texts, " ")
}

// Titles get 24 cells before a bar is drawn, and no row is wider than its panel at any width.
func TestTitlesComeBeforeBars(t *testing.T) {
	state := on(t, "movies", "", 3000, "dpucb-mat")
	for width := 40; width <= 190; width++ {
		arms := NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
		text(arms, state, width, 14)
		table := arms.table().fitted
		name, bar := table.Width(nameColumn), table.Width(barColumn)
		if width >= 52 && name < 24 {
			t.Errorf("at %d cells, titles have %d", width, name)
		}
		if bar > 0 && name < 24 {
			t.Errorf("at %d cells, a bar of %d and titles of %d", width, bar, name)
		}
		for _, line := range arms.View() {
			if got := ansi.StringWidth(line); got > width {
				t.Fatalf("%d of %d cells: %q", got, width, line)
			}
		}
	}
}

func TestArmsOfABasis(t *testing.T) {
	state := on(t, "chh-synthetic", "", 4000, "dpucb-mat")
	state.Shot.Learners[0].Play = []int{0, 1, 2}
	arms := NewArms(uitest.Theme(termenv.Ascii), &watcher{arm: -2})
	lines := strings.Split(text(arms, state, 76, 12), "\n")
	for i, want := range []string{"arm", " ▶ 1   ★", " ▶ 2   ★", " ▶ 3   ★", "   4    ", "   5    ", "   6    ", " × 7     a loop: in no basis"} {
		expect(t, lines[i], want)
	}
	// (1, 1, 0) depends on (1, 0, 0) and (0, 1, 0) in the basis of unit vectors.
	state.Arm = 3
	expect(t, text(arms, state, 76, 12), "arm 4 · ("+strings.Trim(state.Shot.Config.Scenario.Matroid.Describe(3), "()")+")", "lost to")
	state.Arm = 0
	expect(t, text(arms, state, 76, 12), "in the basis")
	state.Arm = -1
	state.Shot.Learners[0].Active = []int{0, 1, 2, 4}
	expect(t, text(arms, state, 76, 12), " × 4 ", "   5 ", " × 6 ")
}

func TestManyArmsStandByPulls(t *testing.T) {
	state := on(t, "movies", "", 3000, "cts")
	w := &watcher{}
	arms := NewArms(uitest.Theme(termenv.Ascii), w)
	text(arms, state, 60, 20)
	pulls := state.Shot.Learners[0].Pulls
	if order := arms.sorted(); !slices.IsSortedFunc(order, func(i, j int) int { return pulls[j] - pulls[i] }) {
		t.Errorf("the order is %v", order)
	}
	expect(t, arms.Remark(), "by pulls")
	arms.ToggleOrder()
	if order := arms.sorted(); !slices.IsSorted(order) {
		t.Errorf("the order of numbers is %v", order)
	}
	first := arms.sorted()[0]
	if arms.Scroll(+1); w.arm != first {
		t.Errorf("down from nothing chooses %d, want %d", w.arm, first)
	}
}

// With many arms, the largest noisy scores come first.
func TestTheWinnerStandsFirst(t *testing.T) {
	state := on(t, "ww-det,K=64", "", 3000, "rnm-ftnl")
	state.Shot.Learners[0].Explanation.Arms[7].Values = []float64{0, 2000, 2000}
	state.Shot.Learners[0].Play = []int{7}
	why := NewWhy(uitest.Theme(termenv.Ascii))
	got := strings.Split(text(why, state, 52, 80), "\n")
	at := slices.IndexFunc(got, func(line string) bool { return strings.Contains(line, "Φ + Q") })
	expect(t, got[at+1], "▶ 8 ", "2,000")
	expect(t, got[at+2], "  1 ", "1,024")
}

// A basis's names leave room in the border for the panel's title and scroll position.
func TestTheTitleOfABasisLeavesRoomForTheRemark(t *testing.T) {
	for _, c := range []struct{ ref, want string }{
		{"chh-synthetic", "Why 1, 2, 3?"},
		{"network", "Why these 7 arms?"},
		{"movies", "Why these 16 arms?"},
	} {
		t.Run(c.ref, func(t *testing.T) {
			why := NewWhy(uitest.Theme(termenv.Ascii))
			why.SetSize(52, 5)
			state := on(t, c.ref, "", 10, "optimal")
			why.SetState(state)
			if got := why.Title(); got != c.want {
				t.Errorf("%s: %q, want %q", c.ref, got, c.want)
			}
		})
	}
}

// A learner with normal noise has no ε, but it has noise, and its audit gives the cost.
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
