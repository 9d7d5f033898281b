//go:build !js

package plot

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/ui/chart"
	"regretscope/ui/kit/theme"
)

// A panel is a chart to be drawn.
type panel struct {
	*chart.Chart
	measures
	named bool // lines have their names at their ends
}

func ink(series int) color.Color {
	colour, _ := theme.Paper(series)
	return colour
}

// lineStyle is how a line is drawn: stroke and colour both tell it from others.
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

// plot is the panel, ready to be drawn.
func (p *panel) plot() (*plot.Plot, error) {
	g := newPlot(p.measures)
	g.X.Label.Text = label(&p.X, "round t")
	if p.Heat != nil {
		addHeat(g, p.Chart)
		return g, nil
	}
	for i := range p.Bands {
		if err := p.addBand(g, &p.Bands[i]); err != nil {
			return nil, err
		}
	}
	for _, t := range p.Marks { // rounds at which the environment changed
		g.Add(&verticalLine{x: float64(t)})
	}
	ends := endNames{m: p.measures}
	for _, l := range p.Ordered() {
		points := p.points(l)
		if len(points) == 0 {
			continue
		}
		if err := p.addLine(g, l, points); err != nil {
			return nil, err
		}
		if last := lastOf(points); l.Name != "" {
			ends.all = append(ends.all, end{l.Name, ink(l.Series), last.X, last.Y})
		}
	}
	for i := range p.Spots {
		if err := p.addSpot(g, &p.Spots[i]); err != nil {
			return nil, err
		}
		if s := &p.Spots[i]; s.Name != "" {
			ends.all = append(ends.all, end{s.Name, ink(s.Series), s.X, s.Y})
		}
	}
	p.scale(g)
	if p.named {
		g.Add(&ends)
	}
	return g, nil
}

// label is what stands beside an axis: name, symbol and unit.
func label(a *chart.Axis, otherwise string) string {
	text := strings.TrimSpace(a.Name + " " + a.Symbol)
	if text == "" {
		text = otherwise
	}
	if a.Unit != "" {
		text += " (" + a.Unit + ")"
	}
	return text
}

func lastOf(points plotter.XYs) (last plotter.XY) {
	for _, at := range points {
		if !math.IsNaN(at.Y) {
			last = at
		}
	}
	return last
}

// points are a line's points in the axes' range; a gap is a NaN.
func (p *panel) points(l *chart.Line) plotter.XYs {
	var points plotter.XYs
	for _, at := range l.Points {
		if p.End > 0 && at.X > p.End && !l.Ahead {
			break
		}
		if math.IsInf(at.Y, 0) || p.Y.Log && at.Y <= 0 || !p.shows(at.X) {
			at.Y = math.NaN()
		}
		if l.Held && len(points) > 0 {
			points = append(points, plotter.XY{X: at.X, Y: points[len(points)-1].Y})
		}
		points = append(points, plotter.XY(at))
	}
	return points
}

// addLine adds a line for every stretch without a gap, and its measured points.
func (p *panel) addLine(g *plot.Plot, l *chart.Line, points plotter.XYs) error {
	style := lineStyle(l, p.measures)
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
			if l.Marked {
				if err := p.addGlyphs(g, points[:n], style.Color); err != nil {
					return err
				}
			}
		}
		points = points[min(n+1, len(points)):]
	}
	return nil
}

func (p *panel) addGlyphs(g *plot.Plot, at plotter.XYs, ink color.Color) error {
	glyphs, err := plotter.NewScatter(at)
	if err != nil {
		return err
	}
	glyphs.GlyphStyle = draw.GlyphStyle{Color: ink, Radius: 1.6 * p.line, Shape: draw.CircleGlyph{}}
	g.Add(glyphs)
	return nil
}

// addBand adds an area for every stretch in which both edges are known.
func (p *panel) addBand(g *plot.Plot, b *chart.Band) error {
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
	var edge plotter.XYs // there and back
	for i := 0; i <= len(b.Low); i++ {
		if i < len(b.Low) {
			low, high := within(b.Low[i]), within(b.High[i])
			if !math.IsNaN(low.Y) && !math.IsNaN(high.Y) {
				edge = slices.Insert(edge, len(edge)/2, low, high)
				continue
			}
		}
		if len(edge) > 0 {
			area, err := plotter.NewPolygon(edge)
			if err != nil {
				return err
			}
			area.Color, area.LineStyle.Width = fill, 0
			g.Add(area)
			edge = nil
		}
	}
	return nil
}

// least is the smallest value of a line that a logarithm shows.
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
	return !(p.X.Log && x <= 0) && !(p.X.Fixed() && (x < p.X.Low || x > p.X.High))
}

// addSpot draws a measured point with the cross of its limits.
func (p *panel) addSpot(g *plot.Plot, s *chart.Spot) error {
	for _, bar := range []plotter.XYs{{{X: s.From, Y: s.Y}, {X: s.To, Y: s.Y}}, {{X: s.X, Y: s.Low}, {X: s.X, Y: s.High}}} {
		line, err := plotter.NewLine(bar)
		if err != nil {
			return err
		}
		line.LineStyle = draw.LineStyle{Color: ink(s.Series), Width: p.line}
		g.Add(line)
	}
	return p.addGlyphs(g, plotter.XYs{{X: s.X, Y: s.Y}}, ink(s.Series))
}
