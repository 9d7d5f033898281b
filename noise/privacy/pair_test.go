package privacy

import "math"

// A pair is two distributions on the same few outcomes, by the logarithms of
// their probabilities: what two neighboring inputs look like from outside.
type pair struct{ p, q []float64 }

// renyi is D_α of p from q; +Inf if q misses an outcome of p. Written as
// ln E_p e^{(α−1)·loss} through expm1, it keeps its digits near α = 1.
func (r pair) renyi(alpha float64) float64 {
	order, sum := alpha-1, 0.0
	for i := range r.p {
		chance, loss := math.Exp(r.p[i]), r.p[i]-r.q[i]
		switch {
		case chance == 0:
		case alpha == 1:
			sum += chance * loss
		default:
			sum += chance * math.Expm1(order*loss)
		}
	}
	if alpha == 1 {
		return sum
	}
	return math.Log1p(sum) / order
}

// delta is Σ (p − e^ε q)₊.
func (r pair) delta(epsilon float64) float64 {
	sum := 0.0
	for i := range r.p {
		if loss := r.p[i] - r.q[i]; loss > epsilon {
			sum += math.Exp(r.p[i]) * -math.Expm1(epsilon-loss)
		}
	}
	return sum
}
