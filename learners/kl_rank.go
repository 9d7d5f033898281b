package learners

import "math"

// klSaturation is from where on bounds are compared by what they leave to 1: numbers near
// 1 are too coarse to tell bounds apart, and klUpper finds bounds only this closely.
const klSaturation = 1 - 1e-12

// klRank is what upper confidence bounds on means are compared by: q = klUpper(p, level) up
// to 1 − 1e−12, and for those above it, which round to 1, 1 − ln(1−q). That is more than
// 28, and +Inf if q is 1.
func klRank(p, level float64) float64 {
	q := klUpper(p, level)
	if q <= klSaturation {
		return q
	}
	if p >= 1 {
		return math.Inf(1)
	}
	// kl(p,q) = level, but for −p ln q, which is below 1e−12.
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
