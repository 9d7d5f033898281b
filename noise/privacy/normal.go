package privacy

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// quantile is Φ⁻¹, precise for small p.
func quantile(p float64) float64 { return mathext.NormalQuantile(min(max(p, 0), 1)) }

// logQuantile returns Φ⁻¹(e^log), even if e^log underflows. Then it solves ln Φ(−z) = −z²/2 −
// ln(z√(2π)) − 1/z², which is right to 1/z⁴.
func logQuantile(log float64) float64 {
	if log > -600 || math.IsInf(log, -1) {
		return quantile(math.Exp(log))
	}
	z := math.Sqrt(-2 * log)
	for range 8 {
		z = math.Sqrt(-2 * (log + math.Log(z*math.Sqrt(2*math.Pi)) + 1/(z*z)))
	}
	return -z
}

// maximize returns the maximum of f on [low, high] and its place: the best point of a grid of
// intervals, refined by golden section between its neighbors. f must have at most one peak
// between these.
func maximize(f func(x float64) float64, low, high float64, intervals int) (at, best float64) {
	at, best = low, math.Inf(-1)
	step := (high - low) / float64(intervals)
	for i := range intervals + 1 {
		x := low + float64(i)*step
		if y := f(x); y > best {
			at, best = x, y
		}
	}
	return refine(f, at, best, max(low, at-step), min(high, at+step))
}

// refine looks between a and b by golden section for values of f above the best so far.
func refine(f func(x float64) float64, at, best, a, b float64) (float64, float64) {
	const golden = 0.6180339887498949
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(x), f(y)
	for range 45 { // shrinks the bracket to 10⁻⁹ of its width, and the error of the value by the square of that
		if fx >= fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(x)
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(y)
		}
	}
	if fx > best {
		at, best = x, fx
	}
	if fy > best {
		at, best = y, fy
	}
	return at, best
}

// lastOrder ends the search for ρ: D_α is at most ε, so D_α/α is far below its peak there.
const lastOrder = 1e4

// searchRho returns the supremum of D_α/α over α ≥ 1 of a family of divergences.
func searchRho(renyi func(alpha float64) float64) (order, rho float64) {
	log, rho := maximize(func(log float64) float64 {
		alpha := math.Exp(log)
		return renyi(alpha) / alpha
	}, 0, math.Log(lastOrder), 24)
	return math.Exp(log), rho
}
