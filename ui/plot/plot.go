// Package plot draws charts as files for papers and slides: SVG, PNG and PDF, by
// gonum/plot. A chart is described once, by package chart; this package is its
// second drawer, besides the terminal's. Lines are told apart by colour, by
// dashes, and by names at their ends. What does not belong here: which quantity
// a chart shows.
package plot

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/ui/chart"
	"regretscope/ui/kit/outfile"
)

// A Sheet is one picture: panels side by side, in rows of Columns.
type Sheet struct {
	Title   string
	Panels  []Panel
	Columns int // 0: one row of at most three, more rows where there are more
}

// A Panel is one chart or heat map with its labels.
type Panel struct {
	Title string
	X, Y  string // what the axes show, in the papers' symbols
	Chart *chart.Chart
	Heat  *Heat // instead of Chart
	// Step is what one round of the chart stands for on the x axis, where it does
	// not show rounds; 0 is the step of the chart's axis.
	Step float64
}

// A Size is the room of a picture.
type Size string

// The sizes.
const (
	Column Size = "column" // a column of a paper, 8.5 cm wide
	Slide  Size = "slide"  // a slide or a page, 24 cm wide
)

// formats are the endings of file names that tell what is written.
var formats = []string{"svg", "png", "pdf"}

// Format is what a file of that name holds; the error is the end of a sentence.
func Format(path string) (string, error) {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("must end in one of .%s", strings.Join(formats, ", ."))
	}
	return format, nil
}

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

// SaveChart writes a chart as a picture and as values, into new files of this name
// that end in .svg and .csv, and returns their paths.
func SaveChart(by outfile.Rights, name string, p Panel) ([]string, error) {
	sheet := Sheet{Panels: []Panel{p}}
	return by.CreateSet(name, []string{".svg", ".csv"}, func(ending string, w io.Writer) error {
		if ending == ".csv" {
			return p.Chart.WriteCSV(w)
		}
		return sheet.Write(w, "svg", Slide)
	})
}

// FileName makes a name of words: letters and digits, joined by hyphens.
func FileName(words ...string) string {
	fields := strings.FieldsFunc(strings.ToLower(strings.Join(words, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(fields, "-")
}
