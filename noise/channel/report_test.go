package channel

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

func reports(c Channel, reward float64, n int) []float64 {
	key, sample := Key(5, 2, c), make([]float64, n)
	for t := range sample {
		cell := noise.At(key, t+1)
		sample[t] = c.Report(reward, &cell)
	}
	return sample
}

// The number of ones in n = 200,000 reports against Probability: |z| > 5 has a false-alarm rate
// below 10⁻⁶ per case. A probability that is off by 3% of its distance from ½, or by 3%, is
// rejected.
func TestBitsFollowTheirProbability(t *testing.T) {
	const n, threshold = 200_000, 5
	score := func(ones, p float64) float64 {
		if p == 0 || p == 1 {
			return math.Abs(ones-n*p) * n // any other bit at all is wrong
		}
		return math.Abs(ones-n*p) / math.Sqrt(n*p*(1-p))
	}
	for _, text := range all {
		c := parsed(text)
		if !c.Bits() {
			continue
		}
		for _, reward := range []float64{0, .35, 1} {
			p, ones := c.Probability(reward), 0.0
			for _, bit := range reports(c, reward, n) {
				if bit != 0 && bit != 1 {
					t.Fatalf("%s: %s reports %g", text, c, bit)
				}
				ones += bit
			}
			if z := score(ones, p); !(z < threshold) {
				t.Errorf("%s: %s: %g ones for reward %g, p = %g: z = %.1f", text, c, ones, reward, p, z)
			}
			for _, wrong := range []float64{p * .97, 1 - (1-p)*.97} {
				if 0.05 < p && p < 0.95 && max(score(ones, p*.97), score(ones, 1-(1-p)*.97)) < threshold {
					t.Errorf("%s: %s: reports for p = %g pass for %g", text, c, p, wrong)
				}
			}
		}
	}
}

// Kolmogorov–Smirnov at n = 400,000: √n·D > 2.5 has a false-alarm rate of
// 2·exp(−2·2.5²) < 10⁻⁵. Noise 3% off, and a reward .01 off, are rejected.
func TestLaplaceReports(t *testing.T) {
	const n, threshold = 400_000, 2.5
	cases := []struct {
		channel     string
		mean, scale float64
		accept      bool
	}{
		{"laplace(0.5)", .3, 2, true},
		{"laplace(0.5)", .3, 2.06, false},
		{"laplace(0.5)", .3, 1.94, false},
		{"laplace(4)", .3, .25, true},
		{"laplace(4)", .31, .25, false},
	}
	for _, c := range cases {
		sample, cdf, d := reports(parsed(c.channel), .3, n), distuv.Laplace{Mu: c.mean, Scale: c.scale}.CDF, 0.0
		slices.Sort(sample)
		for i, x := range sample {
			p := cdf(x)
			d = max(d, p-float64(i)/n, float64(i+1)/n-p)
		}
		if score := d * math.Sqrt(n); (score < threshold) != c.accept {
			t.Errorf("%s against Lap(%g) at %g: √n·D = %.2f, want accepted %v", c.channel, c.scale, c.mean, score, c.accept)
		}
	}
}

func TestReportDoesNotAllocate(t *testing.T) {
	for _, text := range all {
		c, cell := parsed(text), new(noise.Cell)
		if allocs := testing.AllocsPerRun(100, func() { c.Report(.35, cell) }); allocs != 0 {
			t.Errorf("%s: %s: %g allocations a report", text, c, allocs)
		}
	}
}
