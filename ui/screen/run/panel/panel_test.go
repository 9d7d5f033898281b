package panel

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit/uitest"
)

func every() []Panel {
	t := uitest.Theme(termenv.Ascii)
	return []Panel{NewChart(t, &watcher{}, &overlay.Cache{}, false, false), NewArms(t, &watcher{arm: -2}), NewPrivacy(t), NewWhy(t), NewReports(t, &watcher{arm: -2})}
}

type watcher struct{ arm, learner int }

func (w *watcher) LookAtArm(arm int)         { w.arm = arm }
func (w *watcher) LookAtClicked(learner int) { w.learner = learner }

func text(p Panel, s State, width, height int) string {
	p.SetSize(width, height)
	s.Audit = &facts.ExactAudits(s.Shot.Config)[s.At]
	p.SetState(s)
	return strings.Join(p.View(), "\n")
}

func at(t *testing.T, round int, ids ...string) State {
	t.Helper()
	return stateOf(uitest.Config(t, 10_000, ids...), round, -1)
}

// stateOf returns the state of a run at a round, with the first learner in focus and an arm chosen.
func stateOf(config *model.Config, round, arm int) State {
	shot := uitest.Snapshot(config, round)
	return State{Topic: facts.Topic{Shot: shot, Learner: &shot.Learners[0], Arm: arm}}
}

func TestPanelsKeepToTheirRoom(t *testing.T) {
	for _, d := range learners.All() {
		config := uitest.Config(t, 1000, "ucb1")
		config.Learners = []learners.Spec{{Declaration: d}}
		if config.Check() != nil {
			continue
		}
		for _, round := range []int{0, 1, 40, 1000} {
			state := stateOf(config, round, 2)
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
		uitest.Contains(t, lines[i], want...)
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

func TestWhyPutsThePlayedArmFirst(t *testing.T) {
	state := at(t, 4000, "ucb1")
	e := learners.Explanation{
		Lines: []int{3, 4}, Columns: []learners.Column{{Name: "S/N", Role: learners.Estimate}, {Name: "index", Role: learners.UpperIndex}},
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
	uitest.Contains(
		t, got, "▶  3:", "▶  4:", "   5:", "arm 2 played: second\narm 3 best rival: third\n",
		"▶ 2       0.6000          ∞",
	)
	if strings.Contains(got, "first") {
		t.Errorf("an arm that was not selected is explained:\n%s", got)
	}
	state.Arm = 0
	uitest.Contains(t, text(why, state, 60, 20), "arm 1: first", "▸ 1       0.5000     0.7000")
	if got := why.Title(); got != "Why arm 2, before its reward?" { // after which its estimate is another
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
				uitest.Contains(t, text(NewWhy(uitest.Theme(termenv.Ascii)), state, 100, 20), want...)
			})
		}
		seen[kind] = true
	}
	if len(seen) < 3 {
		t.Errorf("there are rounds of the kinds %v alone", seen)
	}
}

// The reason in words comes first, and if rows are few, lines of the pseudocode that do not run are left out.
func TestWhyShowsWhatIsRunWhereThereIsLittleRoom(t *testing.T) {
	state := at(t, 500, "lazy-dp-ts")
	got := text(NewWhy(uitest.Theme(termenv.Ascii)), state, 60, 10)
	uitest.Contains(t, got, "won: its draw", "▶  4:", "▶  5:", "played:")
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

// The chart is called logarithmic only if it is: not while all values are 0, or lie within a decade.
func TestLogValuesAreCalledWhatTheyAre(t *testing.T) {
	for round, want := range map[int]string{1: "linear: values within a decade", 2000: "log values"} {
		c := NewChart(uitest.Theme(termenv.Ascii), &watcher{}, &overlay.Cache{}, false, false)
		c.ToggleLogValues()
		text(c, at(t, round, "ucb1"), 90, 20)
		if got := c.Remark(); got != want {
			t.Errorf("round %d: %q, want %q", round, got, want)
		}
	}
}

// The cursor goes through the pseudocode line by line, shows the symbols of its line with what
// Explain says of the chosen arm, and then scrolls to the end and back.
func TestWhyCursorShowsSymbols(t *testing.T) {
	state := at(t, 500, "lazy-dp-ts")
	state.Arm = 1
	terms := state.Shot.Learners[0].Explanation.Arms[1]
	why := NewWhy(uitest.Theme(termenv.Ascii))
	for _, height := range []int{4, 9, 40} {
		before, seen := text(why, state, 76, height), ""
		press := func(lines int) string {
			why.Scroll(lines)
			return strings.Join(strings.Fields(text(why, state, 76, height)), " ")
		}
		for range 100 {
			seen += press(+1)
		}
		uitest.Contains(
			t, seen, "▶▸ 4:", "m_j: ũ_j with a bonus for the noise", "θ_j = "+number.Term(terms.Score())+" (arm 2): a possible mean",
			"ε = 0.5: the privacy parameter:", "t = 500: the round",
		)
		uitest.Contains(t, text(why, state, 76, height), "  5 ")
		for why.at > 4 { // line 5 is the fourth
			press(-1)
		}
		if got := press(0); !strings.Contains(got, "▶▸ 5:") || strings.Contains(got, "O_j: ") {
			t.Errorf("not the symbols of line 5:\n%s", got)
		}
		for why.at > 0 {
			press(-1)
		}
		if got := text(why, state, 76, height); got != before {
			t.Errorf("back at the beginning:\n%s\nwant\n%s", got, before)
		}
	}
}

// Variables that stand in no column have the values with which the learner chose.
func TestWhyCursorShowsVariables(t *testing.T) {
	for id, want := range map[string]func(v *model.LearnerState, j int) []string{
		"ucb1": func(v *model.LearnerState, j int) []string {
			n := v.Pulls[j] - 1 // before this round
			mean := v.Explanation.Arms[j].Values[0]
			return []string{fmt.Sprintf("N_j = %d (arm %d)", n, j+1), fmt.Sprintf("S_j = %.0f (arm %d)", mean*float64(n), j+1)}
		},
		"thompson": func(v *model.LearnerState, j int) []string {
			ones := v.Explanation.Arms[j].Values[0] - 1
			return []string{fmt.Sprintf("S_j = %.0f (arm %d)", ones, j+1), fmt.Sprintf("F_j = %.0f (arm %d)", float64(v.Pulls[j]-1)-ones, j+1)}
		},
		"lazy-dp-ts": func(v *model.LearnerState, j int) []string { // batches of 1, 2, 4, …; the newest one is full
			r, rest := 0, v.Pulls[j]-2
			for rest >= 2<<r {
				rest -= 2 << r
				r++
			}
			return []string{fmt.Sprintf("O_j = %d (arm", 1<<r), fmt.Sprintf("r_j = %d (arm", r), fmt.Sprintf("N_j = %d (arm", rest)}
		},
	} {
		t.Run(id, func(t *testing.T) {
			state := at(t, 500, id)
			view := &state.Shot.Learners[0]
			why, seen := NewWhy(uitest.Theme(termenv.Ascii)), ""
			text(why, state, 76, 40)
			for range view.Spec.Pseudocode {
				why.Scroll(+1)
				seen += text(why, state, 76, 40)
			}
			uitest.Contains(t, seen, want(view, view.Play[0])...)
		})
	}
}
