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

func TestReplicationsWithoutABand(t *testing.T) {
	if _, band := picture(Regret, false, 100).Replications(result(), 0, NoBand, 0); band != nil {
		t.Error("a band nobody wants")
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
