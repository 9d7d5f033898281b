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
func (r Repeated) Mu() Value {
	root := math.Sqrt(float64(r.Times))
	if alone := r.Release.Mu(); math.IsInf(alone.Value, 1) && r.Times > 0 {
		return alone
	}
	if g, ok := r.Release.(GaussianSum); ok {
		return exact(root/g.Deviation, shifted)
	}
	if r.Times <= 1 {
		return Repeated{r.Release, r.Times}.times(r.Release.Mu())
	}
	return upper(root * r.Release.Mu().Upper)
}

// Delta implements Mechanism. It is exact for Gaussian sums and for bits, of which
// any number may go either way; of other releases it is an upper bound within
// 10⁻⁷ of the truth if their own δ is exact (Bounds has the lower one).
func (r Repeated) Delta(epsilon float64) Value {
	switch m := r.Release.(type) {
	case GaussianSum:
		return exact(gaussianDelta(math.Sqrt(float64(r.Times))/m.Deviation, epsilon), shifted)
	case Response:
		return r.responseDelta(m, epsilon)
	}
	if r.Times == 1 {
		return r.Release.Delta(epsilon)
	}
	total := r.Epsilon().Upper
	switch {
	case r.Times == 0 || epsilon >= total:
		return exact(0, Inputs{})
	case r.Release.Delta(epsilon).Value == 1: // the release gives its inputs away
		return exact(1, shifted)
	case math.IsInf(total, 1):
		return upper(1)
	}
	return upper(newLosses(r.Release, r.Times).upperDelta(epsilon))
}

// Deltas is δ of a mechanism as a function of ε, for callers that ask for many: what
// all of them rest on is worked out once.
func Deltas(m Mechanism) func(epsilon float64) Value {
	if pick, ok := m.(NoisyMax); ok && pick.searchesDelta() {
		return pick.grid().delta
	}
	r, ok := m.(Repeated)
	if !ok || r.Times < 2 {
		return m.Delta
	}
	switch r.Release.(type) {
	case GaussianSum, Response:
		return m.Delta
	}
	total := r.Epsilon().Upper
	if total == 0 || math.IsInf(total, 1) {
		return m.Delta
	}
	l := newLosses(r.Release, r.Times)
	return func(epsilon float64) Value {
		if epsilon >= total {
			return exact(0, Inputs{})
		}
		return upper(l.upperDelta(epsilon))
	}
}

// TradeOff implements Mechanism, from what δ says: f(x) is at least
// 1 − δ − e^ε x and e^{−ε}(1 − δ − x) at every ε.
func (r Repeated) TradeOff(x float64) Value { return TradeOffs(r)(x) }

// TradeOffs is the trade-off curve of a mechanism, for callers that ask for many of its
// values: what all of them rest on is worked out once.
func TradeOffs(m Mechanism) func(x float64) Value {
	r, ok := m.(Repeated)
	if !ok {
		return m.TradeOff
	}
	if g, ok := r.Release.(GaussianSum); ok {
		mu := math.Sqrt(float64(r.Times)) / g.Deviation
		return func(x float64) Value { return exact(GaussianTradeOff(mu, x), shifted) }
	}
	if r.Times <= 1 {
		return Disjoint{r.Release}[:r.Times].TradeOff
	}
	total := r.Epsilon().Upper
	if math.IsInf(total, 1) {
		return func(float64) Value { return upper(0) }
	}
	const points = 257
	var deltas [points]float64
	at := func(i int) float64 { return total * float64(i) / (points - 1) }
	delta := Deltas(r)
	for i := range deltas {
		deltas[i] = delta(at(i)).Upper
	}
	return func(x float64) Value {
		best := 0.0
		for i, delta := range deltas {
			factor := math.Exp(at(i))
			best = max(best, 1-delta-factor*x, (1-delta-x)/factor)
		}
		return upper(best)
	}
}

// responseDelta is exact: of k bits j may be about rewards that go from 0 to 1 and
// the others about rewards that go from 1 to 0, and where p00 and p11 differ it
// matters how many.
func (r Repeated) responseDelta(m Response, epsilon float64) Value {
	zero, one := m.coins()
	rising, falling := coinLosses(zero, one), coinLosses(one, zero)
	worst := exact(0, Inputs{})
	for up := range r.Times + 1 {
		sum := 0.0
		for _, a := range binomialLosses(rising, up) {
			for _, b := range binomialLosses(falling, r.Times-up) {
				if loss := a.loss + b.loss; loss > epsilon {
					sum += a.chance * b.chance * -math.Expm1(epsilon-loss)
				}
			}
		}
		if sum > worst.Value {
			worst = exact(sum, Inputs{Groups: [2]int{up, r.Times - up}})
		}
	}
	return worst
}

// A lossMass is a privacy loss and the chance of it.
type lossMass struct{ loss, chance float64 }

// coinLosses are the losses of a coin p against q.
func coinLosses(p, q coin) [2]lossMass {
	return [2]lossMass{{p.log - q.log, math.Exp(p.log)}, {p.logNot - q.logNot, math.Exp(p.logNot)}}
}

// binomialLosses are the sums of the losses of n such coins.
func binomialLosses(of [2]lossMass, n int) []lossMass {
	all := make([]lossMass, 0, n+1)
	for k := range n + 1 {
		log := lgamma(n) - lgamma(k) - lgamma(n-k)
		if k > 0 {
			log += float64(k) * math.Log(of[0].chance)
		}
		if k < n {
			log += float64(n-k) * math.Log(of[1].chance)
		}
		loss := 0.0
		if k > 0 {
			loss += float64(k) * of[0].loss
		}
		if k < n {
			loss += float64(n-k) * of[1].loss
		}
		all = append(all, lossMass{loss, math.Exp(log)})
	}
	return all
}

// lgamma is ln n!.
func lgamma(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
}
