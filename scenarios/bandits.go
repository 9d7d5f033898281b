package scenarios

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

func init() {
	Register(&Preset{
		Name: "hhmh-1", Title: "five arms", Paper: "HHMH §6, first setting", Kind: Stochastic, Feedback: Bandit, Order: 1,
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
		Name: "gap", Title: "one arm better by a gap", Paper: "this project's own", Kind: Stochastic, Feedback: Bandit, Order: 9,
		Summary: "Bernoulli arms, one better than all others by one gap: for sweeps over the gap",
		Parameters: param.List{
			{Name: "K", Meaning: "number of arms", Min: 2, Max: MaxArms, Whole: true, Default: "5"},
			{Name: "gap", Meaning: "Δ, at most the best mean", Min: 0, Above: true, Max: 1, Default: "0.1"},
			{Name: "best", Meaning: "the best mean", Min: 0, Above: true, Max: 1, Default: "0.6"},
		},
		Build: buildGap,
	})
	Register(&Preset{
		Name: "jzl-20", Title: "twenty arms", Paper: "JZL §5", Kind: Stochastic, Feedback: Bandit, Order: 9,
		Summary: "twenty arms of five distributions: one Bernoulli(.9), which is the best, five Beta(4,1), five with rewards " +
			".4 and 1, five Bernoulli(.6), four uniform; behind a quadratic channel with b > 1.75(e^ε − 1) the Beta arms look " +
			"best",
		Build: buildTwenty,
	})
	Register(&Preset{
		Name: "gaj-switch", Paper: "GAJ, the problem; numbers are this project's own", Kind: Changing,
		Feedback: Bandit, Order: 10,
		Title: "arms that change places",
		Summary: "means .9 to .1 change places abruptly; the short window of SW-KLUCB-CF loses: every w rounds it explores all " +
			"arms again, while a learner without a window plays the arm whose mean falls and notices soon",
		Parameters: switching("5", "5", "4000", param.Parameter{
			Name: "change", Meaning: "the change at a breakpoint", Choices: []string{"rotate", "swap"}, Default: "rotate",
			Notes: []string{"each mean moves to the next arm, the last to arm 1", "the best arm and the worst change places"},
		}),
		Build: func(v param.Values, _ string) (*Scenario, error) {
			return buildSwitch(v, v.Text("change") == "rotate")
		},
	})
	Register(&Preset{
		Name: "gaj-swap", Title: "best and worst swap", Paper: "GAJ, the problem; numbers are this project's own", Kind: Changing,
		Feedback: Bandit, Order: 11,
		Summary: "ten arms whose best and worst change places after long phases; a window loses clearly, " +
			"since a few changes do not repay exploring nine bad arms every w rounds",
		Parameters: switching("10", "5", "20000"),
		Build:      func(v param.Values, _ string) (*Scenario, error) { return buildSwitch(v, false) },
	})
	Register(&Preset{
		Name: "gaj-tide", Paper: "GAJ, the problem; numbers are this project's own", Kind: Changing,
		Feedback: Bandit, Order: 12,
		Title: "an arm that comes and goes",
		Summary: "arm 1 has mean .5, arm 2 has .1 and .9 in turns; a window wins clearly, " +
			"since over all rounds arm 2 looks like arm 1, and the more rounds are remembered the later a change is noticed",
		Parameters: phases("10", "10000"),
		Build:      buildTide,
	})
	Register(&Preset{
		Name: "doubling-gap", Title: "experts, doubling gaps", Paper: "HHMH §7", Kind: Stochastic, Feedback: Full, Order: 3,
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
		Name: "equal-gap", Title: "experts, one gap", Paper: "HHMH Thm 12, App. D.3", Kind: Stochastic, Feedback: Full, Order: 3,
		Summary: "one action of mean ½ + Δ among actions of mean ½, the instance in the lower bound of HHMH for private experts",
		Parameters: param.List{
			{Name: "K", Meaning: "number of actions", Min: 2, Max: MaxArms, Whole: true, Default: "16"},
			{Name: "gap", Meaning: "Δ, the first action's mean minus ½", Min: 0, Above: true, Max: .5, Default: "0.1"},
		},
		Build: buildEqualGap,
	})
	Register(&Preset{
		Name: "ww-det", Title: "experts, fixed losses", Paper: "WW §2.2 and App. E", Kind: Deterministic, Feedback: Full, Order: 4,
		Summary: "losses that never vary: action 1 loses 0 and all others 1, as in the lower bound of WW, or " +
			"losses are evenly spaced",
		Parameters: param.List{
			{Name: "K", Meaning: "number of actions", Min: 2, Max: MaxArms, Whole: true, Default: "10"},
			{
				Name: "losses", Meaning: "losses of the actions", Choices: []string{"one", "even"}, Default: "one",
				Notes: []string{"0 for action 1 and gap for all others", "0, gap/(K−1), 2 gap/(K−1), …, gap"},
			},
			{Name: "gap", Meaning: "the largest loss", Min: 0, Above: true, Max: 1, Default: "1"},
		},
		Build: buildDeterministic,
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

// phases returns the parameters of scenarios with phases of equal length.
func phases(count, length string) param.List {
	return param.List{
		{Name: "L", Meaning: "L_T, the number of phases", Min: 1, Max: MaxPhases, Whole: true, Default: count},
		{
			Name: "length", Meaning: "rounds in a phase; the horizon is L phases", Min: 1,
			Max: MaxHorizon / MaxPhases, Whole: true, Default: length,
		},
	}
}

func switching(arms, count, length string, more ...param.Parameter) param.List {
	list := param.List{{Name: "K", Meaning: "number of arms", Min: 2, Max: MaxArms, Whole: true, Default: arms}}
	return append(append(list, phases(count, length)...), more...)
}

// evenPhases returns a scenario with phases of equal length; means returns the arms' means in phase p, from 0.
func evenPhases(v param.Values, means func(p int) []float64) (*Scenario, error) {
	count, length := int(v.Number("L")), int(v.Number("length"))
	s := &Scenario{Horizon: count * length, Epsilon: 1}
	for p := range count {
		s.Phases = append(s.Phases, Phase{From: 1 + p*length, Arms: bernoullis(means(p)...)})
	}
	return s, nil
}

// buildSwitch makes K evenly spaced means from .9 to .1.
func buildSwitch(v param.Values, rotates bool) (*Scenario, error) {
	arms := int(v.Number("K"))
	last := arms - 1
	return evenPhases(v, func(p int) []float64 {
		means := make([]float64, arms)
		for j := range means {
			rank := j // of the arm's mean in this phase, the largest first
			switch {
			case rotates:
				rank = (j + p*last) % arms
			case p%2 == 1 && (j == 0 || j == last):
				rank = last - j
			}
			// Round .7000000000000001 to .7.
			means[j] = math.Round(1e9*(.9-.8*float64(rank)/float64(last))) / 1e9
		}
		return means
	})
}

// buildTide makes an arm with a constant mean and an arm with an alternating mean.
func buildTide(v param.Values, _ string) (*Scenario, error) {
	return evenPhases(v, func(p int) []float64 {
		return []float64{.5, []float64{.1, .9}[p%2]}
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
