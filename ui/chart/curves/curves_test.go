package curves

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

func input(t *testing.T, round int, log bool, ids ...string) Input {
	t.Helper()
	shot := uitest.Snapshot(uitest.Config(t, 100_000, ids...), round)
	return Input{Theme: uitest.Theme(termenv.Ascii), Shot: shot, Arm: -1, Log: log}
}

// values collects a line's points.
func values(t *testing.T, l chart.Line) map[int]float64 {
	t.Helper()
	all, before := map[int]float64{}, 0
	for round, v := range l.Points {
		if round <= before {
			t.Fatalf("%s: round %d comes after %d", l.Name, round, before)
		}
		all[round], before = v, round
	}
	return all
}

func TestRegretIsTheSessionsAtEveryPoint(t *testing.T) {
	const round = 3333
	for _, log := range []bool{false, true} {
		in := input(t, round, log, "lazy-dp-ts", "ucb1")
		for i, line := range regret(in) {
			points := values(t, line)
			if _, ok := points[round]; !ok || len(points) < 50 {
				t.Fatalf("%d points, the present one among them: %v", len(points), ok)
			}
			for at, v := range points {
				if at%211 != 0 && at != round && at > 10 {
					continue
				}
				if want := uitest.Snapshot(in.Shot.Config, at).Views[i].Regret; v != want {
					t.Errorf("log %v, round %d: regret %v, want %v", log, at, v, want)
				}
			}
		}
	}
}

func TestRegretPerLogBeginsAtRoundTwo(t *testing.T) {
	points := values(t, regretPerLog(input(t, 50, false, "ucb1"))[0])
	regrets := values(t, regret(input(t, 50, false, "ucb1"))[0])
	if !math.IsNaN(points[1]) {
		t.Errorf("round 1: %v", points[1])
	}
	for _, at := range []int{2, 10, 50} {
		if want := regrets[at] / math.Log(float64(at)); points[at] != want {
			t.Errorf("round %d: %v, want %v", at, points[at], want)
		}
	}
}

func TestBestReturnAddsUpThePhases(t *testing.T) {
	shot := &model.Snapshot{Config: &model.Config{Scenario: &scenarios.Scenario{Phases: []scenarios.Phase{
		{From: 1, BestMean: 0.9}, {From: 11, BestMean: 0.2}, {From: 14, BestMean: 0.5},
	}}}}
	sum := 0.0
	for round := 1; round <= 40; round++ {
		switch {
		case round < 11:
			sum += 0.9
		case round < 14:
			sum += 0.2
		default:
			sum += 0.5
		}
		if got, want := bestReturn(shot, round), sum/float64(round); math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: %v, want %v", round, got, want)
		}
	}
}

func TestDrawnArmsKeepWhatMatters(t *testing.T) {
	in := Input{
		Shot: &model.Snapshot{
			Phase: &scenarios.Phase{Best: []int{9}},
			Views: []model.View{{Pulls: []int{50, 40, 30, 20, 10, 9, 8, 7, 6, 0}}},
		},
		Arm: 8,
	}
	got := drawnArms(in)
	want := []int{0, 1, 2, 3, 8, 9}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestSharesAddUpToOne(t *testing.T) {
	sum := 0.0
	for _, line := range shares(input(t, 777, false, "ucb1")) {
		sum += values(t, line)[777]
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the shares add up to %v", sum)
	}
}

// A tiny ε must not read as 0, and a run without noise must not read as one
// without releases.
func TestPrivacySpentAtTheEndsOfEpsilon(t *testing.T) {
	view := &All[len(All)-1]
	for epsilon, want := range map[float64]string{1e-9: "1e−09", 0.0004: "0.0004", 0.5: "0.500", 2: "2.000"} {
		c := spentAt(t, view, epsilon)
		for _, line := range c.Lines {
			if got := c.Values.Format(line.At(c.Round)); got != want {
				t.Errorf("ε = %v: %s is at %s, want %s", epsilon, line.Name, got, want)
			}
		}
	}
	drawing := strings.Join(spentAt(t, view, math.Inf(1)).Draw(uitest.Theme(termenv.Ascii), 100, 18), "\n")
	if !strings.Contains(drawing, "every learner here is at ε = ∞") || strings.Contains(drawing, "released") {
		t.Error(drawing)
	}
}

// spentAt is the chart of a private learner that has made releases at ε.
func spentAt(t *testing.T, view *View, epsilon float64) *chart.Chart {
	t.Helper()
	config := uitest.Config(t, 1000, "lazy-dp-ts")
	config.Epsilon = epsilon
	c, _ := view.Chart(Input{Theme: uitest.Theme(termenv.Ascii), Shot: uitest.Snapshot(config, 300), Arm: -1})
	return c
}

// Every view draws every learner at the beginning, soon after it and later.
func TestEveryViewOfEveryLearner(t *testing.T) {
	for _, d := range learners.All() {
		config := uitest.Config(t, 1000, "ucb1")
		config.Learners = []learners.Choice{{Declaration: d}, config.Learners[0]}
		if config.Check() != nil {
			continue // it plays other scenarios
		}
		for _, round := range []int{0, 1, 2, 300} {
			shot := uitest.Snapshot(config, round)
			for i := range All {
				for _, log := range []bool{false, true} {
					in := Input{Theme: uitest.Theme(termenv.ANSI256), Shot: shot, Arm: -1, Log: log}
					c, _ := All[i].Chart(in)
					if got := c.Draw(in.Theme, 70, 18); len(got) != 18 {
						t.Errorf("%s of %s at round %d: %d lines", All[i].Title, d.ID, round, len(got))
					}
				}
			}
		}
	}
}

// Which arm is best is what no learner sees: where that is hidden, no star tells
// it, and no arm is drawn for being best.
func TestTheBestArmIsHidden(t *testing.T) {
	in := Input{
		Theme: uitest.Theme(termenv.Ascii), Arm: -1,
		Shot: uitest.Snapshot(uitest.On(t, "jzl-20", "linear", 10_000, "ts-ldp-b"), 500),
	}
	pulls := in.Shot.Views[0].Pulls
	for j := range pulls {
		pulls[j] = j // the best arm, the first, least of all
	}
	for _, hidden := range []bool{false, true} {
		in.Hidden = hidden
		drawn := drawnArms(in)
		if best := slices.Contains(drawn, 0); best == hidden {
			t.Errorf("hidden %v: arms %v are drawn", hidden, drawn)
		}
		if name := armName(in, 0); strings.Contains(name, theme.BestGlyph) == hidden {
			t.Errorf("hidden %v: arm 1 is called %q", hidden, name)
		}
	}
}
