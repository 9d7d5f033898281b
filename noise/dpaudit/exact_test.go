package dpaudit

import (
	"context"
	"math"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func mechanism(kind selection.Noise, scale float64) selection.NoisyMax {
	return selection.NoisyMax{Noise: kind, Scale: scale}
}

// Brute force over every base of whole and half sums, every pair of replaced vectors with entries 0, ½ and 1, and
// every arm: nothing may lose more than the report says, and the largest loss must reach it.
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

// Closed forms agree with the mechanism's own probabilities on the worst pair, are at most 2/b, and do not fall with
// longer epochs or more arms: for every number of arms up to 130, every noise, and ε from 10⁻⁹ to 800.
func TestLossesOverEveryNumberOfArms(t *testing.T) {
	arms := []int{499, 500, 999, 1000}
	for k := 130; k >= 2; k-- {
		arms = append([]int{k}, arms...)
	}
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, epsilon := range []float64{1e-9, 1e-4, .1, 1, 7, 40, 800} {
			m := mechanism(kind, 2/epsilon)
			for _, epoch := range []int{1, 2, 3, 64, 1 << 20} {
				fewer := 0.0
				for _, k := range arms {
					r := ReportNoisyMax(m, k, epoch)
					tolerance := 1e-14 + 2e-12*float64(epoch)*epsilon // the pair's logarithms are as large as the lead
					if kind == selection.Exponential || k > 100 {
						tolerance += 1e-13 * float64(k) // rounding of K factors
					}
					if got := r.WorstPair.Loss(m); math.Abs(got-r.Epsilon) > tolerance {
						t.Fatalf("%v, K = %d, n = %d: the pair loses %.15g, the report says %.15g", m, k, epoch, got, r.Epsilon)
					}
					if r.Epsilon > epsilon*(1+1e-14) || r.Epsilon < fewer*(1-1e-9)-tolerance {
						t.Fatalf("%v, K = %d, n = %d: loses %.15g, fewer arms %.15g, 2/b is %v", m, k, epoch, r.Epsilon, fewer, epsilon)
					}
					fewer = r.Epsilon
				}
			}
			for _, k := range arms {
				shorter := 0.0
				for epoch := 1; epoch <= 1<<16; epoch *= 2 {
					r := ReportNoisyMax(m, k, epoch)
					if r.Epsilon < shorter*(1-1e-12)-1e-14 {
						t.Fatalf("%v, K = %d: %d vectors lose %.15g, half of them %.15g", m, k, epoch, r.Epsilon, shorter)
					}
					shorter = r.Epsilon
				}
				r := ReportNoisyMaxSupremum(m, k)
				if math.Abs(r.Epsilon/epsilon-1) > 1e-12 || r.Epsilon < shorter*(1-1e-12)-1e-14 {
					t.Fatalf("%v, K = %d: a supremum of %v, an epoch of 2^16 loses %v", m, k, r.Epsilon, shorter)
				}
			}
		}
	}
}

// Brute force over whole transcripts: every reward sequence on a grid of rewards, every replacement of one round's
// vector, every sequence of picks. The picks of the epochs are independent, so a sequence's probability is their
// product. The test does not assume that only one factor can change.
func TestDoublingEpochsAgainstWholeTranscripts(t *testing.T) {
	cases := []struct {
		arms, horizon int
		grid          []float64
	}{
		{2, 3, []float64{0, .5, 1}},
		{2, 6, []float64{0, .5, 1}}, // an epoch cut short releases nothing
		{3, 3, []float64{0, 1}},
		{3, 2, []float64{0, .5, 1}},
		{1, 3, []float64{0, 1}},
	}
	for _, kind := range []selection.Noise{selection.Laplace, selection.Exponential, selection.Gumbel} {
		for _, scale := range []float64{.5, 1, 2} {
			for _, c := range cases {
				m := mechanism(kind, scale)
				r := DoublingEpochs(m, c.arms, c.horizon)
				if got := worstTranscript(m, c.arms, c.horizon, c.grid); math.Abs(got-r.Within) > 1e-12 {
					t.Errorf("%v, K = %d, T = %d: all transcripts of all neighbors lose at most %.13f, the audit says %.13f",
						m, c.arms, c.horizon, got, r.Within)
				}
			}
		}
	}
}

// worstTranscript returns the largest log-ratio of the probabilities of any sequence of picks,
// over all neighbors on the grid.
func worstTranscript(m selection.NoisyMax, arms, horizon int, grid []float64) float64 {
	rounds := 0 // that are in complete epochs
	for rounds*2+1 <= horizon {
		rounds = rounds*2 + 1
	}
	vectors := power(len(grid), arms)
	all := power(vectors, rounds)
	logs := make([][]float64, all) // by reward sequence, of every transcript
	for sequence := range logs {
		logs[sequence] = transcripts(m, digits(sequence, vectors, rounds), arms, grid)
	}
	worst := 0.0
	for sequence := range logs {
		for t, step := 0, 1; t < rounds; t, step = t+1, step*vectors {
			own := sequence / step % vectors
			for other := range own { // each pair once
				neighbor := sequence + (other-own)*step
				for i, log := range logs[sequence] {
					worst = max(worst, math.Abs(log-logs[neighbor][i]))
				}
			}
		}
	}
	return worst
}

// transcripts are the log-probabilities of all sequences of picks on a reward sequence.
func transcripts(m selection.NoisyMax, sequence []int, arms int, grid []float64) []float64 {
	logs := []float64{0}
	for start, length := 0, 1; start < len(sequence); start, length = start+length, 2*length {
		sums := make([]float64, arms)
		for _, vector := range sequence[start : start+length] {
			for j, d := range digits(vector, len(grid), arms) {
				sums[j] += grid[d]
			}
		}
		picks := m.LogProbabilities(sums)
		var longer []float64
		for _, log := range logs {
			for _, pick := range picks {
				longer = append(longer, log+pick)
			}
		}
		logs = longer
	}
	return logs
}

// The loss up to a horizon is that of the worst complete epoch and tends to the supremum.
func TestDoublingEpochsWithinHorizons(t *testing.T) {
	cases := []struct {
		m             selection.NoisyMax
		arms, horizon int
		want          float64
	}{
		{mechanism(selection.Laplace, 1), 2, 7, 1.59453489189},
		{mechanism(selection.Laplace, 1), 2, 14, 1.59453489189},
		{mechanism(selection.Laplace, 2), 3, 1, .736703693087},
		{mechanism(selection.Laplace, 2), 3, 2, .736703693087},
		{mechanism(selection.Exponential, 2), 2, 1, .831796565751},
		{mechanism(selection.Exponential, 2), 2, 3, 1},
		{mechanism(selection.Gumbel, 2), 5, 31, .99985591763},
		{mechanism(selection.Gumbel, 2), 5, 0, 0},
		{mechanism(selection.Laplace, 0), 2, 1, math.Inf(1)},
	}
	for _, c := range cases {
		r := DoublingEpochs(c.m, c.arms, c.horizon)
		if r.Within != c.want && math.Abs(r.Within-c.want) > 1e-9 {
			t.Errorf("%v, K = %d, T = %d: %.12f, want %.12f", c.m, c.arms, c.horizon, r.Within, c.want)
		}
		if r.Round != r.WorstPair.Epoch || r.Round&(r.Round-1) != 0 {
			t.Errorf("%v: the pair's epoch of %d begins in round %d", c.m, r.WorstPair.Epoch, r.Round)
		}
	}
	r := DoublingEpochs(mechanism(selection.Laplace, 1), 7, 1<<40)
	if math.Abs(r.Within-2) > 1e-9 || r.Epsilon != 2 || r.Attained {
		t.Errorf("an endless run loses %v of at most %v, attained %v", r.Within, r.Epsilon, r.Attained)
	}
}

// Independent Laplace sums, all shifted at once: the largest log-ratio of their joint densities on a grid of outputs.
func TestNoisySumsAgainstDensities(t *testing.T) {
	for _, c := range []struct {
		arms, shown, sums int
		scale             float64
	}{{5, 1, 1, 2}, {3, 2, 1, .5}, {4, 1, 3, 6}, {4, 2, 2, 1}} {
		r := NoisySums(c.arms, c.shown, c.sums, c.scale)
		const side, step, low = 9, .5, -1.5
		worst, n := 0.0, c.shown*c.sums
		for at := range power(side, n) {
			ratio := 0.0
			for _, d := range digits(at, side, n) {
				y := low + step*float64(d)
				ratio += (math.Abs(y) - math.Abs(y-1)) / c.scale
			}
			worst = max(worst, math.Abs(ratio))
		}
		if math.Abs(worst-r.Epsilon) > 1e-12 || r.Within != r.Epsilon || !r.Attained {
			t.Errorf("%+v: densities differ by %v, the audit says %v", c, worst, r.Epsilon)
		}
	}
}

func TestOtherTranscripts(t *testing.T) {
	zero := RoundZero(7, 3, 2)
	if math.Abs(zero.Epsilon-14./3) > 1e-12 || zero.Round != 0 || zero.Note == "" {
		t.Errorf("round 0 of 7 arms of rank 3: %+v", zero)
	}
	if r := NoNoise(3, false, "x"); !math.IsInf(r.Epsilon, 1) || r.Attained || !math.IsNaN(r.Within) {
		t.Errorf("no noise: %+v", r)
	}
	if r := Nothing(3); r.Epsilon != 0 || r.Within != 0 {
		t.Errorf("nothing: %+v", r)
	}
	weak, strong := mustChannel("linear(0.2)"), mustChannel("rr(0.9,0.9)")
	if r := Reports([]channel.Channel{weak, weak, strong}); math.Abs(r.Epsilon-math.Log(9)) > 1e-12 || r.WorstPair.Action != 2 {
		t.Errorf("reports: %+v", r)
	}
}

// χ² minus its mean: around 0 for equal sides (never beyond ±12 here), and large for different ones.
func TestDifference(t *testing.T) {
	alike := func(_ int, seed uint64) int { s := noise.NewStream(seed); return s.IntN(3) }
	o := Options{Runs: 5000, Confidence: .9, Seed: 1}
	if d, err := Difference(context.Background(), alike, o); err != nil || math.Abs(d) > 12 {
		t.Errorf("alike: %v, %v", d, err)
	}
	if d, err := Difference(context.Background(), randomizedResponse(.3), o); err != nil || d < 100 {
		t.Errorf("different: %v, %v", d, err)
	}
	// One transcript on both sides: (n−n)²/(2n) − 1. Another one on each: twice n²/n − 1.
	for play, want := range map[int]float64{0: -1, 1: 2 * (5000 - 1)} {
		if d, err := Difference(context.Background(), func(side int, _ uint64) int { return side * play }, o); err != nil || d != want {
			t.Errorf("sides that show %d·side: %v, %v, want %v", play, d, err, want)
		}
	}
}

func mustChannel(text string) channel.Channel {
	return param.Must(channel.Parse(text, 1))
}
