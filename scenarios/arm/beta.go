package arm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// Limits of the parameters. Outside them, float64 samples lose precision.
const minBetaParameter, maxBetaParameter = 1e-9, 1e9

// Beta is the Beta(a, b) distribution, with density proportional to x^(a−1)·(1−x)^(b−1).
type Beta struct {
	a, b float64
}

// NewBeta returns the Beta(a, b) distribution. Both parameters must be between 1e-9 and 1e9.
func NewBeta(a, b float64) (Beta, error) {
	refuse := func(allowed string) (Beta, error) {
		return Beta{}, fmt.Errorf("beta(%s,%s): both parameters must %s", format(a), format(b), allowed)
	}
	switch {
	case !(a > 0 && b > 0):
		return refuse("be above 0")
	case min(a, b) < minBetaParameter || max(a, b) > maxBetaParameter:
		return refuse("lie between 1e-9 and 1e9")
	}
	return Beta{a: a, b: b}, nil
}

// Mean is a/(a+b).
func (d Beta) Mean() float64 { return d.a / (d.a + d.b) }

// Variance is ab/((a+b)²(a+b+1)).
func (d Beta) Variance() float64 {
	n := d.a + d.b
	return d.a / n * (d.b / n) / (n + 1)
}

// Support is [0,1].
func (d Beta) Support() (low, high float64) { return 0, 1 }

// MGF is Kummer's function ₁F₁(a; a+b; s).
func (d Beta) MGF(s float64) float64 {
	if s < 0 {
		// E exp(sR) = e^s·E exp(−s(1−R)), and 1−R is Beta(b, a). Its series has only positive
		// terms, so no digits cancel.
		return math.Exp(s) * kummer(d.b, d.a+d.b, -s)
	}
	return kummer(d.a, d.a+d.b, s)
}

// Excess is (μ − x)·P[R > x] + x^a·(1−x)^b/((a+b)·B(a,b)), by parts.
func (d Beta) Excess(x float64) float64 {
	edge := math.Exp(d.a*math.Log(x) + d.b*math.Log1p(-x) - mathext.Lbeta(d.a, d.b))
	return max(0, (d.Mean()-x)*mathext.RegIncBeta(d.b, d.a, 1-x)+edge/(d.a+d.b))
}

// kummer sums ₁F₁(a; c; x) = Σ (a)_n xⁿ / ((c)_n n!) for 0 < a < c and x ≥ 0. A term is at most
// xⁿ/n!, so about x + 50 terms suffice.
func kummer(a, c, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := 0.0; (n < x || term > sum*0x1p-56) && !math.IsInf(sum, 1); n++ {
		term *= (a + n) / (c + n) * (x / (n + 1))
		sum += term
	}
	return sum
}

// Sample inverts the cdf if it is a power, uses Jöhnk's method if both parameters are below 1,
// and a ratio of Gamma draws otherwise.
func (d Beta) Sample(c *noise.Cell) float64 {
	switch {
	case d.b == 1:
		return math.Exp(math.Log(c.Float64()) / d.a)
	case d.a == 1:
		return 1 - math.Exp(math.Log(c.Float64())/d.b)
	case d.a < 1 && d.b < 1:
		return d.sampleSmall(c)
	}
	return distuv.Beta{Alpha: d.a, Beta: d.b, Src: c}.Rand()
}

// sampleSmall draws X = U^(1/a), Y = V^(1/b) until X + Y ≤ 1 and returns X/(X+Y) (Jöhnk 1964).
// It uses logarithms, because X, Y and Gamma draws underflow to 0 for tiny parameters.
func (d Beta) sampleSmall(c *noise.Cell) float64 {
	for {
		// 1−u is in (0,1], so the logarithms are finite.
		logX := math.Log(1-c.Float64()) / d.a
		logY := math.Log(1-c.Float64()) / d.b
		if math.Exp(logX)+math.Exp(logY) <= 1 {
			return 1 / (1 + math.Exp(logY-logX))
		}
	}
}

func (d Beta) String() string { return "beta(" + format(d.a) + "," + format(d.b) + ")" }
