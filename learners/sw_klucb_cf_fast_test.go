//go:build !plain

package learners

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"regretscope/noise/channel"
)

// The pruned search must not lose an arm that could have won or drawn.
func TestMayReachNeverPassesOverAWinner(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	tight := 0
	for range 20_000 {
		r := reports(responses(t, 2, rng))
		n, m := float64(1+rng.IntN(50)), float64(1+rng.IntN(50))
		a, b := math.Floor(rng.Float64()*(n+1))/n, math.Floor(rng.Float64()*(m+1))/m
		level := 12 * rng.Float64()
		if rng.IntN(4) == 0 { // the same arm twice: a draw
			r[1], m, b = r[0], n, a
		}
		best, index := r.index(0, a, n, level), r.index(1, b, m, level)
		may := r.mayReach(1, b, m, level, best)
		if index >= best && !may {
			t.Fatalf("%v: index %v reaches %v, and is passed over", r, index, best)
		}
		if index < best-1e-6 && may {
			tight++
		}
	}
	if tight > 0 {
		t.Errorf("%d arms far below the best were not passed over", tight)
	}
}

// responses are k channels of bits drawn at random, about half of them
// decreasing.
func responses(t testing.TB, k int, rng *rand.Rand) []channel.Channel {
	t.Helper()
	texts := make([]string, k)
	for j := range texts {
		p00, p11 := .55+.4*rng.Float64(), .55+.4*rng.Float64()
		if rng.IntN(2) == 0 {
			p00, p11 = 1-p00, 1-p11
		}
		texts[j] = fmt.Sprintf("rr(%v,%v)", p00, p11)
	}
	return channels(t, texts...)
}
