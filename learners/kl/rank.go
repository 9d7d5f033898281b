package kl

import "math"

// saturation is from where on bounds are compared by what they leave to 1: numbers near
// 1 are too coarse to tell bounds apart, and Upper finds bounds only this closely.
const saturation = 1 - 1e-12

// Rank is what upper confidence bounds on means are compared by: q = Upper(p, level) up
// to 1 − 1e−12, and for those above it, which round to 1, 1 − ln(1−q). That is more than
// 28, and +Inf where q is 1.
func Rank(p, level float64) float64 {
	q := Upper(p, level)
	if q <= saturation {
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

// PrivateRank is Rank for q = PrivateUpper(x, level, epsilon).
func PrivateRank(x, level, epsilon float64) float64 {
	switch q := PrivateUpper(x, level, epsilon); {
	case q <= saturation:
		return q
	case x >= 1 || level >= epsilon*(1-x):
		return math.Inf(1)
	case level > epsilon*(1-x)+math.Log(x+(1-x)*math.Exp(-epsilon)): // kl(x, threshold), which may round to 1
		return 1 + level + epsilon*x - math.Log1p(-math.Exp(level-epsilon*(1-x))) + math.Log1p(-math.Exp(-epsilon))
	}
	return Rank(x, level)
}
