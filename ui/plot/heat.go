//go:build !js

package plot

import (
	"image/color"
	"math"

	"regretscope/noise/number"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dims implements plotter.GridXYZ.
func (h *Heat) Dims() (columns, rows int) { return len(h.XNames), len(h.YNames) }

// Z implements plotter.GridXYZ: values are told apart by their logarithm.
func (h *Heat) Z(x, y int) float64 { return math.Log(max(h.Values[y][x], 1e-9)) }

// X implements plotter.GridXYZ.
func (h *Heat) X(i int) float64 { return float64(i) }

// Y implements plotter.GridXYZ.
func (h *Heat) Y(i int) float64 { return float64(i) }

// blues run from nearly white to dark blue, evenly in lightness, so that they
// also tell values apart without colour.
type blues struct{}

// Colors implements palette.Palette.
func (blues) Colors() []color.Color {
	const steps = 64
	var all []color.Color
	for i := range steps {
		f := float64(i) / (steps - 1)
		all = append(all, color.NRGBA{uint8(247 - 239*f), uint8(251 - 203*f), uint8(255 - 148*f), 255})
	}
	return all
}

func (h *Heat) add(g *plot.Plot) {
	cells := plotter.NewHeatMap(h, blues{})
	g.Add(cells, &cellValues{h, (cells.Min + cells.Max) / 2})
	g.X.Tick.Marker, g.Y.Tick.Marker = names(h.XNames), names(h.YNames)
}

// names are ticks at 0, 1, 2, ….
type names []string

// Ticks implements plot.Ticker.
func (n names) Ticks(_, _ float64) []plot.Tick {
	var all []plot.Tick
	every := (len(n) + 9) / 10
	for i, name := range n {
		if i%every == 0 {
			all = append(all, plot.Tick{Value: float64(i), Label: name})
		}
	}
	return all
}

// cellValues writes each value into its cell, where there is room.
type cellValues struct {
	*Heat
	middle float64 // from which on cells are dark
}

// Plot implements plot.Plotter.
func (v *cellValues) Plot(c draw.Canvas, p *plot.Plot) {
	columns, rows := v.Dims()
	if columns > 8 || rows > 12 {
		return
	}
	toX, toY := p.Transforms(&c)
	style := p.Legend.TextStyle
	style.Font.Size *= .8
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	for y := range rows {
		for x := range columns {
			if math.IsNaN(v.Values[y][x]) {
				continue
			}
			style.Color = color.Black
			if v.Z(x, y) > v.middle {
				style.Color = color.White
			}
			c.FillText(style, vg.Point{X: toX(v.X(x)), Y: toY(v.Y(y))}, number.Tick(v.Values[y][x]))
		}
	}
}
