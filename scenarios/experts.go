package scenarios

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

func init() {
	Register(&Preset{
		Name: "doubling-gap", Paper: "HHMH §7", Kind: Stochastic, Feedback: Full, Order: 3,
		Title: "experts, doubling gaps",
		Summary: "gaps that double from action to action, Δ_min 2^(j−2): the upper and the lower bound of HHMH " +
			"are furthest apart here",
		Parameters: param.List{
			{Name: "K", Meaning: "number of actions", Min: 2, Max: MaxArms, Whole: true, Default: "8"},
			{Name: "gap", Meaning: "Δ_min, the gap of action 2; that of action j is Δ_min 2^(j−2), and must stay " +
				"below 1", Min: 0, Above: true, Max: .99, Default: "0.0078125"},
		},
		Build: buildDoublingGap,
	})
	Register(&Preset{
		Name: "equal-gap", Paper: "HHMH Thm 12, App. D.3", Kind: Stochastic, Feedback: Full, Order: 3,
		Title: "experts, one gap",
		Summary: "one action of mean ½ + Δ among actions of mean ½, the instance in the lower bound of HHMH for " +
			"private experts",
		Parameters: param.List{
			{Name: "K", Meaning: "number of actions", Min: 2, Max: MaxArms, Whole: true, Default: "16"},
			{
				Name: "gap", Meaning: "Δ, the first action's mean minus ½", Min: 0, Above: true, Max: .5,
				Default: "0.1",
			},
		},
		Build: buildEqualGap,
	})
	Register(&Preset{
		Name: "ww-det", Paper: "WW §2.2 and App. E", Kind: Deterministic, Feedback: Full, Order: 4,
		Title: "experts, fixed losses",
		Summary: "losses that never vary: action 1 loses 0 and all others 1, as in the lower bound of WW, or " +
			"losses are evenly spaced",
		Parameters: param.List{
			{Name: "K", Meaning: "number of actions", Min: 2, Max: MaxArms, Whole: true, Default: "10"},
			{
				Name: "losses", Meaning: "losses of the actions", Choices: []string{"one", "even"}, Default: "one",
				Notes: []string{
					"0 for action 1 and gap for all others",
					"0, gap/(K−1), 2 gap/(K−1), …, gap",
				},
			},
			{Name: "gap", Meaning: "the largest loss", Min: 0, Above: true, Max: 1, Default: "1"},
		},
		Build: buildDeterministic,
	})
}

func buildDoublingGap(v param.Values, _ string) (*Scenario, error) {
	arms, smallest := int(v.Number("K")), v.Number("gap")
	largest := math.Ldexp(smallest, arms-2)
	if largest >= 1 {
		most := 2 + int(math.Ceil(-math.Log2(smallest))) - 1
		return nil, fmt.Errorf("with gap=%v and K=%d the last gap would be %v; at most %d actions keep it below 1",
			smallest, arms, largest, most)
	}
	means := make([]float64, arms)
	means[0] = (1 + largest) / 2 // center the means at one half
	for j := 1; j < arms; j++ {
		means[j] = means[0] - math.Ldexp(smallest, j-1)
	}
	return stationary(1_000_000, 0.1, bernoullis(means...)), nil
}

func buildEqualGap(v param.Values, _ string) (*Scenario, error) {
	means := slices.Repeat([]float64{.5}, int(v.Number("K")))
	means[0] += v.Number("gap")
	return stationary(1_000_000, 0.1, bernoullis(means...)), nil
}

func buildDeterministic(v param.Values, _ string) (*Scenario, error) {
	arms, gap := int(v.Number("K")), v.Number("gap")
	laws := make([]arm.Distribution, arms)
	for j := range laws {
		loss := gap
		switch {
		case j == 0:
			loss = 0
		case v.Text("losses") == "even":
			loss = gap * float64(j) / float64(arms-1)
		}
		laws[j] = param.Must(arm.NewConstant(1 - loss))
	}
	return stationary(1_000_000, 0.1, laws), nil
}
