//go:build !js

package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/noise/number"
	"regretscope/ui/chart"
)

// colours are those of Okabe and Ito for white paper, without yellow:
// eyes with any colour deficiency tell them apart.
var colours = []color.NRGBA{
	{0, 114, 178, 255},
	{213, 94, 0, 255},
	{0, 158, 115, 255},
	{204, 121, 167, 255},
	{230, 159, 0, 255},
	{86, 180, 233, 255},
	{0, 0, 0, 255},
}

// dashes tell lines apart without colour; their number and that of the colours
// have no common divisor, so that pairs repeat late.
var dashes = [][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {10, 3}}

var gray = color.NRGBA{110, 110, 110, 255}

func ink(series int) color.NRGBA {
	if series < 0 {
		return gray
	}
	return colours[series%len(colours)]
}

// lineStyle is how a line is drawn: on paper, stroke and colour both tell it
// from others.
func lineStyle(l *chart.Line, m measures) draw.LineStyle {
	style := draw.LineStyle{Color: ink(l.Series), Width: m.line}
	dash := dashes[0]
	switch {
	case l.Dotted || l.Guide:
		style.Width = m.line * .75
		dash = []vg.Length{1, 2}
	case l.Series >= 0:
		dash = dashes[l.Series%len(dashes)]
	}
	for _, d := range dash {
		style.Dashes = append(style.Dashes, d*m.line)
	}
	return style
}

// plot is the panel, ready to be drawn.
func (p *Panel) plot(m measures) (*plot.Plot, error) {
	g := newPlot(m)
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	if p.Heat != nil {
		p.Heat.add(g)
		return g, nil
	}
	c := p.Chart
	step := cmp.Or(p.Step, c.Rounds.Step, 1)
	axes(g, c)
	for i := range c.Bands {
		if err := addBand(g, c, &c.Bands[i], step); err != nil {
			return nil, err
		}
	}
	for _, t := range c.Marks { // rounds at which the environment changed
		g.Add(&verticalLine{x: float64(t) * step})
	}
	var ends []end
	for _, l := range c.Ordered() {
		points := p.points(l, step)
		if len(points) == 0 {
			continue
		}
		if err := addPieces(g, points, lineStyle(l, m)); err != nil {
			return nil, err
		}
		if l.Name != "" {
			last := 0.
			for _, at := range points {
				if !math.IsNaN(at.Y) {
					last = at.Y
				}
			}
			ends = append(ends, end{l.Name, ink(l.Series), last})
		}
	}
	for _, s := range c.Spots {
		if err := addSpot(g, &s, step, m); err != nil {
			return nil, err
		}
		if s.Name != "" {
			ends = append(ends, end{s.Name, ink(s.Series), s.Value})
		}
	}
	if c.Values.Floor && !c.Values.Log {
		g.Y.Min = min(g.Y.Min, 0)
	}
	if c.Values.Fixed() {
		if g.Y.Max = c.Values.High; !c.Values.Log || c.Values.Low > 0 {
			g.Y.Min = c.Values.Low
		}
	}
	bound(&g.X, c.Rounds.Log)
	bound(&g.Y, c.Values.Log)
	g.Add(&endNames{ends: ends, m: m})
	return g, nil
}

// bound gives an axis a range that can be drawn, whatever was found on it: finite,
// wide enough to be divided, and above 0 where it is logarithmic.
func bound(a *plot.Axis, log bool) {
	const most, decades = 1e300, 1e6
	if a.Min > a.Max { // there is nothing
		a.Min, a.Max = 1, 1
	}
	a.Min, a.Max = min(max(a.Min, -most), most), min(max(a.Max, -most), most)
	if log && !(a.Max > 0) {
		a.Max = 1
	}
	if log && !(a.Min > 0) {
		a.Min = a.Max / decades
	}
	if !(a.Max-a.Min > math.Abs(a.Max)*1e-9) {
		a.Max += max(math.Abs(a.Max)*.1, 1)
	}
}

// points are a line's finite points in the axes' range; a gap is a NaN.
func (p *Panel) points(l *chart.Line, step float64) plotter.XYs {
	var points plotter.XYs
	for t, v := range l.Points {
		if p.Chart.Round > 0 && t > p.Chart.Round {
			break
		}
		x := float64(t) * step
		if math.IsInf(v, 0) || p.Chart.Values.Log && v <= 0 || p.Chart.Rounds.Log && x <= 0 {
			v = math.NaN()
		}
		if l.Held && len(points) > 0 {
			points = append(points, plotter.XY{X: x, Y: points[len(points)-1].Y})
		}
		points = append(points, plotter.XY{X: x, Y: v})
	}
	return points
}

// addPieces adds a line for every stretch without a gap.
func addPieces(g *plot.Plot, points plotter.XYs, style draw.LineStyle) error {
	for len(points) > 0 {
		n := slices.IndexFunc(points, func(p plotter.XY) bool { return math.IsNaN(p.Y) })
		if n < 0 {
			n = len(points)
		}
		if n > 0 {
			line, err := plotter.NewLine(points[:n])
			if err != nil {
				return err
			}
			line.LineStyle = style
			g.Add(line)
		}
		points = points[min(n+1, len(points)):]
	}
	return nil
}

func addBand(g *plot.Plot, c *chart.Chart, b *chart.Band, step float64) error {
	within := func(points chart.Points) (all plotter.XYs) {
		for t, v := range points {
			if c.Values.Log {
				v = max(v, 1e-3)
			}
			if !math.IsNaN(v) && !math.IsInf(v, 0) && !(c.Rounds.Log && t <= 0) {
				all = append(all, plotter.XY{X: float64(t) * step, Y: v})
			}
		}
		return all
	}
	low, high := within(b.Low), within(b.High)
	if len(low) == 0 || len(high) == 0 {
		return nil
	}
	slices.Reverse(high)
	area, err := plotter.NewPolygon(append(low, high...))
	if err != nil {
		return err
	}
	fill := ink(b.Series)
	fill.A = 50
	if b.Solid {
		fill.A = 180
	}
	area.Color, area.LineStyle.Width = fill, 0
	g.Add(area)
	return nil
}

// addSpot draws a measured point with the cross of its limits.
func addSpot(g *plot.Plot, s *chart.Spot, step float64, m measures) error {
	x := func(t int) float64 { return float64(t) * step }
	style := draw.LineStyle{Color: ink(s.Series), Width: m.line}
	for _, bar := range []plotter.XYs{{{X: x(s.From), Y: s.Value}, {X: x(s.To), Y: s.Value}}, {{X: x(s.Round), Y: s.Low}, {X: x(s.Round), Y: s.High}}} {
		if err := addPieces(g, bar, style); err != nil {
			return err
		}
	}
	point, err := plotter.NewScatter(plotter.XYs{{X: x(s.Round), Y: s.Value}})
	if err != nil {
		return err
	}
	point.GlyphStyle = draw.GlyphStyle{Color: ink(s.Series), Radius: 2 * m.line, Shape: draw.CircleGlyph{}}
	g.Add(point)
	return nil
}

// axes gives logarithmic axes their scale and ticks.
func axes(g *plot.Plot, c *chart.Chart) {
	g.X.Tick.Marker, g.Y.Tick.Marker = ticks{c.Rounds.Log}, ticks{c.Values.Log}
	if c.Rounds.Log {
		g.X.Scale = plot.LogScale{}
	}
	if c.Values.Log {
		g.Y.Scale = plot.LogScale{}
	}
}

// ticks are gonum's, with labels that a reader knows: 1, 10, 10³ and 20k.
type ticks struct{ log bool }

// Ticks implements plot.Ticker.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	if !t.log {
		all := plot.DefaultTicks{}.Ticks(low, high)
		for i := range all {
			if all[i].Label != "" {
				all[i].Label = number.Tick(all[i].Value)
			}
		}
		return all
	}
	var all []plot.Tick
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	every := max(1, (last-first+5)/6)
	for e := first; e <= last; e++ {
		decade := math.Pow(10, float64(e))
		tick := plot.Tick{Value: decade}
		if (e-first)%every == 0 {
			tick.Label = power(e)
		}
		all = append(all, tick)
		for k := 2; k < 10 && last-first <= 6; k++ {
			minor := plot.Tick{Value: decade * float64(k)}
			if last-first <= 1 && (k == 2 || k == 5) {
				minor.Label = number.Tick(minor.Value)
			}
			all = append(all, minor)
		}
	}
	return slices.DeleteFunc(all, func(t plot.Tick) bool { return t.Value < low*(1-1e-9) || t.Value > high*(1+1e-9) })
}

var raised = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")

func power(e int) string {
	switch {
	case e >= -2 && e <= 2:
		return fmt.Sprint(math.Pow(10, float64(e)))
	case e < 0: // the font of pictures has no raised minus
		return fmt.Sprintf("1e−%d", -e)
	}
	return "10" + strings.Map(func(digit rune) rune { return raised[digit-'0'] }, fmt.Sprint(e))
}
