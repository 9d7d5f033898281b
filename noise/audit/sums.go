package audit

import "fmt"

// LaplaceSum audits a sum that is published with Laplace noise of the given
// scale, when one person can move it by at most sensitivity: it costs
// sensitivity/scale.
func LaplaceSum(sensitivity, scale float64) (Report, error) {
	if !(sensitivity >= 0) {
		return Report{}, fmt.Errorf("sensitivity must be at least 0, not %v", sensitivity)
	}
	if !(scale >= 0) {
		return Report{}, fmt.Errorf("scale must be at least 0, not %v", scale)
	}
	epsilon := 0.0
	if sensitivity > 0 {
		epsilon = sensitivity / scale
	}
	return Report{
		Epsilon:  epsilon,
		Attained: true,
		Worst: Pair{
			Base:   []float64{0},
			Before: []float64{sensitivity},
			After:  []float64{0},
			Epoch:  1,
			Why:    "One person changes the sum by as much as possible; every release above both sums tells the two apart equally well.",
		},
	}, nil
}

// MatroidInitialisation audits the release of the first weights of all base
// arms, Laplace noise of scale rank/ε on each (CHH, round 0). If they are one
// person's vector, the releases compose to arms·ε/rank.
func MatroidInitialisation(arms, rank int, epsilon float64) (Report, error) {
	each, err := SeparateInitialisation(arms, rank, epsilon)
	if err != nil {
		return Report{}, err
	}
	r := Report{Epsilon: float64(arms) * epsilon / float64(rank), Attained: true, Worst: Pair{
		Base:   make([]float64, arms),
		Before: make([]float64, arms),
		After:  make([]float64, arms),
		Epoch:  1,
		Why:    "One person's first weights are 1 for every arm (A), or 0 (B): this changes every release by its sensitivity at once.",
	}}
	for i := range r.Worst.Before {
		r.Worst.Before[i] = each.Worst.Before[0]
	}
	return r, nil
}

// SeparateInitialisation is MatroidInitialisation when every arm's first weight
// is another person's: ε/rank.
func SeparateInitialisation(arms, rank int, epsilon float64) (Report, error) {
	if rank < 1 || arms < rank {
		return Report{}, fmt.Errorf("rank must be from 1 to the number of arms, %d, not %d", arms, rank)
	}
	if !(epsilon > 0) {
		return Report{}, fmt.Errorf("ε must be above 0, not %v", epsilon)
	}
	return LaplaceSum(1, float64(rank)/epsilon)
}
