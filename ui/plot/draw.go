//go:build !js

package plot

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgeps"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
	"gonum.org/v1/plot/vg/vgtex"

	"regretscope/model/trials"
)

// Unavailable is the reason why this build draws no plots, or nil if it draws them.
var Unavailable error

// measures holds the sizes of one panel.
type measures struct {
	width, height vg.Length
	font, line    vg.Length
	columns       int
}

// measures returns the sizes of a panel of the sheet; area is the room for all panels.
func (s *Sheet) measures(size Size) (m measures, area vg.Point) {
	columns := s.columns()
	if size == Column {
		columns = max(columns/2, 1)
	}
	rows := (len(s.Panels) + columns - 1) / columns
	area = vg.Point{X: vg.Length(size.Width) * vg.Centimeter, Y: vg.Length(size.Height) * vg.Centimeter}
	if size.grows && len(s.Panels) > 1 {
		area.Y = area.X / vg.Length(columns) * .8 * vg.Length(rows)
	}
	m = measures{area.X / vg.Length(columns), area.Y / vg.Length(rows), vg.Length(size.font), 0, columns}
	if columns > 1 { // margins shrink with the panels, as far as they stay readable on paper
		m.font = min(m.font, max(vg.Length(Column.font), m.font/vg.Length(math.Sqrt(float64(columns)))))
	}
	m.font = cmp.Or(m.font, min(max(4.7+m.width/vg.Centimeter*.39, 7), 20))
	m.line = m.font / 7.5
	return m, area
}

// Write draws the sheet; the zero Size is a column of a paper, or its whole width for small
// multiples. Equal sheets give equal bytes. A panic of a library becomes an error.
func (s *Sheet) Write(w io.Writer, format string, size Size, by *trials.Made) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the plot cannot be drawn: %v", fault)
		}
	}()
	if size == (Size{}) && len(s.Panels) > 1 {
		size = page
	} else if size == (Size{}) {
		size = Column
	}
	for _, c := range s.Panels {
		for i := range c.Lines {
			c.Lines[i].Stroke = i
		}
	}
	m, area := s.measures(size)
	title := s.Title
	if title != "" && s.LeavesOut() {
		title += " · " + LeftOut
	}
	head := heading(title, area.X, m)
	full, room := area, area.Y
	if !size.grows {
		room /= 2
	}
	foot := s.legend(area.X, room, m)
	if size.grows {
		full.Y += head.height + foot.height()
	}
	var canvas canvas
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(full.X, full.Y), vgimg.UseDPI(dotsPerInch))}
	case "svg":
		canvas = vgsvg.New(full.X, full.Y)
	case "eps":
		canvas = opaque{outlined{vgeps.New(full.X, full.Y)}}
	case "tex":
		canvas = texCanvas{vgtex.New(full.X, full.Y)}
	default:
		canvas = outlined{vgpdf.New(full.X, full.Y)}
	}
	s.draw(draw.New(canvas), m, head, foot)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	return Finish(w, format, b.Bytes(), by)
}

// draw draws title, panels and legend, one below the other.
func (s *Sheet) draw(area draw.Canvas, m measures, head title, foot *legend) {
	head.draw(area, vg.Point{X: area.Center().X, Y: area.Max.Y})
	foot.draw(area)
	area = draw.Crop(area, 0, 0, foot.height(), -head.height)
	columns := m.columns
	plots := make([][]*plot.Plot, (len(s.Panels)+columns-1)/columns)
	for r := range plots {
		plots[r] = make([]*plot.Plot, columns)
	}
	low, high := s.heat()
	for i, c := range s.Panels {
		plots[i/columns][i%columns] = (&panel{c, m, foot == nil, low, high}).plot()
	}
	titles := s.titles(m)
	tiles := draw.Tiles{
		Rows: len(plots), Cols: columns, PadX: 2 * m.font, PadY: m.font + titles,
		PadTop: m.font/2 + titles, PadBottom: m.font / 2, PadLeft: 3 * m.font, PadRight: m.font / 2,
	}
	for r, row := range plot.Align(plots, tiles, area) {
		top := vg.Length(0)
		for _, place := range row {
			top = max(top, place.Max.Y)
		}
		for c, place := range row {
			p := plots[r][c]
			if p == nil {
				continue
			}
			p.Draw(place)
			of, inside := s.Panels[r*columns+c], p.DataCanvas(place)
			if y := label(&of.Y, ""); c == 0 || y != label(&s.Panels[r*columns].Y, "") {
				beside(inside, place.Min.X-m.font/2, y, p.Y.Label.TextStyle)
			}
			head := heading(of.Title, m.width-m.font, m)
			head.draw(area, vg.Point{X: place.Center().X, Y: top + titles})
		}
	}
}

func (s *Sheet) titles(m measures) (height vg.Length) {
	for _, c := range s.Panels {
		height = max(height, heading(c.Title, m.width-m.font, m).height)
	}
	return height
}

// beside writes the label of a vertical axis to its left, in the middle. gonum/plot puts it
// elsewhere if the axis is logarithmic.
func beside(area draw.Canvas, x vg.Length, text string, style draw.TextStyle) {
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	text = strings.Join(wrapped(text, 1.2*(area.Max.Y-area.Min.Y), style), "\n")
	style.Rotation = math.Pi / 2
	area.FillText(style, vg.Point{X: x, Y: area.Center().Y}, text)
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
		axis.LineStyle.Width, axis.Tick.LineStyle.Width, axis.Tick.Length = m.line/2, m.line/2, m.font/2
	}
	return p
}

// A title is text above a sheet or a panel, broken into lines of its width.
type title struct {
	lines  []string
	style  draw.TextStyle
	height vg.Length
}

func heading(text string, width vg.Length, m measures) title {
	t := title{style: newPlot(m).Title.TextStyle}
	if text == "" {
		return t
	}
	t.style.XAlign, t.style.YAlign = draw.XCenter, draw.YTop
	t.lines = wrapped(text, width-m.font, t.style)
	t.height = m.font * (.6 + 1.3*vg.Length(len(t.lines)))
	return t
}

// wrapped breaks a text into lines of a width, between words where it can.
func wrapped(text string, width vg.Length, style draw.TextStyle) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		line := ""
		for _, r := range word { // a word may be wider than a line
			if line != "" && style.Width(line+string(r)) > width {
				lines, line = append(lines, line), ""
			}
			line += string(r)
		}
		lines = append(lines, line)
	}
	return lines
}

// draw writes the title, centered below an edge.
func (t *title) draw(area draw.Canvas, edge vg.Point) {
	for i, line := range t.lines {
		area.FillText(t.style, edge.Sub(vg.Point{Y: t.style.Font.Size * (.4 + 1.3*vg.Length(i))}), line)
	}
}
