package panel

import (
	"slices"
	"strings"
	"testing"

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
		"▂▃▅▇█▇│▃▂": {{Role: learners.Center}, {Role: learners.Spread}, {Role: learners.Sample}},
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
	w.state = State{Focus: facts.Focus{Shot: shot, Learner: view, Arm: -1}}
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
	if got := w.places(8); !slices.Equal(got, want) {
		t.Error(strings.Join(got, "\n"))
	}
	w.SetSize(53, 10)
	uitest.Contains(t, strings.Join(w.places(8), " "), "at least 54 columns")
}
