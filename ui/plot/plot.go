// Package plot draws charts as files for papers and slides: SVG, PNG, and PDF,
// using gonum/plot. Package chart describes a chart once for this package and for the terminal. Lines
// are told apart by color, by dashes, and by names at their ends.
package plot

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
)

// A Sheet is one picture: panels in rows of Columns.
type Sheet struct {
	Title   string
	Panels  []*chart.Chart
	Columns int // 0: at most three
}

// A Size is the room of a picture.
type Size struct {
	Width, Height float64 // in centimeters
	font          float64 // in points; 0: determined by the width of a panel
	grows         bool    // Width and Height are those of a sheet of one panel without a legend
}

// Named sizes.
var (
	Column = Size{8.5, 6, 8, true}    // a column of a paper
	Slide  = Size{24, 13.5, 14, true} // a slide or a page; letters are smaller if it has several panels
	page   = Size{17, 12, 8, true}    // the width of a paper, for small multiples
)

// lengths has units of length, in centimeters; pixels are those of a PNG.
var lengths = map[string]float64{"cm": 1, "mm": .1, "in": 2.54, "px": 2.54 / dotsPerInch}

const dotsPerInch = 300 // of a PNG

// ParseSize reads column, slide, or a width and a height such as 16x10cm. The error completes a sentence.
func ParseSize(text string) (Size, error) {
	switch text {
	case "column":
		return Column, nil
	case "slide":
		return Slide, nil
	}
	const least, most = 3, 60
	plain := strings.TrimRight(text, "cminpx")
	unit, known := lengths[text[len(plain):]]
	width, height, found := strings.Cut(plain, "x")
	w, err := number.Parse(width)
	h, err2 := number.Parse(height)
	s := Size{Width: w * unit, Height: h * unit}
	if !known || !found || err != nil || err2 != nil ||
		!(min(s.Width, s.Height) >= least && max(s.Width, s.Height) <= most) {
		return Size{}, fmt.Errorf("must be column, slide, or a width and a height from %d to %d cm, "+
			"such as 16x10cm, 6.5x4in or 1600x1000px", least, most)
	}
	return s, nil
}

// formats are the extensions of file names that choose a format.
var formats = []string{"svg", "png", "pdf"}

// Format returns the format of a file name; the error completes a sentence.
func Format(path string) (string, error) {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("must end in one of .%s", strings.Join(formats, ", ."))
	}
	return format, Unavailable
}

// SaveChart writes a chart as a picture, if this build draws plots, and its values, to new
// files of this name with the extensions .svg and .csv. It returns their paths.
func SaveChart(name string, c *chart.Chart, made *trials.Made) ([]string, error) {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".csv"), ".svg")
	if err := outfile.CheckEnding(name, "SVG and CSV", ""); err != nil {
		return nil, err
	}
	sheet, endings := Sheet{Panels: []*chart.Chart{c}}, []string{".svg", ".csv"}
	if Unavailable != nil {
		endings = endings[1:]
	}
	return outfile.CreateSet(name, endings, func(ending string, w io.Writer) error {
		if ending == ".csv" {
			return c.WriteCSV(w, made)
		}
		return sheet.Write(w, "svg", Slide, made)
	})
}

// A dash tells lines apart without color: strokes and gaps, in widths of the line.
type dash struct {
	name    string
	lengths []float64
}

// The number of dashes is coprime to the number of colors: every combination occurs before one
// repeats. A key of a legend shows each pattern nearly twice. Guides have strokes of their own.
var (
	dashes = []dash{
		{"solid", nil},
		{"dashed", []float64{5, 2}},
		{"dotted", []float64{1.5, 1.5}},
		{"dashed and dotted", []float64{6, 2, 1.5, 2}},
		{"long dashes", []float64{13, 4}},
		{"a dash and two dots", []float64{6, 2, 1.5, 2, 1.5, 2}},
		{"long and short dashes", []float64{9, 2, 3.5, 2}},
		{"two dashes and a dot", []float64{5, 2, 5, 2, 1.5, 2}},
	}
	fine = []dash{
		{"fine dots", []float64{1, 2}},
		{"sparse dots", []float64{1, 5}},
		{"dots in pairs", []float64{1, 2, 1, 6}},
		{"dots in threes", []float64{1, 2, 1, 2, 1, 6}},
		{"fine dots and dashes", []float64{1, 2, 5, 2}},
	}
)

func dashOf(l *chart.Line) dash {
	if l.Dotted || l.Guide || l.Series < 0 {
		return fine[l.Stroke%len(fine)]
	}
	if l.Solid {
		return dashes[0]
	}
	return dashes[l.Series%len(dashes)]
}

// Stroke describes in words how a line is drawn.
func Stroke(l *chart.Line) string {
	_, hue := theme.Paper(l.Series)
	return hue + ", " + dashOf(l).name
}

// AssignStyles gives each learner of a comparison, written as for --learner, the same color, stroke, and marker in
// all pictures: those of its Look. If another learner has the stroke already, a learner gets another stroke, so that
// they differ without color; once all strokes are taken, it gets another color and stroke.
func AssignStyles(charts []*chart.Chart, chosen []string) {
	const colors = 7
	pairs := colors * len(dashes)
	series, taken, waiting := make([]int, len(chosen)), make([]bool, pairs), []int(nil)
	strokes := map[int]bool{}
	for i, text := range chosen {
		id, _, _ := strings.Cut(text, ",")
		at := 0 // of a program
		if d, err := learners.Find(id); err == nil {
			at = d.Look % pairs
		}
		if series[i] = at; strokes[at%len(dashes)] {
			waiting = append(waiting, i)
			continue
		}
		taken[at], strokes[at%len(dashes)] = true, true
	}
	for _, i := range waiting {
		step := 1
		if len(strokes) < len(dashes) {
			step = colors
		}
		for n := 0; n < pairs && (taken[series[i]] || step > 1 && strokes[series[i]%len(dashes)]); n++ {
			series[i] = (series[i] + step) % pairs
		}
		taken[series[i]], strokes[series[i]%len(dashes)] = true, true
	}
	assign := func(of *int) {
		if *of >= 0 && *of < len(series) {
			*of = series[*of]
		}
	}
	for _, c := range charts {
		for i := range c.Spots {
			assign(&c.Spots[i].Series)
		}
		for i := range c.Lines {
			assign(&c.Lines[i].Series)
		}
		for i := range c.Bands {
			assign(&c.Bands[i].Series)
		}
	}
}

func (o Options) names(r *trials.Result) []string {
	names := r.Config.Names()
	for i, learner := range r.Config.Learners {
		names[i] = cmp.Or(o.Labels[learner], names[i])
	}
	return names
}

// apply sets the words and the ranges of the options; the error completes a sentence.
func (o Options) apply(s *Sheet) error {
	if o.Title != nil {
		s.Title = *o.Title
	}
	for _, c := range s.Panels {
		for i, axis := range []*chart.Axis{&c.X, &c.Y} {
			if label := []string{o.XLabel, o.YLabel}[i]; label != "" {
				axis.Name, axis.Symbol, axis.Unit = label, "", ""
			}
			r, flag := []chart.Range{o.XRange, o.YRange}[i], []string{"--x-range", "--y-range"}[i]
			switch {
			case r == chart.Range{}:
			case axis.Names != nil:
				return fmt.Errorf("%s: this axis has names instead of numbers", flag)
			case axis.Log && r.Low <= 0:
				return fmt.Errorf("%s: must be above 0 on a logarithmic axis", flag)
			default:
				axis.Low, axis.High = r.Low, r.High
			}
		}
	}
	return nil
}

// LeftOut says what logarithmic axes leave out. It continues the title of a sheet that LeavesOut.
const LeftOut = "without values up to 0, which have no logarithm"

// LeavesOut reports whether logarithmic axes leave out points.
func (s *Sheet) LeavesOut() bool {
	for _, c := range s.Panels {
		for i := range c.Lines {
			if slices.ContainsFunc(c.Lines[i].Points, func(at chart.Point) bool {
				return c.X.Log && at.X <= 0 || c.Y.Log && at.Y <= 0
			}) {
				return true
			}
		}
	}
	return false
}
