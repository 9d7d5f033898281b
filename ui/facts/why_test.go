package facts

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// said returns the reason of a focus, without the learner's own note.
func said(f *Topic) (texts []string) {
	for _, p := range f.Reasons().Why() {
		if p.Tone != kit.Plain {
			texts = append(texts, p.Lead)
		}
	}
	return texts
}

func TestSentences(t *testing.T) {
	columns := func(roles ...learners.Role) []learners.Column {
		list := make([]learners.Column, len(roles))
		for i, r := range roles {
			list[i] = learners.Column{Name: "c", Role: r}
		}
		list[len(list)-1].Name = "index"
		return list
	}
	const (
		estimate, width, bonus, noise, score = learners.Estimate, learners.Confidence, learners.PrivacyBonus, learners.Noise, learners.UpperIndex
	)
	for _, c := range []struct {
		name    string
		columns []learners.Column
		values  [][]float64
		pulls   []int
		chosen  int
		want    []string
	}{
		{
			"tried less", columns(estimate, width, score),
			[][]float64{{.747, .02, .767}, {.637, .067, .704}},
			[]int{90, 10},
			1,
			[]string{
				"Arm 1 won: its index 0.7670 beat arm 2’s 0.7040. Arm 1 is estimated at 0.7470 plus 0.0200 for few pulls; " +
					"arm 2 is estimated at 0.6370 plus 0.0670 for few pulls, a larger bonus because arm 2 has fewer pulls.",
				"Why not arm 2? Its index 0.7040 is 0.0630 below arm 1’s 0.7670. Its estimate 0.6370 would have to be above 0.7000, " +
					"or its exploration bonus 0.0670 would have to be above 0.1300.",
			},
		},
		{
			"a tie", columns(estimate, bonus, score),
			[][]float64{{.5, .25, .75}, {.5, .25, .75}},
			[]int{5, 5},
			1,
			[]string{"Arm 1 won a tie: its index 0.7500 is also that of arm 2.", "Why not arm 2? It tied with arm 1; ties are broken at random."},
		},
		{
			"digits enough", columns(estimate, bonus, score),
			[][]float64{{.5, .35632, .85632}, {.5, .35628, .85628}},
			[]int{5, 5},
			1,
			[]string{
				"Arm 1 won: its index 0.85632 beat arm 2’s 0.85628.", "Its index 0.85628 is 4·10⁻⁵ below arm 1’s 0.85632.",
				"Its estimate 0.50000 would have to be above 0.50004, or its bonus for privacy noise 0.35628 would have to be above 0.35632.",
			},
		},
		{
			"a tie but for rounding", columns(estimate, bonus, score),
			[][]float64{{.1, .2, .3}, {.2, .1, .1 + .2}},
			[]int{5, 5},
			1,
			[]string{"Arm 1 won a tie", "It tied with arm 1; ties are broken at random."},
		},
		{
			"not tried yet", columns(estimate, width, score),
			[][]float64{{.9, .1, math.Inf(1)}, {.5, .1, .6}},
			[]int{0, 5},
			-1,
			[]string{"Arm 1 won: its index ∞ comes before all others, because it had not been tried yet."},
		},
		{
			"forgotten by discounts", columns(estimate, width, score),
			[][]float64{{.9, .1, math.Inf(1)}, {.5, .1, math.Inf(1)}},
			[]int{107, 5},
			-1,
			[]string{"Arm 1 won a tie: its index ∞ is also that of arm 2, because all its observations had been forgotten."},
		},
		{
			"indices that round to 1",
			[]learners.Column{{Name: "index"}, {Name: "−ln(1−index)", Role: learners.Rank}},
			[][]float64{{1, math.Inf(1)}, {1, 54.9}},
			[]int{107, 5},
			1,
			[]string{
				"Arm 1 won: its −ln(1−index) ∞ comes before all others; indices that round to 1 are compared by it.",
				"Why not arm 2? Its −ln(1−index) is 54.900, that of arm 1 is ∞.",
			},
		},
		{
			"noise", columns(estimate, noise, score),
			[][]float64{{12, 3, 15}, {20, -8, 12}},
			[]int{5, 5},
			1,
			[]string{"Arm 1 won: its noisy score 15 beat arm 2’s 12", "Its noise −8 would have to be above −5."},
		},
		{
			"a draw",
			[]learners.Column{{Name: "a", Role: learners.Ones}, {Name: "b", Role: learners.Zeros}, {Name: "θ", Role: learners.Sample}},
			[][]float64{{3, 1, .9}, {1, 3, .4}},
			[]int{2, 2},
			1,
			[]string{"Arm 1 won: its draw 0.9000 beat arm 2’s 0.4000. Arm 1 is drawn around 0.7500", "It would have to be drawn above 0.9000, and is drawn around 0.2500."},
		},
		{
			"chance",
			[]learners.Column{{Name: "p", Role: learners.Probability}},
			[][]float64{{.25}, {.75}},
			[]int{1, 1},
			-1,
			[]string{"Arm 1 was drawn: its chance was 25%."},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			shot := uitest.Snapshot(uitest.On(t, "hhmh-1", "", 1, "ucb1"), 100)
			view := &shot.Learners[0]
			view.Explanation = learners.Explanation{Columns: c.columns}
			for j, values := range c.values {
				view.Explanation.Arms = append(view.Explanation.Arms, learners.ArmTerms{Arm: j, Values: values})
			}
			view.Play, view.Pulls = []int{0}, c.pulls
			got := strings.Join(said(&Topic{Shot: shot, Learner: view, Arm: c.chosen}), "\n")
			uitest.Contains(t, got, c.want...)
		})
	}
}

// For every learner, scenario, and channel, there is a sentence for every round that a score
// decided, an arm with the stated missing amount would have reached the winner's score, and each
// number in the sentences is computed a second time.
func TestEveryLearnerHasASentence(t *testing.T) {
	sentences, changed, checked := 0, 0, 0
	for _, d := range learners.All() {
		for _, on := range [][2]string{
			{"hhmh-1"}, {"ww-det"}, {"gaj-switch"}, {"network"}, {"movies"}, {"hhmh-1", "rr(0.9,0.8)"}, {"hhmh-1", "rr(0.1,0.2)"},
		} {
			ref := strings.Join(on[:], " ")
			config := uitest.On(t, on[0], "", 1, "random")
			config.Horizon, config.Channel = 2000, on[1]
			config.Learners = []learners.Spec{{Declaration: d}}
			if config.Check() != nil {
				continue
			}
			for _, round := range []int{40, 200, 900} {
				shot := uitest.Snapshot(config, round)
				s, c := checkSentences(t, d.ID+" on "+ref, shot)
				sentences, changed, checked = sentences+s, changed+c, checked+checkNumbers(t, d.ID+" on "+ref, shot)
			}
		}
	}
	if sentences < 60 || changed < 200 || checked < 5000 {
		t.Errorf("only %d sentences, %d changes, and %d numbers", sentences, changed, checked)
	}
}

func checkSentences(t *testing.T, where string, shot *model.Snapshot) (explained, changed int) {
	t.Helper()
	view := &shot.Learners[0]
	e := &view.Explanation
	if !view.Explained || !e.LargestWins() || len(e.Arms) == 0 {
		return 0, 0
	}
	for j := range view.Pulls {
		f := &Topic{Shot: shot, Learner: view, Arm: j}
		sentences := said(f)
		if len(sentences) == 0 || strings.Contains(strings.Join(sentences, ""), "NaN") || strings.Contains(strings.Join(sentences, ""), "–.") {
			t.Fatalf("%s, round %d, arm %d: %q", where, shot.Round, j, sentences)
		}
		if !slices.Contains(view.Play, j) && len(sentences) != 2 {
			t.Errorf("%s, round %d: nothing on why not arm %d: %q", where, shot.Round, j, sentences)
		}
		changed += checkChange(t, where, f)
	}
	return 1, changed
}

// checkChange gives an arm the missing estimate.
func checkChange(t *testing.T, where string, f *Topic) int {
	t.Helper()
	r, ok := f.Reasons().reason(f.Arm)
	winner, _ := f.Reasons().reason(f.Learner.Play[0])
	gap := winner.score - r.score
	if !ok || len(f.Learner.Play) > 1 || !number.Finite(gap) || number.Finite(r.center) || !r.adds {
		return 0
	}
	if sum := r.estimate + gap + r.lift() + orZero(r.noise); math.Abs(sum-winner.score) > 1e-9*max(1, math.Abs(sum)) {
		t.Errorf("%s: with %v more, arm %d would have %v, the winner has %v", where, gap, f.Arm, sum, winner.score)
	}
	return 1
}

// An arm that was played often, but not in the window, is not called untried.
func TestWhyAForgottenArmIsPlayed(t *testing.T) {
	config := uitest.On(t, "gaj-swap,K=10,L=2,length=2000", "", 2000, "sw-klucb-cf,w=30")
	config.Epsilon, config.Seed = 2, 3
	shot := uitest.Snapshot(config, 1510)
	view := &shot.Learners[0]
	if view.Pulls[5] < 100 {
		t.Fatalf("arm 6 has %d pulls", view.Pulls[5])
	}
	const want = "Arm 6 won: its index ∞ comes before all others, because the window of 30 rounds had forgotten it."
	if got := said(&Topic{Shot: shot, Learner: view, Arm: -1}); len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}
