//go:build !js

package plot

import (
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Unavailable is why this build of the program draws no plots; nil: it does.
var Unavailable error

// measures are what a size means for one panel.
type measures struct {
	width, height vg.Length // of a panel that stands alone
	font, line    vg.Length
}

func (s Size) measures() measures {
	if s == Slide {
		return measures{24 * vg.Centimeter, 13.5 * vg.Centimeter, 14, 2}
	}
	return measures{8.5 * vg.Centimeter, 6 * vg.Centimeter, 8, 1}
}

// Write draws the sheet. Equal sheets give equal bytes.
func (s *Sheet) Write(w io.Writer, format string, size Size) error {
	columns := s.columns()
	rows := (len(s.Panels) + columns - 1) / columns
	m := size.measures()
	width, height := m.width, m.height
	if len(s.Panels) > 1 {
		// Small multiples share the width of a slide, and take that of a page on
		// paper, where a column has no room for them.
		width = max(m.width, 17*vg.Centimeter)
		height = width / vg.Length(columns) * .72 * vg.Length(rows)
	}
	title := vg.Length(0)
	if s.Title != "" {
		title = 2 * m.font
	}
	canvas, err := draw.NewFormattedCanvas(width, height+title, format)
	if err != nil {
		return err
	}
	area := draw.New(canvas)
	if s.Title != "" {
		head := newPlot(m)
		style := head.Title.TextStyle
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		area.FillText(style, vg.Point{X: area.Center().X, Y: area.Max.Y - m.font/3}, s.Title)
		area = draw.Crop(area, 0, 0, 0, -title)
	}
	plots := make([][]*plot.Plot, rows)
	for r := range plots {
		plots[r] = make([]*plot.Plot, columns)
	}
	for i := range s.Panels {
		if plots[i/columns][i%columns], err = s.Panels[i].plot(m); err != nil {
			return err
		}
	}
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: m.font, PadY: m.font, PadTop: m.font / 2, PadBottom: m.font / 2, PadLeft: m.font / 2, PadRight: m.font / 2}
	for r, row := range plot.Align(plots, tiles, area) {
		for c, place := range row {
			if plots[r][c] != nil {
				plots[r][c].Draw(place)
			}
		}
	}
	_, err = canvas.WriteTo(w)
	return err
}

func (s *Sheet) columns() int {
	if s.Columns > 0 {
		return s.Columns
	}
	if n := len(s.Panels); n <= 3 {
		return max(n, 1)
	}
	return int(math.Ceil(math.Sqrt(float64(len(s.Panels)))))
}

func newPlot(m measures) *plot.Plot {
	p := plot.New()
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Size = m.font
		style.Font.Variant = "Sans"
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.LineStyle.Width, axis.Tick.LineStyle.Width = m.line/2, m.line/2
	}
	p.Title.Padding = m.font / 2
	return p
}
