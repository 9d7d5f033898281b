package privacy

import (
	"math"

	"regretscope/noise/channel"
)

// A Response is a bit about a reward: randomized response that repeats a 0 with probability P00
// and a 1 with P11 (GAJ eq. 1), or any channel to bits whose probability of a 1 lies between 1
// − P00 and P11. Rewards 0 and 1 are the worst in every notion: the probabilities of other
// rewards are mixtures of theirs.
type Response struct{ P00, P11 float64 }

// BitChannel returns the channel whose probability of a 1 ranges from low to high over all
// rewards.
func BitChannel(low, high float64) Response { return Response{P00: 1 - low, P11: high} }

// OfChannel returns the mechanism of a local channel's report: a bit with a monotone
// probability, or the reward with Laplace noise (the reward itself without noise).
func OfChannel(c channel.Channel) Mechanism {
	if !c.Bits() {
		return LaplaceSum{Scale: 1 / c.Epsilon()}
	}
	return BitChannel(c.Probability(0), c.Probability(1))
}

// coins returns the reports of rewards 0 and 1.
func (r Response) coins() (zero, one coin) {
	return coin{math.Log(r.P00), math.Log(1 - r.P00)}, coin{math.Log(1 - r.P11), math.Log(r.P11)}
}

// worst returns the maximum of a quantity over both orders of the two rewards.
func (r Response) worst(of func(p, q coin) float64) Value {
	zero, one := r.coins()
	if first, second := of(zero, one), of(one, zero); first >= second {
		return exact(first, Inputs{Before: 0, After: 1})
	} else {
		return exact(second, Inputs{Before: 1, After: 0})
	}
}

// Epsilon returns the largest log-ratio.
func (r Response) Epsilon() Value {
	return r.worst(func(p, q coin) float64 { return max(p.log-q.log, p.logNot-q.logNot) })
}

func (r Response) Renyi(alpha float64) Value {
	return r.worst(func(p, q coin) float64 { return coinDivergence(p, q, alpha) })
}

// Rho may exceed the Kullback–Leibler divergence if p00 and p11 differ, so α has to be
// searched.
func (r Response) Rho() Value {
	return r.worst(func(p, q coin) float64 {
		_, rho := searchRho(func(alpha float64) float64 { return coinDivergence(p, q, alpha) })
		return rho
	})
}

func (r Response) Delta(epsilon float64) Value {
	return r.worst(func(p, q coin) float64 { return coinDelta(p, q, epsilon) })
}

// TradeOff is linear from (0,1) through (1−p00, 1−p11) to (1,0), or its mirror image, whichever
// is lower.
func (r Response) TradeOff(x float64) Value {
	v := r.worst(func(p, q coin) float64 { return -coinTradeOff(p, q, x) })
	v.Value, v.Upper = -v.Value, -v.Upper
	return v
}

// Mu is |Φ⁻¹(p00) + Φ⁻¹(p11)|, because the trade-off curve is a
// chord of a convex curve.
func (r Response) Mu() Value { return r.worst(coinMu) }
