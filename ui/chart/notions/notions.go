// Package notions draws and says what a mechanism costs in every notion of privacy: its
// trade-off curve between the two errors of a test, and δ as a function of ε, beside the
// normal shift of the same μ and what running the learner has shown.
package notions

import (
	"math"
	"slices"

	"regretscope/noise/curve"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// Curves are what a mechanism costs in the notions that are curves, at points that are
// close enough for any picture. Computing them takes up to a second; drawing them takes
// no time.
type Curves struct {
	Mechanism curve.Mechanism
	Rho, Mu   curve.Value
	levels    []curve.Value // the trade-off curve at the levels of errors
	deltas    []curve.Value // δ at the places of epsilons
	epsilons  []int
	step      float64 // of one place on the axis of ε
}

// unit is what one place on the axis of type I errors stands for: 1 is so many.
const unit = 10_000

// level05 is the place of the level of tests that values are told at.
const level05 = unit / 20

// places are the levels at which a trade-off curve is computed: dense where it is steep.
var places = func() []int {
	var all []int
	for x := 1.0; x < 200; x = max(x*1.15, x+1) {
		all = append(all, int(x))
	}
	for x := 200; x <= unit; x += 75 {
		all = append(all, x)
	}
	all = append(all, 0, level05, unit)
	slices.Sort(all)
	return slices.Compact(all)
}()

// Of computes the curves of a mechanism.
func Of(m curve.Mechanism) *Curves {
	c := &Curves{Mechanism: m, Rho: m.Rho(), Mu: m.Mu()}
	miss := curve.TradeOffs(m)
	for _, x := range places {
		c.levels = append(c.levels, miss(float64(x)/unit))
	}
	c.sampleDelta()
	return c
}

// least is the δ below which its picture ends.
const least = 1e-6

// sampleDelta computes δ from ε = 0 up to where there is nothing left of it.
func (c *Curves) sampleDelta() {
	delta := curve.Deltas(c.Mechanism)
	end := c.Mechanism.Epsilon().Upper
	if end > 0 && delta(end*(1-1e-9)).Upper < least || math.IsInf(end, 1) {
		low, high := 0.0, 1.0
		for high < 1e3 && high < end && delta(high).Upper > least {
			low, high = high, 2*high
		}
		if high >= 1e3 {
			low, high = 10, 10 // hardly anything is hidden at any ε
		}
		for high = min(high, end); high-low > 1e-3*high; {
			if middle := (low + high) / 2; delta(middle).Upper > least {
				low = middle
			} else {
				high = middle
			}
		}
		end = high
	}
	if end == 0 {
		end = 1
	}
	c.step = math.Pow(10, math.Floor(math.Log10(end))-3)
	last := int(end / c.step)
	for i := range 120 {
		c.epsilons = append(c.epsilons, last*i/120)
	}
	for left := last / 120; left > 0; left = left * 2 / 3 { // the end of a logarithmic axis is steep
		c.epsilons = append(c.epsilons, last-left)
	}
	c.epsilons = append(c.epsilons, last)
	slices.Sort(c.epsilons)
	c.epsilons = slices.Compact(c.epsilons)
	for _, place := range c.epsilons {
		c.deltas = append(c.deltas, delta(float64(place)*c.step))
	}
}

// Labels are what stands beside a picture.
type Labels struct{ Title, X, Y string }

// The labels of the two pictures.
var (
	OfTradeOff = Labels{"Trade-off curve", "error of type I", "least error of type II"}
	OfDelta    = Labels{"δ(ε)", "ε", "δ"}
)

// TradeOff is the picture of the least error of type II over the error of type I.
func (c *Curves) TradeOff(measured Measured) *chart.Chart {
	picture := &chart.Chart{
		Rounds: chart.Axis{Low: 0, High: unit, Step: 1. / unit, Name: "type I"}, Values: chart.Axis{Low: 0, High: 1},
		Round: unit, Limit: unit, Cursor: level05,
	}
	picture.Lines = []chart.Line{{
		Name: "no information", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: func(yield func(int, float64) bool) { _ = yield(0, 1) && yield(unit, 0) },
	}}
	c.add(picture, places, c.levels, func(place int) float64 {
		return curve.GaussianTradeOff(c.Mu.Value, float64(place)/unit)
	})
	measured.add(picture, "at most, by running", places, func(place int) curve.Value { return measured.Shown.TradeOff(float64(place) / unit) })
	place := func(error float64) int { return int(math.Round(error * unit)) }
	for i, s := range measured.Spots {
		spot := chart.Spot{
			Series: seriesShown, Round: place(s.First), Value: s.Second,
			From: place(s.FirstFrom), To: place(s.FirstTo), Low: s.SecondFrom, High: s.SecondTo,
		}
		if i == 0 {
			spot.Name = measured.Name
		}
		picture.Spots = append(picture.Spots, spot)
	}
	return picture
}

// Delta is the picture of δ over ε, with marks at the ε's that are claimed and true.
func (c *Curves) Delta(claimed float64, measured Measured) *chart.Chart {
	last := c.epsilons[len(c.epsilons)-1]
	picture := &chart.Chart{
		Rounds: chart.Axis{Low: 0, High: float64(last), Step: c.step, Name: "ε"}, Values: chart.Axis{Log: true, Format: kit.Short},
		Round: last, Limit: last, Empty: "δ is 0 at every ε: nothing is lost",
	}
	if at := int(math.Round(claimed / c.step)); claimed > 0 && at <= last {
		picture.Cursor = at
	}
	c.add(picture, c.epsilons, c.deltas, func(place int) float64 {
		return curve.GaussianSum{Deviation: 1 / c.Mu.Value}.Delta(float64(place) * c.step).Value
	})
	measured.add(picture, "at least, by running", c.epsilons, func(place int) curve.Value { return measured.Shown.Delta(float64(place) * c.step) })
	return picture
}

// add draws what running has shown, if anything, at some places.
func (m *Measured) add(picture *chart.Chart, name string, at []int, shown func(place int) curve.Value) {
	if m.Shown != nil {
		picture.Lines = append(picture.Lines, chart.Line{
			Name: name, Series: seriesShown, Dotted: true, Points: pointsOf(at, func(i int) float64 { return shown(at[i]).Value }),
		})
	}
}

// The colours of what was computed, of the normal shift and of what was measured.
const (
	seriesExact = iota
	seriesNormal
	seriesShown
)

// add draws the mechanism's curve at some places, what is proved where that is another
// one, and the normal shift of the same μ.
func (c *Curves) add(picture *chart.Chart, at []int, values []curve.Value, normal func(place int) float64) {
	name, searched := names[curve.Exact], false
	for _, v := range values {
		if v.Status != curve.Exact {
			name = names[v.Status]
			searched = searched || v.Status == curve.Searched
		}
	}
	picture.Lines = append(picture.Lines, chart.Line{
		Name: "normal, μ = " + kit.Loss(c.Mu.Value), Series: seriesNormal,
		Points: pointsOf(at, func(i int) float64 { return normal(at[i]) }),
	})
	if searched {
		picture.Lines = append(picture.Lines, chart.Line{
			Name: "proven bound", Series: chart.Neutral, Dotted: true,
			Points: pointsOf(at, func(i int) float64 { return values[i].Upper }),
		})
	}
	picture.Lines = append(picture.Lines, chart.Line{
		Name: name, Series: seriesExact, Selected: true,
		Points: pointsOf(at, func(i int) float64 { return values[i].Value }),
	})
}

// names are those of the mechanism's own curve.
var names = map[curve.Status]string{curve.Exact: "exact", curve.Searched: "found by search", curve.Upper: "proven bound"}

func pointsOf(places []int, value func(i int) float64) chart.Points {
	return func(yield func(int, float64) bool) {
		for i, place := range places {
			if !yield(place, value(i)) {
				return
			}
		}
	}
}
