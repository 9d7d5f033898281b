package noise

import (
	"math"
	"math/big"
	"testing"
)

// precise is x ln(x/y) for positive x and y, with 60 digits.
func precise(x, y *big.Float) *big.Float {
	wide := func() *big.Float { return new(big.Float).SetPrec(220) }
	v := wide().Quo(wide().Sub(x, y), wide().Add(x, y)) // ln(x/y) = 2 artanh v
	sum, term, square := wide(), wide().Set(v), wide().Mul(v, v)
	for j := int64(1); j < 20_000 && term.Sign() != 0 && term.MantExp(nil) > -400; j += 2 {
		sum.Add(sum, wide().Quo(term, wide().SetInt64(j)))
		term.Mul(term, square)
	}
	return sum.Mul(sum, x).Mul(sum, big.NewFloat(2))
}

// The divergence has all digits at any difference, as has e^x − 1 − x, of which it is made.
func TestDivergenceHasAllDigits(t *testing.T) {
	for _, q := range []float64{1e-9, .01, .3, .5, .999} {
		for _, part := range []float64{1e-14, 1e-9, 1e-4, .04, .11, .5, .9} {
			for _, by := range []float64{q * part, -q * part} {
				if q+by >= 1 {
					continue
				}
				x, y := new(big.Float).SetPrec(220).SetFloat64(by), new(big.Float).SetPrec(220).SetFloat64(q)
				x.Add(x, y)
				one := big.NewFloat(1).SetPrec(220)
				notX, notY := new(big.Float).Sub(one, x), new(big.Float).Sub(one, y)
				want, _ := new(big.Float).Add(precise(x, y), precise(notX, notY)).Float64()
				if got := Divergence(q, by); math.Abs(got/want-1) > 1e-13 {
					t.Errorf("kl(%v + %v, %[1]v) = %v, want %v", q, by, got, want)
				}
			}
		}
	}
	for _, c := range []struct{ q, by, want float64 }{
		{.25, 0, 0}, {0, 0, 0}, {0, .5, math.Inf(1)}, {1, -.5, math.Inf(1)}, {.25, -.25, -math.Log(.75)}, {.25, .75, -math.Log(.25)},
	} {
		if got := Divergence(c.q, c.by); got != c.want && math.Abs(got-c.want) > 1e-15 {
			t.Errorf("kl(%v + %v, %[1]v) = %v, want %v", c.q, c.by, got, c.want)
		}
	}
}

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
