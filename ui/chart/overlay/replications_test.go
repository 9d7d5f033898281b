package overlay

import (
	"math"
	"testing"

	"regretscope/model"
	"regretscope/ui/chart"
)

// result is of two learners at three rounds, with 25 runs each.
func result() *model.Result {
	r := &model.Result{Runs: 25, Config: model.Setup{At: []int{1, 10, 100}}}
	for learner := range 2 {
		for i, t := range r.Config.At {
			regret := float64(100*learner + 10*i)
			r.Rows = append(r.Rows, model.Row{Series: learner, Round: t, Runs: 25, RegretMean: model.Number(regret), RegretSD: 5, ReturnMean: .5})
		}
	}
	return r
}

func TestReplicationsHaveABand(t *testing.T) {
	for spread, width := range map[Spread]float64{StandardError: 1, Deviation: 5} {
		mean, band := picture(Regret, false, 100).Replications(result(), 1, spread, 0)
		if len(band) != 1 {
			t.Fatalf("%v: %d bands", spread, len(band))
		}
		_, middle := values(mean)
		_, low := values(chart.Line{Points: band[0].Low})
		_, high := values(chart.Line{Points: band[0].High})
		for i, want := range []float64{100, 110, 120} {
			if middle[i] != want || low[i] != want-width || high[i] != want+width {
				t.Errorf("%v: %v, %v, %v around %v", spread, low[i], middle[i], high[i], want)
			}
		}
	}
	mean, band := picture(RegretPerLog, true, 100).Replications(result(), 0, Deviation, 0)
	_, middle := values(mean)
	_, high := values(chart.Line{Points: band[0].High})
	if want := 20 / math.Log(100); math.Abs(middle[2]-want) > 1e-12 || math.Abs(high[2]-want*1.25) > 1e-12 || !math.IsNaN(middle[0]) {
		t.Errorf("regret / ln t: %v, upper edge %v", middle, high)
	}
}

// What a band shows of a row, and around what.
func TestSpreads(t *testing.T) {
	row := &model.Row{
		Runs: 25, RegretMean: 10, RegretSD: 5, Median: 8,
		Interval: []model.Number{7, 14}, Quartiles: []model.Number{6, 9}, Tails: []model.Number{1, 30},
	}
	for spread, want := range map[Spread][3]float64{
		StandardError: {10, 9, 11}, Deviation: {10, 5, 15}, Error: {10, 7, 14}, "": {10, 7, 14}, Quartiles: {8, 6, 9}, Quantiles: {8, 1, 30},
	} {
		if middle, low, high := spread.Of(row); [3]float64{middle, low, high} != want {
			t.Errorf("%s: %v around %v to %v, want %v", spread, middle, low, high, want)
		}
	}
	seen := map[Spread]bool{}
	for s := range Spreads {
		seen[Spreads[s].Next()] = true
	}
	if len(seen) != len(Spreads) {
		t.Errorf("going on reaches %v", seen)
	}
}

// A sweep is regret at the horizon, in the order of the parameter; what is infinite has no
// place on the axis.
func TestSweep(t *testing.T) {
	epsilons := []float64{20, .5, math.Inf(1), 3}
	r := &model.Result{Runs: 25, Config: model.Setup{Learners: []string{"ucb1"}, Points: make([]model.Point, len(epsilons))}}
	for i := range epsilons {
		for _, round := range []int{1, 100} {
			r.Rows = append(r.Rows, model.Row{Series: i, Round: round, Runs: 25, RegretMean: model.Number(1000*i + round), RegretSD: 5})
		}
	}
	c := picture(Regret, false, 100).Sweep(r, chart.Axis{Symbol: "ε"}, func(point int) float64 { return epsilons[point] }, StandardError)
	line := c.Lines[0].Points
	for i, want := range []struct{ epsilon, mean float64 }{{.5, 1100}, {3, 3100}, {20, 100}} {
		if len(line) != 3 || line[i] != (chart.Point{X: want.epsilon, Y: want.mean}) {
			t.Fatalf("%v, want %v", line, want)
		}
	}
	if _, low := values(chart.Line{Points: c.Bands[0].Low}); low[0] != 1099 {
		t.Errorf("lower edge %v", low)
	}
}

func TestReplicationsWithoutABand(t *testing.T) {
	if _, band := picture(Regret, false, 100).Replications(result(), 0, NoBand, 0); band != nil {
		t.Error("a band although none was chosen")
	}
	mean, band := picture(Return, false, 100).Replications(result(), 0, Deviation, 0)
	if _, got := values(mean); band != nil || got[2] != .5 {
		t.Errorf("return: %v, %d edges: its spread is not measured", got, len(band))
	}
	single := result()
	for i := range single.Rows {
		single.Rows[i].RegretSD = model.Number(math.NaN())
	}
	if _, band := picture(Regret, false, 100).Replications(single, 0, Deviation, 0); band != nil {
		t.Error("one run has no spread")
	}
	if mean, band := picture(Regret, false, 100).Replications(&model.Result{Config: model.Setup{At: []int{1}}}, 0, Deviation, 0); band != nil {
		t.Error("no run has no spread")
	} else if rounds, _ := values(mean); len(rounds) != 0 {
		t.Error("no run has no mean")
	}
}
