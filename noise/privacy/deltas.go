package privacy

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Deltas returns δ of a mechanism as a function of ε, for callers that need many values: it
// computes what they share once.
func Deltas(m Mechanism) func(epsilon float64) Value {
	switch m := m.(type) {
	case Composition:
		return m.few().deltas()
	case AtMost:
		delta := Deltas(m.Mechanism)
		return func(epsilon float64) Value { return atMost(delta(epsilon)) }
	case NoisyMax:
		if m.searches() {
			return m.grid().delta
		}
	}
	return m.Delta
}

// deltas returns δ of the composition as a function of ε.
func (t Composition) deltas() func(epsilon float64) Value {
	if m, one := t.alone(); one {
		return Deltas(m)
	}
	total, bounded := t.Epsilon().Upper, !math.IsInf(t.reach(), 1)
	var c *convolution
	return func(epsilon float64) Value {
		switch {
		case epsilon >= total:
			return exact(0, Inputs{})
		case t.giveAway(epsilon):
			return exact(1, shifted)
		case !bounded:
			return upper(1)
		case c == nil:
			c = convolve(t)
		}
		return upper(c.upper(epsilon))
	}
}

// giveAway reports whether some release certainly reveals its inputs.
func (t Composition) giveAway(epsilon float64) bool {
	return slices.ContainsFunc(t, func(p Term) bool {
		return math.IsInf(p.Release.Epsilon().Value, 1) && p.Release.Delta(epsilon).Value == 1
	})
}

// TradeOffs returns the trade-off curve of a mechanism, for callers that need many values: it
// computes what they share once.
func TradeOffs(m Mechanism) func(x float64) Value {
	switch m := m.(type) {
	case Composition:
		return m.few().tradeOffs()
	case AtMost:
		miss := TradeOffs(m.Mechanism)
		return func(x float64) Value { return atMost(miss(x)) }
	case *Remembered:
		return TradeOffs(m.Mechanism)
	}
	return m.TradeOff
}

// tradeOffs returns the trade-off curve of a single release, or a bound from δ on that of
// several.
func (t Composition) tradeOffs() func(x float64) Value {
	if m, one := t.alone(); one {
		return TradeOffs(m)
	}
	total := t.reach()
	if math.IsInf(total, 1) {
		return func(float64) Value { return upper(0) }
	}
	delta := func(float64) float64 { return 0 }
	if total > 0 {
		delta = convolve(t).coarse
	}
	const points = 257
	var deltas [points]float64
	at := func(i int) float64 { return total * float64(i) / (points - 1) }
	for i := range deltas {
		deltas[i] = delta(at(i))
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

// A Remembered mechanism computes each ρ, μ and δ once. It is safe for concurrent use.
type Remembered struct {
	Mechanism
	rho, mu func() Value

	lock   sync.Mutex
	delta  func(epsilon float64) Value
	deltas map[float64]Value
}

// Remember returns a mechanism that remembers its values.
func Remember(m Mechanism) *Remembered {
	return &Remembered{Mechanism: m, rho: sync.OnceValue(m.Rho), mu: sync.OnceValue(m.Mu), deltas: map[float64]Value{}}
}

// String returns the mechanism without the remembered values.
func (r *Remembered) String() string { return fmt.Sprintf("%+v", r.Mechanism) }

func (r *Remembered) Rho() Value { return r.rho() }

func (r *Remembered) Mu() Value { return r.mu() }

// maxDeltas is the maximum number of values of δ to keep before starting over.
const maxDeltas = 1000

func (r *Remembered) Delta(epsilon float64) Value {
	r.lock.Lock()
	defer r.lock.Unlock()
	if v, known := r.deltas[epsilon]; known {
		return v
	}
	if r.delta == nil {
		r.delta = Deltas(r.Mechanism)
	}
	if len(r.deltas) == maxDeltas {
		clear(r.deltas)
	}
	v := r.delta(epsilon)
	r.deltas[epsilon] = v
	return v
}
