package plot

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
)

// A Kind is the kind of a result's picture, by its name on the command line.
type Kind string

// Kinds of pictures.
const (
	Regret       Kind = "regret"       // over rounds, or over the swept parameter
	Distribution Kind = "distribution" // of the runs' regret at the horizon
)

// Options configure the picture of a result.
type Options struct {
	Kind Kind // empty: Regret
	Band overlay.Spread
	LogX bool  // rounds, or the parameter, on a logarithmic axis
	LogY bool  // regret on a logarithmic axis
	At   []int // the rounds to draw, which must be recorded; empty: all

	XRange, YRange chart.Range // shown; the zero value: all

	Title          *string           // instead of the usual one; empty: no title
	XLabel, YLabel string            // instead of the usual ones, if not empty
	Labels         map[string]string // names of learners, by their text in a result
}

// Draws reports whether a plot over rounds draws a round.
func (o Options) Draws(t int) bool { return len(o.At) == 0 || slices.Contains(o.At, t) }

// last returns the symbol of the round that a picture without an axis of rounds shows.
func (o Options) last() string {
	if len(o.At) == 0 {
		return "T"
	}
	return number.Count(slices.Max(o.At))
}

// maxPanels is the largest number of small multiples in a sheet.
const maxPanels = 16

// OfResult makes the picture of a result: the distribution of regret, or regret over rounds, with one panel per grid
// point. If more values of one parameter are swept than a sheet has panels for, it shows regret over that parameter;
// if two parameters are, a heat map for each learner. A result without a finished run is an error.
func OfResult(r *trials.Result, o Options) (*Sheet, error) {
	if r.Runs == 0 {
		return nil, fmt.Errorf("no run is complete, so there is nothing to draw")
	}
	drawn := *r
	drawn.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row trials.Row) bool { return !o.Draws(row.Round) })
	r = &drawn
	least, most := r.Runs, r.Runs // they differ if experiments are joined
	for i := range r.Rows {
		least, most = min(least, r.Rows[i].Runs), max(most, r.Rows[i].Runs)
	}
	s := &Sheet{Title: titleOf(r, o.Band.Title(least, most))}
	axes, points, all := sweep(r), len(r.Config.Points), o.Kind == Distribution
	switch {
	case !all && len(axes) == 1 && len(axes[0].values) > 3:
		over := (&overlay.Picture{Of: overlay.Regret, Log: o.LogX}).Sweep(r, axes[0].axis,
			func(point int) float64 { return axes[0].number(&r.Config.Points[point]) }, o.Band)
		over.Y = regret(o.last(), o)
		for i, name := range o.names(r) {
			over.Lines[i].Name = name
		}
		s.Panels = []*chart.Chart{over}
	case !all && len(axes) == 2 && len(axes[0].values)*len(axes[1].values) > 4:
		s.Title = titleOf(r, "mean of "+kit.Runs(least, most))
		for i := range r.Config.Learners {
			s.Panels = append(s.Panels, heat(r, axes, i, o))
		}
	case points > maxPanels:
		return nil, fmt.Errorf("%s grid points along %d parameters are too many for one picture of at most %d panels",
			number.Count(points), len(axes), maxPanels)
	case all:
		s.Title = titleOf(r, kit.Runs(least, most)+": 5, 25, 50, 75 and 95%; dot: mean")
		s.Panels = o.onePerPoint(r, o.last(), distribution)
	case !slices.ContainsFunc(r.Rows, func(row trials.Row) bool { return row.Round != r.Rows[0].Round }):
		s.Panels = o.onePerPoint(r, number.Count(r.Rows[0].Round), o.atRound)
	default:
		for p := range points {
			s.Panels = append(s.Panels, overRounds(r, p, o))
		}
		chart.Share(s.Panels)
	}
	AssignStyles(s.Panels, r.Config.Learners)
	return s, o.apply(s)
}

// titleOf returns what all panels have in common, and the meaning of their values.
func titleOf(r *trials.Result, values string) string {
	c := &r.Config
	var parts []string
	varies := func(symbol string) bool {
		return slices.ContainsFunc(sweep(r), func(p parameter) bool { return p.axis.Symbol == symbol })
	}
	if !varies(scenarioSymbol) {
		name := c.Points[0].Scenario.Name
		if title := scenarios.Title(name); title != name {
			name = title + " (" + name + ")"
		}
		parts = append(parts, name)
	}
	if !varies(epsilonSymbol) && c.UsesEpsilon() {
		parts = append(parts, "ε = "+number.Setting(float64(c.Points[0].Epsilon)))
	}
	return strings.Join(append(parts, values), " · ")
}

func overRounds(r *trials.Result, point int, o Options) *chart.Chart {
	names := o.names(r)
	p := overlay.Picture{Of: overlay.Regret}
	c := &chart.Chart{Title: pointTitle(r, point), X: chart.Axis{Log: o.LogX, Whole: true}, Y: regret("t", o)}
	for i, name := range names {
		rows := r.Of(point*len(names) + i)
		if len(rows) == 0 { // of a joined result
			continue
		}
		c.End = max(c.End, float64(rows[len(rows)-1].Round))
		line, band := p.Replications(r, point*len(names)+i, o.Band, i)
		line.Name = name
		line.Marked = len(rows) <= maxMarked
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band...)
		if rows[0].RegretExact != nil {
			exact := chart.Line{Series: i, Guide: true}
			for k := range rows {
				exact.Points = append(exact.Points,
					chart.Point{X: float64(rows[k].Round), Y: float64(*rows[k].RegretExact)})
			}
			c.Lines = append(c.Lines, exact)
		}
	}
	c.Limit = c.End
	return c
}

// atRound adds a learner at the only round that is drawn: the middle of the runs, with its interval.
func (o Options) atRound(c *chart.Chart, rows []trials.Row, series int, y float64) {
	x, low, high := o.Band.Of(&rows[0])
	if math.IsNaN(low) {
		low, high = x, x
	}
	c.Spots = append(c.Spots, chart.Spot{Series: series, X: x, Y: y, From: low, To: high, Low: y, High: y})
	c.End = max(c.End, high)
}

// maxMarked is the largest number of points of a line with markers.
const maxMarked = 50

func regret(round string, o Options) chart.Axis {
	return chart.Axis{Name: "regret", Symbol: "R(" + round + ")", Unit: "rewards", Log: o.LogY, Floor: true}
}

func pointTitle(r *trials.Result, point int) string {
	var parts []string
	for _, a := range sweep(r) {
		text := a.of(&r.Config.Points[point])
		if a.axis.Symbol != scenarioSymbol {
			text = a.axis.Symbol + " = " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

type parameter struct {
	axis   chart.Axis
	of     func(*trials.Point) string
	number func(*trials.Point) float64
	values []string // in the order of the grid
}

// Symbols of parameters that can be swept.
const (
	scenarioSymbol = "K"
	epsilonSymbol  = "ε"
)

// sweep lists the parameters that differ between grid points.
func sweep(r *trials.Result) []parameter {
	all := []parameter{
		{
			axis:   chart.Axis{Name: "arms", Symbol: scenarioSymbol, Whole: true},
			of:     func(p *trials.Point) string { return p.Scenario.Title() },
			number: func(p *trials.Point) float64 { return float64(len(p.Scenario.Phases[0].Means)) },
		},
		{
			axis:   chart.Axis{Name: "privacy parameter", Symbol: epsilonSymbol},
			of:     func(p *trials.Point) string { return number.Setting(float64(p.Epsilon)) },
			number: func(p *trials.Point) float64 { return float64(p.Epsilon) },
		},
		{
			axis:   chart.Axis{Name: "horizon", Symbol: "T", Unit: "rounds", Whole: true},
			of:     func(p *trials.Point) string { return number.Tick(float64(p.Horizon)) },
			number: func(p *trials.Point) float64 { return float64(p.Horizon) },
		},
	}
	var swept []parameter
	for _, a := range all {
		for i := range r.Config.Points {
			a.values = param.Include(a.values, a.of(&r.Config.Points[i]))
		}
		if len(a.values) > 1 {
			swept = append(swept, a)
		}
	}
	return swept
}

// heat returns one learner's mean regret at the horizon over two parameters.
func heat(r *trials.Result, axes []parameter, learner int, o Options) *chart.Chart {
	learners := len(r.Config.Learners)
	x, y := &axes[1], &axes[0]
	c := &chart.Chart{Title: o.names(r)[learner] + ": mean regret R(" + o.last() + ")", X: x.axis, Y: y.axis}
	for _, axis := range []*chart.Axis{&c.X, &c.Y} {
		if axis.Symbol == scenarioSymbol {
			axis.Name, axis.Symbol = "scenario", ""
		}
	}
	c.X.Names, c.Y.Names = x.values, y.values
	for range y.values {
		c.Heat = append(c.Heat, slices.Repeat([]float64{math.NaN()}, len(x.values)))
	}
	for p := range r.Config.Points {
		point, rows := &r.Config.Points[p], r.Of(p*learners+learner)
		if len(rows) == 0 {
			continue
		}
		row := c.Heat[slices.Index(y.values, y.of(point))]
		row[slices.Index(x.values, x.of(point))] = float64(rows[len(rows)-1].RegretMean)
	}
	return c
}

// onePerPoint returns a chart of the regrets of a round for each grid point, one learner below the other, with
// one common axis.
func (o Options) onePerPoint(r *trials.Result, round string, add func(*chart.Chart, []trials.Row, int, float64)) []*chart.Chart {
	n, charts, end := len(r.Config.Learners), make([]*chart.Chart, len(r.Config.Points)), 0.
	for p := range charts {
		names := o.names(r)
		slices.Reverse(names)
		c := &chart.Chart{Title: pointTitle(r, p), X: regret(round, o), Y: chart.Axis{Names: names, Low: -.6, High: float64(n) - .4}}
		for i := range n {
			if rows := r.Of(p*n + i); len(rows) > 0 {
				add(c, rows, i, float64(n-1-i))
			}
		}
		charts[p], end = c, max(end, c.End)
	}
	for _, c := range charts {
		c.End = end
		if !c.X.Log {
			c.X.High = 1.02 * end
		}
	}
	return charts
}

// distribution adds a learner at the last round: a box from the first to the third quartile with a line at the
// median, whiskers to 5% and 95%, and a dot at the mean.
func distribution(c *chart.Chart, rows []trials.Row, series int, y float64) {
	row := &rows[len(rows)-1]
	add := func(points ...chart.Point) {
		c.Lines = append(c.Lines, chart.Line{Series: series, Solid: true, Marked: len(points) == 1, Points: points})
		for _, at := range points {
			c.End = max(c.End, at.X)
		}
	}
	if len(row.Quartiles) == 2 && len(row.Tails) == 2 {
		const half = .3 // half the height of a box
		median, low, high := float64(row.Median), float64(row.Quartiles[0]), float64(row.Quartiles[1])
		add(chart.Point{X: float64(row.Tails[0]), Y: y}, chart.Point{X: low, Y: y})
		add(chart.Point{X: high, Y: y}, chart.Point{X: float64(row.Tails[1]), Y: y})
		add(chart.Point{X: median, Y: y - half}, chart.Point{X: median, Y: y + half})
		bottom := []chart.Point{{X: low, Y: y - half}, {X: high, Y: y - half}}
		top := []chart.Point{{X: low, Y: y + half}, {X: high, Y: y + half}}
		add(bottom[0], bottom[1], top[1], top[0], bottom[0])
		c.Bands = append(c.Bands, chart.Band{Series: series, Low: bottom, High: top})
	}
	add(chart.Point{X: float64(row.RegretMean), Y: y})
}

// Join returns a result with the grid points and learners of two experiments, for a picture
// of both. Series that are in both are those of a. It is an error if b adds nothing, has
// another channel, or another scenario of the same name.
func Join(a, b *trials.Result) (*trials.Result, error) {
	if a.Config.Channel != b.Config.Channel {
		return nil, fmt.Errorf("its channel is %q, not %q", b.Config.Channel, a.Config.Channel)
	}
	joined, added := *a, false
	joined.Rows, joined.Pairs = nil, nil
	joined.Runs = min(a.Runs, b.Runs)
	points, names := &joined.Config.Points, &joined.Config.Learners
	*points, *names = slices.Clone(a.Config.Points), slices.Clone(a.Config.Learners)
	for _, point := range b.Config.Points {
		switch i := slices.IndexFunc(*points, func(p trials.Point) bool { return samePlace(p, point) }); {
		case i < 0:
			*points = append(*points, point)
		case !reflect.DeepEqual((*points)[i], point):
			return nil, fmt.Errorf("its scenario %s differs from the scenario of this name in an earlier file",
				point.Scenario.Name)
		}
	}
	for _, learner := range b.Config.Learners {
		*names = param.Include(*names, learner)
	}
	slices.SortStableFunc(*points, func(a, b trials.Point) int {
		return cmp.Or(cmp.Compare(a.Epsilon, b.Epsilon), cmp.Compare(a.Horizon, b.Horizon))
	})
	for p, point := range *points {
		for l, learner := range *names {
			rows := rowsOf(a, point, learner)
			if len(rows) == 0 {
				rows = rowsOf(b, point, learner)
				added = added || len(rows) > 0
			}
			for _, row := range rows {
				row.Series = p*len(*names) + l
				joined.Rows = append(joined.Rows, row)
			}
		}
	}
	if !added {
		return nil, errors.New("all its learners and grid points are in an earlier file, with another design")
	}
	return &joined, nil
}

func samePlace(a, b trials.Point) bool {
	return a.Scenario.Title() == b.Scenario.Title() && a.Epsilon == b.Epsilon && a.Horizon == b.Horizon
}

func rowsOf(r *trials.Result, point trials.Point, learner string) []trials.Row {
	p := slices.IndexFunc(r.Config.Points, func(p trials.Point) bool { return samePlace(p, point) })
	l := slices.Index(r.Config.Learners, learner)
	if p < 0 || l < 0 {
		return nil
	}
	return r.Of(p*len(r.Config.Learners) + l)
}
