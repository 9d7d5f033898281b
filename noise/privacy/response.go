package privacy

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/channel"
)

// A Bit is a bit about a reward: the probabilities of a 1 and of a 0 for rewards 0 and 1, and the log-ratios
// of a 0 and of a 1 between rewards 0 and 1, which differences of logarithms would round. Rewards 0 and 1 are
// the worst in every notion: the probabilities of other rewards are mixtures of theirs.
type Bit struct {
	low, high coin
	zero, one float64
}

// BitChannel returns the channel whose probability of a 1 ranges from low to high over all rewards.
func BitChannel(low, high float64) Bit { return newBit(low, 1-low, high, 1-high, high-low) }

// newBit returns the bit with these probabilities, and how much more probable a 1 is for reward 1. All are
// precise where they are small.
func newBit(low, notLow, high, notHigh, rise float64) Bit {
	return Bit{
		coin{math.Log(low), math.Log(notLow)},
		coin{math.Log(high), math.Log(notHigh)},
		logRatio(notLow, notHigh, rise), logRatio(low, high, -rise),
	}
}

// OfChannel returns the mechanism of a local channel's report: a bit with a monotone
// probability, or the reward with Laplace noise (the reward itself without noise).
func OfChannel(c channel.Channel) Mechanism {
	if !c.Bits() {
		return LaplaceSum{Scale: 1 / c.Epsilon()}
	}
	low, high, e := c.Probability(0), c.Probability(1), c.Epsilon()
	if math.Abs(low/noise.Logistic(-e)-1) < 1e-15 && math.Abs(high/noise.Logistic(e)-1) < 1e-15 {
		return optimal(e)
	}
	return BitChannel(low, high)
}

// optimal returns randomized response at ε, whose two outcomes have the losses ε and −ε.
func optimal(epsilon float64) Bit {
	rare, usual := -noise.Softplus(epsilon), -noise.Softplus(-epsilon)
	return Bit{coin{rare, usual}, coin{usual, rare}, epsilon, -epsilon}
}

// DiscreteLaplaceSum is a sum of bits published with discrete Laplace noise: k with probability
// proportional to e^{−|k|/scale}. The loss of a shift by 1 is 1/scale or −1/scale, so that in every
// notion the sum reveals what randomized response does. Scale 0 is no noise.
func DiscreteLaplaceSum(scale float64) Bit { return optimal(1 / scale) }

// Symmetric reports whether rewards 0 and 1 are repeated with the same probability.
func (r Bit) Symmetric() bool { return math.Abs(math.Exp(r.low.log)-math.Exp(r.high.logNot)) < 1e-12 }

// pairs returns the reports of rewards 0 and 1, and of 1 and 0.
func (r Bit) pairs() (zero, one pair) {
	p, q := coin{r.low.logNot, r.low.log}, coin{r.high.logNot, r.high.log}
	return pair{p, q, r.zero, r.one}, pair{q, p, -r.zero, -r.one}
}

// logRatio is ln(x/y) for x = y + by.
func logRatio(x, y, by float64) float64 {
	switch {
	case by == 0:
		return 0
	case math.Abs(by) > y/2:
		return math.Log(x) - math.Log(y)
	}
	return math.Log1p(by / y)
}

// worst returns the maximum of a quantity over both orders of the two rewards.
func (r Bit) worst(of func(c pair) float64) Value {
	zero, one := r.pairs()
	if first, second := of(zero), of(one); first >= second {
		return exact(first, Inputs{Before: 0, After: 1})
	} else {
		return exact(second, Inputs{Before: 1, After: 0})
	}
}

// Epsilon returns the largest log-ratio.
func (r Bit) Epsilon() Value {
	return r.worst(func(c pair) float64 { return max(c.first, c.second) })
}

func (r Bit) Renyi(alpha float64) Value {
	return r.worst(func(c pair) float64 { return c.divergence(alpha) })
}

// Rho may exceed the Kullback–Leibler divergence if p00 and p11 differ, so α has to be searched.
func (r Bit) Rho() Value {
	return r.worst(func(c pair) float64 {
		_, rho := searchRho(c.divergence)
		return rho
	})
}

func (r Bit) Delta(epsilon float64) Value {
	return r.worst(func(c pair) float64 { return c.delta(epsilon) })
}

// TradeOff is linear from (0,1) through (1−p00, 1−p11) to (1,0), or its mirror image, whichever is lower.
func (r Bit) TradeOff(x float64) Value {
	v := r.worst(func(c pair) float64 { return -coinTradeOff(c.p, c.q, x) })
	v.Value, v.Upper = -v.Value, -v.Upper
	return v
}

// Mu is |Φ⁻¹(p00) + Φ⁻¹(p11)|, because the trade-off curve is a chord of a convex curve.
func (r Bit) Mu() Value { return r.worst(pair.mu) }

// A coin has the probabilities e^log and e^logNot of its two sides, both precise where they are small.
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

// coinTradeOff returns the smallest type II error of a test of q against p with type I error x. It is linear from (0,
// 1) to the errors of the test that decides by the coin's side alone, and from there to (1, 0).
func coinTradeOff(p, q coin, x float64) float64 {
	if p.log < q.log { // p favors the other side
		p, q = coin{p.logNot, p.log}, coin{q.logNot, q.log}
	}
	level, miss := math.Exp(q.log), math.Exp(p.logNot)
	switch {
	case x == 0 && !math.IsInf(q.log, -1): // also if the level underflows
		return 1
	case x <= level:
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

// Shuffled is the number of ones among reports of several people in random order, each by randomized
// response: by the number of rewards 1, the probabilities of the numbers of ones.
type Shuffled [][]float64

// ShuffleReports returns the shuffled reports of a number of people at a finite local ε. It takes people³/3 steps.
func ShuffleReports(people int, local float64) Shuffled {
	report := func(law []float64, one float64) []float64 { // adds a report, which is 1 with probability one
		sum := make([]float64, len(law)+1)
		for k, x := range law {
			sum[k] += (1 - one) * x
			sum[k+1] += one * x
		}
		return sum
	}
	s, p := Shuffled{{1}}, noise.Logistic(local)
	for n := range people {
		s = append(s, report(s[n], p))
		for m := range n + 1 {
			s[m] = report(s[m], 1-p)
		}
	}
	return s
}

// Delta is the least δ at ε, the largest Σ_k max(0, P(k) − e^ε Q(k)) for a reward 1 and a reward 0
// beside any others. A change from 0 to 1 is the mirror image of one from 1 to 0 with as many zeros
// as there were ones, so that one direction has the worst case.
func (s Shuffled) Delta(epsilon float64) (worst float64) {
	factor := math.Exp(epsilon)
	for m := range len(s) - 1 {
		sum := 0.0
		for k, x := range s[m+1] {
			sum += max(0, x-times(s[m][k], factor))
		}
		worst = max(worst, sum)
	}
	return worst
}

// Epsilon is the least ε at δ.
func (s Shuffled) Epsilon(delta float64) float64 {
	more := func(x float64) bool { return s.Delta(x) > delta }
	low, high := noise.Bracket(0, 1, math.MaxFloat64, more)
	_, epsilon := noise.Bisect(low, high, noise.Within(1e-9), more)
	return epsilon
}
