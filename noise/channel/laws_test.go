package channel

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise/param"
)

// points is a law of finitely many rewards: value → probability.
type points map[float64]float64

func (p points) expect(f func(x float64) float64) float64 {
	sum := 0.0
	for x, probability := range p {
		sum += probability * f(x)
	}
	return sum
}

func (p points) Mean() float64 { return p.expect(func(x float64) float64 { return x }) }

func (p points) Variance() float64 {
	return p.expect(func(x float64) float64 { return (x - p.Mean()) * (x - p.Mean()) })
}

func (p points) MGF(s float64) float64 {
	return p.expect(func(x float64) float64 { return math.Exp(s * x) })
}

func (p points) Excess(x float64) float64 {
	return p.expect(func(r float64) float64 { return max(r-x, 0) })
}

func coin(mean float64) points { return points{0: 1 - mean, 1: mean} }

// density is a law with a density on [0,1], by Gauss–Legendre quadrature over 40 pieces: the
// test's curves bend only between two.
type density func(x float64) float64

func (d density) expect(f func(x float64) float64) float64 {
	sum := 0.0
	for i := range 40 {
		sum += quad.Fixed(func(x float64) float64 { return d(x) * f(x) }, float64(i)/40, float64(i+1)/40, 20, nil, 0)
	}
	return sum
}

func (d density) Mean() float64 { return d.expect(func(x float64) float64 { return x }) }

func (d density) Variance() float64 {
	mean := d.Mean()
	return d.expect(func(x float64) float64 { return (x - mean) * (x - mean) })
}

func (d density) MGF(s float64) float64 {
	return d.expect(func(x float64) float64 { return math.Exp(s * x) })
}

func (d density) Excess(x float64) float64 {
	return d.expect(func(r float64) float64 { return max(r-x, 0) })
}

var (
	beta41  density = func(x float64) float64 { return 4 * x * x * x }
	uniform density = func(float64) float64 { return 1 }
	halves          = points{.4: .5, 1: .5}
)

// expecter is a Law that can average any function of the reward.
type expecter interface {
	Law
	expect(f func(x float64) float64) float64
}

// jzlArms returns the 20 arms of JZL §5.
func jzlArms() []Law {
	laws := []Law{coin(.9)}
	for _, group := range []struct {
		law   Law
		count int
	}{{beta41, 5}, {halves, 5}, {coin(.6), 5}, {uniform, 4}} {
		for range group.count {
			laws = append(laws, group.law)
		}
	}
	return laws
}

// parsed reads a channel that the test knows to be right.
func parsed(text string) Channel {
	return param.Must(Parse(text, 1))
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance
}
