package privacy

import "math"

// Belief returns the largest probability that an observer can assign to a person's reward
// being 1, and not one other given value, after seeing everything published with a privacy
// loss of ε, if they assigned it prior, in [0,1], before. It holds for an observer who knows
// all other rewards: p·e^ε/(1 + p(e^ε − 1)), by Bayes' rule. Randomized response reaches it.
func Belief(prior, epsilon float64) float64 {
	if prior == 0 {
		return 0 // also where ε is infinite
	}
	return 1 / (1 + (1/prior-1)*math.Exp(-epsilon))
}
