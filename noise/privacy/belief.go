package privacy

import "math"

// Belief is the most that anybody can believe, after all that was published with a privacy
// loss of ε, that a reward was 1, and not some other reward, if they believed it with
// chance prior, in [0,1], before, whatever else they know: p·e^ε/(1 + p(e^ε − 1)), by
// Bayes' rule. It is reached by randomised response.
func Belief(prior, epsilon float64) float64 {
	if prior == 0 {
		return 0 // also where ε is infinite
	}
	return 1 / (1 + (1/prior-1)*math.Exp(-epsilon))
}
