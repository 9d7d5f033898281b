package report

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
)

// mostPictures is how many a sheet has.
const mostPictures = 16

// Sheets are the figure's panels, each as one picture for a file; nil for one that
// shows nothing. Pictures of the same quantities have the same range.
func (e Entry) Sheets() []*plot.Sheet {
	spans := spansOf(e.Outcome.Samples)
	sheets := make([]*plot.Sheet, len(e.Outcome.Samples))
	for i, s := range e.Outcome.Samples {
		if sheet := sheetOf(e.Figure, s, spans); len(sheet.Panels) > 0 {
			sheets[i] = sheet
		}
	}
	return sheets
}

func sheetOf(f *figure.Figure, s *figure.Sample, spans spans) *plot.Sheet {
	title := s.Panel.Title
	if title == "" {
		title = f.Title
	}
	runs := kit.Plural(s.Runs, "run")
	if s.Panel.Y.Shows == figure.ExpectedExact {
		runs = "computed"
	}
	sheet := &plot.Sheet{Title: fmt.Sprintf("%s · %s · %s", f.Paper, title, runs)}
	pictures := s.Pictures()
	pictures = pictures[:min(len(pictures), mostPictures)]
	if sheet.Columns = 2; len(pictures) > 6 {
		sheet.Columns = 3
	}
	sheet.Columns = min(sheet.Columns, len(pictures))
	for i := range pictures {
		p := &pictures[i]
		c, step := chartOf(p, spans)
		sheet.Panels = append(sheet.Panels, plot.Panel{Title: p.Title, X: string(p.X), Y: string(p.Y), Chart: c, Step: step})
	}
	return sheet
}

// spans are the ranges of values that pictures of the same quantities share, so that
// they can be compared; kinds that have one picture only are left out.
type spans map[kind]*span

type kind struct {
	x, y figure.Quantity
	log  bool
}

type span struct {
	low, high float64
	pictures  int
}

func spansOf(samples []*figure.Sample) spans {
	all := spans{}
	for _, s := range samples {
		for _, p := range s.Pictures() {
			of := kind{p.X, p.Y, p.LogY}
			if all[of] == nil {
				all[of] = &span{low: math.Inf(1), high: math.Inf(-1)}
			}
			all[of].pictures++
			for _, l := range p.Lines {
				for _, at := range l.Points {
					all[of].add(at, p.LogY)
				}
			}
		}
	}
	maps.DeleteFunc(all, func(_ kind, s *span) bool { return s.pictures < 2 || !(s.low < s.high) })
	return all
}

// add makes room for a point with its interval, as far as a logarithm shows it.
func (s *span) add(at figure.Point, log bool) {
	for _, y := range []float64{at.Y, at.Low, at.High} {
		if kit.Finite(y) && (y > 0 || !log) {
			s.low, s.high = min(s.low, y), max(s.high, y)
		}
	}
}

// Size is the room of a panel's picture: several small ones have the lettering of
// a paper, one alone that of a slide.
func Size(sheet *plot.Sheet) plot.Size {
	if len(sheet.Panels) > 1 {
		return plot.Column
	}
	return plot.Slide
}

// steps is how many steps a chart counts along an axis that shows no rounds.
const steps = 1e9

// chartOf describes a picture as a chart. Charts count rounds, so another axis is
// counted in steps; step is what one stands for.
func chartOf(p *figure.Picture, spans spans) (c *chart.Chart, step float64) {
	largest := 0.
	for i := range p.Lines {
		for _, at := range p.Lines[i].Points {
			if !math.IsInf(at.X, 0) {
				largest = max(largest, at.X)
			}
		}
	}
	if step = 1; p.X != figure.Rounds {
		step = largest / steps
	}
	round := func(x float64) int { return int(math.Round(x / step)) }
	c = &chart.Chart{
		Round: round(largest), Limit: round(largest),
		Rounds: chart.Axis{Log: p.LogX}, Values: chart.Axis{Log: p.LogY, Floor: p.Y != figure.Return},
		Empty: "no run is finished",
	}
	if s := spans[kind{p.X, p.Y, p.LogY}]; s != nil {
		if c.Values.Low, c.Values.High = s.low, s.high; c.Values.Floor && !p.LogY {
			c.Values.Low = min(s.low, 0)
		}
	}
	along := func(points []figure.Point, y func(figure.Point) float64) chart.Points {
		return func(yield func(int, float64) bool) {
			for _, at := range points {
				if !math.IsInf(at.X, 0) && !yield(round(at.X), y(at)) {
					return
				}
			}
		}
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		c.Lines = append(c.Lines, chart.Line{
			Name: l.Name, Series: l.Series, Dotted: l.Median, Points: along(l.Points, func(at figure.Point) float64 { return at.Y }),
		})
		if !l.Median && len(l.Points) > 0 && !math.IsNaN(l.Points[len(l.Points)-1].Low) {
			c.Bands = append(c.Bands, chart.Band{
				Series: l.Series,
				Low:    along(l.Points, func(at figure.Point) float64 { return at.Low }),
				High:   along(l.Points, func(at figure.Point) float64 { return at.High }),
			})
		}
	}
	return c, step
}

// shownPictures is how many pictures of a panel a terminal gets.
const shownPictures = 3

// terminal draws a panel's first pictures as text: charts over rounds, and
// tables over anything else.
func terminal(t *theme.Theme, s *figure.Sample, spans spans, width, height int) string {
	var b strings.Builder
	pictures := s.Pictures()
	for i := range pictures[:min(len(pictures), shownPictures)] {
		p := &pictures[i]
		b.WriteString(t.Title.Render(strings.TrimPrefix(fmt.Sprintf("%s · %s against %s", p.Title, p.Y, p.X), " · ")) + "\n")
		if p.X != figure.Rounds {
			b.WriteString(table(p) + "\n")
			continue
		}
		c, _ := chartOf(p, spans)
		c.Bands = nil
		for _, line := range c.Draw(t, width, height) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
		if p.Medians() {
			b.WriteString(t.Faint.Render(medians) + "\n")
		}
		b.WriteString("\n")
	}
	if more := len(pictures) - shownPictures; more > 0 {
		b.WriteString(t.Faint.Render("and "+kit.Plural(more, "more picture")) + "\n\n")
	}
	return b.String()
}

// mostRows is how many places along an axis a table shows.
const mostRows = 12

// table is a picture in numbers: a row for each place on the x axis.
func table(p *figure.Picture) string {
	var t kit.Table
	t.Columns = []kit.Column{{Title: string(p.X), Right: true}}
	for i := range p.Lines {
		t.Columns = append(t.Columns, kit.Column{Title: p.Lines[i].Name, Right: true})
	}
	n := len(p.Lines[0].Points)
	every := max(1, (n+mostRows-1)/mostRows)
	for k := 0; k < n; k += every {
		row := []string{number.Term(p.Lines[0].Points[k].X)}
		for i := range p.Lines {
			row = append(row, measured(p.Lines[i].Points[k]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t.String()
}

// measured is a point's value with half its interval, where it has one.
func measured(p figure.Point) string { return number.WithError(p.Y, (p.High-p.Low)/2) }
