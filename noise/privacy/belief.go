package privacy

import "math"

// Belief returns the largest probability that an observer of everything published with a
// privacy loss of ε can assign to a person's reward being 1 rather than one given other value,
// after assigning it prior, in [0,1], before. The observer knows all other rewards. By Bayes'
// rule it is p·e^ε/(1 + p(e^ε − 1)), which randomized response attains.
func Belief(prior, epsilon float64) float64 {
	if prior == 0 {
		return 0 // even if ε is infinite
	}
	return 1 / (1 + (1/prior-1)*math.Exp(-epsilon))
}
