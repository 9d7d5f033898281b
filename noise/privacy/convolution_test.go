package privacy

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// laplaceAt returns δ of a Laplace sum at any ε, by symmetry below 0.
func laplaceAt(m, epsilon float64) float64 {
	if epsilon >= 0 {
		return laplaceDelta(m, epsilon)
	}
	return 1 - math.Exp(epsilon)*(1-laplaceDelta(m, -epsilon))
}

// besideNormal returns δ of a Laplace sum and a Gaussian one together, by integration over the
// normal loss, whose law is N(μ²/2, μ²).
func besideNormal(m, mu, epsilon float64) float64 {
	f := func(z float64) float64 {
		return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * laplaceAt(m, epsilon-mu*mu/2-mu*z)
	}
	sum, at := 0.0, -12.
	for _, kink := range []float64{(epsilon - mu*mu/2 - m) / mu, (epsilon - mu*mu/2) / mu, (epsilon - mu*mu/2 + m) / mu, 12} {
		for kink = min(12, max(at, kink)); at < kink; at += .5 {
			sum += quad.Fixed(f, at, min(kink, at+.5), 40, nil, 0)
		}
		at = kink
	}
	return sum
}

// besideLaplace returns δ of two Laplace sums, by the law of the first one's loss: half of it at
// m, e^{−m}/2 at −m, and e^{(ℓ−m)/2}/4 between.
func besideLaplace(m, n, epsilon float64) float64 {
	sum := .5*laplaceAt(n, epsilon-m) + .5*math.Exp(-m)*laplaceAt(n, epsilon+m)
	at := -m
	for _, kink := range []float64{epsilon - n, epsilon, epsilon + n, m} {
		if kink = min(m, max(at, kink)); kink > at {
			sum += quad.Fixed(func(l float64) float64 { return math.Exp((l-m)/2) / 4 * laplaceAt(n, epsilon-l) }, at, kink, 60, nil, 0)
		}
		at = kink
	}
	return sum
}

// lower returns a proven lower bound on δ from losses rounded down: the grid spreads each true mass over the ends of
// its cell, so a step down exceeds no true loss. It leaves out the mass at +∞.
func lower(c *convolution, epsilon float64) float64 {
	down := &convolution{step: c.step, first: c.first}
	for _, l := range c.parts {
		at := l.masses
		l.masses = append(slices.Clone(at[1:]), 0)
		l.masses[0] += at[0]
		down.parts = append(down.parts, l)
	}
	least := 0.0
	for _, tilt := range []float64{0, c.tilt(epsilon, 0)} {
		s := down.sum(tilt)
		delta, rounded := s.delta(epsilon)
		least = max(least, delta-rounded)
	}
	return least
}

// bounds returns a lower and an upper bound of δ(ε) by convolution.
func bounds(t Composition, epsilon float64) (low, high float64) {
	if epsilon >= t.Epsilon().Upper {
		return 0, 0
	}
	c := convolve(t.few())
	return lower(c, epsilon), c.upper(epsilon)
}

// Releases of different mechanisms together, against integration and sums over all outcomes: the
// result is above the exact δ by at most 10⁻⁷, and the lower bound is below it.
func TestMixedReleasesCompose(t *testing.T) {
	notForRaces(t)
	rr := response(.8, .8)
	loss, up := math.Log(4), .8
	for _, epsilon := range []float64{0, .1, .5, 1, 1.7, 2.2} {
		for name, c := range map[string]struct {
			mixed Composition
			want  float64
		}{
			"Laplace and Gaussian":   {Composition{{LaplaceSum{1}, 1}, {GaussianSum{2}, 1}}, besideNormal(1, .5, epsilon)},
			"Laplace and 4 Gaussian": {Composition{{GaussianSum{4}, 2}, {LaplaceSum{2}, 1}, {GaussianSum{4}, 2}}, besideNormal(.5, .5, epsilon)},
			"no more than these":     {Composition{{LaplaceSum{1}, 1}, {AtMost{GaussianSum{2}}, 1}}, besideNormal(1, .5, epsilon)},
			"two Laplace":            {Composition{{LaplaceSum{1}, 1}, {LaplaceSum{1 / .3}, 1}}, besideLaplace(1, .3, epsilon)},
			"equal Laplace":          {Composition{{LaplaceSum{2}, 1}, {LaplaceSum{2}, 1}}, besideLaplace(.5, .5, epsilon)},
			"Laplace and a bit":      {Composition{{LaplaceSum{1}, 1}, {rr, 1}}, up*laplaceAt(1, epsilon-loss) + (1-up)*laplaceAt(1, epsilon+loss)},
			// δ of the pick is that of a Laplace sum with twice its loss.
			"a pick and a sum": {Composition{{NoisyMax{selection.Exponential, 2, 5}, 1}, {LaplaceSum{1 / .3}, 1}}, besideLaplace(1, .3, epsilon)},
		} {
			low, high := bounds(c.mixed, epsilon)
			v := c.mixed.Delta(epsilon)
			if v.Status != Upper && v.Value != 0 || v.Value != high && v.Value != 0 || high < c.want-1e-12 || high > c.want+1e-7 || low > c.want+1e-12 || low < c.want-.01 {
				t.Errorf("%s: δ(%v) from %.14g to %.14g, %+v; exactly %.14g", name, epsilon, low, high, v, c.want)
			}
		}
	}
}

// Gaussian sums of any deviations combine exactly to one, in every notion.
func TestMixedGaussianSums(t *testing.T) {
	notForRaces(t)
	mixed, one := Composition{{GaussianSum{1}, 1}, {GaussianSum{2}, 3}, {GaussianSum{5}, 1}}, GaussianSum{1 / math.Sqrt(1+.75+.04)}
	for name, pair := range map[string][2]Value{
		"ρ": {mixed.Rho(), one.Rho()}, "μ": {mixed.Mu(), one.Mu()}, "D₃": {mixed.Renyi(3), one.Renyi(3)},
		"δ": {mixed.Delta(.7), one.Delta(.7)}, "f": {mixed.TradeOff(.1), one.TradeOff(.1)}, "ε": {mixed.Epsilon(), one.Epsilon()},
	} {
		if pair[0].Status != Exact || !near(pair[0].Value, pair[1].Value, 1e-12) {
			t.Errorf("%s: %+v, want %+v", name, pair[0], pair[1])
		}
	}
}

// Bits of two kinds against all outcomes of all bits in all directions; one kind in one
// direction, which is not the maximum, is below.
func TestMixedBits(t *testing.T) {
	notForRaces(t)
	bits := []Bit{response(.8, .7), response(.8, .7), response(.8, .7), response(.8, .7), response(.9, .55), response(.9, .55), response(.9, .55)}
	mixed := Composition{{bits[0], 4}, {bits[4], 1}, {bits[5], 2}}
	most := 0.0 // by how much directions matter
	for _, epsilon := range []float64{.2, 1, 1.8, 2.5} {
		worst, oneWay := 0.0, 0.0
		for ways := range 1 << len(bits) {
			sum := 0.0
			for outcome := range 1 << len(bits) {
				p, q := 1.0, 1.0
				for i, r := range bits {
					zero, one := math.Exp(r.low.logNot), math.Exp(r.high.logNot) // the chance of a 0 about rewards 0 and 1
					if outcome>>i&1 == 1 {
						zero, one = 1-zero, 1-one
					}
					if ways>>i&1 == 1 {
						zero, one = one, zero
					}
					p, q = p*zero, q*one
				}
				sum += max(0, p-math.Exp(epsilon)*q)
			}
			worst = max(worst, sum)
			if ways == 0 || ways == 1<<len(bits)-1 {
				oneWay = max(oneWay, sum)
			}
		}
		exactly, v := bitsDelta(mixed, epsilon), mixed.Delta(epsilon)
		most = max(most, worst-oneWay)
		if !near(exactly, worst, 1e-12) || v.Value < worst-1e-12 {
			t.Errorf("δ(%v) = %v, at most %+v, of all directions %.14g, all one way %.14g", epsilon, exactly, v, worst, oneWay)
		}
	}
	if most < 1e-3 {
		t.Errorf("all bits one way are as bad as any mix, up to %v: the test shows nothing", most)
	}
}

// ρ of several releases is searched over α for all together: it is below the sum of all ρ if
// these are attained at different orders. ε and D_α add up.
func TestRhoOfMixedReleases(t *testing.T) {
	sum, bit := LaplaceSum{1}, response(.99, .5)
	mixed, want := Composition{{sum, 1}, {bit, 1}}, 0.0
	for alpha := 1.0; alpha < 4; alpha += 1e-4 {
		want = max(want, (sum.Renyi(alpha).Value+bit.Renyi(alpha).Value)/alpha)
	}
	got := mixed.Rho()
	if !near(got.Value, want, 1e-8) || got.Status != Exact || got.Value > sum.Rho().Value+bit.Rho().Value-1e-3 {
		t.Errorf("ρ = %+v, on a grid of α %v, and of each %v + %v", got, want, sum.Rho().Value, bit.Rho().Value)
	}
	if e := mixed.Epsilon(); !near(e.Value, 1+bit.Epsilon().Value, 1e-15) {
		t.Errorf("ε = %+v", e)
	}
	if v := (Composition{{NoisyMax{selection.Laplace, 1, 5}, 1}, {sum, 1}}).Rho(); v.Status != Searched || !near(v.Upper, laplaceRho(2)+laplaceRho(1), 1e-12) || v.Value >= v.Upper {
		t.Errorf("ρ beside a pick: %+v", v)
	}
}

// Digits are kept far below 10⁻⁹: normal losses against their closed form, and bits against the
// sum over all outcomes. Without the tilt, all would be lost.
func TestFaintDeltas(t *testing.T) {
	for _, epsilon := range []float64{4, 5.5, 7, 9, 10.5} {
		c := convolve(Composition{{GaussianSum{2}, 4}}) // μ = 1
		want, high, low := gaussianDelta(1, epsilon), c.upper(epsilon), lower(c, epsilon)
		t.Logf("normal: δ(%v) = %.3g, excess %.2g of it, lower %.2g", epsilon, want, high/want-1, 1-low/want)
		if high < want*(1-1e-9)-1e-30 || high > want*(1+1e-4)+1e-30 || low > want*(1+1e-9) || low < want*.9 {
			t.Errorf("δ(%v) from %.12g to %.12g, exactly %.12g", epsilon, low, high, want)
		}
		if plain := c.coarse(epsilon); want < 1e-13 && plain < 10*want {
			t.Errorf("δ(%v) = %v without a tilt: the test shows nothing", epsilon, plain)
		}
	}
	const times = 60
	p := Composition{{response(.55, .55), times}}
	c := convolve(p)
	for _, share := range []float64{.7, .85, .97} {
		epsilon := share * times * math.Log(55./45)
		want, high, low := bitsDelta(p, epsilon), c.upper(epsilon), lower(c, epsilon)
		t.Logf("bits: δ(%v) = %.3g, excess %.2g of it", epsilon, want, high/want-1)
		if high < want*(1-1e-9) || high > want*(1+1e-2) || low > want*(1+1e-9) {
			t.Errorf("%v: bits: δ(%v) from %.12g to %.12g, exactly %.12g", share, epsilon, low, high, want)
		}
	}
}

type lossMass struct{ loss, chance float64 }

// bitsDelta returns the exact δ of bits about the same person. Of k bits by one response any number may be about
// rewards that rise from 0 to 1 and the others about rewards that fall, which matters if p00 and p11 differ.
func bitsDelta(parts Composition, epsilon float64) float64 {
	worst := 0.0
	mixtures(parts, []lossMass{{0, 1}}, func(all []lossMass) {
		worst = max(worst, deltaOf(all, epsilon))
	})
	return worst
}

// deltaOf is δ of these losses: Σ (p − e^ε q)₊.
func deltaOf(all []lossMass, epsilon float64) (sum float64) {
	for _, m := range all {
		if m.loss > epsilon {
			sum += m.chance * -math.Expm1(epsilon-m.loss)
		}
	}
	return sum
}

// directions returns the possible numbers of bits about rising rewards, or all bits if the number does not matter.
func directions(p Term) []int {
	if r := p.Release.(Bit); hasOnePair(r) {
		return []int{p.Times}
	}
	return param.Indices(p.Times + 1)
}

// mixtures calls each with the losses of all bits, for every number of rising bits of each part.
func mixtures(parts Composition, before []lossMass, each func(all []lossMass)) {
	pair, _ := parts[0].Release.(Bit).pairs()
	zero, one := pair.p, pair.q
	rising, falling := coinLosses(zero, one), coinLosses(one, zero)
	for _, up := range directions(parts[0]) {
		var all []lossMass
		for _, a := range binomialLosses(rising, up) {
			for _, b := range binomialLosses(falling, parts[0].Times-up) {
				for _, m := range before {
					all = append(all, lossMass{m.loss + a.loss + b.loss, m.chance * a.chance * b.chance})
				}
			}
		}
		if len(parts) > 1 {
			mixtures(parts[1:], all, each)
		} else {
			each(all)
		}
	}
}

func coinLosses(p, q coin) [2]lossMass {
	return [2]lossMass{{p.log - q.log, math.Exp(p.log)}, {p.logNot - q.logNot, math.Exp(p.logNot)}}
}

// binomialLosses are the sums of the losses of n such coins.
func binomialLosses(of [2]lossMass, n int) []lossMass {
	all := make([]lossMass, 0, n+1)
	for k := range n + 1 {
		log := lgamma(n) - lgamma(k) - lgamma(n-k)
		if k > 0 {
			log += float64(k) * math.Log(of[0].chance)
		}
		if k < n {
			log += float64(n-k) * math.Log(of[1].chance)
		}
		loss := 0.0
		if k > 0 {
			loss += float64(k) * of[0].loss
		}
		if k < n {
			loss += float64(n-k) * of[1].loss
		}
		all = append(all, lossMass{loss, math.Exp(log)})
	}
	return all
}

func lgamma(n int) float64 {
	log, _ := math.Lgamma(float64(n) + 1)
	return log
}
