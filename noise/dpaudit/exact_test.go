package dpaudit

import (
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func mechanism(kind selection.Noise, scale float64) selection.NoisyMax {
	return selection.NoisyMax{Noise: kind, Scale: scale}
}

// Brute force over every base of whole and half sums, every pair of replaced
// vectors with entries 0, ½ and 1, and every arm: nothing may lose more than
// the report says, and the largest loss must reach it.
func TestAgainstAllNeighbors(t *testing.T) {
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, scale := range []float64{.5, 1, 2, 10} {
			for _, size := range []struct{ arms, epoch int }{{1, 2}, {2, 1}, {2, 2}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}} {
				m := mechanism(kind, scale)
				r := ReportNoisyMax(m, size.arms, size.epoch)
				got := bruteForce(m, size.arms, size.epoch)
				if math.Abs(got-r.Epsilon) > 1e-12 {
					t.Errorf("%v, K = %d, n = %d: all neighbors lose at most %.13f, the report says %.13f",
						m, size.arms, size.epoch, got, r.Epsilon)
				}
			}
		}
	}
}

// bruteForce works on a grid of half units: sums are in {0, …, 2·epoch}^arms.
func bruteForce(m selection.NoisyMax, arms, epoch int) float64 {
	side := 2*epoch + 1
	logs := make([][]float64, power(side, arms))
	for at := range logs {
		scores := param.Map(digits(at, side, arms), func(d int) float64 { return float64(d) / 2 })
		logs[at] = m.LogProbabilities(scores)
	}
	worst := 0.0
	place := func(base, vector []int) []float64 {
		at := 0
		for i := arms - 1; i >= 0; i-- {
			at = at*side + base[i] + vector[i]
		}
		return logs[at]
	}
	bases, vectors := power(side-2, arms), power(3, arms)
	for b := range bases {
		base := digits(b, side-2, arms)
		for v := range vectors {
			before := place(base, digits(v, 3, arms))
			for w := range v {
				after := place(base, digits(w, 3, arms))
				for j := range before {
					worst = max(worst, math.Abs(before[j]-after[j]))
				}
			}
		}
	}
	return worst
}

func digits(n, base, count int) []int {
	d := make([]int, count)
	for i := range d {
		d[i], n = n%base, n/base
	}
	return d
}

func power(x, n int) int {
	p := 1
	for range n {
		p *= x
	}
	return p
}

// Random neighbors, off every grid, with more arms and longer epochs.
func TestAgainstRandomNeighbors(t *testing.T) {
	s := noise.NewStream(6)
	for range 3000 {
		m := mechanism([]selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel}[s.IntN(3)], .2+5*s.Float64())
		arms, epoch := 2+s.IntN(9), 1+s.IntN(30)
		p := Pair{Base: make([]float64, arms), Before: make([]float64, arms), After: make([]float64, arms), Action: s.IntN(arms)}
		for i := range arms {
			p.Base[i] = float64(epoch-1) * s.Bernoulli(.7) * (1 - .1*s.Float64())
			p.Before[i], p.After[i] = s.Float64(), s.Bernoulli(.5)
		}
		r := ReportNoisyMax(m, arms, epoch)
		if got := math.Abs(p.Loss(m)); got > r.Epsilon+1e-12 {
			t.Fatalf("%v, K = %d, n = %d: %+v loses %v, above %v", m, arms, epoch, p, got, r.Epsilon)
		}
	}
}

func TestSuprema(t *testing.T) {
	cases := []struct {
		kind           selection.Noise
		scale, epsilon float64 // scale in units of 1/ε
		want           float64 // in units of ε
	}{
		{selection.Laplace, 1, 1, 2},
		{selection.Laplace, 2, .3, 1},
		{selection.Exponential, 1, 5, 2},
		{selection.Exponential, 2, 1, 1},
		{selection.Gumbel, 1, .1, 2},
		{selection.Gumbel, 2, 1, 1},
		{selection.Laplace, 5, 1, .4}, // FTNL with noise K/ε, K = 5
	}
	for _, c := range cases {
		m := mechanism(c.kind, c.scale/c.epsilon)
		for _, arms := range []int{2, 3, 64} {
			r := ReportNoisyMaxSupremum(m, arms)
			want := c.want * c.epsilon
			if math.Abs(r.Epsilon-want) > 1e-12 {
				t.Errorf("%v, ε = %v: true %v, want %v", m, c.epsilon, r.Epsilon, want)
			}
			if got := r.WorstPair.Loss(m); got < .99*want-1e-9 || got > want+1e-9 {
				t.Errorf("%v: %v: the pair named loses %v, far from %v", c, m, got, want)
			}
			if r.Attained != (c.kind == selection.Exponential) {
				t.Errorf("%v: %v: attained is %v", c, m, r.Attained)
			}
			if r.Attained && math.Abs(r.WorstPair.Loss(m)-want) > 1e-12 {
				t.Errorf("%v: %v: %v is not attained by the pair", c, m, want)
			}
			longest := ReportNoisyMax(m, arms, 1<<40)
			if math.Abs(longest.Epsilon-want) > 1e-6 {
				t.Errorf("%v: an endless epoch loses %v, want %v", m, longest.Epsilon, want)
			}
		}
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Gumbel, 1), 1); r.Epsilon != 0 {
		t.Errorf("one arm tells nothing, not %v", r.Epsilon)
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Laplace, 0), 2); !math.IsInf(r.Epsilon, 1) || !math.IsInf(r.WorstPair.Loss(mechanism(selection.Laplace, 0)), 1) {
		t.Errorf("without noise there is no privacy: %+v", r)
	}
	if r := ReportNoisyMaxSupremum(mechanism(selection.Laplace, math.Inf(1)), 2); r.Epsilon != 0 {
		t.Errorf("endless noise tells nothing, not %v", r.Epsilon)
	}
}
