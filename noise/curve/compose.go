package curve

import "math"

// Disjoint is the worst of several releases of which a person's data is in one
// only, such as the epochs of a learner: what follows is post-processing, what
// precedes is common. It holds for adaptive releases too, if each bound holds for
// every history. Of no releases nothing is lost.
type Disjoint []Mechanism

// worst is the largest of a value over the releases.
func (d Disjoint) worst(of func(m Mechanism) Value) Value {
	worst := Value{Status: Exact}
	for i, m := range d {
		v := of(m)
		status, bound := worse(worst.Status, v.Status), max(worst.Upper, v.Upper)
		if i == 0 || v.Value > worst.Value {
			worst = v
		}
		worst.Status, worst.Upper = status, bound
	}
	return worst
}

// Epsilon implements Mechanism.
func (d Disjoint) Epsilon() Value { return d.worst(Mechanism.Epsilon) }

// Renyi implements Mechanism.
func (d Disjoint) Renyi(alpha float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Renyi(alpha) })
}

// Rho implements Mechanism.
func (d Disjoint) Rho() Value { return d.worst(Mechanism.Rho) }

// Delta implements Mechanism.
func (d Disjoint) Delta(epsilon float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Delta(epsilon) })
}

// TradeOff implements Mechanism: the lowest of the curves.
func (d Disjoint) TradeOff(x float64) Value {
	worst := d.worst(func(m Mechanism) Value {
		v := m.TradeOff(x)
		v.Value, v.Upper = -v.Value, -v.Upper
		return v
	})
	if len(d) == 0 {
		return exact(1-x, Inputs{})
	}
	worst.Value, worst.Upper = -worst.Value, -worst.Upper
	return worst
}

// Mu implements Mechanism.
func (d Disjoint) Mu() Value { return d.worst(Mechanism.Mu) }

// Repeated is Times independent releases of one mechanism about the same person:
// one round in each of so many releases, or one observation in so many sums. ε,
// D_α and ρ add up, for adaptive releases too, because the same inputs are the
// worst every time; μ adds up in squares for Gaussian sums, and is bounded so
// otherwise; δ is that of the sum of the losses.
type Repeated struct {
	Release Mechanism
	Times   int
}

// AtMost is something of which another mechanism's values are proven bounds: what is
// published tells no more than it does, and perhaps less.
type AtMost struct{ Mechanism }

// atMost is a value as a bound.
func atMost(v Value) Value {
	return Value{Value: v.Upper, Status: Upper, Upper: v.Upper}
}

// Renyi implements Mechanism.
func (a AtMost) Renyi(alpha float64) Value { return atMost(a.Mechanism.Renyi(alpha)) }

// Rho implements Mechanism.
func (a AtMost) Rho() Value { return atMost(a.Mechanism.Rho()) }

// Delta implements Mechanism.
func (a AtMost) Delta(epsilon float64) Value { return atMost(a.Mechanism.Delta(epsilon)) }

// TradeOff implements Mechanism.
func (a AtMost) TradeOff(x float64) Value { return atMost(a.Mechanism.TradeOff(x)) }

// Mu implements Mechanism.
func (a AtMost) Mu() Value { return atMost(a.Mechanism.Mu()) }

// Tree is the binary mechanism over so many observations with noise for so much ε
// in all, as noise.Tree makes it: an observation enters at most one node of each
// of its ⌊log₂ horizon⌋ + 1 levels, each a Laplace sum of loss ε/levels.
func Tree(horizon int, epsilon float64) Repeated {
	levels := int(math.Log2(float64(horizon))) + 1
	return Repeated{LaplaceSum{Scale: float64(levels) / epsilon}, levels}
}

func (r Repeated) times(v Value) Value {
	if r.Times == 0 {
		return exact(0, Inputs{})
	}
	v.Value, v.Upper = v.Value*float64(r.Times), v.Upper*float64(r.Times)
	return v
}

// Epsilon implements Mechanism.
func (r Repeated) Epsilon() Value { return r.times(r.Release.Epsilon()) }

// Renyi implements Mechanism.
func (r Repeated) Renyi(alpha float64) Value { return r.times(r.Release.Renyi(alpha)) }

// Rho implements Mechanism.
func (r Repeated) Rho() Value { return r.times(r.Release.Rho()) }

// Mu implements Mechanism.
func (r Repeated) Mu() Value { return together(partsOf(r)).mu() }

// Delta implements Mechanism. It is exact for Gaussian sums and for bits, of which
// any number may go either way; of other releases it is an upper bound within
// 10⁻⁷ of the truth if their own δ is exact (Bounds has the lower one).
func (r Repeated) Delta(epsilon float64) Value { return Deltas(r)(epsilon) }

// TradeOff implements Mechanism, from what δ says: f(x) is at least
// 1 − δ − e^ε x and e^{−ε}(1 − δ − x) at every ε.
func (r Repeated) TradeOff(x float64) Value { return TradeOffs(r)(x) }
