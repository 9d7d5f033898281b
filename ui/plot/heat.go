//go:build !js

package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/ui/chart"
)

// A grid is the heat of a chart in the form that gonum/plot reads.
type grid struct{ *chart.Chart }

// Dims returns the numbers of columns and rows.
func (h grid) Dims() (columns, rows int) { return len(h.Chart.X.Names), len(h.Heat) }

// Z returns the logarithm of a value, which determines its color.
func (h grid) Z(x, y int) float64 { return math.Log(max(h.Heat[y][x], 1e-9)) }

// X returns the place of a column.
func (h grid) X(i int) float64 { return float64(i) }

// Y returns the place of a row.
func (h grid) Y(i int) float64 { return float64(i) }

// blues runs from nearly white to dark blue, evenly in lightness, so that values can be told
// apart without color.
type blues struct{}

// Colors returns the shades.
func (blues) Colors() []color.Color {
	const steps = 64
	var all []color.Color
	for i := range steps {
		f := float64(i) / (steps - 1)
		all = append(all, color.NRGBA{uint8(247 - 239*f), uint8(251 - 203*f), uint8(255 - 148*f), 255})
	}
	return all
}

func addHeat(g *plot.Plot, c *chart.Chart) {
	cells := plotter.NewHeatMap(grid{c}, blues{})
	g.Add(cells, &cellValues{grid{c}, (cells.Min + cells.Max) / 2})
	g.X.Tick.Marker, g.Y.Tick.Marker = names(c.X.Names, 10), names(c.Y.Names, 10)
}

type cellValues struct {
	grid
	middle float64 // cells are dark from this lightness on
}

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
			if v.Z(x, y) > v.middle {
				style.Color = color.White
			}
			c.FillText(style, vg.Point{X: toX(v.X(x)), Y: toY(v.Y(y))}, text)
		}
	}
}
