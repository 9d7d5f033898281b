package selection

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A Law is the distribution of a random score on the whole numbers, such as
// the sum of an epoch's Bernoulli rewards. The zero Law is not valid.
type Law struct {
	first int
	mass  []float64 // probabilities of first, first+1, …
}

// Binomial returns the law of the number of successes in the given number of trials (0 to
// 2^40), each with probability mean in [0,1]. Outcomes less likely than 10⁻²⁰ times the
// most likely one are left out.
func Binomial(trials int, mean float64) (Law, error) {
	if trials < 0 || trials > 1<<40 {
		return Law{}, fmt.Errorf("binomial: trials must be from 0 to 2^40, not %d", trials)
	}
	if !(mean >= 0 && mean <= 1) {
		return Law{}, fmt.Errorf("binomial: mean must be from 0 to 1, not %v", mean)
	}
	if mean == 1 {
		return Point(trials), nil
	}
	// Ratios of neighboring probabilities, outwards from the mode, keep full
	// precision where logarithms of factorials would lose eight digits.
	mode := min(int(float64(trials+1)*mean), trials)
	odds := mean / (1 - mean)
	mass := []float64{1}
	for k, p := mode, 1.0; k > 0; k-- {
		p *= float64(k) / (float64(trials-k+1) * odds)
		if p < negligible {
			break
		}
		mass = append(mass, p)
	}
	slices.Reverse(mass)
	first := mode + 1 - len(mass)
	for k, p := mode, 1.0; k < trials; k++ {
		p *= float64(trials-k) * odds / float64(k+1)
		if p < negligible {
			break
		}
		mass = append(mass, p)
	}
	total := floats.SumCompensated(mass) // among 1000 arms, rounding errors add up
	floats.Scale(1/total, mass)
	return Law{first: first, mass: mass}, nil
}

// Point returns the law of a score that is certain.
func Point(score int) Law { return Law{first: score, mass: []float64{1}} }

// Probability returns the probability of one score.
func (l Law) Probability(score int) float64 {
	if i := score - l.first; i >= 0 && i < len(l.mass) {
		return l.mass[i]
	}
	return 0
}

// Support returns the smallest and the largest score that the law holds.
func (l Law) Support() (first, last int) { return l.first, l.first + len(l.mass) - 1 }

// behind returns the mass below a place, and the same with every atom
// discounted by e^{−distance/scale}.
func (l Law) behind(place int, scale float64) (mass, discounted float64) {
	decay := math.Exp(-1 / scale)
	n := min(max(place-l.first, 0), len(l.mass))
	for _, p := range l.mass[:n] {
		mass += p
		discounted = (discounted + p) * decay
	}
	if beyond := place - l.first - n; beyond > 0 {
		discounted *= math.Exp(-float64(beyond) / scale)
	}
	return mass, discounted
}

func (l Law) equal(other Law) bool {
	return l.first == other.first && slices.Equal(l.mass, other.mass)
}
