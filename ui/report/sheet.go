package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/ui/chart"
	"regretscope/ui/plot"
)

const maxPictures = 16

// Sheets returns the figure's panels, each as one picture for a file; nil for a panel that
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

// distributed reports whether a panel's picture shows the distribution over runs. If not, although
// it was asked for, it returns the reason.
func (e Entry) distributed(s *figure.Sample) (bool, string) {
	switch {
	case e.Plot.Kind != plot.Distribution:
		return false, ""
	case s.Runs == 0:
		return false, "computed exactly, without runs"
	case len(s.Points) > maxPictures:
		return false, fmt.Sprintf("lines: boxes show at most %d points, and there are %d", maxPictures,
			len(s.Points))
	}
	return true, ""
}

func (e Entry) sheet(s *figure.Sample) *plot.Sheet {
	title := cmp.Or(s.Panel.Title, e.Title)
	runs := number.Plural(s.Runs, "run")
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
	for _, p := range e.pictures(s) {
		sheet.Panels = append(sheet.Panels, p.Chart)
	}
	sheet.Panels = sheet.Panels[:min(len(sheet.Panels), maxPictures)]
	sheet.Columns = min(len(sheet.Panels), 2)
	if len(sheet.Panels) > 6 {
		sheet.Columns = 3
	}
	return sheet
}

// SizeOf returns the size of a panel's picture, unless one was chosen: several small charts
// have the lettering of a paper, one alone that of a slide.
func (e Entry) SizeOf(sheet *plot.Sheet) plot.Size {
	if e.Size == (plot.Size{}) && len(sheet.Panels) == 1 {
		return plot.Slide
	}
	return e.Size
}

// axes names quantities by their symbols.
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
	axis.Log = log
	if q != figure.Rounds && q != figure.Return {
		axis.Symbol = string(q)
	}
	return axis
}

// Legend explains every line style of a panel's pictures.
func (e Entry) Legend(panel int) string {
	s := e.Outcome.Samples[panel]
	if boxes, _ := e.distributed(s); boxes {
		return "boxes from the first to the third quartile of the runs, with their median; lines to 5 and 95%; dots: means"
	}
	pictures := e.pictures(s)
	if len(pictures) == 0 {
		return ""
	}
	var parts []string
	for _, l := range pictures[0].Lines {
		if l.Name != "" {
			parts = append(parts, l.Name+": "+plot.Stroke(&chart.Line{Series: l.Series}))
		}
	}
	if slices.ContainsFunc(pictures, (*picture).intervals) {
		bands := "95% for the mean"
		if !e.asClaimed() {
			bands = e.Plot.Band.Middle() + e.Plot.Band.Band()
		}
		parts = append(parts, "bands: "+bands)
	}
	if slices.ContainsFunc(pictures, (*picture).medians) {
		parts = append(parts, "fine dots in a line's color: the median of the runs, where a few of them decide the mean")
	}
	return strings.Join(parts, "; ")
}
