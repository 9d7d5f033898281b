package plot

import (
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/ui/chart"
)

// AssignStyles gives each learner of a comparison, written as for --learner, the same color,
// stroke, and marker in all pictures: those of its place in the catalog. Learners whose place is
// taken get the next free ones in the end.
func AssignStyles(charts []*chart.Chart, chosen []string) {
	pairs, all := 7*len(dashes), learners.All()
	series, taken, waiting := make([]int, len(chosen)), make([]bool, pairs), []int(nil)
	for i, text := range chosen {
		id, _, _ := strings.Cut(text, ",")
		at := max(0, slices.IndexFunc(all, func(d *learners.Declaration) bool { return d.ID == id })) % pairs
		if taken[at] {
			waiting = append(waiting, i)
		}
		series[i], taken[at] = at, true
	}
	for _, i := range waiting {
		for steps := 0; steps < pairs && taken[series[i]]; steps++ {
			series[i] = (series[i] + 1) % pairs
		}
		taken[series[i]] = true
	}
	assign := func(of *int) {
		if *of >= 0 && *of < len(series) {
			*of = series[*of]
		}
	}
	for _, c := range charts {
		for i := range c.Lines {
			assign(&c.Lines[i].Series)
		}
		for i := range c.Bands {
			assign(&c.Bands[i].Series)
		}
	}
}
