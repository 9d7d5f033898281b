package scenarios

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Preset{
		Name: "gaj-switch", Paper: "GAJ, the problem; numbers are this project's own", Kind: Changing,
		Feedback: Bandit, Order: 10,
		Title: "arms that change places",
		Summary: "means .9 to .1 change places abruptly; the short window of SW-KLUCB-CF loses: " +
			"every w rounds it explores all arms again, " +
			"while a learner without a window plays the arm whose mean falls and notices soon",
		Parameters: switching("5", "5", "4000", param.Parameter{
			Name: "change", Meaning: "the change at a breakpoint", Choices: []string{"rotate", "swap"}, Default: "rotate",
			Notes: []string{"each mean moves to the next arm, the last to arm 1", "the best arm and the worst change places"},
		}),
		Build: func(v param.Values, _ string) (*Scenario, error) {
			return buildSwitch(v, v.Text("change") == "rotate")
		},
	})
	Register(&Preset{
		Name: "gaj-swap", Paper: "GAJ, the problem; numbers are this project's own", Kind: Changing,
		Feedback: Bandit, Order: 11,
		Title: "best and worst swap",
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

// evenPhases returns a scenario with phases of equal length; means returns the arms' means in
// phase p, from 0.
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
