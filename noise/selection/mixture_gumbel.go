package selection

import "math"

const (
	// Gumbel noise is below gumbelLow or above gumbelHigh scales with
	// probability below e⁻⁴⁴ = 10⁻¹⁹; gumbelFloor is exp(−gumbelLow).
	gumbelLow, gumbelHigh, gumbelFloor = -3.8, 44, 44.7
)

// gumbel gathers the picks under Gumbel noise by the trapezoidal rule. In the
// strip |Im z| ≤ θb, θ < π/2, every cdf is at most 1 in absolute value, and the
// integral of |density| along a line is at most 1/cos θ, mixed or not. Steps of
// h therefore err by at most 2/(cos θ · (e^{2πθb/h} − 1)): below 10⁻¹³ at
// h = b/4 (θ = 1.4). The step is a power of 2, so that all places are exact.
func (x *mixture) gumbel() {
	n := len(x.groups)
	windows := make([]gumbelWindow, n)
	lowest, highest := math.MinInt, math.MinInt
	for i, c := range x.groups {
		windows[i] = gumbelWindow{law: c.law, scale: x.scale}
		// Below the first atom of any one arm, its cdf and the integrand are 0.
		first, last := c.law.Support()
		lowest, highest = max(lowest, first), max(highest, last)
	}
	value, density := make([]float64, n), make([]float64, n)
	step := math.Exp2(math.Floor(math.Log2(x.scale / 4)))
	start := float64(lowest) + math.Floor(gumbelLow*x.scale/step)*step
	end := float64(highest) + gumbelHigh*x.scale
	for k := 0.0; ; k++ {
		at := start + k*step
		if at > end || x.ctx.Err() != nil {
			return
		}
		if next := x.nextAtom(at); next > at+step {
			k = math.Floor((next - start) / step) // no noise ends here: all cdfs are flat
			continue
		}
		top, slope := 1.0, 0.0
		for i, c := range x.groups {
			value[i], density[i] = windows[i].at(at)
			top *= power(value[i], c.size)
			slope += float64(c.size) * density[i]
		}
		if x.skips(top, slope) {
			continue
		}
		for i := range x.won {
			x.won[i] += step / x.scale * top * density[i] / value[i]
		}
	}
}

// nextAtom returns the first place from at on where the noise of some atom is likely to land.
func (x *mixture) nextAtom(at float64) float64 {
	next := math.Inf(1)
	for _, c := range x.groups {
		first, last := c.law.Support()
		atom := max(math.Ceil(at-gumbelHigh*x.scale), float64(first))
		if atom <= float64(last) {
			next = min(next, atom+gumbelLow*x.scale)
		}
	}
	return next
}

// A gumbelWindow evaluates one arm's noisy cdf at ascending places. Its atoms
// up to done are so far behind that their noise has surely ended.
type gumbelWindow struct {
	law   Law
	scale float64
	done  int // how many atoms
	sum   float64
}

// at returns the cdf at x and b times the density.
func (w *gumbelWindow) at(x float64) (value, density float64) {
	mass := w.law.mass
	for w.done < len(mass) && x-float64(w.law.first+w.done) > gumbelHigh*w.scale {
		w.sum += mass[w.done]
		w.done++
	}
	value = w.sum
	// e^{−(x−atom)/b} from atom to atom is one factor.
	height := math.Exp((float64(w.law.first+w.done) - x) / w.scale)
	factor := math.Exp(1 / w.scale)
	for _, p := range mass[w.done:] {
		if height > gumbelFloor {
			break
		}
		part := p * math.Exp(-height)
		value += part
		density += part * height
		height *= factor
	}
	return value, density
}
