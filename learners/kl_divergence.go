package learners

import "math"

// klDivergence is kl(p, q) = p ln(p/q) + (1−p) ln((1−p)/(1−q)) for p and q in
// [0,1]; +Inf if q makes impossible what p makes possible.
func klDivergence(p, q float64) float64 {
	d := 0.0
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return max(0, d) // rounding may leave −1e−17 where p = q
}

// klUpper is max{q in [p,1] : kl(p,q) ≤ level} for p in [0,1] and level ≥ 0, to
// an absolute error below 1e−12.
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
		// (1−p) ln((1−p)/(1−q)) + p ln p ≤ kl gives another upper end, sharp near 1.
		high = -math.Expm1(-(level-p*math.Log(p))/(1-p) + math.Log1p(-p))
	}
	return klRoot(p, level, max(p, high))
}

// klLower is min{q in [0,p] : kl(p,q) ≤ level}: the mirror image of klUpper.
func klLower(p, level float64) float64 { return 1 - klUpper(1-p, level) }

// klNear finds q close to p with kl(p,q) = level, as most bounds are: after a guess of
// fifth order, one Halley step on √kl does, or two. It is false elsewhere.
func klNear(p, level float64) (q float64, ok bool) {
	// With v = p(1−p), x = q−p and a = (1−2p)/√v, 2kl is the integral of 2y/(1+ay−y²) up
	// to x/√v. The series of its root is inverted.
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
		// What a step misses was measured to be at most .2 |step|³/w².
		if math.Abs(step*step*step) <= 1e-13*w*w {
			return max(q, p), q < 1
		}
	}
	return 0, false
}

// klRoot finds q in [p, high] with kl(p,q) = level, where kl is increasing, by
// Newton steps that fall back to bisection whenever they leave the bracket.
// The steps are taken on √kl, which is nearly linear in q: two or three do.
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
		// What a step misses is its square times a curvature below 1/(q(1−q)).
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
