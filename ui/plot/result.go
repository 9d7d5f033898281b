package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
)

// Options say what a picture of a result shows.
type Options struct {
	Band overlay.Spread
	LogX bool // rounds, or the parameter, on a logarithmic axis
	LogY bool // regret on a logarithmic axis
}

// maxPanels is how many small multiples one sheet has.
const maxPanels = 16

// OfResult makes the picture of a result: regret over rounds, one panel a grid
// point; regret over a parameter where one is swept at more points than a sheet
// has panels for; a heat map a learner where two are. A result without a finished
// run has no picture.
func OfResult(r *model.Result, o Options) (*Sheet, error) {
	if r.Runs == 0 {
		return nil, fmt.Errorf("no run is complete, so there is nothing to draw")
	}
	s := &Sheet{Title: title(r, o.Band)}
	axes := sweep(r)
	switch {
	case len(axes) == 1 && len(axes[0].values) > 3:
		s.Panels = []Panel{overParameter(r, &axes[0], o)}
	case len(axes) == 2 && len(axes[0].values)*len(axes[1].values) > 4:
		for i := range r.Config.Learners {
			s.Panels = append(s.Panels, heat(r, axes, i))
		}
	default:
		points := max(1, len(r.Config.Points))
		if points > maxPanels {
			return nil, fmt.Errorf("%d grid points along %d parameters are too many for one picture of at most %d panels", points, len(axes), maxPanels)
		}
		for p := range points {
			s.Panels = append(s.Panels, overRounds(r, p, o))
		}
	}
	return s, nil
}

// title says what all panels have in common.
func title(r *model.Result, b overlay.Spread) string {
	c := &r.Config
	var parts []string
	varies := func(symbol string) bool {
		return slices.ContainsFunc(sweep(r), func(p parameter) bool { return p.symbol == symbol })
	}
	if !varies(scenarioSymbol) {
		parts = append(parts, c.Scenario.Name)
	}
	if !varies(epsilonSymbol) {
		parts = append(parts, "ε = "+kit.Epsilon(float64(c.Epsilon)))
	}
	return strings.Join(append(parts, b.Title(r.Runs)), " · ")
}

// overRounds is a grid point's regret over rounds.
func overRounds(r *model.Result, point int, o Options) Panel {
	learners := len(r.Config.Learners)
	p := overlay.Picture{Of: overlay.Regret}
	c := &chart.Chart{Rounds: chart.Axis{Log: o.LogX}, Values: chart.Axis{Log: o.LogY, Floor: true}}
	for i := range learners {
		rows := r.Of(point*learners + i)
		c.Round = max(c.Round, rows[len(rows)-1].Round)
		line, band := p.Replications(r, point*learners+i, o.Band, i)
		line.Name = r.Config.Learners[i]
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band...)
		if rows[0].RegretExact != nil {
			c.Lines = append(c.Lines, chart.Line{Series: i, Guide: true, Points: func(yield func(int, float64) bool) {
				for k := range rows {
					if !yield(rows[k].Round, float64(*rows[k].RegretExact)) {
						return
					}
				}
			}})
		}
	}
	c.Limit = c.Round
	return Panel{Title: pointTitle(r, point), X: "t", Y: "R(t)", Chart: c}
}

func pointTitle(r *model.Result, point int) string {
	var parts []string
	for _, a := range sweep(r) {
		parts = append(parts, a.symbol+" = "+a.of(&r.Config.Points[point]))
	}
	return strings.Join(parts, ", ")
}

// A parameter is what a sweep varies.
type parameter struct {
	symbol string
	of     func(*model.Point) string
	number func(*model.Point) float64
	values []string // in the order of the grid
}

// The symbols of what a sweep can vary.
const (
	scenarioSymbol = "scenario"
	epsilonSymbol  = "ε"
)

// sweep lists what differs between the grid points.
func sweep(r *model.Result) []parameter {
	all := []parameter{
		{symbol: scenarioSymbol, of: func(p *model.Point) string { return p.Scenario.Name }, number: func(p *model.Point) float64 { return float64(len(p.Scenario.Phases[0].Means)) }},
		{symbol: epsilonSymbol, of: func(p *model.Point) string { return kit.Epsilon(float64(p.Epsilon)) }, number: func(p *model.Point) float64 { return float64(p.Epsilon) }},
		{symbol: "T", of: func(p *model.Point) string { return number.Tick(float64(p.Horizon)) }, number: func(p *model.Point) float64 { return float64(p.Horizon) }},
	}
	var swept []parameter
	for _, a := range all {
		for i := range r.Config.Points {
			if text := a.of(&r.Config.Points[i]); !slices.Contains(a.values, text) {
				a.values = append(a.values, text)
			}
		}
		if len(a.values) > 1 {
			swept = append(swept, a)
		}
	}
	return swept
}

// overParameter is the regret at the horizon over the one parameter that is
// swept.
func overParameter(r *model.Result, a *parameter, o Options) Panel {
	p := overlay.Picture{Of: overlay.Regret, Log: o.LogX}
	c := p.Sweep(r, func(point int) float64 { return a.number(&r.Config.Points[point]) }, o.Band)
	c.Values.Log = o.LogY
	symbol := a.symbol
	if symbol == scenarioSymbol {
		symbol = "K"
	}
	return Panel{X: symbol, Y: "R(T)", Chart: c}
}

// heat is one learner's mean regret at the horizon over two parameters.
func heat(r *model.Result, axes []parameter, learner int) Panel {
	learners := len(r.Config.Learners)
	x, y := &axes[1], &axes[0]
	h := &Heat{XNames: x.values, YNames: y.values}
	for range y.values {
		h.Values = append(h.Values, slices.Repeat([]float64{math.NaN()}, len(x.values)))
	}
	for p := range r.Config.Points {
		point, rows := &r.Config.Points[p], r.Of(p*learners+learner)
		h.Values[slices.Index(y.values, y.of(point))][slices.Index(x.values, x.of(point))] = float64(rows[len(rows)-1].RegretMean)
	}
	return Panel{Title: r.Config.Learners[learner] + ": mean R(T)", X: x.symbol, Y: y.symbol, Heat: h}
}
