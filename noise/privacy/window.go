package privacy

import "math"

// A term is a number of equal summands, given by their masses at 0, 1, 2, …
type term struct {
	masses []float64
	times  int
}

// negligible is the mass that a window may leave out.
const negligible = 1e-14

// window returns the range of the sum of all terms: size places, of which the padded (a power
// of 2) from place from on hold all but tail of the mass. A cyclic convolution of that length
// wraps the mass outside into it.
func window(terms []term) (size, padded, from int, tail float64) {
	mean, variance, longest := 0.0, 0.0, 0
	size, padded = 1, 1
	for _, t := range terms {
		size += (len(t.masses) - 1) * t.times
		longest = max(longest, len(t.masses))
		m, v := t.moments()
		mean, variance = mean+m*float64(t.times), variance+v*float64(t.times)
	}
	for padded < size {
		if half := float64(padded/2 - 1); padded >= longest && half > 6*math.Sqrt(variance) {
			if tail = beyond(terms, half); tail <= negligible {
				return size, padded, int(mean) - padded/2, tail
			}
		}
		padded *= 2
	}
	return size, padded, 0, 0
}

func (t *term) moments() (mean, variance float64) {
	for i, mass := range t.masses {
		mean += float64(i) * mass
	}
	for i, mass := range t.masses {
		variance += (float64(i) - mean) * (float64(i) - mean) * mass
	}
	return mean, variance
}

// beyond bounds the probability that the sum is farther than half from its mean (Chernoff).
func beyond(terms []term, half float64) float64 {
	bound := 0.0
	for _, sign := range []float64{-1, 1} {
		least := 0.0 // the logarithm of the bound
		for rate := 50 / half; rate > .5/half; rate /= 1.3 {
			log := -rate * half
			for _, t := range terms {
				mean, _ := t.moments()
				moment := 0.0
				for i, mass := range t.masses {
					moment += mass * math.Exp(sign*rate*(float64(i)-mean))
				}
				log += float64(t.times) * math.Log(moment)
			}
			least = min(least, log)
		}
		bound += math.Exp(least)
	}
	return bound
}
