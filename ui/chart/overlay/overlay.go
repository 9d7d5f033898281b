// Package overlay makes lines of a chart from other sources than the run: the theory of a learner's
// regret, and measurements of replications. Labels state the claim of a line and its source.
package overlay

import (
	"cmp"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/theory"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// Replications returns the line of a learner in a result and the band around it, if the spread
// is known. The caller adds name and selection.
func (p *Picture) Replications(r *trials.Result, learner int, s Spread, series int) (chart.Line, []chart.Band) {
	rows := r.Of(learner)
	return p.spread(s, series, rows, func(i int) float64 { return float64(rows[i].Round) })
}

// spread returns the line and the band of rows, each at its place on the x axis. The return has only a mean.
func (p *Picture) spread(s Spread, series int, rows []trials.Row, x func(int) float64) (chart.Line, []chart.Band) {
	middle, band := chart.Line{Series: series}, []chart.Band(nil)
	edges := chart.Band{Series: series}
	for i := range rows {
		row, at := &rows[i], x(i)
		if p.Of == Return {
			middle.Points = append(middle.Points, chart.Point{X: at, Y: float64(row.ReturnMean)})
			continue
		}
		y, low, high := s.Of(row)
		middle.Points = append(middle.Points, chart.Point{X: at, Y: p.value(row.Round, y)})
		if y >= 0 { // no run of theirs has less than none
			low = max(low, 0)
		}
		edges.Low = append(edges.Low, chart.Point{X: at, Y: p.value(row.Round, low)})
		edges.High = append(edges.High, chart.Point{X: at, Y: p.value(row.Round, high)})
	}
	if n := len(edges.Low); n > 0 && !math.IsNaN(edges.Low[n-1].Y) {
		band = []chart.Band{edges}
	}
	return middle, band
}

// Sweep returns the chart of regret at the horizon over a parameter, with a line and a band for every learner. value
// returns the parameter's value at a grid point. Points with an infinite value are left out.
func (p *Picture) Sweep(r *trials.Result, x chart.Axis, value func(point int) float64, s Spread) *chart.Chart {
	var order []int
	for point := range r.Config.Points {
		if number.Finite(value(point)) {
			order = append(order, point)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	x.Log = p.Log
	c := &chart.Chart{X: x, Y: chart.Axis{Floor: p.Of != Return}}
	if n := len(order); n > 0 {
		c.End = value(order[n-1])
		c.Limit = c.End
		if p.Log {
			c.X.Low, c.X.High = value(order[0]), c.End
		}
	}
	for i, name := range r.Config.Names() {
		var rows []trials.Row
		var at []float64
		for _, point := range order {
			if all := r.Of(point*len(r.Config.Learners) + i); len(all) > 0 {
				rows, at = append(rows, all[len(all)-1]), append(at, value(point))
			}
		}
		line, band := p.spread(s, i, rows, func(row int) float64 { return at[row] })
		line.Name, line.Marked = name, true
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band...)
	}
	return c
}

// A Spread is the kind of band around the runs, by its name on the command line. It determines
// the line in the middle.
type Spread string

// The kinds of band. The zero value means Error.
const (
	StandardError Spread = "se"        // of the mean
	Deviation     Spread = "sd"        // of single runs, around their mean
	Error         Spread = "error"     // 95% interval of the mean
	Quartiles     Spread = "quartiles" // 25 to 75% of the runs, around their median
	Quantiles     Spread = "quantiles" // 5 to 95% of the runs, around their median
	NoBand        Spread = "none"      // only the mean
)

// Spreads lists all spreads, in the order of the command.
var Spreads = []Spread{StandardError, Quartiles, Quantiles, Error, Deviation, NoBand}

// Next returns the following spread, in a circle.
func (s Spread) Next() Spread { return Spreads[(slices.Index(Spreads, s)+1)%len(Spreads)] }

// words holds the names of the middle, of the band, and of a table's column.
var words = map[Spread]struct{ middle, band, column string }{
	StandardError: {"mean", " ± standard error", "regret ± se"},
	Deviation:     {"mean", " ± sd of a run", "regret ± sd"},
	Error:         {"mean", ", 95% interval", "regret, 95% interval"},
	Quartiles:     {"median", ", quartiles", "regret, quartiles"},
	Quantiles:     {"median", ", 5 to 95% of runs", "regret, 5 to 95%"},
	NoBand:        {"mean", ", no band", "regret"},
}

// Middle returns the name of the line in the band: mean or median.
func (s Spread) Middle() string { return words[cmp.Or(s, Error)].middle }

// Band describes the band; it follows the name of the line.
func (s Spread) Band() string { return words[cmp.Or(s, Error)].band }

// Column returns the heading of a table's column of the spread.
func (s Spread) Column() string { return words[cmp.Or(s, Error)].column }

// Of returns the middle and the edges of a row's regret; the edges are NaN without a band or if
// the spread is unknown.
func (s Spread) Of(row *trials.Row) (middle, low, high float64) {
	around := func(half float64) (float64, float64, float64) {
		mean := float64(row.RegretMean)
		return mean, mean - half, mean + half
	}
	ends := func(middle number.Float, ends []number.Float) (float64, float64, float64) {
		if len(ends) < 2 {
			return float64(middle), math.NaN(), math.NaN()
		}
		return float64(middle), float64(ends[0]), float64(ends[1])
	}
	switch s {
	case StandardError:
		return around(row.StandardError())
	case Deviation:
		return around(float64(row.RegretSD))
	case Quartiles:
		return ends(row.Median, row.Quartiles)
	case Quantiles:
		return ends(row.Median, row.Tails)
	case NoBand:
		return around(math.NaN())
	}
	return ends(row.RegretMean, row.Interval)
}

// OfSample returns the middle and the edges of a sample of runs, like Of.
func (s Spread) OfSample(sample []float64) (middle, low, high float64) {
	of, i := stats.Summarize(sample), stats.MeanInterval(sample, stats.Confidence)
	pair := func(a, b float64) []number.Float { return []number.Float{number.Float(a), number.Float(b)} }
	return s.Of(&trials.Row{
		Runs: of.N, RegretMean: number.Float(of.Mean), RegretSD: number.Float(of.SD), Interval: pair(i.Low, i.High),
		Median: number.Float(of.Median), Quartiles: pair(of.Quartiles[0], of.Quartiles[1]),
		Tails: pair(of.Tails[0], of.Tails[1]),
	})
}

// Title returns the middle of a number of runs and its band, in words.
func (s Spread) Title(least, most int) string {
	band := s.Band()
	if most == 1 {
		band = ""
	}
	return s.Middle() + " of " + kit.Runs(least, most) + band
}

// A Mode is a kind of overlay on a picture of regret.
type Mode int

// Modes, in the order of the command.
const (
	Off    Mode = iota
	Exact       // the exact expectation
	Bounds      // lower bounds, or why there are none
	Rates       // the rates of theorems: without their constants they are drawn through the present point
	modes  = iota
)

// Next returns the following mode, in a circle.
func (m Mode) Next() Mode { return (m + 1) % modes }

// String returns the name of the mode.
func (m Mode) String() string {
	return [modes]string{"off", "exact", "bounds", "rates"}[m]
}

// A Quantity is the quantity of a picture over rounds.
type Quantity int

// Quantities with overlays.
const (
	Regret       Quantity = iota + 1
	RegretPerLog          // regret / ln t
	Return                // expected per-round return; there is no theory of it
)

// A Picture describes the chart for which lines are made.
type Picture struct {
	Of     Quantity
	Log    bool    // logarithmic axis of rounds
	Round  int     // the present round: lines end there
	Regret float64 // the learner's, at this round
}

// fineness is the number of points of a line, more than any chart has columns.
const fineness = 400

func (p *Picture) value(round int, regret float64) float64 {
	if p.Of == RegretPerLog {
		return PerLog(round, regret)
	}
	return regret
}

// PerLog returns regret over ln t; NaN in round 1.
func PerLog(round int, regret float64) float64 {
	if round < 2 {
		return math.NaN()
	}
	return regret / math.Log(float64(round))
}

// points returns the points of a line: evenly spaced on the picture's axis of rounds, the last
// one at the present round.
func (p *Picture) points(regret func(round int) float64) (all []chart.Point) {
	last := 0
	for i := range fineness {
		t := (p.Round*(i+1) + fineness - 1) / fineness
		if p.Log {
			t = int(math.Round(math.Pow(float64(p.Round), float64(i+1)/fineness)))
		}
		if t > last {
			all = append(all, chart.Point{X: float64(t), Y: p.value(t, regret(t))})
		}
		last = max(last, t)
	}
	return all
}

// Theory returns the lines of a mode from the theory of one learner, and a note on each with its
// claim, as well as on what has no line; or a note on why there is nothing, and found false. First
// is the number of other lines in the chart, so that these look different.
func (p *Picture) Theory(all []theory.Curve, m Mode, first int) (lines []chart.Line, notes []string, found bool) {
	if m == Off || p.Round < 1 {
		return nil, nil, false
	}
	for _, curve := range all {
		if modeOf[curve.Kind] != m || p.Of == Return {
			continue
		}
		name, at := "exact", curve.At
		if curve.Kind != theory.Exact {
			name, _, _ = strings.Cut(curve.Source, ",")
		}
		scale := 1.0
		if curve.Kind == theory.Rate { // its constant is unknown
			name, scale = "shape of "+name, p.Regret/at(p.Round)
		}
		drawn := curve.Kind != theory.Words && number.Finite(scale) && scale > 0
		if drawn {
			points := p.points(func(round int) float64 { return scale * at(round) })
			lines = append(lines, chart.Line{Name: name, Series: first + len(lines), Guide: true, Points: points})
		}
		notes = append(notes, p.claim(curve, drawn))
	}
	found = len(notes) > 0
	switch {
	case found:
	case p.Of == Return:
		notes = []string{"overlay " + m.String() + ": only regret views have overlays; v changes the view"}
	default:
		notes = []string{"overlay " + m.String() + ": " + absent[m]}
	}
	return lines, notes, found
}

// absent holds the reasons why modes show nothing.
var absent = [modes]string{
	Exact:  "this learner's exact expectation cannot be computed here",
	Bounds: "no lower bound is known for this learner here",
	Rates:  "no theorem on this learner's regret is stated for this scenario",
}

var modeOf = map[theory.Kind]Mode{
	theory.Exact: Exact, theory.Rate: Rates,
	theory.Lower: Bounds, theory.Slope: Bounds, theory.Words: Bounds,
}

// claim returns the claim of a curve, with its present value and its source. The value comes
// first, because the end may be cut off; a rate has no value.
func (p *Picture) claim(c theory.Curve, drawn bool) string {
	source := " (" + c.Source + ")"
	switch c.Kind {
	case theory.Rate:
		if drawn {
			source = ", drawn through the present point" + source
		}
		return "≤ const · " + c.Label + source
	case theory.Words:
		return strings.TrimSuffix(c.Label+source, " ()")
	case theory.Slope: // a bound on the limit of regret / ln t, not on regret at any one round
		value := number.Value(c.Coefficient)
		if p.Of == Regret {
			value += " · ln t"
		}
		return "≥ " + value + " as t → ∞: " + strings.TrimSuffix(c.Label, " · ln t") + source
	}
	value := number.Value(p.value(p.Round, c.At(p.Round)))
	if c.Kind == theory.Lower {
		return "≥ " + value + ": " + c.Label + source
	}
	return c.Label + " " + value + ", " + c.Source
}

// Captions breaks notes into lines below a chart, as many as fit into a quarter of its height.
func Captions(notes []string, width, height int) (lines []string) {
	for _, note := range notes {
		lines = append(lines, kit.Wrap(note, width, 2)...)
	}
	return kit.Cut(lines, width, height/4)
}

// Computing is the note while curves are being computed.
const Computing = "overlay: computing …"

// maxKept is the number of learners whose curves a cache keeps: more than a person looks at, in little memory.
const maxKept = 64

// A Cache holds the theory of learners in configurations, each computed once, outside of the event
// loop. The zero value is ready to use.
type Cache struct {
	curves map[subject]*ComputedMsg // nil: being computed
}

// A subject is everything that theory depends on: neither the seed nor the other learners.
type subject struct {
	scenario *scenarios.Scenario
	choice   string
	channel  string
	epsilon  float64
	horizon  int
}

func subjectOf(c *model.Config, learner int) subject {
	return subject{c.Scenario, c.Learners[learner].String(), c.Channel, c.Epsilon, c.Horizon}
}

// ComputedMsg brings the curves that Compute computed; pass it to Store.
type ComputedMsg struct {
	subject subject
	curves  []theory.Curve
}

// Theory returns the theory of a learner in a configuration; ok is false while it is unknown.
func (s *Cache) Theory(c *model.Config, learner int) (curves []theory.Curve, ok bool) {
	if found := s.curves[subjectOf(c, learner)]; found != nil {
		return found.curves, true
	}
	return nil, false
}

// Compute returns the command that computes the theory of a learner; nil if it is known or being computed.
func (s *Cache) Compute(c *model.Config, learner int) tea.Cmd {
	of := subjectOf(c, learner)
	if _, begun := s.curves[of]; begun {
		return nil
	}
	if s.curves == nil || len(s.curves) >= maxKept {
		s.curves = map[subject]*ComputedMsg{}
	}
	s.curves[of] = nil
	return func() tea.Msg { return ComputedMsg{of, c.Theory(learner)} }
}

// Store puts computed curves in the cache.
func (s *Cache) Store(msg ComputedMsg) { s.curves[msg.subject] = &msg }
