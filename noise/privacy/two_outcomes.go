package privacy

import "math"

// A coin has the probabilities e^log and e^logNot of its two sides, both precise where they are
// small.
type coin struct{ log, logNot float64 }

// coinDivergence is D_α of coin p from coin q.
func coinDivergence(p, q coin, alpha float64) float64 {
	first, second := p.log-q.log, p.logNot-q.logNot
	if alpha == 1 {
		return times(math.Exp(p.log), first) + times(math.Exp(p.logNot), second)
	}
	order := alpha - 1
	if max(first, second)*order > 500 { // beyond float64: factor out the larger term
		a, b := alpha*p.log-order*q.log, alpha*p.logNot-order*q.logNot
		top := max(a, b)
		return (top + math.Log1p(math.Exp(min(a, b)-top))) / order
	}
	sum := times(math.Exp(p.log), math.Expm1(order*first)) + times(math.Exp(p.logNot), math.Expm1(order*second))
	return math.Log1p(sum) / order
}

// coinDelta is Σ (p − e^ε q)₊ over both sides.
func coinDelta(p, q coin, epsilon float64) float64 {
	side := func(p, q float64) float64 {
		if loss := p - q; loss > epsilon {
			return math.Exp(p) * -math.Expm1(epsilon-loss)
		}
		return 0
	}
	return side(p.log, q.log) + side(p.logNot, q.logNot)
}

// coinTradeOff returns the smallest type II error of a test of q against p with type I error x. It
// is linear from (0, 1) to the errors of the test that decides by the coin's side alone, and from
// there to (1, 0).
func coinTradeOff(p, q coin, x float64) float64 {
	if p.log < q.log { // p favors the other side
		p, q = coin{p.logNot, p.log}, coin{q.logNot, q.log}
	}
	level, miss := math.Exp(q.log), math.Exp(p.logNot)
	if x <= level {
		return 1 - math.Exp(p.log)*ratio(x, level)
	}
	return miss * ratio(1-x, math.Exp(q.logNot))
}

// ratio is x/y, and 1 for 0/0.
func ratio(x, y float64) float64 {
	if x == 0 && y == 0 {
		return 1
	}
	return x / y
}

// coinMu returns the shift of a normal variable that reveals as much as the coins.
func coinMu(p, q coin) float64 { return math.Abs(p.normal() - q.normal()) }

// normal returns Φ⁻¹ of the coin's probability, computed from the smaller of its two.
func (c coin) normal() float64 {
	if c.log > c.logNot {
		return -logQuantile(c.logNot)
	}
	return logQuantile(c.log)
}

// times returns p·x, or 0 if p is 0, even for infinite x.
func times(p, x float64) float64 {
	if p == 0 {
		return 0
	}
	return p * x
}
