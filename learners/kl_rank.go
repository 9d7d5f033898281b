package learners

import "math"

// klSaturation is the bound above which bounds are compared by their distance to 1.
// Floating-point numbers and klUpper cannot tell bounds closer to 1 apart.
const klSaturation = 1 - 1e-12

// klRank is a number that orders upper confidence bounds on means: q = klUpper(p, level) up to
// 1 − 1e−12, and 1 − ln(1−q) for larger q. The latter exceeds 28 and is +Inf if q = 1.
func klRank(p, level float64) float64 {
	q := klUpper(p, level)
	if q <= klSaturation {
		return q
	}
	if p >= 1 {
		return math.Inf(1)
	}
	// kl(p,q) = level, except for −p ln q, which is below 1e−12.
	entropy := (p - 1) * math.Log1p(-p)
	if p > 0 {
		entropy -= p * math.Log(p)
	}
	return 1 + (level+entropy)/(1-p)
}

// privateRank is klRank for q = privateUpper(x, level, epsilon).
func privateRank(x, level, epsilon float64) float64 {
	switch q := privateUpper(x, level, epsilon); {
	case q <= klSaturation:
		return q
	case x >= 1 || level >= epsilon*(1-x):
		return math.Inf(1)
	case level > epsilon*(1-x)+math.Log(x+(1-x)*math.Exp(-epsilon)): // kl(x, threshold), which may round to 1
		return 1 + level + epsilon*x - math.Log1p(-math.Exp(level-epsilon*(1-x))) + math.Log1p(-math.Exp(-epsilon))
	}
	return klRank(x, level)
}
