package learners

import "math"

// PrivateDivergence is d_ε(x,y) = min over z between x and y of ε|z−x| + kl(z,y), for x and y
// in [0,1] and ε > 0 (Azize et al. 2025). It bounds how well an ε-private learner can tell a
// Bernoulli(y) arm from a Bernoulli(x) arm, and never exceeds kl(x,y).
func PrivateDivergence(x, y, epsilon float64) float64 {
	if y < x {
		return PrivateDivergence(1-x, 1-y, epsilon)
	}
	switch {
	case x == y:
		return 0
	case y == 1:
		return epsilon * (1 - x) // only z = 1 is finite; the threshold may round to 1
	case y <= privateThreshold(x, epsilon):
		return klDivergence(x, y)
	}
	// The minimizer z has logit(z) = logit(y) − ε, which gives −εx − ln(1 − y(1 − e^−ε)).
	if y < .5 {
		return -epsilon*x - math.Log1p(y*math.Expm1(-epsilon))
	}
	return -epsilon*x - math.Log(1-y+y*math.Exp(-epsilon))
}

// privateUpper is max{y in [x,1] : d_ε(x,y) ≤ level} for level ≥ 0.
func privateUpper(x, level, epsilon float64) float64 {
	if level >= epsilon*(1-x) {
		return 1
	}
	if level > klDivergence(x, privateThreshold(x, epsilon)) {
		return min(1, math.Expm1(-level-epsilon*x)/math.Expm1(-epsilon))
	}
	return klUpper(x, level)
}

// privateThreshold returns the y ≥ x with logit(y) = logit(x) + ε. Up to it, z = x is optimal.
func privateThreshold(x, epsilon float64) float64 {
	if math.IsInf(epsilon, 1) {
		return 1 // d_ε is kl, also at x = 0, where the logit is −∞
	}
	return x / (x + (1-x)*math.Exp(-epsilon))
}
