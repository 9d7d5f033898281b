package report

import (
	"slices"
	"strings"

	"regretscope/model/figure"
	"regretscope/ui/plot"
)

const medians = "dotted: the median of the runs, where a few of them decide the mean"

// legend explains every line style of a panel's pictures.
func legend(s *figure.Sample) string {
	pictures := s.Pictures()
	if len(pictures) == 0 {
		return ""
	}
	var parts []string
	for _, l := range pictures[0].Lines {
		if l.Name != "" {
			parts = append(parts, l.Name+": "+plot.Stroke(l.Series))
		}
	}
	any := func(has func(*figure.Picture) bool) bool {
		return slices.ContainsFunc(pictures, func(p figure.Picture) bool { return has(&p) })
	}
	if any((*figure.Picture).Intervals) {
		parts = append(parts, "bands: 95 % for the mean")
	}
	if any((*figure.Picture).Medians) {
		parts = append(parts, "fine dots in a line's colour: the median of the runs, where a few of them decide the mean")
	}
	return strings.Join(parts, "; ")
}
