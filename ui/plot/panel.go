//go:build !js

package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

type panel struct {
	*chart.Chart
	measures
	named     bool    // lines have their names at their ends
	low, high float64 // of all heat on the sheet
}

func ink(series int) color.Color {
	color, _ := theme.Paper(series)
	return color
}

// lineStyle returns the stroke and color of a line; either distinguishes it from other lines.
func lineStyle(l *chart.Line, m measures) draw.LineStyle {
	style := draw.LineStyle{Color: ink(l.Series), Width: m.line}
	if l.Dotted || l.Guide {
		style.Width *= .75
	}
	for _, d := range dashOf(l).lengths {
		style.Dashes = append(style.Dashes, vg.Length(d)*m.line)
	}
	return style
}

func (p *panel) plot() *plot.Plot {
	g := newPlot(p.measures)
	g.X.Label.Text = label(&p.X, "round t")
	if p.Heat != nil {
		p.addHeat(g)
		return g
	}
	for i := range p.Bands {
		p.addBand(g, &p.Bands[i])
	}
	for _, t := range p.Marks { // rounds at which the environment changed
		g.Add(&verticalLine{x: float64(t)})
	}
	ends := endNames{m: p.measures}
	for _, i := range p.Order() {
		l, style, last := &p.Lines[i], lineStyle(&p.Lines[i], p.measures), (*plotter.XY)(nil)
		for _, stretch := range p.stretches(l) {
			g.Add(&plotter.Line{XYs: stretch, LineStyle: style})
			if l.Marked {
				p.addGlyphs(g, stretch, l.Series)
			}
			last = &stretch[len(stretch)-1]
		}
		if l.Name != "" && last != nil {
			ends.all = append(ends.all, end{l.Name, style.Color, last.X, last.Y})
		}
	}
	for i := range p.Spots {
		s := &p.Spots[i]
		p.addSpot(g, s)
		if s.Name != "" {
			ends.all = append(ends.all, end{s.Name, ink(s.Series), s.X, s.Y})
		}
	}
	p.scale(g)
	if p.named {
		g.Add(&ends)
	}
	return g
}

// label returns the label of an axis: name, symbol, and unit.
func label(a *chart.Axis, otherwise string) string {
	text := cmp.Or(strings.TrimSpace(a.Name+" "+a.Symbol), otherwise)
	if a.Unit != "" {
		text += " (" + a.Unit + ")"
	}
	return text
}

// stretches returns a line's points in the axes' range, cut at gaps.
func (p *panel) stretches(l *chart.Line) (all []plotter.XYs) {
	var stretch plotter.XYs
	for _, at := range l.Points {
		if p.End > 0 && at.X > p.End {
			break
		}
		if n := len(stretch); l.Held && n > 0 {
			stretch = append(stretch, plotter.XY{X: at.X, Y: stretch[n-1].Y})
		}
		if number.Finite(at.Y) && !(p.Y.Log && at.Y <= 0) && p.shows(at.X) {
			stretch = append(stretch, plotter.XY(at))
			continue
		}
		all, stretch = append(all, stretch), nil
	}
	return slices.DeleteFunc(append(all, stretch), func(stretch plotter.XYs) bool { return stretch == nil })
}

// markers correspond to the dashes: lines with different dashes have different markers.
var markers = [...]draw.GlyphDrawer{
	draw.CircleGlyph{},
	draw.BoxGlyph{},
	draw.PyramidGlyph{},
	draw.RingGlyph{},
	draw.CrossGlyph{},
	draw.PlusGlyph{},
	draw.SquareGlyph{},
	draw.TriangleGlyph{},
}

func glyph(series int, m measures) draw.GlyphStyle {
	shape := markers[max(series, 0)%len(markers)]
	return draw.GlyphStyle{Color: ink(series), Radius: 1.6 * m.line, Shape: shape}
}

func (p *panel) addGlyphs(g *plot.Plot, at plotter.XYs, series int) {
	at = slices.DeleteFunc(slices.Clone(at), func(at plotter.XY) bool {
		return p.Y.Fixed() && (at.Y < p.Y.Low || at.Y > p.Y.High)
	})
	g.Add(&plotter.Scatter{XYs: at, GlyphStyle: glyph(series, p.measures)})
}

// addBand adds an area for every stretch in which both edges are known.
func (p *panel) addBand(g *plot.Plot, b *chart.Band) {
	least := p.least()
	within := func(at chart.Point) plotter.XY {
		if p.Y.Fixed() {
			at.Y = min(max(at.Y, p.Y.Low), p.Y.High)
		}
		if p.Y.Log {
			at.Y = max(at.Y, least)
		}
		if math.IsInf(at.Y, 0) || !p.shows(at.X) {
			at.Y = math.NaN()
		}
		return plotter.XY(at)
	}
	fill := color.NRGBAModel.Convert(ink(b.Series)).(color.NRGBA)
	fill.A = 50
	if b.Solid {
		fill.A = 180
	}
	var edge plotter.XYs // along the lower edge and back along the upper one
	for i := 0; i <= len(b.Low); i++ {
		if i < len(b.Low) {
			low, high := within(b.Low[i]), within(b.High[i])
			if !math.IsNaN(low.Y) && !math.IsNaN(high.Y) {
				edge = slices.Insert(edge, len(edge)/2, low, high)
				continue
			}
		}
		if len(edge) > 0 {
			g.Add(&plotter.Polygon{XYs: []plotter.XYs{edge}, Color: fill})
			edge = nil
		}
	}
}

// least returns the smallest value of a line that a logarithmic axis can show.
func (p *panel) least() float64 {
	least := math.Inf(1)
	for i := range p.Lines {
		for _, at := range p.Lines[i].Points {
			if at.Y > 0 {
				least = min(least, at.Y)
			}
		}
	}
	return least
}

func (p *panel) shows(x float64) bool {
	return number.Finite(x) && !(p.X.Log && x <= 0) && !(p.X.Fixed() && (x < p.X.Low || x > p.X.High))
}

// addSpot draws a measured point with a cross of its limits.
func (p *panel) addSpot(g *plot.Plot, s *chart.Spot) {
	for _, bar := range []plotter.XYs{
		{{X: s.From, Y: s.Y}, {X: s.To, Y: s.Y}},
		{{X: s.X, Y: s.Low}, {X: s.X, Y: s.High}},
	} {
		g.Add(&plotter.Line{XYs: bar, LineStyle: draw.LineStyle{Color: ink(s.Series), Width: p.line}})
	}
	p.addGlyphs(g, plotter.XYs{{X: s.X, Y: s.Y}}, s.Series)
}

// A grid is the heat of a chart in the form that gonum/plot reads.
type grid struct {
	*chart.Chart
	low, high float64 // the range of the shades
}

// heat returns the range of all values above 0; both are 0 if there is none.
func (s *Sheet) heat() (low, high float64) {
	for _, c := range s.Panels {
		for _, row := range c.Heat {
			for _, v := range row {
				if v > 0 && high == 0 {
					low, high = v, v
				} else if v > 0 {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	return low, high
}

func (h grid) Dims() (columns, rows int) { return len(h.Chart.X.Names), len(h.Heat) }

// Z returns the logarithm of a value, which determines its color. Those of values up to 0 are that of the lowest.
func (h grid) Z(x, y int) float64 { return math.Log(max(h.Heat[y][x], h.low)) }
func (h grid) X(i int) float64    { return float64(i) }
func (h grid) Y(i int) float64    { return float64(i) }

// blues runs from nearly white to dark blue, evenly in lightness, so that values can be told apart without color.
type blues struct{}

func (blues) Colors() []color.Color {
	const steps = 64
	var all []color.Color
	for i := range steps {
		f := float64(i) / (steps - 1)
		all = append(all, color.NRGBA{uint8(247 - 239*f), uint8(251 - 203*f), uint8(255 - 148*f), 255})
	}
	return all
}

func (p *panel) addHeat(g *plot.Plot) {
	of := grid{p.Chart, p.low, p.high}
	if of.high == 0 {
		of.low, of.high = 1, 1
	}
	cells := plotter.NewHeatMap(of, blues{})
	cells.Min, cells.Max = math.Log(of.low), math.Log(of.high)+1e-9
	g.Add(cells, &cellValues{of})
	g.X.Tick.Marker, g.Y.Tick.Marker = names(p.X.Names, 10), names(p.Y.Names, 10)
}

// drawHeat draws the shades from the lowest to the highest value.
func (l *legend) drawHeat(area draw.Canvas) {
	y, low := area.Min.Y+l.row(), numeral(l.low)
	left := area.Min.X + 2*l.m.font + l.style.Width(low)
	right := left + (area.Max.X-area.Min.X)/3
	for i, shade := range (blues{}).Colors() {
		area.SetColor(shade)
		from := left + (right-left)*vg.Length(i)/64
		area.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: y - l.m.font/2}, Max: vg.Point{X: right, Y: y + l.m.font/2}}.Path())
	}
	area.FillText(l.style, vg.Point{X: area.Min.X + 1.5*l.m.font, Y: y}, low)
	area.FillText(l.style, vg.Point{X: right + l.m.font/2, Y: y}, numeral(l.high)+" (logarithmic shades)")
}

type cellValues struct{ grid }

// Plot writes the values that fit into their cells.
func (v *cellValues) Plot(c draw.Canvas, p *plot.Plot) {
	columns, rows := v.Dims()
	toX, toY := p.Transforms(&c)
	style := p.Legend.TextStyle
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	wide, high := (c.Max.X-c.Min.X)/vg.Length(columns), (c.Max.Y-c.Min.Y)/vg.Length(rows)
	for y := range rows {
		for x := range columns {
			text := numeral(v.Heat[y][x])
			if math.IsNaN(v.Heat[y][x]) || style.Width(text) > wide || style.Height(text) > high {
				continue
			}
			style.Color = color.Black
			if v.Z(x, y) > math.Log(v.low*v.high)/2 { // dark
				style.Color = color.White
			}
			c.FillText(style, vg.Point{X: toX(v.X(x)), Y: toY(v.Y(y))}, text)
		}
	}
}

// scale sets the ranges and ticks of the axes once all data is known.
func (p *panel) scale(g *plot.Plot) {
	for _, axis := range []struct {
		of    *chart.Axis
		drawn *plot.Axis
		about float64 // approximate number of labels with room
		room  float64 // the margin beyond the data, as a share of the range
	}{
		{&p.X, &g.X, float64((p.width - p.namesWidth()) / p.font / 6), 0},
		{&p.Y, &g.Y, float64(p.height / p.font / 3), .03},
	} {
		a, drawn := axis.of, axis.drawn
		switch {
		case a.Fixed() && (!a.Log || a.Low > 0):
			drawn.Min, drawn.Max = a.Low, a.High
		case a.Fixed():
			drawn.Max = a.High
		case !a.Log && drawn.Min < drawn.Max:
			if drawn.Max += (drawn.Max - drawn.Min) * axis.room; drawn.Min > 0 && (a.Floor || drawn.Min < drawn.Max/4) {
				drawn.Min = 0 // a linear axis that begins close to 0 begins there
			}
		}
		none := !(drawn.Min <= drawn.Max)
		bound(drawn, a.Log)
		if a.Log {
			drawn.Scale = plot.LogScale{}
		}
		whole := a.Whole || axis.of == &p.X && label(a, "") == "" // rounds
		drawn.Tick.Marker = ticks{a.Log, whole, axis.about}
		switch {
		case none: // there is nothing to measure
			drawn.Tick.Marker = plot.ConstantTicks(nil)
		case a.Names != nil:
			drawn.Tick.Marker = names(a.Names, int(p.height/p.font/1.4))
		}
	}
}

// namesWidth returns the width that the names beside the panel take up.
func (p *panel) namesWidth() (widest vg.Length) {
	for _, name := range p.Y.Names {
		widest = max(widest, nameStyle(p.measures).Width(name))
	}
	return widest
}

// bound gives an axis a range that can be drawn whatever the data: finite, wide enough to
// divide, and above 0 if logarithmic.
func bound(a *plot.Axis, log bool) {
	const most, decades = 1e300, 1e6
	if !(a.Min <= a.Max) { // no data
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

// ticks places ticks at round numbers, or at powers of ten: 1, 10, 10³.
type ticks struct {
	log   bool
	whole bool    // only at whole numbers
	about float64 // approximate number of labels with room
}

// Ticks returns the ticks of a range, with their labels.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	if !t.log {
		about := t.about
		if t.whole {
			about = min(about, high-low) // steps of at least 1
		}
		return param.Map(chart.Multiples(low, high, about), func(x float64) plot.Tick {
			return plot.Tick{Value: x, Label: numeral(x)}
		})
	}
	var all []plot.Tick
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	every := max(1, int(math.Ceil(float64(last-first)/max(t.about, 1))))
	for e := first; e <= last; e++ {
		decade := math.Pow(10, float64(e))
		tick := plot.Tick{Value: decade}
		if (e-first)%every == 0 {
			tick.Label = power(e)
		}
		all = append(all, tick)
		for k := 2; k < 10 && last-first <= 6; k++ {
			minor := plot.Tick{Value: decade * float64(k)}
			if last-first <= 2 && (k == 2 || k == 5) {
				minor.Label = numeral(minor.Value)
			}
			all = append(all, minor)
		}
	}
	all = slices.DeleteFunc(all, func(t plot.Tick) bool { return t.Value < low*(1-1e-9) || t.Value > high*(1+1e-9) })
	if i := slices.IndexFunc(all, isNamed); i < 0 || !slices.ContainsFunc(all[i+1:], isNamed) {
		return ticks{false, t.whole, t.about}.Ticks(low, high) // two numbers make a scale
	}
	return all
}

func isNamed(t plot.Tick) bool { return t.Label != "" }

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

// names returns ticks at 0, 1, 2, …, or at some of them if there is no room for all.
func names(all []string, room int) (ticks plot.ConstantTicks) {
	every := (len(all) + room - 1) / max(room, 1)
	for i := 0; i < len(all); i += every {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: all[i]})
	}
	return ticks
}

// numeral returns a number in characters of the plots' fonts, which lack ⁻.
func numeral(x float64) string {
	text := number.Tick(x)
	if strings.ContainsAny(text, "⁻⁰⁹") {
		return strings.ReplaceAll(strconv.FormatFloat(x, 'g', 2, 64), "-", "−")
	}
	return text
}
