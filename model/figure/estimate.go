package figure

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"regretscope/model/stats"
)

// An estimate is a value with its confidence interval.
type estimate struct {
	value float64
	stats.Interval
	equal int  // the number of runs, where all of them are equal: there is no interval then
	sure  bool // equal runs are enough to go by
}

func known(value float64) estimate { return estimate{value: value, sure: true} }

func estimateOf(value float64, i stats.Interval, runs int, equal bool, confidence float64) estimate {
	if !equal {
		return estimate{value: value, Interval: i}
	}
	return estimate{value: value, equal: runs, sure: stats.Sure(runs, confidence)}
}

// difference is the paired difference of two samples with its interval.
func difference(a, b []float64, confidence float64) estimate {
	p := stats.Compare(a, b, confidence)
	return estimateOf(p.Mean, p.Interval, p.N, p.Equal, confidence)
}

func mean(sample []float64, confidence float64) estimate {
	s := stats.Summarise(sample)
	return estimateOf(s.Mean, stats.MeanInterval(sample, confidence), s.N, s.Equal, confidence)
}

// jackknife is a statistic of the runs' means with its interval. The statistic is
// computed once from all runs and once without each; a run is the numbers that
// were measured together.
func jackknife(runs [][]float64, confidence float64, statistic func(means []float64) float64) estimate {
	n, width := len(runs), len(runs[0])
	total, means := make([]float64, width), make([]float64, width)
	for _, run := range runs {
		floats.Add(total, run)
	}
	for i := range total {
		means[i] = total[i] / float64(n)
	}
	whole := statistic(means)
	pseudo := make([]float64, n) // values: n·whole − (n−1)·the statistic without the run
	for r, run := range runs {
		for i := range total {
			means[i] = (total[i] - run[i]) / float64(n-1)
		}
		pseudo[r] = float64(n)*whole - float64(n-1)*statistic(means)
	}
	_, i := stats.StudentInterval(pseudo, confidence)
	half := (i.High - i.Low) / 2
	equal := !slices.ContainsFunc(runs, func(run []float64) bool { return !slices.Equal(run, runs[0]) })
	return estimateOf(whole, stats.Interval{Low: whole - half, High: whole + half}, n, equal, confidence)
}
