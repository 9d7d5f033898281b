package report

import (
	"slices"
	"strings"

	"regretscope/model/figure"
	"regretscope/ui/chart"
	"regretscope/ui/plot"
)

const medians = "dotted: the median of the runs, where a few of them decide the mean"

// legend explains every line style of a panel's pictures.
func (e Entry) legend(panel int) string {
	s := e.Outcome.Samples[panel]
	if boxes, _ := e.distributed(s); boxes {
		return "boxes from the first to the third quartile of the runs, with their median; lines to 5 and 95 %; dots: means"
	}
	pictures := s.Pictures(e.spread())
	if len(pictures) == 0 {
		return ""
	}
	var parts []string
	for _, l := range pictures[0].Lines {
		if l.Name != "" {
			parts = append(parts, l.Name+": "+plot.Stroke(&chart.Line{Series: l.Series}))
		}
	}
	any := func(has func(*figure.Picture) bool) bool {
		return slices.ContainsFunc(pictures, func(p figure.Picture) bool { return has(&p) })
	}
	if any((*figure.Picture).Intervals) {
		parts = append(parts, "bands: "+e.bands())
	}
	if any((*figure.Picture).Medians) {
		parts = append(parts, "fine dots in a line's colour: the median of the runs, where a few of them decide the mean")
	}
	return strings.Join(parts, "; ")
}
