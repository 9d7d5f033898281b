package privacy

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// k releases of one person by convolution: the result is above the exact value by at most 10⁻⁷,
// and the lower bound is below it.
func TestLaplaceSumsCompose(t *testing.T) {
	for _, c := range []struct {
		times         int
		loss, epsilon float64
		want          float64
	}{
		{2, 1, .5, 0.35049598998110},
		{8, 1, 2, 0.51122445489127},
		{10, .1, .5, 0.0089382946029438},
		{20, .05, .2, 0.023820678212744},
	} {
		m := Composition{{LaplaceSum{1 / c.loss}, c.times}}
		v := m.Delta(c.epsilon)
		low, high := bounds(m, c.epsilon)
		t.Logf("%d×%v: excess %.2g, lower %.2g", c.times, c.loss, high-c.want, c.want-low)
		if v.Status != Upper || v.Value != high || high < c.want-1e-12 || high > c.want+1e-7 || low > c.want || low < c.want-.01 {
			t.Errorf("%d × loss %v: δ(%v) from %.14g to %.14g, exactly %.14g", c.times, c.loss, c.epsilon, low, high, c.want)
		}
	}
	tree := treeOf(1000, 1).Delta(.5)
	if tree.Value < 0.0089382946029438-1e-12 || tree.Value > 0.0089382946029438+1e-7 {
		t.Errorf("a tree of 1000: δ(.5) = %.14g", tree.Value)
	}
}

// Bits by convolution against the sum over all outcomes. If p00 and p11 differ, the worst
// inputs depend on ε, so convolution gives only a bound.
func TestConvolutionAgainstBits(t *testing.T) {
	for _, c := range []struct {
		m             Composition
		epsilon, want float64
		above         float64
	}{
		{Composition{{response(.8, .8), 5}}, 1, 0.78463711649565, 1e-7},
		{Composition{{response(.8, .7), 8}}, 1, 0.81633819090782, .03},
		{Composition{{response(.99, .5), 4}}, 3, 0.67560875957537, .2},
	} {
		if exactly := bitsDelta(c.m, c.epsilon); !near(exactly, c.want, 1e-12) {
			t.Errorf("%v: δ(%v) = %.14g, want %.14g", c.m, c.epsilon, exactly, c.want)
		}
		for _, epsilon := range []float64{0, .3, c.epsilon, 2, 5} {
			exactly, v := bitsDelta(c.m, epsilon), c.m.Delta(epsilon)
			low, high := bounds(c.m, epsilon)
			if v.Status != Upper || v.Value != high || high < exactly-1e-12 || high > exactly+c.above || c.above < 1e-6 && low > exactly+1e-12 {
				t.Errorf("%v: δ(%v) = %v, by convolution from %v to %v, %+v", c.m, epsilon, exactly, low, high, v)
			}
		}
	}
}

func TestRepetitions(t *testing.T) {
	one := NoisyMax{Noise: selection.Laplace, Scale: 5, Arms: 4}
	m := Composition{{one, 3}}
	if !near(m.Rho().Value, 3*one.Rho().Value, 1e-12) || m.Rho().Status != Searched || !near(m.Rho().Upper, 3*one.Rho().Upper, 1e-12) {
		t.Errorf("ρ of three is %+v, of one %+v", m.Rho(), one.Rho())
	}
	for _, x := range []float64{.01, .2, .6} {
		f := m.TradeOff(x)
		if f.Status != Upper || f.Value < 0 || f.Value > one.TradeOff(x).Value {
			t.Errorf("f(%v) of three is %+v, of one %+v", x, f, one.TradeOff(x))
		}
	}
}

// The costliest of disjoint releases depends on the notion.
func TestDisjointReleases(t *testing.T) {
	gauss, lap := GaussianSum{3}, LaplaceSum{1.5}
	d := Disjoint{gauss, lap}
	if !math.IsInf(d.Epsilon().Value, 1) || d.Mu() != lap.Mu() || d.Rho() != lap.Rho() || d.Delta(.6).Value != lap.Delta(.6).Value || d.Delta(1).Value != gauss.Delta(1).Value {
		t.Errorf("ε %v, μ %v, ρ %v, δ(1) %v", d.Epsilon(), d.Mu(), d.Rho(), d.Delta(1))
	}
	if f := d.TradeOff(.25); f.Value != min(gauss.TradeOff(.25).Value, lap.TradeOff(.25).Value) {
		t.Errorf("f(.25) = %v", f)
	}
	searched := NoisyMax{Noise: selection.Laplace, Scale: 1000, Arms: 5}
	if v := (Disjoint{lap, searched}).Rho(); v.Status != Searched || v.Value != lap.Rho().Value {
		t.Errorf("ρ = %+v", v)
	}
}

// Many small losses need fewer steps each than eight large ones; compared with the limiting
// normal law, and with the same sum on a fine grid.
func TestManySmallLosses(t *testing.T) {
	for _, c := range []struct {
		times              int
		m, epsilon, nearly float64
	}{{300, .004, .15, .01}, {100, .1, 1.5, .05}} {
		r := Composition{{LaplaceSum{1 / c.m}, c.times}}
		coarse := r.Delta(c.epsilon).Value
		fine := convolveOn(r, stepFor(c.m, 1)).upper(c.epsilon)
		if coarse < fine-2e-12 || coarse > fine+1e-7 {
			t.Errorf("%+v: δ = %v, on a fine grid %v", c, coarse, fine)
		}
		limit := gaussianDelta(math.Sqrt(2*float64(c.times)*laplaceRho(c.m)), c.epsilon)
		if math.Abs(coarse-limit) > c.nearly*limit {
			t.Errorf("%+v: δ = %v, of the normal law %v", c, coarse, limit)
		}
	}
}

// A report through a channel: a bit whose probability may move between rewards 0 and 1, or Laplace noise.
func TestChannels(t *testing.T) {
	parse := func(text string) Mechanism { return OfChannel(param.Must(channel.Parse(text, 1))) }
	rr := response(math.E/(1+math.E), math.E/(1+math.E))
	for _, text := range []string{"linear", "quadratic", "exponential", "rr", fmt.Sprintf("curve(0:%v/0.4:0.5/1:%v)", math.Exp(rr.low.log), math.Exp(rr.high.log))} {
		m := parse(text)
		if !near(m.Rho().Value, rr.Rho().Value, 1e-11) || !near(m.Mu().Value, 1.2320353853449, 1e-11) || !near(m.Delta(.3).Value, rr.Delta(.3).Value, 1e-11) {
			t.Errorf("%s: ρ %v, μ %v, δ %v", text, m.Rho(), m.Mu(), m.Delta(.3))
		}
	}
	if m := parse("laplace"); m != (LaplaceSum{1}) {
		t.Errorf("laplace: %+v", m)
	}
}

// A bound on another mechanism is a bound in every notion.
func TestAtMost(t *testing.T) {
	of := NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 5}
	for name, pair := range map[string][2]Value{
		"ρ": {AtMost{of}.Rho(), of.Rho()}, "μ": {AtMost{of}.Mu(), of.Mu()}, "D₂": {AtMost{of}.Renyi(2), of.Renyi(2)},
		"δ": {AtMost{of}.Delta(.5), of.Delta(.5)}, "f": {AtMost{of}.TradeOff(.2), of.TradeOff(.2)},
	} {
		if pair[0].Status != Upper || pair[0].Value != pair[1].Upper || pair[0].Upper != pair[1].Upper {
			t.Errorf("%s: %+v of %+v", name, pair[0], pair[1])
		}
	}
}

// Deltas and TradeOffs return the values of Delta and TradeOff.
func TestPreparedBounds(t *testing.T) {
	m := AtMost{Composition{{LaplaceSum{4}, 3}, {LaplaceSum{2}, 1}}}
	delta, miss := Deltas(m), TradeOffs(m)
	for _, x := range []float64{0, .1, .4, .9, 1.3} {
		if got, want := delta(x), m.Delta(x); got != want {
			t.Errorf("δ(%v) = %+v prepared, %+v alone", x, got, want)
		}
		if got, want := miss(x), m.TradeOff(x); got != want {
			t.Errorf("f(%v) = %+v prepared, %+v alone", x, got, want)
		}
	}
}

// If most of the range of a sum is improbable, it is computed in a window, with the same result
// and a bound on the rest.
func TestSumsInAWindow(t *testing.T) {
	for _, parts := range []Composition{
		{{LaplaceSum{20}, 150}},
		{{response(.6, .55), 200}},
		{{LaplaceSum{20}, 90}, {response(.55, .55), 160}},
	} {
		c := convolve(parts)
		terms := param.Map(c.parts, func(l losses) term { return term{l.masses, l.times} })
		size, padded, _, tail := window(terms)
		if padded >= size || tail > negligible || len(c.plain.masses) != padded {
			t.Errorf("%v: %d of %d places, at most %v outside", parts, padded, size, tail)
		}
		whole := sums{step: c.step, first: c.first, masses: wholly(terms, size)}
		mean, variance := 0.0, 0.0
		for i, mass := range whole.masses {
			mean += mass * float64(i)
		}
		for i, mass := range whole.masses {
			variance += mass * (float64(i) - mean) * (float64(i) - mean)
		}
		for _, deviations := range []float64{.5, 2, 4, 6} {
			half, outside := deviations*math.Sqrt(variance), 0.0
			for i, mass := range whole.masses {
				if math.Abs(float64(i)-mean) > half {
					outside += mass
				}
			}
			if bound := beyond(terms, half); bound < outside-1e-12 {
				t.Errorf("%v: %v lies beyond %v deviations, bounded by %v", parts, outside, deviations, bound)
			}
		}
		for _, epsilon := range []float64{0, .1, 1, 3, 8} {
			got, _ := c.plain.delta(epsilon)
			if want, _ := whole.delta(epsilon); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v: δ(%v) = %v, over the whole range %v", parts, epsilon, got, want)
			}
		}
	}
}

// wholly returns the sum of all terms over its whole range.
func wholly(terms []term, size int) []float64 {
	padded := 1
	for padded < size {
		padded *= 2
	}
	transform := fourier.NewFFT(padded)
	product := slices.Repeat([]complex128{1}, padded/2+1)
	for _, t := range terms {
		sequence := make([]float64, padded)
		copy(sequence, t.masses)
		for k, z := range transform.Coefficients(nil, sequence) {
			product[k] *= power(z, t.times)
		}
	}
	sum := transform.Sequence(nil, product)
	for i := range sum {
		sum[i] /= float64(padded)
	}
	return sum[:size]
}

// Releases of trees and first weights cost the μ of their losses: one in closed form, two and three by integration.
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
