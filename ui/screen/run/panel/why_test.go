package panel

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
	"regretscope/ui/facts"
	"regretscope/ui/kit/uitest"
)

// on returns the state of a scenario's run at a round.
func on(t *testing.T, ref, channel string, round int, ids ...string) State {
	t.Helper()
	return stateOf(uitest.On(t, ref, channel, 10_000, ids...), round, -1)
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
	if walked < 40 {
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
			var steps []int
			for _, other := range rest {
				steps = append(steps, 1+slices.IndexFunc(order, func(a learners.ArmTerms) bool { return a.Arm == other }))
			}
			slices.Sort(steps)
			want = "lost to " + spaced(steps)
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

func spaced(steps []int) string {
	texts := make([]string, len(steps))
	for i, p := range steps {
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
		uitest.Contains(t, lines[i], want)
	}
	// (1, 1, 0) depends on (1, 0, 0) and (0, 1, 0) in the basis of unit vectors.
	state.Arm = 3
	uitest.Contains(t, text(arms, state, 76, 12), "arm 4 · ("+strings.Trim(state.Shot.Config.Scenario.Matroid.Describe(3), "()")+")", "lost to")
	state.Arm = 0
	uitest.Contains(t, text(arms, state, 76, 12), "in the basis")
	state.Arm = -1
	state.Shot.Learners[0].Active = []int{0, 1, 2, 4}
	uitest.Contains(t, text(arms, state, 76, 12), " × 4 ", "   5 ", " × 6 ")
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
	uitest.Contains(t, arms.Remark(), "by pulls")
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
	uitest.Contains(t, got[at+1], "▶ 8 ", "2,000")
	uitest.Contains(t, got[at+2], "  1 ", "1,024")
}

// A basis's names leave room in the border for the panel's title and scroll position.
func TestTheTitleOfABasisLeavesRoomForTheRemark(t *testing.T) {
	for _, c := range []struct{ ref, want string }{
		{"chh-synthetic", "Why 1, 2, 3?"},
		{"network", "Why these 7 arms?"},
		{"movies", "Why these 16 arms?"},
	} {
		why := NewWhy(uitest.Theme(termenv.Ascii))
		why.SetSize(52, 5)
		state := on(t, c.ref, "", 10, "optimal")
		why.SetState(state)
		if got := why.Title(); got != c.want {
			t.Errorf("%s: %q, want %q", c.ref, got, c.want)
		}
	}
}

// The sum of seven rewards has the nodes 1–4, 5–6, and 7; that of 70, of which only two levels are drawn,
// 1–64, 65–68, and 69–70.
func TestTheTreeOfASum(t *testing.T) {
	for count, want := range map[int][]string{
		7: {
			"       8 ································",
			"       4 ███████████████ ················  4 − 0.5000",
			"       2 ▒▒▒▒▒▒▒ ▒▒▒▒▒▒▒ ███████ ········  2 − 0.5000",
			"       1 ▒▒▒ ▒▒▒ ▒▒▒ ▒▒▒ ▒▒▒ ▒▒▒ ███ ····  1 − 0.5000",
		},
		70: {
			"      64 ███████████████ ················  64 − 0.5000",
			"       4 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒█···············  4 − 0.5000",
			"       2 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒█··············  2 − 0.5000",
		},
	} {
		w := NewWhy(uitest.Theme(termenv.Ascii))
		w.width = 62
		var nodes []noise.TreeNode
		for level, last := 10, 0; level >= 0; level-- {
			if size := 1 << level; count&size != 0 {
				last += size
				nodes = append(nodes, noise.TreeNode{Level: level, First: last - size + 1, Last: last, Sum: float64(size), Noise: -.5})
			}
		}
		if got := w.tree(nodes); !slices.Equal(got[:len(got)-1], want) {
			t.Errorf("%d rewards: %q", count, got)
		}
	}
}

// The densities of Beta(3, 3), (x(1−x))², and of N(0.5, 0.25²) at the middles of nine cells, as eighths of the
// largest; the draw is 0.72.
func TestTheCurveOfAPosterior(t *testing.T) {
	columns := map[string][]learners.Column{
		" ▂▅▇█▇│▂ ": {{Role: learners.Ones}, {Role: learners.Zeros}, {Role: learners.Sample}},
		"  ▂▅█│▂  ": {{Role: learners.Center}, {Role: learners.Spread}, {Role: learners.Sample}},
	}
	for want, columns := range columns {
		arm := learners.ArmTerms{Values: []float64{3, 3, .72}}
		if columns[0].Role == learners.Center {
			arm.Values = []float64{.5, .25, .72}
		}
		e := &learners.Explanation{Columns: columns, Arms: []learners.ArmTerms{arm}}
		bars := newTermBars(e, 9)
		if got := bars.draw(uitest.Theme(termenv.Ascii), &arm); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A square with a diagonal: the walk keeps three links, and the first one that it rejects closes a cycle.
func TestThePlacesOfATree(t *testing.T) {
	s := param.Must(scenarios.Open("network", ""))
	s.Matroid = param.Must(matroid.NewGraphic([][]string{{"A", "B"}, {"B", "C"}, {"C", "D"}, {"D", "A"}, {"A", "C"}}))
	s.Labels = nil
	w := NewWhy(uitest.Theme(termenv.Ascii))
	shot := &model.Snapshot{Config: &model.Config{Scenario: s}}
	view := &model.LearnerState{Play: []int{0, 1, 2}}
	for _, arm := range []int{0, 1, 4, 2, 3} {
		terms := learners.ArmTerms{Arm: arm}
		if arm == 4 {
			terms.LostTo = []int{0, 1}
		}
		view.Explanation.Arms = append(view.Explanation.Arms, terms)
	}
	w.state = State{Topic: facts.Topic{Shot: shot, Learner: view, Arm: -1}}
	w.SetSize(54, 10)
	want := []string{
		"        D ●                                ● A",
		"          ⢸                        ⡀ ⠄ ⠂ ⠁ ⡇",
		"          3                ⡀ ⠄ ⠂ ⠁         ⠇",
		"          ⢸          ⠄ ⠂ ⠁                 1",
		"          ⢸  ⡀ ⠄ ⠂ ⠁                       ⡇",
		"        C ●⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉2⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉● B",
		"1–3: kept in this order; dots: 5 closes a cycle",
	}
	if got := w.spanningTree(8); !slices.Equal(got, want) {
		t.Error(strings.Join(got, "\n"))
	}
	w.SetSize(53, 10)
	uitest.Contains(t, strings.Join(w.spanningTree(8), " "), "at least 54 columns")
}
