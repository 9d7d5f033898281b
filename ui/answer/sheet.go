//go:build !js

package answer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model/figure"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/plot"
)

const maxPictures = 16

// Sheets returns the figure's panels, each as one picture for a file; nil for a panel that
// shows nothing. Pictures of the same quantities have the same range.
func (e Entry) Sheets() []*plot.Sheet {
	var all []*chart.Chart
	sheets := make([]*plot.Sheet, len(e.Outcome.Samples))
	for i, s := range e.Outcome.Samples {
		if sheet := e.sheet(s); len(sheet.Panels) > 0 {
			sheets[i], all = sheet, append(all, sheet.Panels...)
		}
	}
	chart.Share(all)
	return sheets
}

// distributed reports whether a panel's picture shows the distribution over runs. If not, although
// it was asked for, it returns the reason.
func (e Entry) distributed(s *figure.Sample) (bool, string) {
	switch {
	case e.Plot.Kind != plot.Distribution:
		return false, ""
	case s.Runs == 0:
		return false, "computed exactly, without runs"
	case len(s.Points) > maxPictures:
		return false, fmt.Sprintf("lines: boxes show at most %d points, and there are %d", maxPictures,
			len(s.Points))
	}
	return true, ""
}

func (e Entry) sheet(s *figure.Sample) *plot.Sheet {
	title := cmp.Or(s.Panel.Title, e.Title)
	runs := number.Plural(s.Runs, "run")
	if s.Panel.Y.Shows == figure.ExpectedExact {
		runs = "computed"
	}
	sheet := &plot.Sheet{Title: fmt.Sprintf("%s · %s · %s", e.Paper, title, runs)}
	boxes, why := e.distributed(s)
	if why != "" {
		sheet.Title += " · " + why
	}
	if boxes {
		if of, err := plot.OfResult(s.Result(), e.Plot); err == nil {
			of.Title = sheet.Title + ": " + of.Title
			return of
		}
	}
	pictures := e.pictures(s)
	sheet.Panels = param.Map(pictures[:min(len(pictures), maxPictures)], func(p *picture) *chart.Chart { return p.Chart })
	sheet.Columns = min(len(sheet.Panels), 2)
	if len(sheet.Panels) > 6 {
		sheet.Columns = 3
	}
	return sheet
}

// SizeOf returns the size of a panel's picture, unless one was chosen: several small charts
// have the lettering of a paper, one alone that of a slide.
func (e Entry) SizeOf(sheet *plot.Sheet) plot.Size {
	if e.Size == (plot.Size{}) && len(sheet.Panels) == 1 {
		return plot.Slide
	}
	return e.Size
}

// axes names quantities by their symbols.
var axes = map[figure.Quantity]chart.Axis{
	figure.Rounds:        {Name: "round t"},
	figure.PrivacyAxis:   {Name: "privacy parameter"},
	figure.HorizonAxis:   {Name: "horizon", Unit: "rounds"},
	figure.ArmsAxis:      {Name: "arms"},
	figure.OutsideAxis:   {Name: "arms outside a basis"},
	figure.PhasesAxis:    {Name: "phases"},
	figure.GapAxis:       {Name: "smallest gap"},
	figure.ChannelAxis:   {Name: "channel parameter"},
	figure.WindowAxis:    {Name: "window", Unit: "rounds"},
	figure.Regret:        {Name: "regret", Unit: "rewards", Floor: true},
	figure.Return:        {Name: "expected return", Unit: "reward per round"},
	figure.RegretByLog:   {Floor: true},
	figure.ExpectedExact: {Name: "exact expected regret", Unit: "rewards", Floor: true},
}

func axisOf(q figure.Quantity, log bool) chart.Axis {
	axis := axes[q]
	axis.Log = log
	if q != figure.Rounds && q != figure.Return {
		axis.Symbol = string(q)
	}
	return axis
}

// Legend explains every line style of a panel's pictures.
func (e Entry) Legend(panel int) string {
	s := e.Outcome.Samples[panel]
	if boxes, _ := e.distributed(s); boxes {
		return "boxes from the first to the third quartile of the runs, with their median; lines to 5 and 95%; dots: means"
	}
	pictures := e.pictures(s)
	if len(pictures) == 0 {
		return ""
	}
	var parts []string
	for _, l := range pictures[0].Lines {
		if l.Name != "" {
			parts = append(parts, l.Name+": "+plot.Stroke(&chart.Line{Series: l.Series}))
		}
	}
	if slices.ContainsFunc(pictures, (*picture).intervals) {
		bands := "95% for the mean"
		if !e.asClaimed() {
			bands = e.Plot.Band.Middle() + e.Plot.Band.Band()
		}
		parts = append(parts, "bands: "+bands)
	}
	if slices.ContainsFunc(pictures, (*picture).medians) {
		parts = append(parts, "fine dots in a line's color: the median of the runs, where a few of them decide the mean")
	}
	return strings.Join(parts, "; ")
}

type picture struct {
	*chart.Chart
	points [][]point
}

// A point is y with the interval around it; NaN if there is no interval.
type point struct{ x, y, low, high float64 }

// pictures returns the charts of a panel: over rounds, one for each grid point. There is none
// before a run is finished, unless the panel shows computed values.
func (e Entry) pictures(s *figure.Sample) (all []*picture) {
	x, y := s.Panel.X, s.Panel.Y
	if s.Runs == 0 && y.Shows != figure.ExpectedExact {
		return nil
	}
	begin := func(title string) *picture {
		all = append(all, &picture{Chart: &chart.Chart{
			Title: title, Empty: "no run is finished",
			X: axisOf(x.Shows, x.Log || e.Plot.LogX), Y: axisOf(y.Shows, y.Log || e.Plot.LogY),
		}})
		return all[len(all)-1]
	}
	last := func(at int) int { return len(s.Reported(at)) - 1 }
	switch x.Shows {
	case figure.Rounds:
		for at := range s.Points {
			p := begin(s.Label(at))
			for l, learner := range s.ShortNames() {
				e.overRounds(p, s, at, l, learner)
			}
		}
	case figure.WindowAxis:
		var points []point
		for l, learner := range s.Learners() {
			points = append(points, e.point(s, figure.LastNumber(learner), 0, l, last(0)))
		}
		begin(s.Panel.Title).add(chart.Line{Name: "all windows", Marked: true}, points)
	default:
		for _, curve := range s.Curves() {
			p := begin(s.CurveLabel(curve[0]))
			for l, learner := range s.ShortNames() {
				points := param.Map(curve, func(at int) point { return e.point(s, s.X(at), at, l, last(at)) })
				slices.SortStableFunc(points, func(a, b point) int {
					return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.y, a.y))
				})
				// If several grid points share an x, the largest is drawn, as claims are judged by it.
				points = slices.CompactFunc(points, func(a, b point) bool { return a.x == b.x })
				p.add(chart.Line{Name: learner, Series: l, Marked: true}, points)
			}
		}
	}
	for _, p := range all {
		plot.AssignStyles([]*chart.Chart{p.Chart}, s.Learners())
	}
	if len(all) == 1 {
		all[0].Title = "" // the panel's title is enough
	}
	return all
}

// asClaimed reports whether points have the intervals by which claims are judged.
func (e Entry) asClaimed() bool { return e.Plot.Band == "" || e.Plot.Band == overlay.Error }

// overRounds adds a learner's line at a grid point and, if heavy tails mislead the means at the
// end, a line of medians.
func (e Entry) overRounds(p *picture, s *figure.Sample, at, learner int, name string) {
	var points, medians []point
	rounds := s.Reported(at)
	ends, _, _ := s.Values(at, learner, len(rounds)-1)
	heavy := e.asClaimed() && s.Panel.Y.Shows == figure.Regret && s.Runs > 1 && stats.Summarize(ends).HeavyTails
	for k, t := range rounds {
		if s.Panel.Y.Shows == figure.RegretByLog && t < 2 || !e.Plot.Draws(t) {
			continue
		}
		points = append(points, e.point(s, float64(t), at, learner, k))
		if heavy {
			sorted, _, _ := s.Values(at, learner, k)
			slices.Sort(sorted)
			medians = append(medians, point{float64(t), stats.Quantile(sorted, .5), math.NaN(), math.NaN()})
		}
	}
	p.add(chart.Line{Name: name, Series: learner}, points)
	if heavy {
		p.add(chart.Line{Series: learner, Dotted: true}, medians)
	}
}

// point returns the value of the y axis for a learner at a reported round.
func (e Entry) point(s *figure.Sample, x float64, at, learner, k int) point {
	values, scale, computed := s.Values(at, learner, k)
	if computed {
		return point{x, values[0], math.NaN(), math.NaN()}
	}
	if !e.asClaimed() {
		middle, low, high := e.Plot.Band.OfSample(values)
		return point{x, scale * middle, scale * low, scale * high}
	}
	mean, i := stats.StudentInterval(values, stats.Confidence)
	if !(i.Low < i.High) { // of one run, or of equal ones
		return point{x, scale * mean, math.NaN(), math.NaN()}
	}
	return point{x, scale * mean, scale * max(i.Low, 0), scale * i.High} // neither regret nor a return is negative
}

// add adds a line, and a band where its newest point has an interval.
func (p *picture) add(line chart.Line, points []point) {
	band := chart.Band{Series: line.Series}
	for _, at := range points {
		if math.IsInf(at.x, 0) {
			continue
		}
		p.End = max(p.End, at.x)
		line.Points = append(line.Points, chart.Point{X: at.x, Y: at.y})
		band.Low = append(band.Low, chart.Point{X: at.x, Y: at.low})
		band.High = append(band.High, chart.Point{X: at.x, Y: at.high})
	}
	p.Lines, p.points, p.Limit = append(p.Lines, line), append(p.points, points), p.End
	if n := len(band.Low); n > 0 && !math.IsNaN(band.Low[n-1].Y) {
		p.Bands = append(p.Bands, band)
	}
}

func (p *picture) medians() bool {
	return slices.ContainsFunc(p.Lines, func(l chart.Line) bool { return l.Dotted })
}

func (p *picture) intervals() bool {
	return slices.ContainsFunc(slices.Concat(p.points...), func(at point) bool { return !math.IsNaN(at.low) })
}
