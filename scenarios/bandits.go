package scenarios

import (
	"fmt"
	"slices"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

func init() {
	Register(&Preset{
		Name: "hhmh-1", Paper: "HHMH §6, first setting", Kind: Stochastic, Feedback: Bandit, Order: 1,
		Title:   "five arms",
		Summary: "five Bernoulli arms, means .75 .625 .5 .375 .25",
		Build:   hhmh(.75, .625, .5, .375, .25),
	})
	Register(&Preset{
		Name: "hhmh-2", Paper: "HHMH §6, second setting", Kind: Stochastic, Feedback: Bandit, Order: 2,
		Title:   "one good arm of five",
		Summary: "five Bernoulli arms, one of mean .5 and four of .4",
		Build:   hhmh(.5, .4, .4, .4, .4),
	})
	Register(&Preset{
		Name: "gap", Paper: "this project's own", Kind: Stochastic, Feedback: Bandit, Order: 9,
		Title:   "one arm better by a gap",
		Summary: "Bernoulli arms, one better than all others by one gap: for sweeps over the gap",
		Parameters: param.List{
			{Name: "K", Meaning: "number of arms", Min: 2, Max: MaxArms, Whole: true, Default: "5"},
			{Name: "gap", Meaning: "Δ, at most the best mean", Min: 0, Above: true, Max: 1, Default: "0.1"},
			{Name: "best", Meaning: "the best mean", Min: 0, Above: true, Max: 1, Default: "0.6"},
		},
		Build: buildGap,
	})
	Register(&Preset{
		Name: "jzl-20", Paper: "JZL §5", Kind: Stochastic, Feedback: Bandit, Order: 9,
		Title: "twenty arms",
		Summary: "twenty arms of five distributions: one Bernoulli(.9), which is the best, five Beta(4,1), five " +
			"with rewards .4 and 1, " +
			"five Bernoulli(.6), four uniform; behind a quadratic channel with b > 1.75(e^ε − 1) the Beta arms " +
			"look best",
		Build: buildTwenty,
	})
}

func hhmh(means ...float64) func(param.Values, string) (*Scenario, error) {
	return func(param.Values, string) (*Scenario, error) {
		return stationary(1_000_000, 0.5, bernoullis(means...)), nil
	}
}

func buildGap(v param.Values, _ string) (*Scenario, error) {
	gap, best := v.Number("gap"), v.Number("best")
	if gap > best {
		return nil, fmt.Errorf("gap=%v: must be at most the best mean, %v", gap, best)
	}
	others := slices.Repeat([]float64{number.Round(best-gap, 12)}, int(v.Number("K"))-1)
	return stationary(1_000_000, 0.5, bernoullis(append([]float64{best}, others...)...)), nil
}

func buildTwenty(param.Values, string) (*Scenario, error) {
	groups := []struct {
		law  string
		arms int
	}{
		{"bernoulli(0.9)", 1},
		{"beta(4,1)", 5},
		{"discrete(0.4:0.5, 1:0.5)", 5},
		{"bernoulli(0.6)", 5},
		{"uniform(0,1)", 4},
	}
	var laws []arm.Distribution
	for _, group := range groups {
		laws = append(laws, slices.Repeat([]arm.Distribution{param.Must(arm.Parse(group.law))}, group.arms)...)
	}
	return &Scenario{Horizon: 100_000, Epsilon: 1, Local: true, Phases: []Phase{{From: 1, Arms: laws}}}, nil
}
