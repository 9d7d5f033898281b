package report

import (
	"fmt"
	"math"
	"strings"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
)

const mostPictures = 16

// Sheets are the figure's panels, each as one picture for a file; nil for one that
// shows nothing. Pictures of the same quantities have the same range.
func (e Entry) Sheets() []*plot.Sheet {
	var all []*chart.Chart
	sheets := make([]*plot.Sheet, len(e.Outcome.Samples))
	for i, s := range e.Outcome.Samples {
		if sheet := e.sheet(s); len(sheet.Panels) > 0 {
			sheets[i], all = sheet, append(all, sheet.Panels...)
		}
	}
	chart.Share(all)
	return sheets
}

// distributed reports whether a panel's picture is that of its runs' distribution, and
// why it is not although that was asked for.
func (e Entry) distributed(s *figure.Sample) (bool, string) {
	switch {
	case e.Plot.Kind != plot.Distribution:
		return false, ""
	case s.Runs == 0:
		return false, "computed, so that runs have no distribution"
	case len(s.Points) > mostPictures:
		return false, fmt.Sprintf("lines, because there are boxes of at most %d points and here are %d", mostPictures, len(s.Points))
	}
	return true, ""
}

// spread is what points show of a sample; nil for figures' own intervals.
func (e Entry) spread() figure.Spread {
	if e.Plot.Band == "" || e.Plot.Band == overlay.Error {
		return nil
	}
	return e.Plot.Band.OfSample
}

// bands says what is around lines.
func (e Entry) bands() string {
	if e.spread() == nil {
		return "95 % for the mean"
	}
	return e.Plot.Band.Middle() + e.Plot.Band.Band()
}

func (e Entry) sheet(s *figure.Sample) *plot.Sheet {
	title := s.Panel.Title
	if title == "" {
		title = e.Title
	}
	runs := kit.Plural(s.Runs, "run")
	if s.Panel.Y.Shows == figure.ExpectedExact {
		runs = "computed"
	}
	sheet := &plot.Sheet{Title: fmt.Sprintf("%s · %s · %s", e.Paper, title, runs)}
	boxes, why := e.distributed(s)
	if why != "" {
		sheet.Title += " · " + why
	}
	if boxes {
		if of, err := plot.OfResult(s.Result(), e.Plot); err == nil {
			of.Title = sheet.Title + ": " + of.Title
			return of
		}
	}
	pictures := s.Pictures(e.spread())
	pictures = pictures[:min(len(pictures), mostPictures)]
	if sheet.Columns = 2; len(pictures) > 6 {
		sheet.Columns = 3
	}
	sheet.Columns = min(sheet.Columns, len(pictures))
	for i := range pictures {
		sheet.Panels = append(sheet.Panels, e.chart(&pictures[i]))
	}
	return sheet
}

// SizeOf is the room of a panel's picture, unless another one was asked for: several
// small ones have the lettering of a paper, one alone that of a slide.
func (e Entry) SizeOf(sheet *plot.Sheet) plot.Size {
	if e.Size != (plot.Size{}) {
		return e.Size
	}
	if len(sheet.Panels) > 1 {
		return plot.Column
	}
	return plot.Slide
}

// axes describe quantities, besides their symbols.
var axes = map[figure.Quantity]chart.Axis{
	figure.Rounds:        {Name: "round t"},
	figure.PrivacyAxis:   {Name: "privacy parameter"},
	figure.HorizonAxis:   {Name: "horizon", Unit: "rounds"},
	figure.ArmsAxis:      {Name: "arms"},
	figure.OutsideAxis:   {Name: "arms outside a basis"},
	figure.PhasesAxis:    {Name: "phases"},
	figure.GapAxis:       {Name: "smallest gap"},
	figure.ChannelAxis:   {Name: "channel parameter"},
	figure.WindowAxis:    {Name: "window", Unit: "rounds"},
	figure.Regret:        {Name: "regret", Unit: "rewards", Floor: true},
	figure.Return:        {Name: "expected return", Unit: "reward per round"},
	figure.RegretByLog:   {Floor: true},
	figure.ExpectedExact: {Name: "exact expected regret", Unit: "rewards", Floor: true},
}

func axisOf(q figure.Quantity, log bool) chart.Axis {
	axis := axes[q]
	if axis.Log = log; q != figure.Rounds && q != figure.Return {
		axis.Symbol = string(q)
	}
	return axis
}

func (e Entry) chart(p *figure.Picture) *chart.Chart {
	c := &chart.Chart{Title: p.Title, X: axisOf(p.X, p.LogX || e.Plot.LogX), Y: axisOf(p.Y, p.LogY || e.Plot.LogY), Empty: "no run is finished"}
	for i := range p.Lines {
		l := &p.Lines[i]
		line := chart.Line{Name: l.Name, Series: l.Series, Dotted: l.Median, Marked: p.X != figure.Rounds}
		band := chart.Band{Series: l.Series}
		for _, at := range l.Points {
			if math.IsInf(at.X, 0) {
				continue
			}
			c.End = max(c.End, at.X)
			line.Points = append(line.Points, chart.Point{X: at.X, Y: at.Y})
			band.Low = append(band.Low, chart.Point{X: at.X, Y: at.Low})
			band.High = append(band.High, chart.Point{X: at.X, Y: at.High})
		}
		c.Lines = append(c.Lines, line)
		if n := len(band.Low); !l.Median && n > 0 && !math.IsNaN(band.Low[n-1].Y) {
			c.Bands = append(c.Bands, band)
		}
	}
	c.Limit = c.End
	return c
}

// shownPictures is how many pictures of a panel a terminal gets.
const shownPictures = 3

// terminal draws a panel's first pictures as text: charts over rounds, and
// tables over anything else.
func (e Entry) terminal(t *theme.Theme, s *figure.Sample, sheet *plot.Sheet, width, height int) string {
	var b strings.Builder
	pictures := s.Pictures(e.spread())
	for i := range pictures[:min(len(pictures), shownPictures)] {
		p := &pictures[i]
		b.WriteString(t.Title.Render(strings.TrimPrefix(fmt.Sprintf("%s · %s against %s", p.Title, p.Y, p.X), " · ")) + "\n")
		if p.X != figure.Rounds {
			b.WriteString(table(p) + "\n")
			continue
		}
		c := *sheet.Panels[i]
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
