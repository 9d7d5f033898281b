package arm

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/param"
)

// draw samples a distribution at rounds 1 to n of one arm's reward stream.
func draw(d Distribution, n int) []float64 {
	key := noise.Key(11, noise.Rewards, 3)
	sample := make([]float64, n)
	for t := range sample {
		c := noise.At(key, t+1)
		sample[t] = d.Sample(&c)
	}
	return sample
}

var sampled = []string{
	"bernoulli(0)", "bernoulli(0.3)", "bernoulli(1)", "beta(4,1)", "beta(1,3)", "beta(1,1)", "beta(0.5,0.5)",
	"beta(2,3)", "beta(0.1,3)", "beta(30,50)", "beta(1e-9,1e-9)", "beta(0.001,0.003)", "beta(1e9,1e9)", "beta(1e-9,1e9)",
	"uniform(0,1)", "uniform(0.2,0.9)", "uniform(0.1,0.1)", "discrete(0.4:0.5, 1:0.5)", "discrete(1:0.1, 0:0.2, 0.5:0.7)", "constant(0.6)",
}

// z-scores of the sample mean and of the mean of (R − μ)². At threshold 5, the false-alarm rate is below 10⁻⁶ for
// each score. Distributions with a mean or spread a few percent off must be rejected.
func TestSampleMoments(t *testing.T) {
	const n, threshold = 200_000, 5
	scores := func(sample []float64, d Distribution) (mean, variance float64) {
		squares := param.Map(sample, func(x float64) float64 { return (x - d.Mean()) * (x - d.Mean()) })
		score := func(values []float64, want float64) float64 {
			m, deviation := stat.MeanStdDev(values, nil)
			if math.Abs(m-want) < 1e-9 {
				return 0 // constants, or almost
			}
			return math.Abs(m-want) / (deviation / math.Sqrt(n))
		}
		return score(sample, d.Mean()), score(squares, d.Variance())
	}
	for _, text := range sampled {
		d := law(text)
		sample := draw(d, n)
		low, high := d.Support()
		if least, most := slices.Min(sample), slices.Max(sample); !(low <= least && most <= high) {
			t.Errorf("%s: %s: samples in [%g,%g] leave the support [%g,%g]", text, d, least, most, low, high)
		}
		if mean, variance := scores(sample, d); !(mean < threshold && variance < threshold) {
			t.Errorf("%s: %s: z-scores of mean %.1f and variance %.1f", text, d, mean, variance)
		}
	}
	wrong := []struct{ drawn, claimed string }{
		{"bernoulli(0.3)", "bernoulli(0.31)"},
		{"beta(4,1)", "beta(4.2,1)"},
		{"beta(0.5,0.5)", "beta(0.52,0.52)"},
		{"uniform(0.2,0.9)", "uniform(0.21,0.91)"},
		{"uniform(0.2,0.9)", "uniform(0.21,0.89)"},
		{"discrete(0.4:0.5, 1:0.5)", "discrete(0.4:0.49, 1:0.51)"},
	}
	for _, c := range wrong {
		if mean, variance := scores(draw(law(c.drawn), n), law(c.claimed)); max(mean, variance) < threshold {
			t.Errorf("samples of %s pass for %s", c.drawn, c.claimed)
		}
	}
}

// Kolmogorov–Smirnov at n = 200,000: √n·D > 2.5 has probability 2·exp(−2·2.5²) < 10⁻⁵ for each case.
func TestContinuousLawsFollowTheirCDF(t *testing.T) {
	const n, threshold = 200_000, 2.5
	beta := func(a, b float64) func(float64) float64 { return distuv.Beta{Alpha: a, Beta: b}.CDF }
	cases := []struct {
		text   string
		cdf    func(float64) float64
		accept bool
	}{
		{"uniform(0.2,0.9)", func(x float64) float64 { return (x - .2) / .7 }, true},
		{"uniform(0.21,0.9)", func(x float64) float64 { return max(0, x-.2) / .7 }, false},
		{"beta(4,1)", beta(4, 1), true},
		{"beta(4.1,1)", beta(4, 1), false},
		{"beta(1,3)", beta(1, 3), true},
		{"beta(1,3.1)", beta(1, 3), false},
		{"beta(0.5,0.7)", beta(.5, .7), true},
		{"beta(0.5,0.72)", beta(.5, .7), false},
		{"beta(2,3)", beta(2, 3), true},
		{"beta(2.05,3)", beta(2, 3), false},
		{"beta(0.1,3)", beta(.1, 3), true},
		{"beta(30,50)", beta(30, 50), true},
	}
	for _, c := range cases {
		sample := draw(law(c.text), n)
		slices.Sort(sample)
		d := 0.0
		for i, x := range sample {
			p := c.cdf(x)
			d = max(d, p-float64(i)/n, float64(i+1)/n-p)
		}
		if score := d * math.Sqrt(n); (score < threshold) != c.accept {
			t.Errorf("%s: √n·D = %.2f; accepted %v, want %v", c.text, score, score < threshold, c.accept)
		}
	}
}

// Pearson's χ² at n = 200,000, rejected above the 1 − 10⁻⁶ quantile.
func TestFiniteLawsFollowTheirProbabilities(t *testing.T) {
	const n = 200_000
	cases := []struct {
		text   string
		want   map[float64]float64
		accept bool
	}{
		{"bernoulli(0.3)", map[float64]float64{0: .7, 1: .3}, true},
		{"bernoulli(0.31)", map[float64]float64{0: .7, 1: .3}, false},
		{"discrete(0.4:0.5, 1:0.5)", map[float64]float64{.4: .5, 1: .5}, true},
		{"discrete(0.4:0.49, 1:0.51)", map[float64]float64{.4: .5, 1: .5}, false},
		{"discrete(1:0.1, 0:0.2, 0.5:0.7)", map[float64]float64{0: .2, .5: .7, 1: .1}, true},
		{"discrete(1:0.11, 0:0.2, 0.5:0.69)", map[float64]float64{0: .2, .5: .7, 1: .1}, false},
	}
	for _, c := range cases {
		counts := map[float64]float64{}
		for _, x := range draw(law(c.text), n) {
			counts[x]++
		}
		if len(counts) != len(c.want) {
			t.Errorf("%s: outcomes %v", c.text, counts)
		}
		chi2 := 0.0
		for value, p := range c.want {
			chi2 += (counts[value] - n*p) * (counts[value] - n*p) / (n * p)
		}
		limit := distuv.ChiSquared{K: float64(len(c.want) - 1)}.Quantile(1 - 1e-6)
		if (chi2 < limit) != c.accept {
			t.Errorf("%s: χ² = %.1f, limit %.1f, want accepted %v", c.text, chi2, limit, c.accept)
		}
	}
}

func TestBernoulliDrawsAsTheCellDoes(t *testing.T) {
	for _, mean := range []float64{0, 0x1p-53, .3, .5, .75, 1 - 0x1p-53, 1} {
		d := param.Must(NewBernoulli(mean))
		for i, x := range draw(d, 10_000) {
			c := noise.At(noise.Key(11, noise.Rewards, 3), i+1)
			if want := c.Bernoulli(mean); x != want {
				t.Fatalf("mean %g, round %d: %g, want %g", mean, i+1, x, want)
			}
		}
	}
}

// A reward depends only on its cell.
func TestSampleIsAPureFunctionOfTheCell(t *testing.T) {
	for _, text := range sampled {
		d, again := law(text), law(text)
		forwards := draw(d, 100)
		key := noise.Key(11, noise.Rewards, 3)
		for i := len(forwards) - 1; i >= 0; i-- {
			c := noise.At(key, i+1)
			if x := again.Sample(&c); x != forwards[i] {
				t.Fatalf("%s: %s: round %d gives %g and then %g", text, d, i+1, forwards[i], x)
			}
		}
	}
}

func TestSampleDoesNotAllocate(t *testing.T) {
	for _, text := range sampled {
		d, cell, round := law(text), new(noise.Cell), 0
		if allocs := testing.AllocsPerRun(200, func() {
			round++
			*cell = noise.At(7, round)
			d.Sample(cell)
		}); allocs != 0 {
			t.Errorf("%s: %s: %g allocations a sample", text, d, allocs)
		}
	}
}
