package learners

import (
	"math"

	"regretscope/noise"
)

// klDivergence is kl(p, q) = p ln(p/q) + (1−p) ln((1−p)/(1−q)) for p and q in [0,1]. It is +Inf
// if an outcome is possible under p but not under q.
func klDivergence(p, q float64) float64 {
	d := 0.0
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return max(0, d) // rounding may give −1e−17 at p = q
}

// klUpper is max{q in [p,1] : kl(p,q) ≤ level} for p in [0,1] and level ≥ 0, to an absolute error below 1e−12.
func klUpper(p, level float64) float64 {
	switch {
	case p >= 1:
		return 1
	case level <= 0:
		return p
	case p <= 0:
		return -math.Expm1(-level) // kl(0,q) = −ln(1−q)
	}
	if q, ok := klNear(p, level); ok {
		return q
	}
	high := p + math.Sqrt(level/2) // Pinsker: 2(q−p)² ≤ kl
	if high > 1 {
		// (1−p) ln((1−p)/(1−q)) + p ln p ≤ kl gives a bound that is sharp near 1.
		high = -math.Expm1(-(level-p*math.Log(p))/(1-p) + math.Log1p(-p))
	}
	return klRoot(p, level, max(p, high))
}

// klLower is min{q in [0,p] : kl(p,q) ≤ level}.
func klLower(p, level float64) float64 { return 1 - klUpper(1-p, level) }

// klNear finds q close to p with kl(p,q) = level by a fifth-order guess and one or two Halley
// steps on √kl. ok is false if q is far from p.
func klNear(p, level float64) (q float64, ok bool) {
	// With v = p(1−p), x = q−p and a = (1−2p)/√v, 2kl is the integral of 2y/(1+ay−y²) from 0 to
	// x/√v. Invert the series of its root.
	v, target := p*(1-p), math.Sqrt(level)
	if level > .5 || 2*level*(1-2*p)*(1-2*p) > v {
		return 0, false
	}
	root := math.Sqrt(v)
	a, s := (1-2*p)/root, math.Sqrt2*target
	b := a * a
	q = p + root*s*(1+s*(a/3+s*(b/36-1./4+s*(-a*(b+27)/270+s*(b*b/4320-b/240+5./96)))))
	for range 4 {
		d := klDivergence(p, q)
		// The derivative of kl(p,·) is x/w, that of its logarithm 1/x − (1−2q)/w.
		x, w, s := q-p, q*(1-q), math.Sqrt(d)
		newton := (s - target) * 2 * s * w / x
		step := newton / (1 - newton/2*(1/x-(1-2*q)/w-x/(2*w*d)))
		q -= step
		// The measured error of a step is at most .2 |step|³/w².
		if math.Abs(step*step*step) <= 1e-13*w*w {
			return max(q, p), q < 1
		}
	}
	return 0, false
}

// klRoot finds q in [p, high] with kl(p,q) = level by Newton steps, or by bisection if a step leaves the bracket. It
// steps on √kl, which is nearly linear in q, so two or three steps suffice.
func klRoot(p, level, high float64) float64 {
	target := math.Sqrt(level)
	low, q := p, high
	for range 200 {
		d := klDivergence(p, q)
		if d > level {
			high = q
		} else {
			low = q
		}
		// The derivative of kl(p,·) is (q−p)/(q(1−q)).
		s := math.Sqrt(d)
		step := (s - target) * 2 * s * q * (1 - q) / (q - p)
		// The error of a step is its square times a curvature below 1/(q(1−q)).
		if step*step <= 1e-14*q*(1-q) {
			return min(max(q-step, p), 1)
		}
		q -= step
		if !(q > low && q < high) {
			q = low + (high-low)/2
		}
		if high-low <= 1e-15 {
			return q
		}
	}
	return q
}

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

// PrivateDivergence is d_ε(x,y) = min over z between x and y of ε|z−x| + kl(z,y), for x and y
// in [0,1] and ε > 0 (Azize et al. 2025). It bounds how well an ε-private learner can tell a
// Bernoulli(y) arm from a Bernoulli(x) arm, and never exceeds kl(x,y).
func PrivateDivergence(x, y, epsilon float64) float64 {
	apart := math.Abs(y - x)
	switch {
	case apart == 0:
		return 0
	case y == 0, y == 1:
		return epsilon * apart // only z = y is finite
	}
	// The minimizer z has the logit of y moved by ε toward x, if that is not beyond x. Below y, it is
	// y(1−y)(1−e^−ε)/(1−y + y e^−ε) away. The factor covers rounding at ε = ∞.
	toward, away := y, 1-y
	if x < y {
		toward, away = away, toward
	}
	step := min(apart, -y*(1-y)*math.Expm1(-epsilon)/(toward+away*math.Exp(-epsilon))*(1+1e-15))
	d := noise.Divergence(y, math.Copysign(step, x-y))
	if step < apart {
		d += epsilon * (apart - step)
	}
	return d
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
