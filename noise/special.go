package noise

import "math"

// Logistic is e^x/(1 + e^x), accurate at both ends.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Softplus is ln(1 + e^x).
func Softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// Decayed is ∫₀^length e^{−rate·t} dt for rate ≥ 0.
func Decayed(rate, length float64) float64 {
	if rate == 0 {
		return length
	}
	return -math.Expm1(-rate*length) / rate
}
