package figure

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/noise"
)

// Equal runs have no interval, whatever is estimated, and fewer than thirty decide nothing.
func TestEqualRuns(t *testing.T) {
	sample := func(n int, value float64) []float64 { return slices.Repeat([]float64{value}, n) }
	for n, want := range map[int]Outcome{8: Undecided, 29: Undecided, 30: Seen} {
		sum := func(means []float64) float64 { return means[0] + means[1] }
		for name, number := range map[string]Number{
			"mean":      within("", mean(sample(n, 3), .99), 2, 4),
			"ratio":     ratioWithin("", sample(n, 6), sample(n, 2), 2, 4, .99),
			"statistic": within("", jackknife(slices.Repeat([][]float64{{1, 2}}, n), .99, sum), 2, 4),
		} {
			t.Run(fmt.Sprintf("%s of %d", name, n), func(t *testing.T) {
				spread := fmt.Sprintf("(all %d runs equal)", n)
				if number.Outcome != want || number.Value != 3 || !math.IsNaN(float64(number.Low)) ||
					number.Spread() != spread {
					t.Errorf("%s, %s", number.Outcome, number)
				}
			})
		}
	}
	// Runs without regret say nothing of a ratio, and ratios that differ have an interval.
	if n := ratioWithin("", sample(20, 0), sample(20, 0), 0, 2, .99); n.Outcome != Undecided {
		t.Errorf("0/0 is %s", n.Outcome)
	}
	if n := ratioWithin("", []float64{0, 1, 2, 3}, []float64{0, 2, 2, 2}, 0, 2, .5); n.Equal > 0 || math.IsNaN(float64(n.Low)) {
		t.Errorf("different ratios: %s", n)
	}
}

// A number shows its claimed limits.
func TestNumbersSayWhatIsClaimed(t *testing.T) {
	inf := math.Inf(1)
	for want, n := range map[string]Number{
		"x: 2":                 reported("x", 2),
		"x: unknown":           reported("x", math.NaN()),
		"x: 2, claimed ≤ 3":    within("x", exactly(2), -inf, 3),
		"x: 2, claimed ≥ 1":    within("x", exactly(2), 1, inf),
		"x: 2, claimed 1 to 3": within("x", exactly(2), 1, 3),
		"x: 2.0000 [2.0000, 2.0000], claimed ≤ 0": judgePairs([]pair{{"x", []float64{3, 4, 5}, []float64{1, 2.000001, 3}}}, .01)[0],
	} {
		if got := n.String(); got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
}

func TestBestPower(t *testing.T) {
	for _, p := range []float64{.25, .66, 1, 2} {
		var xs, ys []float64
		for x := .02; x <= 2; x += .04 {
			xs, ys = append(xs, x), append(ys, 100+30*math.Pow(x, p))
		}
		if got := bestPower(xs, ys); math.Abs(got-p) > 1e-5 {
			t.Errorf("%v: %v", p, got)
		}
	}
}

// X values of grid points, by hand.
func TestPlacesOnAxes(t *testing.T) {
	for _, c := range []struct {
		shows Quantity
		panel Panel
		want  string
	}{
		{GapAxis, Panel{Scenarios: []string{"chh-uniform,L=8,rank=2,gap=0.05|0.4"}, Learners: []string{"omm"}}, "[0.05 0.4]"},
		{GapAxis, Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"ucb1"}}, "[0.125]"},
		{OutsideAxis, Panel{Scenarios: []string{"chh-uniform,L=6|10,rank=2"}, Learners: []string{"omm"}}, "[4 8]"},
		{RankAxis, Panel{Scenarios: []string{"chh-uniform,L=8,rank=2|3"}, Learners: []string{"omm"}}, "[2 3]"},
		{PhasesAxis, Panel{Scenarios: []string{"gaj-switch,L=3|4"}, Learners: []string{"sw-klucb-cf"}}, "[3 4]"},
		{SlopeAxis, Panel{Scenarios: []string{"gaj-switch"}, Learners: []string{"sw-klucb-cf"}, Channels: []string{"rr(.9,.6)", "rr(1,1)"}}, "[4 1]"},
		{SlopeAxis, Panel{Scenarios: []string{"gaj-switch"}, Learners: []string{"sw-klucb-cf"}, Epsilon: []float64{math.Log(3)}}, "[4]"}, // ((3 + 1)/(3 − 1))²
		{SlopeAxis, Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"ucb1"}}, "[1]"},                                             // rewards as they are,
		{InverseAxis, Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"dp-se"}, Spaced: &Spaced{From: .5, To: 10, Count: 3, Inverse: true}}, "[2 1.05 0.1]"},
		{PrivacyAxis, Panel{Scenarios: []string{"hhmh-1"}, Learners: []string{"dp-se"}, Spaced: &Spaced{From: .5, To: 2.5, Count: 3}}, "[0.5 1.5 2.5]"},
	} {
		t.Run(fmt.Sprint(c.shows, c.panel.Scenarios, c.panel.Channels), func(t *testing.T) {
			c.panel.X.Shows, c.panel.Horizon = c.shows, []int{20_000}
			s := madeUp(t, c.panel, 2, func(int, int, float64, float64) float64 { return 1 })
			var at []string
			for p := range s.Points {
				x := s.X(p)
				at = append(at, fmt.Sprintf("%.4g", x))
			}
			if got := fmt.Sprint(at); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Of 1,000 samples whose means are equal, a rule of confidence .95 must decide about 50, in either direction: more
// than 75 would come by chance with probability below .001. Half of the confidence, which this must notice, decides
// far more.
func TestFalseAlarms(t *testing.T) {
	alarms := func(confidence float64) int {
		n := 0
		for i := range 1000 {
			stream := noise.NewStream(noise.KeyOf(fmt.Sprint("alarm ", i)))
			a, b := make([]float64, 20), make([]float64, 20)
			for k := range a {
				both := stream.Normal(0, 1) // the same rewards
				a[k], b[k] = 100+both+stream.Normal(0, 1), 100+both+stream.Normal(0, 1)
			}
			if within("", difference(&pair{a: a, b: b}, confidence), math.Inf(-1), 0).Outcome != Undecided {
				n++
			}
		}
		return n
	}
	if n := alarms(.95); n > 75 || n < 25 {
		t.Errorf("%d of 1000 equal samples are decided", n)
	}
	if n := alarms(.5); n < 400 {
		t.Errorf("at confidence .5 only %d of 1000 are", n)
	}
}

// The jackknife's interval for the mean is Student's, and for the slope of a
// power law it holds the slope in about as many samples as it says.
func TestJackknife(t *testing.T) {
	xs := []float64{0, 1, 2, 3}
	missed := 0
	for i := range 400 {
		stream := noise.NewStream(noise.KeyOf(fmt.Sprint("jackknife ", i)))
		runs := make([][]float64, 30)
		for r := range runs {
			for _, x := range xs {
				runs[r] = append(runs[r], math.Exp(.5*x)*(10+stream.Normal(0, 1)))
			}
		}
		if e := jackknife(runs, .95, func(m []float64) float64 { return logSlope(xs, m) }); !e.Contains(.5) {
			missed++
		}
	}
	if missed > 40 || missed < 5 { // 20 are expected, with standard deviation 4.4
		t.Errorf("400 intervals of confidence .95 miss the slope %d times", missed)
	}
}
