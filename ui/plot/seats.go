package plot

import (
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/ui/chart"
)

// Seat gives each learner of a comparison, written as for --learner, the series of its place in
// the catalog, so that it has the same color, stroke, and marker in all pictures. If an
// earlier learner has taken the place, it gets the next free one.
func Seat(charts []*chart.Chart, chosen []string) {
	pairs, all := 7*len(dashes), learners.All()
	series, taken := make([]int, len(chosen)), make([]bool, pairs)
	for i, text := range chosen {
		id, _, _ := strings.Cut(text, ",")
		at := max(0, slices.IndexFunc(all, func(d *learners.Declaration) bool { return d.ID == id })) % pairs
		for i < pairs && taken[at] {
			at = (at + 1) % pairs
		}
		series[i], taken[at] = at, true
	}
	seat := func(of *int) {
		if *of >= 0 && *of < len(series) {
			*of = series[*of]
		}
	}
	for _, c := range charts {
		for i := range c.Lines {
			seat(&c.Lines[i].Series)
		}
		for i := range c.Bands {
			seat(&c.Bands[i].Series)
		}
	}
}
