package privacy

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// A coin has the probabilities e^log and e^logNot of its two sides, both precise where they are
// small.
type coin struct{ log, logNot float64 }

// A pair is coin p against coin q, with the log-ratios of their probabilities, which differences of
// logarithms would round.
type pair struct {
	p, q          coin
	first, second float64
}

func against(p, q coin) pair { return pair{p, q, p.log - q.log, p.logNot - q.logNot} }

// divergence is D_α. With z = ln(p/q), Σ q = Σ p e^{−z} = 1 turns each term for small z into one that
// is never below 0, so that none cancel.
func (c pair) divergence(alpha float64) float64 {
	order, first, second := alpha-1, c.first, c.second
	term := func(z float64) float64 { // (e^{order·z} − 1)/order, less what adds up to 0
		excess := 0.0
		if order > 0 {
			excess = noise.Excess(order*z) / order
		}
		if max(math.Abs(first), math.Abs(second)) < .5 {
			return excess + noise.Excess(-z)
		}
		return excess + z
	}
	if max(first, second)*order > 500 { // beyond float64: factor out the larger term
		a, b := c.p.log+order*first, c.p.logNot+order*second
		top := max(a, b)
		return (top + math.Log1p(math.Exp(min(a, b)-top))) / order
	}
	sum := times(math.Exp(c.p.log), term(first)) + times(math.Exp(c.p.logNot), term(second))
	if order == 0 {
		return sum
	}
	return math.Log1p(order*sum) / order
}

// delta is Σ (p − e^ε q)₊ over both sides.
func (c pair) delta(epsilon float64) float64 {
	side := func(p, loss float64) float64 {
		if loss > epsilon {
			return math.Exp(p) * -math.Expm1(epsilon-loss)
		}
		return 0
	}
	return side(c.p.log, c.first) + side(c.p.logNot, c.second)
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

// mu returns the shift of a normal variable that reveals as much. A small one is the difference of the
// probabilities over the density between them, up to its square.
func (c pair) mu() float64 {
	before, after := c.q.normal(), c.p.normal()
	z, side, loss := (before+after)/2, c.q.log, c.first
	if z > 0 {
		side, loss = c.q.logNot, c.second
	}
	mu := math.Abs(math.Exp(side)*math.Expm1(loss)) / distuv.UnitNormal.Prob(z)
	if !(mu*(1+math.Abs(z)) < 1e-3) {
		return math.Abs(after - before)
	}
	return mu * (1 - (z*z-1)*mu*mu/24)
}

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
