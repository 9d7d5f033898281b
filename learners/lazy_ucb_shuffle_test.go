package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

func init() {
	roundLines["lazy-ucb-shuffle"] = []string{"2>2", "4", "4>6 7"}
}

// The numbers of bits are those of an independent program; with ε = 30, δ = 2^−N decides.
func TestLazyUCBShuffle(t *testing.T) {
	bits := map[float64]float64{.25: 958, 2: 31, 30: 20, math.Inf(1): 0}
	rule := indexRule{
		index: func(x known) float64 {
			return x.mean + x.width*math.Sqrt(3*math.Log(x.t)/x.n) + x.bias*math.Sqrt(1.5*bits[x.epsilon]*math.Log(x.t))/x.n
		},
		keep: newestBatch, wrong: []string{"width", "bias", "late"},
	}
	playsLargest(t, rule, "lazy-ucb-shuffle")
}

// fairBits returns the probabilities of the ones among n fair bits, minus n/2.
func fairBits(n float64) func(k float64) float64 {
	return func(k float64) float64 { return distuv.Binomial{N: n, P: .5}.Prob(k + n/2) }
}

// The noise of every batch, large ones too, is that of 80 fair bits at ε = 1, and every arm has its own. One bit
// less, four more or less, a bit from everybody in large batches, and one noise for all arms must be rejected.
func TestLazyUCBShuffleDrawsFairBits(t *testing.T) {
	drawn := noiseOf(t, "lazy-ucb-shuffle", 3000*effort)
	for _, n := range []float64{76, 79, 80, 84} {
		if hasLaw(drawn.all, fairBits(n)) != (n == 80) {
			t.Errorf("%v bits: accepted should be %v", n, n == 80)
		}
	}
	if !hasLaw(drawn.large, fairBits(80)) || hasLaw(drawn.large, fairBits(128)) {
		t.Error("the noise depends on the batch")
	}
	if related(drawn.first[0], drawn.first[1]) || !related(drawn.first[0], drawn.first[0]) {
		t.Error("two arms must have their own noise")
	}
	s := noise.NewStream(2)
	for _, n := range []float64{1, 24, 25, 64, 1 << 21} {
		sum := make([]float64, 20_000)
		for i := range sum {
			sum[i] = s.FairBits(n)
		}
		mean, variance := stat.MeanVariance(sum, nil)
		if z := mean / math.Sqrt(n/4/20_000); math.Abs(z) > 5 {
			t.Errorf("%v bits: mean %v, z = %.1f", n, mean, z)
		}
		if z := (variance/(n/4) - 1) * 100; math.Abs(z) > 5 { // √(20,000/2)
			t.Errorf("%v bits: variance %v, z = %.1f", n, variance, z)
		}
	}
}

// Mean regrets of an independent program on hhmh-1, δ = 10⁻⁶, with their standard errors. The wrong learners, with N
// for another ε and half the stretch, must be rejected. |z| > 5 has probability 6·10⁻⁷ each.
func TestMeanRegretsOfTheTrustLadder(t *testing.T) {
	for _, c := range []struct {
		learner     string
		epsilon     float64
		rounds      int
		mean, error float64
		heavy       bool
	}{
		{"anytime-lazy-ucb", math.Inf(1), 1e5, 1182.68, 6.96, false},
		{"lazy-ucb-sum", math.Inf(1), 1e5, 1182.68, 6.96, false},
		{"lazy-ucb-shuffle", math.Inf(1), 1e5, 1182.68, 6.96, false},
		{"anytime-lazy-ucb", 1, 1e5, 1763.85, 10.07, false},
		{"lazy-ucb-sum", 1, 1e5, 1744.12, 9.36, false},
		{"lazy-ucb-shuffle", 1, 1e5, 1818.13, 11.41, false},
		{"lazy-ucb-local", 1, 1e5, 4191.90, 34.03, false},
		{"lazy-ucb-sum", 1, 20_000, 1065.74, 9.28, false}, // with real Pólya shares
		{"lazy-ucb-sum", 1, 20_000, 1082.62, 10.50, false},
		{"anytime-lazy-ucb", .25, 1e6, 4606.8, 63.2, true},
		{"lazy-ucb-shuffle", .25, 1e6, 4188.6, 66.1, true},
		{"lazy-ucb-local", .25, 1e6, 57_385, 963, true},
	} {
		if c.heavy && effort == 1 {
			continue
		}
		regrets, _ := simulate(configure(t, preset("hhmh-1"), c.learner, c.epsilon, c.rounds), 40*effort)
		mean, deviation := stat.MeanStdDev(regrets, nil)
		z := (mean - c.mean) / math.Hypot(c.error, deviation/math.Sqrt(float64(len(regrets))))
		if math.Abs(z) > 5 {
			t.Errorf("%s, ε = %v, T = %d: %.2f, want %.2f: z = %.1f", c.learner, c.epsilon, c.rounds, mean, c.mean, z)
		}
		t.Logf("%s, ε = %v, T = %d: %.1f, z = %.1f", c.learner, c.epsilon, c.rounds, mean, z)
	}
	for _, wrong := range []struct {
		learner string
		mean    float64
	}{{"lazy-ucb-shuffle,bits=958", 1818.13}, {"lazy-ucb-local,width=tight", 4191.90}} {
		regrets, _ := simulate(configure(t, preset("hhmh-1"), wrong.learner, 1, 1e5), 40)
		mean, deviation := stat.MeanStdDev(regrets, nil)
		if math.Abs(mean-wrong.mean) < 5*math.Hypot(35, deviation/math.Sqrt(40)) {
			t.Errorf("%s: %.2f is accepted", wrong.learner, mean)
		}
	}
}
