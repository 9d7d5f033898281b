package plot

import (
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/ui/chart"
)

// Seat gives each learner of a comparison, written as for --learner, the series of its place in
// the catalog, so that it has the same color, stroke, and marker in all pictures. If an
// earlier learner has taken the place, it gets the next one that is free when all others sit.
func Seat(charts []*chart.Chart, chosen []string) {
	pairs, all := 7*len(dashes), learners.All()
	series, taken, standing := make([]int, len(chosen)), make([]bool, pairs), []int(nil)
	for i, text := range chosen {
		id, _, _ := strings.Cut(text, ",")
		at := max(0, slices.IndexFunc(all, func(d *learners.Declaration) bool { return d.ID == id })) % pairs
		if taken[at] {
			standing = append(standing, i)
		}
		series[i], taken[at] = at, true
	}
	for _, i := range standing {
		for steps := 0; steps < pairs && taken[series[i]]; steps++ {
			series[i] = (series[i] + 1) % pairs
		}
		taken[series[i]] = true
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
