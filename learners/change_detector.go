package learners

import (
	"math"
	"slices"
)

// changeTest detects a change in the mean of a sequence of bits by the generalized likelihood
// ratio test of Besson, Kaufmann, Maillard & Seznec (2022). It tests only splits between blocks
// of equal length, at most maxBlocks of them, and only when a block is complete, so it detects
// no change before the test of all splits does. Memory and the cost of a test are bounded; a
// bit costs at most maxBlocks²/n splits on average.
type changeTest struct {
	n, ones int
	block   int   // length of a block
	prefix  []int // ones in the first 1, 2, … blocks
}

const maxBlocks = 128

func newChangeTest() changeTest { return changeTest{block: 1} }

// add adds a bit and reports whether a block is complete, so that statistic has a new value.
func (c *changeTest) add(bit float64) bool {
	c.n++
	c.ones += int(bit)
	if c.n%c.block != 0 {
		return false
	}
	if len(c.prefix) == maxBlocks {
		c.block *= 2
		kept := c.prefix[:0]
		for i := 1; i < maxBlocks; i += 2 {
			kept = append(kept, c.prefix[i])
		}
		c.prefix = kept
		if c.n%c.block != 0 {
			return false
		}
	}
	c.prefix = append(c.prefix, c.ones)
	return len(c.prefix) > 1
}

// statistic returns the largest s·kl(λ̂_{1..s}, λ̂) + (n−s)·kl(λ̂_{s+1..n}, λ̂) over the splits
// s, the log-likelihood ratio of a change at s.
func (c *changeTest) statistic() float64 {
	largest, mean := 0.0, float64(c.ones)/float64(c.n)
	for i, ones := range c.prefix {
		s := (i + 1) * c.block
		if s >= c.n {
			break
		}
		before, after := float64(s), float64(c.n-s)
		largest = max(largest,
			before*klDivergence(float64(ones)/before, mean)+after*klDivergence(float64(c.ones-ones)/after, mean))
	}
	return largest
}

// changeThreshold is β(n, δ) = ln(3n√n/δ), which Besson et al. use in their experiments. They
// prove that the probability of a false alarm is below δ only for a threshold about three times
// as large; the tests check it for this one.
func changeThreshold(n int, delta float64) float64 {
	return math.Log(3/delta) + 1.5*math.Log(float64(n))
}

func (c changeTest) clone() changeTest {
	c.prefix = slices.Clone(c.prefix)
	return c
}
