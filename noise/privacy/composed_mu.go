package privacy

import "math"

// mu returns the supremum over all tests of Φ⁻¹(power) − Φ⁻¹(level) for releases with bounded
// losses. Tests by thresholds of the summed losses on a grid suffice, because the trade-off
// curve is linear between them and that of normal variables is convex. Thresholds from 0 up
// suffice because the two sides mirror each other.
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
	// Masses from a threshold up and below it, times e^{−log} and e^{tilt·threshold},
	// of both sides.
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
