package curves

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

func input(t *testing.T, round int, log bool, ids ...string) Input {
	t.Helper()
	shot := uitest.Snapshot(uitest.Config(t, 100_000, ids...), round)
	return Input{Shot: shot, Arm: -1, Rounds: chart.Axis{Log: log}}
}

func titled(t *testing.T, title string) *View {
	t.Helper()
	for _, v := range views {
		if v.Title == title {
			return v
		}
	}
	t.Fatalf("no view is called %q", title)
	return nil
}

func linesOf(t *testing.T, title string, in Input) []chart.Line {
	t.Helper()
	c, _ := titled(t, title).Chart(in)
	return c.Lines
}

// values collects a line's points.
func values(t *testing.T, l chart.Line) map[int]float64 {
	t.Helper()
	all, before := map[int]float64{}, 0
	for _, p := range l.Points {
		round := int(p.X)
		if round <= before {
			t.Fatalf("%s: round %d comes after %d", l.Name, round, before)
		}
		all[round], before = p.Y, round
	}
	return all
}

func TestRegretIsTheSessionsAtEveryPoint(t *testing.T) {
	const round = 3333
	for _, log := range []bool{false, true} {
		in := input(t, round, log, "lazy-dp-ts", "ucb1")
		for i, line := range linesOf(t, "Regret", in) {
			points := values(t, line)
			if _, ok := points[round]; !ok || len(points) < 50 {
				t.Fatalf("%d points, the present one among them: %v", len(points), ok)
			}
			for at, v := range points {
				if at%211 != 0 && at != round && at > 10 {
					continue
				}
				if want := uitest.Snapshot(in.Shot.Config, at).Learners[i].Regret; v != want {
					t.Errorf("log %v, round %d: regret %v, want %v", log, at, v, want)
				}
			}
		}
	}
}

func TestRegretPerLogBeginsAtRoundTwo(t *testing.T) {
	points := values(t, linesOf(t, "Regret / ln t", input(t, 50, false, "ucb1"))[0])
	regrets := values(t, linesOf(t, "Regret", input(t, 50, false, "ucb1"))[0])
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
		if got, want := bestReturn(shot, &model.Sample{Round: round}), sum/float64(round); math.Abs(got-want) > 1e-12 {
			t.Errorf("round %d: %v, want %v", round, got, want)
		}
	}
}

func TestDrawnArmsKeepWhatMatters(t *testing.T) {
	in := Input{
		Shot: &model.Snapshot{
			Phase:    &scenarios.Phase{Means: make([]float64, 10), Best: []int{9}, BestMean: 1},
			Learners: []model.LearnerState{{Pulls: []int{50, 40, 30, 20, 10, 9, 8, 7, 6, 0}}},
		},
		Arm: 8,
	}
	drawn, rest := drawnArms(in)
	if !slices.Equal(drawn, []int{0, 1, 2, 8, 9}) || !slices.Equal(rest, []int{3, 4, 5, 6, 7}) {
		t.Errorf("%v are drawn, %v are not", drawn, rest)
	}
}

func TestSharesAddUpToOne(t *testing.T) {
	sum := 0.0
	for _, line := range linesOf(t, "Share of pulls", input(t, 777, false, "ucb1")) {
		sum += values(t, line)[777]
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the shares add up to %v", sum)
	}
}

// A tiny ε must not be shown as 0, nor a run without noise as one without releases.
func TestPrivacySpentAtTheEndsOfEpsilon(t *testing.T) {
	view := titled(t, "Privacy spent, costliest round ε")
	for epsilon, want := range map[float64]string{1e-9: "10⁻⁹", 0.0004: "0.0004", 0.5: "0.5", 2: "2"} {
		c := spentAt(t, view, epsilon)
		for _, line := range c.Lines {
			if got := c.Y.Format(line.At(c.End)); got != want {
				t.Errorf("ε = %v: %s is at %s, want %s", epsilon, line.Name, got, want)
			}
		}
	}
	drawing := strings.Join(spentAt(t, view, math.Inf(1)).Draw(uitest.Theme(termenv.Ascii), 100, 18), "\n")
	if !strings.Contains(drawing, "every learner here has ε = ∞") || strings.Contains(drawing, "released") {
		t.Error(drawing)
	}
}

// A learner without an ε shows none.
func TestOnlyLearnersWithAnEpsilonHaveOneSet(t *testing.T) {
	in := input(t, 300, false, "lazy-dp-ts", "adac-ucb", "ucb1")
	for focus, want := range []int{4, 3, 3} {
		in.Focus = focus
		if lines := linesOf(t, "Privacy spent, costliest round ε", in); len(lines) != want {
			t.Errorf("learner %d: %d lines, want %d", focus+1, len(lines), want)
		}
	}
}

// The point of the current round must equal the recorded one, for every learner, including local
// ones, which have no releases.
func TestThePresentIsWhatTheRecorderKeeps(t *testing.T) {
	for id, want := range map[string]float64{"ts-ldp-b": .5, "ucb1": math.Inf(1), "random": 0} {
		config := uitest.Config(t, 10_000, id)
		config.Epsilon = .5
		shot := uitest.Snapshot(config, 5001)
		if got := present(shot, &shot.Learners[0]).CostliestRound; got != want {
			t.Errorf("%s: the costliest round loses %v, want %v", id, got, want)
		}
	}
}

// spentAt returns the chart of a private learner with releases at ε.
func spentAt(t *testing.T, view *View, epsilon float64) *chart.Chart {
	t.Helper()
	config := uitest.Config(t, 1000, "lazy-dp-ts")
	config.Epsilon = epsilon
	c, _ := view.Chart(Input{Shot: uitest.Snapshot(config, 300), Arm: -1})
	return c
}

// Every view draws every learner at round 0, soon after, and later.
func TestEveryViewOfEveryLearner(t *testing.T) {
	for _, d := range learners.All() {
		config := uitest.Config(t, 1000, "ucb1")
		config.Learners = []learners.Spec{{Declaration: d}, config.Learners[0]}
		if config.Check() != nil {
			continue // it plays other scenarios
		}
		for _, round := range []int{0, 1, 2, 300} {
			shot := uitest.Snapshot(config, round)
			for _, v := range views {
				for _, log := range []bool{false, true} {
					in := Input{Shot: shot, Arm: -1, Rounds: chart.Axis{Log: log}, LogValues: log}
					c, _ := v.Chart(in)
					if got := c.Draw(uitest.Theme(termenv.ANSI256), 70, 18); len(got) != 18 {
						t.Errorf("%s of %s at round %d: %d lines", v.Title, d.ID, round, len(got))
					}
				}
			}
		}
	}
}

// If the truth is hidden, no star marks the best arm, and no arm is drawn because it is the best.
func TestTheBestArmIsHidden(t *testing.T) {
	in := Input{
		Arm:  -1,
		Shot: uitest.Snapshot(uitest.On(t, "jzl-20", "linear", 10_000, "ts-ldp-b"), 500),
	}
	pulls := in.Shot.Learners[0].Pulls
	for j := range pulls {
		pulls[j] = j // the best arm, the first, least of all
	}
	for _, hidden := range []bool{false, true} {
		in.Hidden = hidden
		drawn, _ := drawnArms(in)
		if best := slices.Contains(drawn, 0); best == hidden {
			t.Errorf("hidden %v: arms %v are drawn", hidden, drawn)
		}
		if name := armName(in, 0); strings.Contains(name, theme.BestGlyph) == hidden {
			t.Errorf("hidden %v: arm 1 is called %q", hidden, name)
		}
	}
}

// The view needs both learners of a pair; it shows the difference of their regrets at every recorded round.
func TestPriceOfPrivacy(t *testing.T) {
	view := titled(t, "Price of privacy")
	if view.Exists(input(t, 100, false, "lazy-dp-ts", "ucb1")) {
		t.Error("UCB1 is no counterpart of Lazy-DP-TS")
	}
	for _, ids := range [][]string{{"lazy-dp-ts", "thompson"}, {"lazy-dp-ts", "lazy-dp-ts,epsilon=inf"}} {
		in := input(t, 3000, false, ids...)
		if !view.Exists(in) {
			t.Fatalf("no price of %v", ids)
		}
		c, _ := view.Chart(in)
		if len(c.Lines) != 1 {
			t.Fatalf("%d lines of %v", len(c.Lines), ids)
		}
		for at, got := range values(t, c.Lines[0]) {
			if at%501 != 0 && at != 3000 {
				continue
			}
			views := uitest.Snapshot(in.Shot.Config, at).Learners
			if want := views[0].Regret - views[1].Regret; got != want {
				t.Errorf("%v at round %d: %v, want %v", ids, at, got, want)
			}
		}
	}
}

// A focused learner that the view cannot draw is named, with the command that adds its counterpart.
func TestPriceNamesWhatIsLacking(t *testing.T) {
	in := input(t, 100, false, "lazy-dp-ts", "anytime-lazy-ucb", "ucb1")
	for focus, want := range []string{"[Lazy-DP-TS needs its counterpart here: “:add thompson”]", "[]", "[]"} {
		in.Focus = focus
		if _, captions := titled(t, "Price of privacy").Chart(in); fmt.Sprint(captions) != want {
			t.Errorf("learner %d: %v, want %s", focus+1, captions, want)
		}
	}
}

// The areas are stacked and add up to the whole play, also of bases.
func TestPullsOverTimeMakeUpTheWhole(t *testing.T) {
	for _, in := range []Input{
		input(t, 2000, true, "ucb1"),
		{Shot: uitest.Snapshot(uitest.On(t, "movies", "", 10_000, "cts"), 500), Arm: 7},
	} {
		c, _ := titled(t, "Pulls over time").Chart(in)
		below := chart.Const(0, float64(in.Shot.Round))
		for i := range c.Bands {
			low := chart.Line{Points: c.Bands[i].Low}
			if got, want := low.At(c.End), (&chart.Line{Points: below}).At(c.End); math.Abs(got-want) > 1e-12 {
				t.Errorf("area %d begins at %v, the one below ends at %v", i, got, want)
			}
			below = c.Bands[i].High
		}
		for at, v := range values(t, chart.Line{Points: below}) {
			if math.Abs(v-1) > 1e-12 {
				t.Fatalf("the areas reach %v at round %d", v, at)
			}
		}
	}
}

// A range of rounds is drawn with all its recorded points, in order.
func TestAStretchHasAllSamples(t *testing.T) {
	in := input(t, 50_000, false, "ucb1")
	all := len(values(t, linesOf(t, "Regret", in)[0]))
	in.Rounds = chart.Axis{Low: 1000, High: 2000}
	if more := len(values(t, linesOf(t, "Regret", in)[0])); more <= all {
		t.Errorf("%d samples, %d of the whole", more, all)
	}
}

// The key cycles through all views that have something to show.
func TestNextSkipsViewsWithoutAnything(t *testing.T) {
	in := input(t, 100, false, "ucb1", "random")
	seen := []string{}
	for v := First().Next(in, 1); ; v = v.Next(in, 1) {
		seen = append(seen, v.Title)
		if v == First() {
			break
		}
	}
	if slices.Contains(seen, "Price of privacy") || !slices.Contains(seen, "Estimates") {
		t.Error(seen)
	}
	if back := First().Next(in, 1).Next(in, -1); back != First() {
		t.Errorf("one on and one back is %s", back.Title)
	}
}

// Below the floors stands how much faster regret has grown since round ⌈√t⌉ = 32.
func TestBoundsSayTheDistance(t *testing.T) {
	in := input(t, 1000, false, "ucb1")
	in.Overlay, in.Known, in.Theory = overlay.Bounds, true, in.Shot.Config.Theory(0)
	_, captions := titled(t, "Regret").Chart(in)
	then := input(t, 32, false, "ucb1").Shot.Learners[0].Regret
	floor, _ := in.Shot.Config.Floor(0, 1000)
	times := (in.Shot.Learners[0].Regret - then) / (floor.At(1000) - floor.At(32))
	if want := "since round 32, regret has grown " + number.Value(times) + " × as fast as its floor"; captions[0] != want {
		t.Errorf("%q, want %q first", captions, want)
	}
}
