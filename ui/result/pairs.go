package result

import (
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// shownPairs is for how many pairs of learners there is a table; all are in JSON.
const shownPairs = 12

// pairs compares learners of one configuration run by run.
func pairs(r *model.Result) Part {
	p := Part{
		Table: kit.TableOf(2, "first", "second", "difference", "95 % interval", "effect", "better", "gain"),
		Foot: "difference: of the regrets in the same runs, mean ± its standard error; effect: in standard deviations of the differences;\n" +
			"better: share of the runs in which the first has less regret, ties counted half; gain: how many times the runs it would take without pairing",
	}
	for i := range r.Pairs {
		o := &r.Pairs[i]
		p.Table.Rows = append(p.Table.Rows, []string{
			o.First, o.Second, kit.WithError(float64(o.Difference), float64(o.Error)), interval(o),
			kit.Fixed(float64(o.Effect), 2), number.Share(float64(o.FirstBetter)), kit.Fixed(float64(o.PairingGain), 1),
		})
	}
	return p
}

func interval(p *model.Pair) string {
	if p.Interval == nil {
		return kit.None
	}
	return number.Interval(float64(p.Interval[0]), float64(p.Interval[1]))
}
