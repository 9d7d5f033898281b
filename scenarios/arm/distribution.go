// Package arm holds the reward distributions of arms: laws on [0,1] with exact
// moments, drawn as pure functions of a round's cell of random numbers, and
// the notation in which flags and scenario files write them.
//
// What does not belong here: environments (which arm has which law, and when),
// channels that hide a reward, and anything that estimates a mean.
package arm

import "regretscope/noise"

// A Distribution is the law of one arm's reward R. All of its laws live on
// [0,1]: the sensitivity of every private learner rests on that bound.
//
// Distributions are immutable and safe for concurrent use. They come from the
// constructors of this package and from Parse, which check the parameters.
type Distribution interface {
	// Mean is E R, the arm's mean reward μ.
	Mean() float64
	// Variance is E R² − μ².
	Variance() float64
	// Support gives the smallest and the largest reward that the law can give.
	Support() (low, high float64)
	// MGF is the moment-generating function E exp(sR), for |s| ≤ 700; beyond
	// that it may leave the range of float64.
	MGF(s float64) float64
	// Sample draws a reward in [0,1]. It is a pure function of the cell as it
	// comes in, and it moves the cell on. A cell whose address is taken for
	// this call lives on the heap, so a fast caller keeps one and overwrites
	// it (cell = noise.At(key, t)) for every draw.
	Sample(c *noise.Cell) float64
	// String is the law in the notation that Parse reads: "beta(4,1)".
	String() string
}
