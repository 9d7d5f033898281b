package privacy

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise/selection"
)

// Releases of trees and first weights cost the μ of their losses: one in closed form, two and
// three by integration.
func TestMuOfLaplaceSums(t *testing.T) {
	notForRaces(t)
	for _, losses := range [][]float64{
		{1e-3},
		{.05},
		{1},
		{7},
		{1, 1},
		{.05, .05},
		{4, 4},
		{1, .3},
		{.5154, .5154, .5154},
		{.1, .1, .1},
		{3, 3, 3},
		{1, .5, .25},
	} {
		var m Composition
		for _, loss := range losses {
			m = append(m, Term{LaplaceSum{1 / loss}, 1})
		}
		want, squares := laplaceMu(losses[0]), 0.0
		for _, loss := range losses {
			squares += laplaceMu(loss) * laplaceMu(loss)
		}
		if len(losses) > 1 {
			want = integratedMu(losses)
			if v := m.Mu(); v.Status != Exact || v.Upper != v.Value || v.Value >= math.Sqrt(squares) {
				t.Errorf("%v: %+v, and √Σμ² is %v", losses, v, math.Sqrt(squares))
			}
		}
		got := m.few().mu()
		t.Logf("μ = %.12g, √Σμ² = %.6g, excess %.2g", want, math.Sqrt(squares), got/want-1)
		if got < want*(1-1e-9) || got > want*(1+1e-6) {
			t.Errorf("%v: μ = %.12g, want %.12g", losses, got, want)
		}
	}
}

// integratedMu returns μ of Laplace sums with these losses, by integration: a search over the
// thresholds between the losses at which the law of their sum has a kink or a jump.
func integratedMu(losses []float64) float64 {
	at := kinks(losses)
	shift := func(threshold float64) float64 {
		// The law on the other side is the mirror image.
		return -quantile(1-lossAbove(losses, threshold)) - quantile(1-lossAbove(losses, -threshold))
	}
	best := 0.0
	for i, from := range at[:len(at)-1] {
		to := at[i+1]
		if to <= from+1e-9 {
			continue
		}
		inside := 1e-12 * (to - from)
		_, value := maximize(shift, from+inside, to-inside, 4)
		best = max(best, value, shift(from+inside), shift(to-inside))
	}
	return best
}

// kinks returns the sums of the losses with any signs, in order.
func kinks(losses []float64) []float64 {
	at := []float64{0}
	for _, loss := range losses {
		var next []float64
		for _, x := range at {
			next = append(next, x-loss, x+loss)
		}
		at = next
	}
	slices.Sort(at)
	return at
}

// lossAbove returns the probability that the losses exceed a threshold: the loss of one sum is m
// with probability ½, −m with e^{−m}/2, and has the density e^{(ℓ−m)/2}/4 between.
func lossAbove(losses []float64, threshold float64) float64 {
	if len(losses) == 0 {
		if threshold < 0 {
			return 1
		}
		return 0
	}
	m, rest := losses[0], losses[1:]
	sum := lossAbove(rest, threshold-m)/2 + math.Exp(-m)/2*lossAbove(rest, threshold+m)
	at := []float64{-m, m}
	for _, kink := range kinks(rest) {
		if x := threshold - kink; x > -m && x < m {
			at = append(at, x)
		}
	}
	slices.Sort(at)
	for i, from := range at[:len(at)-1] {
		sum += quad.Fixed(func(l float64) float64 {
			return math.Exp((l-m)/2) / 4 * lossAbove(rest, threshold-l)
		}, from, at[i+1], 12, nil, 0)
	}
	return sum
}

// A lower bound for many sums: an observer who sees only each loss's cell, one of n, sees less.
// That μ is computed from the sum of all cells, without a transform.
func TestMuOfManyLaplaceSums(t *testing.T) {
	notForRaces(t)
	for _, c := range []struct {
		loss         float64
		times, cells int
		near         float64
	}{{.1, 10, 60, 1e-5}, {1, 10, 200, 1e-5}, {.45309872, 30, 100, 2e-5}, {.05, 100, 24, 2e-5}, {.3, 200, 40, 1e-4}, {1e-6, 100, 8, 1e-6}, {3e-5, 30, 8, 1e-6}} {
		got := (Composition{{LaplaceSum{1 / c.loss}, c.times}}).Mu()
		least := coarseMu(c.loss, c.times, c.cells)
		t.Logf("μ = %.9g, in %d cells %.9g, √Σμ² = %.6g", got.Value, c.cells, least, math.Sqrt(float64(c.times))*laplaceMu(c.loss))
		if got.Status != Exact || got.Value < least || got.Value > least*(1+c.near) {
			t.Errorf("μ = %+v, and of %d cells %v", got, c.cells, least)
		}
	}
}

// coarseMu returns μ of Laplace sums if only the cell of each loss is visible: −m, m, or one of
// n between. A cell's probabilities differ by the factor e^ℓ, where ℓ is its middle.
func coarseMu(m float64, times, n int) float64 {
	width := 2 * m / float64(n)
	one := make([]float64, 2*n+1) // by half cells from −m up
	one[0], one[2*n] = math.Exp(-m)/2, .5
	for i := range n {
		from := -m + float64(i)*width
		one[2*i+1] = (math.Exp((from+width-m)/2) - math.Exp((from-m)/2)) / 2
	}
	all := []float64{1}
	for range times {
		next := make([]float64, len(all)+2*n)
		for i, x := range all {
			for j, y := range one {
				next[i+j] += x * y
			}
		}
		all = next
	}
	best, power, level := 0.0, 0.0, 0.0
	for i := len(all) - 1; i >= len(all)/2; i-- {
		power += all[i]
		level += all[i] * math.Exp(-float64(i-len(all)/2)*width/2)
		best = max(best, quantile(power)-quantile(level))
	}
	return best
}

// Bits against all outcomes: exact if p00 and p11 are equal. Otherwise the worst directions
// differ between tests, so the result is a bound.
func TestMuOfBits(t *testing.T) {
	notForRaces(t)
	for _, c := range []struct {
		m      Composition
		status Status
		above  float64
	}{
		{Composition{{response(.8, .8), 2}}, Exact, 1e-9},
		{Composition{{response(.8, .8), 5}}, Exact, 1e-9},
		{Composition{{response(.55, .55), 60}}, Exact, 1e-9},
		{Composition{{response(.999, .999), 3}}, Exact, 1e-9},
		{Composition{{response(.6, .6), 3}, {response(.9, .9), 2}}, Exact, 1e-6},
		{Composition{{response(.8, .7), 8}}, Upper, .05},
		{Composition{{response(.8, .7), 4}, {response(.9, .55), 3}}, Upper, .1},
	} {
		want := 0.0
		mixtures(c.m, []lossMass{{0, 1}}, func(all []lossMass) {
			slices.SortFunc(all, func(a, b lossMass) int {
				if a.loss > b.loss {
					return -1
				}
				return 1
			})
			missed := make([]float64, len(all)+1) // by the losses from one on down
			for i := len(all) - 1; i >= 0; i-- {
				missed[i] = missed[i+1] + all[i].chance
			}
			level := 0.0
			for i, x := range all[:len(all)-1] {
				level += x.chance * math.Exp(-x.loss)
				if x.loss-all[i+1].loss > 1e-9 && level < .9 {
					want = max(want, -quantile(missed[i+1])-quantile(level))
				}
			}
		})
		got := c.m.Mu()
		t.Logf("μ = %.12g, by all outcomes %.12g", got.Value, want)
		if got.Status != c.status || got.Value < want*(1-1e-9) || got.Value > want*(1+c.above) {
			t.Errorf("μ = %+v, by all outcomes %v", got, want)
		}
	}
}

// For any composition μ is between that of the worst release and √Σμ², with the right status.
func TestMuOfMixedReleases(t *testing.T) {
	notForRaces(t)
	laplace, pick := LaplaceSum{1}, NoisyMax{selection.Laplace, 1, 5}
	for _, c := range []struct {
		name   string
		m      Composition
		status Status
	}{
		{"sums and a bit", Composition{{laplace, 2}, {response(.9, .9), 1}}, Exact},
		{"a sum and an unequal bit", Composition{{laplace, 1}, {response(.99, .5), 1}}, Upper},
		{"picks", Composition{{pick, 3}}, Upper},
		{"picks by exponential noise", Composition{{NoisyMax{selection.Exponential, 2, 5}, 3}}, Upper},
		{"a pick and a sum", Composition{{pick, 1}, {laplace, 1}}, Upper},
		{"a sum that bounds another", Composition{{AtMost{laplace}, 2}}, Upper},
		{"a Laplace sum and a Gaussian one", Composition{{laplace, 1}, {GaussianSum{2}, 1}}, Upper},
		{"large and tiny losses", Composition{{LaplaceSum{.1}, 1}, {LaplaceSum{1e4}, 3}}, Exact},
		{"tiny losses", Composition{{LaplaceSum{1e4}, 20}}, Exact},
		{"nothing, three times", Composition{{LaplaceSum{math.Inf(1)}, 3}}, Exact},
		{"something beside nothing", Composition{{laplace, 2}, {NoisyMax{selection.Laplace, 1, 1}, 3}}, Exact},
	} {
		worst, squares := 0.0, 0.0
		for _, p := range c.m {
			mu := p.Release.Mu()
			worst, squares = max(worst, mu.Value), squares+float64(p.Times)*mu.Upper*mu.Upper
		}
		v := c.m.Mu()
		if v.Status != c.status || v.Value < worst || v.Value > math.Sqrt(squares)*(1+1e-12) {
			t.Errorf("%s: μ = %+v, of the worst %v, √Σμ² = %v", c.name, v, worst, math.Sqrt(squares))
		}
	}
}
