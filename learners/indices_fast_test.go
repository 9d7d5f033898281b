//go:build !plain

package learners

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A bound raised by tangents stays above the exact bound, including a margin for rounding, and
// within a thousandth of its width.
func TestRaisedBoundsStayAbove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 300 {
		n := math.Trunc(math.Pow(10, 8*rng.Float64()))
		mean := math.Trunc((n+1)*rng.Float64()) / n
		if trial%5 == 0 {
			mean = float64(trial / 5 % 2) // 0 and 1
		}
		level := 2 + 10*rng.Float64()
		limit := klUpper(mean, level/n) + klSlack(level/n)
		for range 3000 {
			rise := 2e-3 * rng.Float64()
			limit = klRaise(mean, limit, rise/n)
			level += rise
			exact := klUpper(mean, level/n)
			if limit < exact+klSlack(level/n)/2 || limit > exact+(exact-mean)/1000+8*slack {
				t.Fatalf("mean %v of %v at level %v: raised to %v, exactly %v", mean, n, level, limit, exact)
			}
		}
	}
}
