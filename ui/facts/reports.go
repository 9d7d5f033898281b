package facts

import (
	"math"
	"slices"

	"regretscope/noise/number"
	"regretscope/ui/kit"
)

func (f *Focus) reports() []Fact {
	all := []Fact{f.costliest(), f.audit(), {
		Title: "reports", Page: "local privacy",
		Lines: []kit.Line{{
			Lead: number.Count(f.Shot.Round * len(f.Learner.Play)),
			Rest: " so far; nothing else leaves the users", Tone: kit.Strong,
		}},
	}}
	if f.Shot.Round > 0 {
		all = append(all, f.worstArm())
	}
	all = append(append(all, f.person()...), f.onlookers()...)
	for i := range f.Learner.Play {
		r := f.Reported(i)
		all = append(all, Fact{Title: "this round", Page: "channel", Lines: []kit.Line{{
			Lead: "arm " + r.Arm + ": reward " + r.Reward, Rest: " → " + r.What + " " + r.How + " → " + r.Report,
		}}})
	}
	return append(all, f.claim()...)
}

func (f *Focus) worstArm() Fact {
	view := f.Learner
	arm, spent := 0, slices.Max(view.ReportLosses)
	for view.ReportLosses[arm] < spent {
		arm++
	}
	how := ": k·ε = " + number.Count(view.Pulls[arm]) + " × " + number.Loss(view.Channels[arm].Epsilon()) + " = " + number.Loss(spent)
	return Fact{
		Title: "worst arm", Page: "user level",
		Lines: []kit.Line{{Lead: f.Shot.Config.Scenario.Label(arm), Tone: kit.Strong, Rest: how}},
	}
}

// A PrivatizedReward describes how a channel turned a reward into a report.
type PrivatizedReward struct {
	Arm, Reward, Report string
	What, How           string  // "probability" and its value, or "noise"
	Chance              float64 // of reporting 1; NaN if noise is added
}

// Reported returns how the i-th reward of the newest round became a report.
func (f *Focus) Reported(i int) PrivatizedReward {
	j, reward, report := f.Learner.Play[i], f.Learner.Rewards[i], f.Learner.Reports[i]
	c := f.Learner.Channels[j]
	r := PrivatizedReward{
		Arm: f.Shot.Config.Scenario.Label(j), Reward: number.Term(reward), Report: number.Term(report),
		What: "probability", Chance: c.Probability(reward), How: number.Mean(c.Probability(reward)),
	}
	if c.Bits() {
		r.Report = "bit " + r.Report
	}
	if math.IsNaN(r.Chance) {
		r.What, r.How = "noise", number.Value(report-reward)
	}
	if f.Hidden {
		r.Reward, r.How = "hidden", "hidden"
	}
	return r
}
