//go:build !js

package plot

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An end is where a named line ends.
type end struct {
	name string
	ink  color.NRGBA
	at   float64 // the value there
}

// endNames writes lines' names right of their ends, moved apart where they would
// collide.
type endNames struct {
	ends []end
	m    measures
}

// Plot implements plot.Plotter.
func (n *endNames) Plot(c draw.Canvas, p *plot.Plot) {
	_, toY := p.Transforms(&c)
	type placed struct {
		end
		y vg.Length
	}
	var all []placed
	for _, e := range n.ends {
		all = append(all, placed{e, toY(min(max(e.at, p.Y.Min), p.Y.Max))})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.y, b.y) })
	gap := n.m.font * 1.1
	for i := 1; i < len(all); i++ {
		all[i].y = max(all[i].y, all[i-1].y+gap)
	}
	if over := len(all) - 1; over >= 0 && all[over].y > c.Max.Y {
		all[over].y = c.Max.Y
		for i := over - 1; i >= 0; i-- {
			all[i].y = min(all[i].y, all[i+1].y-gap)
		}
	}
	style := n.style(p)
	for _, e := range all {
		style.Color = e.ink
		c.FillText(style, vg.Point{X: c.Max.X + n.m.font/3, Y: e.y}, e.name)
	}
}

func (n *endNames) style(p *plot.Plot) draw.TextStyle {
	style := p.Legend.TextStyle
	style.Font.Size = n.m.font * .9
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	return style
}

// GlyphBoxes implements plot.GlyphBoxer: it keeps room for the names.
func (n *endNames) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	style := n.style(p)
	widest := vg.Length(0)
	for _, e := range n.ends {
		widest = max(widest, style.Width(e.name))
	}
	if widest == 0 {
		return nil
	}
	return []plot.GlyphBox{{X: 1, Y: .5, Rectangle: vg.Rectangle{Max: vg.Point{X: widest + n.m.font/3}}}}
}

// A verticalLine marks a place on the x axis.
type verticalLine struct{ x float64 }

// Plot implements plot.Plotter.
func (l *verticalLine) Plot(c draw.Canvas, p *plot.Plot) {
	if l.x < p.X.Min || l.x > p.X.Max {
		return
	}
	toX, _ := p.Transforms(&c)
	x := toX(l.x)
	style := draw.LineStyle{Color: gray, Width: .5, Dashes: []vg.Length{1, 2}}
	c.StrokeLine2(style, x, c.Min.Y, x, c.Max.Y)
}
