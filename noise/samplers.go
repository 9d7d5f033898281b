package noise

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// The samplers below take the scale of the noise, never its rate. A scale of 0 means no noise (ε =
// ∞) and uses no random numbers. All results are finite: if an inverse transform would return ±Inf,
// the samplers draw again.

// Laplace draws from the density exp(−|x|/scale)/(2·scale).
func (s *Stream) Laplace(scale float64) float64 {
	return finite(scale, func() float64 { return distuv.Laplace{Scale: scale, Src: s}.Rand() })
}

// Exponential draws from the exponential distribution with mean scale.
func (s *Stream) Exponential(scale float64) float64 {
	return finite(scale, func() float64 { return scale * distuv.Exponential{Rate: 1, Src: s}.Rand() })
}

// Gumbel draws from the distribution with cdf exp(−exp(−x/scale)).
func (s *Stream) Gumbel(scale float64) float64 {
	return finite(scale, func() float64 { return distuv.GumbelRight{Beta: scale, Src: s}.Rand() })
}

// Normal draws from the normal distribution with the given mean and standard
// deviation.
func (s *Stream) Normal(mean, deviation float64) float64 {
	return distuv.Normal{Mu: mean, Sigma: deviation, Src: s}.Rand()
}

// DiscreteLaplace draws a whole number, k with probability tanh(1/(2·scale))·e^{−|k|/scale}: the
// difference of two geometric numbers.
func (s *Stream) DiscreteLaplace(scale float64) float64 {
	return math.Floor(s.Exponential(scale)) - math.Floor(s.Exponential(scale))
}

// FairBits draws the number of ones among n fair bits, minus its mean n/2.
func (s *Stream) FairBits(n float64) float64 {
	return distuv.Binomial{N: n, P: .5, Src: s}.Rand() - n/2
}

// Beta draws from the Beta(alpha, beta) distribution; both must be positive.
func (s *Stream) Beta(alpha, beta float64) float64 {
	if min(alpha, beta) >= 1 {
		return distuv.Beta{Alpha: alpha, Beta: beta, Src: s}.Rand()
	}
	// Gamma(a) is Gamma(a+1)·U^{1/a}, which underflows unless in logarithms.
	log := func(shape float64) float64 {
		return math.Log(distuv.Gamma{Alpha: shape + 1, Beta: 1, Src: s}.Rand()) + math.Log1p(-s.Float64())/shape
	}
	return Logistic(log(alpha) - log(beta))
}

// finite draws until the result is finite.
func finite(scale float64, draw func() float64) float64 {
	if scale == 0 {
		return 0
	}
	for {
		if x := draw(); !math.IsInf(x, 0) {
			return x
		}
	}
}
