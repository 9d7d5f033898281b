package noise

import (
	"math"
	"testing"
)

func TestBisect(t *testing.T) {
	for name, c := range map[string]struct {
		low, high, limit float64
		fine             func(low, high float64) bool
		at, error        float64
	}{
		"√2, as far as numbers go":  {0, 1, 8, Exactly, math.Sqrt2, 1e-15},
		"1,000 within a thousandth": {0, 1, 1e6, Within(1e-3), 1000, 1},
		"at the low end":            {0, 1, 8, Exactly, 0, 5e-324},
		"from below 0":              {-.5, 1, 64, Exactly, -.25, 1e-15},
		"beyond the limit":          {0, 1, 4, Exactly, 7, 4},
	} {
		below := func(x float64) bool { return x < c.at }
		low, high := Bracket(c.low, c.high, c.limit, below)
		low, high = Bisect(low, high, c.fine, below)
		if !(low <= c.at && c.at-low <= c.error) || !(math.Abs(high-c.at) <= c.error) {
			t.Errorf("%s: from %v to %v, want %v", name, low, high, c.at)
		}
	}
}

func TestBracketKeepsTheLowEnd(t *testing.T) {
	if low, high := Bracket(0, 1, 100, func(x float64) bool { return x < 5 }); low != 4 || high != 8 {
		t.Errorf("5 is said to lie from %v to %v", low, high)
	}
}
