package selection

import "math"

// laplace gathers the picks under Laplace noise. At distance t after an atom,
// in a cell of the given width, the cdf of an arm is
// cdf − ½·behind·e^{−t/b} + ½·ahead·e^{−(width−t)/b}:
// its atoms up to there discounted by their distance, and those to come.
func (x *mixture) laplace() {
	n := len(x.groups)
	w := laplaceWalk{
		mixture: x,
		cdf:     make([]float64, n),
		behind:  make([]float64, n),
		ahead:   make([]float64, n),
		coming:  make([][]float64, n),
		value:   make([]float64, n),
		density: make([]float64, n),
	}
	unit := math.Exp(-1 / x.scale)
	for i, c := range x.groups {
		coming := make([]float64, len(c.law.mass))
		sum := 0.0
		for k := len(coming) - 1; k >= 0; k-- {
			sum = sum*unit + c.law.mass[k]
			coming[k] = sum
		}
		w.coming[i] = coming
	}
	from, lowest := x.start(reach)
	if lowest {
		w.before(from)
	}
	for i, c := range x.groups {
		w.cdf[i], w.behind[i] = c.law.behind(from, x.scale)
	}
	edge := reach * x.scale
	x.cells(from, func(atom int, width float64) {
		for i, c := range x.groups {
			p := c.law.Probability(atom)
			w.cdf[i] += p
			w.behind[i] += p
		}
		switch left := float64(atom); {
		case math.IsInf(width, 1):
			w.after()
		case width > 2*edge: // in the middle every cdf is constant
			w.cell(left, edge)
			w.cell(left+width-edge, edge)
		default:
			w.cell(left, width)
		}
	})
}

type laplaceWalk struct {
	*mixture
	cdf, behind, ahead []float64
	coming             [][]float64 // of each law's atoms: the discounted sum from it on
	value, density     []float64
}

// look sets ahead to the sum, discounted by distance, of each law's mass at or
// above the place.
func (w *laplaceWalk) look(place float64) {
	for i, c := range w.groups {
		switch distance := place - float64(c.law.first); {
		case distance < 0:
			w.ahead[i] = w.coming[i][0] * math.Exp(distance/w.scale)
		case distance <= float64(len(w.coming[i])-1):
			w.ahead[i] = w.coming[i][int(distance)] // only whole places fall inside a law
		default:
			w.ahead[i] = 0
		}
	}
}

// before adds what happens below the lowest atom: every cdf is ½·ahead·e^{−s/b}
// at distance s, so that all arms win equally often.
func (w *laplaceWalk) before(lowest int) {
	w.look(float64(lowest))
	product := 1.0
	for i, c := range w.groups {
		product *= power(.5*w.ahead[i], c.size)
	}
	for i := range w.won {
		w.won[i] += product / float64(w.arms)
	}
}

// after adds what happens above the highest atom, where the cdfs rise from
// 1 − ½·behind to 1 in proportion.
func (w *laplaceWalk) after() {
	for i, behind := range w.behind {
		w.value[i], w.density[i] = 1-.5*behind, .5*behind
	}
	w.addRise(w.value, w.density)
}

// cell adds the stretch of the given width from left on, in which no law has an
// atom, in pieces on which no exponential changes by more than e⁴.
func (w *laplaceWalk) cell(left, width float64) {
	w.look(left + width)
	decay := math.Exp(-width / w.scale)
	top, step := 1.0, 0.0
	for i, c := range w.groups {
		top *= power(w.cdf[i]-.5*w.behind[i]*decay+.5*w.ahead[i], c.size)
		step += float64(c.size) * .5 * (w.behind[i] + w.ahead[i]) * (1 - decay)
	}
	if !w.skips(top, step) {
		n := math.Ceil(width / (4 * w.scale))
		for k := range int(n) {
			w.piece(float64(k)*width/n, width/n, width)
		}
	}
	for i := range w.behind {
		w.behind[i] *= decay
	}
}

// piece adds the stretch of the given size from t on by Gauss–Legendre. Around
// its middle the r-th derivative of an arm's cdf F is at most density/b^(r−1),
// so that ln F grows in the complex plane no faster than
// b·density/F·(e^{|z|/b} − 1), and the rule's order follows from their sum. An
// order above 20 or so means two pieces instead.
func (w *laplaceWalk) piece(t, size, width float64) {
	half := size / (2 * w.scale)
	hazard := max(w.evaluate(t, width), w.evaluate(t+size, width))
	growth := hazard*math.Expm1(half) + half
	if growth > largestGrowth {
		w.piece(t, size/2, width)
		w.piece(t+size/2, size/2, width)
		return
	}
	rule := gaussLegendre(nodesFor(growth, largestRule))
	for k, node := range rule.nodes {
		w.evaluate(t+node*size, width)
		product := rule.weights[k] * size / w.scale
		for i, c := range w.groups {
			product *= power(w.value[i], c.size)
		}
		for i := range w.won {
			w.won[i] += product * w.density[i] / w.value[i]
		}
	}
}

// largestGrowth limits the growth in one piece, the argument of nodesFor. The result then stays
// below largestRule.
const largestGrowth, largestRule = 8, 64

// evaluate sets value to the cdfs at t and density to b times their slopes, and
// returns the sum of density/value over all arms.
func (w *laplaceWalk) evaluate(t, width float64) float64 {
	fade, rise := .5*math.Exp(-t/w.scale), .5*math.Exp((t-width)/w.scale)
	hazard := 0.0
	for i, c := range w.groups {
		past, future := w.behind[i]*fade, w.ahead[i]*rise
		w.value[i] = w.cdf[i] - past + future
		w.density[i] = past + future
		if w.value[i] == 0 {
			w.value[i] = math.SmallestNonzeroFloat64 // underflow: keep the quotient
		}
		hazard += float64(c.size) * w.density[i] / w.value[i]
	}
	return hazard
}
