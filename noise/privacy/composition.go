package privacy

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
)

// A Composition is a set of independent releases about the same person: a round used in several releases, or an
// observation that enters several sums. Each release has its own worst inputs, so ε and D_α add up, for adaptive
// releases too. ρ is searched over α for all releases together; μ and δ are those of the sum of the losses.
type Composition []Term

// A Term is Times ≥ 0 releases by one mechanism.
type Term struct {
	Release Mechanism
	Times   int
}

// few merges terms of the composition and drops those without loss. Equal mechanisms become one
// term, and so do all Gaussian sums, which together reveal as much as one with less noise.
func (t Composition) few() Composition {
	var few Composition
	precision := 0.0
next:
	for _, p := range t {
		if p.Times == 0 || p.Release.Epsilon().Upper == 0 {
			continue
		}
		if g, normal := p.Release.(GaussianSum); normal {
			precision += float64(p.Times) / (g.Deviation * g.Deviation)
			continue
		}
		for i := range few {
			if reflect.TypeOf(p.Release).Comparable() && few[i].Release == p.Release {
				few[i].Times += p.Times
				continue next
			}
		}
		few = append(few, p)
	}
	if precision > 0 {
		few = append(few, Term{GaussianSum{Deviation: 1 / math.Sqrt(precision)}, 1})
	}
	return few
}

// alone returns the release if there is only one.
func (t Composition) alone() (Mechanism, bool) {
	switch {
	case len(t) == 0:
		return Disjoint{}, true
	case len(t) == 1 && t[0].Times == 1:
		return t[0].Release, true
	}
	return nil, false
}

func (t Composition) Epsilon() Value { return t.sum(Mechanism.Epsilon) }

func (t Composition) Renyi(alpha float64) Value {
	return t.sum(func(m Mechanism) Value { return m.Renyi(alpha) })
}

// Rho is below the sum of all ρ if these are attained at different orders.
func (t Composition) Rho() Value {
	few := t.few()
	all := few.sum(Mechanism.Rho)
	if len(few) < 2 || math.IsInf(all.Value, 1) {
		return all
	}
	_, all.Value = searchRho(func(alpha float64) float64 { return few.Renyi(alpha).Value })
	if all.Status == Exact {
		all.Upper = all.Value
	}
	return all
}

// Mu is known for a single release, for Gaussian sums alone, and for releases that reveal their inputs. For releases
// with bounded losses it is computed from the sum of the losses: never below the truth, and above it by at most 10⁻⁶
// of it (or 10⁻¹¹) if one pair of inputs is the worst for every test; else it is a bound. Gaussian sums beside others
// are bounded by the root of the sum of all μ².
func (t Composition) Mu() Value {
	few := t.few()
	if m, one := few.alone(); one {
		return m.Mu()
	}
	squares, onePair := 0.0, true
	for _, p := range few {
		mu := p.Release.Mu()
		if mu.Status == Exact && math.IsInf(mu.Value, 1) {
			return mu
		}
		squares += float64(p.Times) * mu.Upper * mu.Upper
		onePair = onePair && hasOnePair(p.Release)
	}
	bound := math.Sqrt(squares)
	if math.IsInf(few.Epsilon().Upper, 1) {
		return upper(bound)
	}
	mu := few.mu()
	switch {
	case !(mu < bound): // also NaN, where losses are too large for the grid
		return upper(bound)
	case onePair:
		return exact(mu, shifted)
	}
	return upper(mu)
}

// hasOnePair reports whether one pair of inputs is the worst for every test.
func hasOnePair(m Mechanism) bool {
	switch m := m.(type) {
	case LaplaceSum:
		return true
	case Bit:
		return m.low.log == m.high.logNot
	}
	return false
}

// Delta is exact for a single release and for Gaussian sums alone. Otherwise it is an upper bound, within 10⁻⁷ of the
// truth if every release's own δ is exact and attained by the same inputs.
func (t Composition) Delta(epsilon float64) Value { return Deltas(t)(epsilon) }

// TradeOff follows from δ: f(x) is at least 1 − δ − e^ε x and e^{−ε}(1 − δ − x) at every ε.
func (t Composition) TradeOff(x float64) Value { return TradeOffs(t)(x) }

// sum adds up values that each release attains by itself.
func (t Composition) sum(of func(Mechanism) Value) Value {
	all := exact(0, Inputs{})
	for _, p := range t {
		if p.Times == 0 {
			continue // avoids 0·∞
		}
		v, times := of(p.Release), float64(p.Times)
		all.Value, all.Upper, all.Status = all.Value+times*v.Value, all.Upper+times*v.Upper, Worse(all.Status, v.Status)
		if len(t) == 1 {
			all.Worst = v.Worst
		}
	}
	return all
}

// Disjoint is the worst of several releases if a person's data is in only one of them, such as the epochs of a
// learner: later releases are post-processing, and earlier ones are the same. It also holds for adaptive releases if
// each bound holds for every history. Without releases nothing is lost.
type Disjoint []Mechanism

// worst returns the maximum of a value over the releases.
func (d Disjoint) worst(of func(m Mechanism) Value) Value {
	worst := Value{Status: Exact}
	for i, m := range d {
		v := of(m)
		status, bound := Worse(worst.Status, v.Status), max(worst.Upper, v.Upper)
		if i == 0 || v.Value > worst.Value {
			worst = v
		}
		worst.Status, worst.Upper = status, bound
	}
	return worst
}

func (d Disjoint) Epsilon() Value { return d.worst(Mechanism.Epsilon) }

func (d Disjoint) Renyi(alpha float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Renyi(alpha) })
}

func (d Disjoint) Rho() Value { return d.worst(Mechanism.Rho) }

func (d Disjoint) Delta(epsilon float64) Value {
	return d.worst(func(m Mechanism) Value { return m.Delta(epsilon) })
}

// TradeOff returns the lowest curve.
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

func (d Disjoint) Mu() Value { return d.worst(Mechanism.Mu) }

// AtMost is a mechanism that reveals at most as much as the embedded one, whose values are proven upper bounds.
type AtMost struct{ Mechanism }

func atMost(v Value) Value {
	return Value{Value: v.Upper, Status: Upper, Upper: v.Upper}
}

func (a AtMost) Renyi(alpha float64) Value   { return atMost(a.Mechanism.Renyi(alpha)) }
func (a AtMost) Rho() Value                  { return atMost(a.Mechanism.Rho()) }
func (a AtMost) Delta(epsilon float64) Value { return atMost(a.Mechanism.Delta(epsilon)) }
func (a AtMost) TradeOff(x float64) Value    { return atMost(a.Mechanism.TradeOff(x)) }
func (a AtMost) Mu() Value                   { return atMost(a.Mechanism.Mu()) }

// mu returns the supremum over all tests of Φ⁻¹(power) − Φ⁻¹(level) for releases with bounded losses. Tests by
// thresholds of the summed losses on a grid suffice, because the trade-off curve is linear between them and that of
// normal variables is convex. Thresholds from 0 up suffice because the two sides mirror each other.
func (t Composition) mu() float64 {
	total, best, tilt := t.reach(), 0.0, -.5
	c := onGrid(t, t.muStep())
	for from := 0; ; {
		s := c.sum(tilt)
		shift, next, power := s.mu(from, -c.first)
		best = max(best, shift)
		switch {
		case next > -c.first:
			return best
		case next == from: // lost in rounding
			return math.Inf(1)
		case logQuantile(power)-logQuantile(power-total) <= best:
			return best // a test of a smaller level has at most e^total times its power
		}
		from, tilt = next, c.tilt(float64(next)*c.step, 3)
	}
}

// muStep returns a step that is fine enough for μ. The excess falls with its square and was
// measured to be at most 7·10⁻⁷ of μ. Different mechanisms fit one grid less well.
func (t Composition) muStep() float64 {
	least := float64(minSteps)
	if len(t) > 1 {
		least = gridSteps
	}
	step := math.Inf(1)
	for _, p := range t {
		largest := reach(p.Release)
		step = min(step, largest/min(max(least, math.Ceil(300*max(largest, math.Sqrt(largest)))), maxSteps/4))
	}
	return max(step, 2*t.reach()/(allSteps/16))
}

// mu returns the maximum of Φ⁻¹(power) − Φ⁻¹(level) over the tests that reject above a threshold of
// the loss, with the thresholds from one to the last. If the level loses its digits to rounding, mu stops and returns
// the next threshold and the log power of the previous one.
func (s *sums) mu(from, last int) (shift float64, next int, power float64) {
	const lost = 1e-4     // leaves ten digits
	off := 1e-13 + s.tail // allowance for rounding and the window
	n := min(len(s.masses), last-s.first+1)
	// Masses from a threshold up and below it, times e^{−log} and e^{tilt·threshold}, of both sides.
	above, level, below := make([]float64, n+1), make([]float64, n+1), 0.0
	for i := n - 1; i >= 0; i-- {
		above[i] = s.masses[i] + above[i+1]*math.Exp(-s.tilt*s.step)
		level[i] = s.masses[i] + level[i+1]*math.Exp(-(s.tilt+1)*s.step)
	}
	for i := range n {
		if s.first+i >= from {
			if level[i] < lost {
				return shift, s.first + i, power
			}
			loss := float64(s.first+i) * s.step
			scale := s.log - s.tilt*loss
			power = min(0, scale+math.Log(above[i]+off))
			hit := coin{power, math.Log(-math.Expm1(power))}
			if s.tilt <= 0 {
				miss := scale + math.Log(max(0, below-off))
				if miss > -lost {
					return shift, s.first + i, power
				}
				power = math.Log(-math.Expm1(miss))
				hit = coin{power, miss}
			}
			shift = max(shift, hit.normal()-logQuantile(scale-loss+math.Log(level[i]-off)))
		}
		below = (below + s.masses[i]) * math.Exp(s.tilt*s.step)
	}
	return shift, max(from, s.first+n), power
}

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

// tradeOffs returns the trade-off curve of a single release, or a bound from δ on that of several.
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
			best = max(best, 1-delta-times(x, factor), (1-delta-x)/factor)
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
func (r *Remembered) Rho() Value     { return r.rho() }
func (r *Remembered) Mu() Value      { return r.mu() }

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
