package privacy

import (
	"fmt"
	"strings"

	"regretscope/noise"
	"regretscope/noise/selection"
)

// Of returns the mechanism of a release: a pick by report-noisy-max, over epochs of any length,
// or a noisy sum. The error names an unknown noise.
func Of(m noise.Perturbation) (Mechanism, error) {
	if m.Candidates > 0 {
		kind, err := selection.ParseNoise(strings.ToLower(m.Noise))
		return NoisyMax{Noise: kind, Scale: m.Scale, Arms: m.Candidates}, err
	}
	switch m.Noise {
	case noise.LaplaceNoise:
		return LaplaceSum{Scale: m.Scale / m.Sensitivity}, nil
	case noise.GaussianNoise:
		return GaussianSum{Deviation: m.Scale / m.Sensitivity}, nil
	}
	return nil, fmt.Errorf("no privacy curves are known for sums with %s noise", m.Noise)
}

// OfEvent returns the composition of everything that used one round's rewards.
func OfEvent(e noise.Event) (Mechanism, error) {
	var all Composition
	for _, part := range e.Terms {
		m, err := Of(part.Perturbation)
		if err != nil {
			return nil, err
		}
		all = append(all, Term{m, part.Times})
	}
	m, one := all.alone()
	if !one {
		m = all
	}
	if e.Bound {
		m = AtMost{m}
	}
	return m, nil
}
