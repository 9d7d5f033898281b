package audit

import (
	"context"
	"math"
	"testing"
)

// A test of a normal variable against its shift by 1 shows no more than μ = 1 and
// δ(½) = .2384, and nearly so much of μ whatever the threshold. A shift by 1.2 must
// show more.
func TestWhatATestShowsBeyondEpsilon(t *testing.T) {
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	for _, threshold := range []float64{-1, 0, .5, 2} {
		power, level := upper(threshold-1), upper(threshold)
		if mu := MuLower(power, level); math.Abs(mu-1) > 1e-12 {
			t.Errorf("threshold %v: μ ≥ %v, is 1", threshold, mu)
		}
		if delta := DeltaLower(power, level, .5); delta > 0.23842170813488 {
			t.Errorf("threshold %v: δ(.5) ≥ %v, is .2384", threshold, delta)
		}
	}
	if delta := DeltaLower(upper(0), upper(1), .5); math.Abs(delta-.2384) > .0001 { // the best: ε + ½
		t.Errorf("the best threshold shows δ(.5) = %v", delta)
	}
	if MuLower(.3, .4) != 0 || DeltaLower(.3, .4, 0) != 0 {
		t.Error("a test that is worse than chance shows something")
	}
	for shift, above := range map[float64]bool{1: false, 1.2: true} {
		play := func(side int, seed uint64) string {
			u := float64(seed>>11)*0x1p-53 + 0x1p-54
			if math.Sqrt2*math.Erfinv(2*u-1)+shift*float64(side) > .5 {
				return "high"
			}
			return "low"
		}
		b, err := Statistical(context.Background(), play, Options{Runs: 40_000, Confidence: .99, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		mu := MuLower(b.Least, b.Most)
		if (mu > 1) != above || mu < shift-.1 || mu > shift {
			t.Errorf("shift %v: μ ≥ %v", shift, mu)
		}
		if got := math.Log(b.Least / b.Most); math.Abs(got-b.Epsilon) > 1e-12 {
			t.Errorf("limits %v and %v, ε ≥ %v", b.Least, b.Most, b.Epsilon)
		}
	}
}
