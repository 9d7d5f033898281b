package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise"
)

func init() {
	roundLines["lazy-ucb-sum"] = []string{"2>2", "4", "4>6 7"}
	releaseCosts = append(releaseCosts, releaseCost{learner: "lazy-ucb-sum", noise: "discrete Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestLazyUCBSum(t *testing.T) {
	rule := indexRule{index: freshBatchIndex, keep: newestBatch, wrong: []string{"width", "bias", "late"}}
	playsLargest(t, rule, "lazy-ucb-sum")
}

// drawnNoise is the noise in the releases of many short runs at ε = 1.
type drawnNoise struct {
	all, large []float64 // of all batches, and of those of at least 32 people
	first      [2][]float64
}

// noiseOf returns the noise of a learner's releases on hhmh-1.
func noiseOf(t *testing.T, learner string, runs int) (drawn drawnNoise) {
	t.Helper()
	starter := configure(t, preset("hhmh-1"), learner, 1, 250).Starter(0)
	for i := range runs {
		var run *model.Run
		for run = starter.Run(uint64(i)); run.Round() < 250; {
			run.Advance(1)
			for _, r := range run.Releases() {
				x := r.Terms[0].Noise
				drawn.all = append(drawn.all, x)
				if r.Observations >= 32 {
					drawn.large = append(drawn.large, x)
				}
				if arm := r.Arms[0]; r.Observations == 1 && arm < 2 {
					drawn.first[arm] = append(drawn.first[arm], x)
				}
			}
		}
	}
	return drawn
}

// hasLaw compares draws with the probabilities of whole numbers (and halves) by χ², over cells with
// at least 20 expected draws and the rest: by chance it fails with probability 10⁻⁶.
func hasLaw(draws []float64, chance func(k float64) float64) bool {
	counts, n := map[float64]float64{}, float64(len(draws))
	for _, x := range draws {
		counts[x]++
	}
	statistic, cells, seen, expected := 0.0, 0.0, 0.0, 0.0
	for k := -200.; k <= 200; k += .5 {
		if want := n * chance(k); want >= 20 {
			statistic += (counts[k] - want) * (counts[k] - want) / want
			cells, seen, expected = cells+1, seen+counts[k], expected+want
		}
	}
	if rest := n - expected; rest >= 20 {
		statistic += (n - seen - rest) * (n - seen - rest) / rest
		cells++
	}
	return distuv.ChiSquared{K: cells - 1}.Survival(statistic) > 1e-6
}

// discreteLaplace returns the probabilities of discrete Laplace noise.
func discreteLaplace(epsilon float64) func(k float64) float64 {
	return func(k float64) float64 {
		if k != math.Floor(k) {
			return 0
		}
		return math.Tanh(epsilon/2) * math.Exp(-epsilon*math.Abs(k))
	}
}

// Every reward is pending or in exactly one release, and all releases have the costliest round's noise.
func TestBitsAreReleasedOnce(t *testing.T) {
	for _, learner := range []string{"lazy-ucb-sum", "lazy-ucb-shuffle"} {
		s := coverSetting{learner: learner, scenario: bernoulliArms(.7, .4, .1), epsilon: 1, horizon: 2000}
		s.follow(t, func(books *cover, l learners.Learner, ledger *noise.Ledger, round int) {
			if pending := l.(learners.Releaser).Pending(); books.most > 1 || pending != books.open {
				t.Fatalf("%v, round %d: %d releases of a reward, %d pending of %d", s, round, books.most, pending, books.open)
			}
			if e := ledger.Event(); books.most > 0 && (len(e.Terms) != 1 || e.Terms[0].Times != 1) {
				t.Fatalf("%v, round %d: %+v", s, round, e)
			}
		})
	}
}

// related reports whether the correlation of two samples is beyond 5 of its standard deviations.
func related(first, second []float64) bool {
	return math.Abs(stat.Correlation(first, second, nil))*math.Sqrt(float64(len(first))) > 5
}

// The noise of every batch is discrete Laplace, and every arm has its own. Noise at another ε, and
// noise drawn once for all arms, which cancels in comparisons, must be rejected.
func TestLazyUCBSumDrawsDiscreteLaplace(t *testing.T) {
	drawn := noiseOf(t, "lazy-ucb-sum", 2000*effort)
	for epsilon, accept := range map[float64]bool{1: true, 1.05: false, .95: false} {
		if hasLaw(drawn.all, discreteLaplace(epsilon)) != accept {
			t.Errorf("at ε = %v: accepted should be %v", epsilon, accept)
		}
	}
	if !hasLaw(drawn.large, discreteLaplace(1)) {
		t.Error("the noise depends on the batch")
	}
	if related(drawn.first[0], drawn.first[1]) || !related(drawn.first[0], drawn.first[0]) {
		t.Error("two arms must have their own noise")
	}
}

// The shares of a batch's people, Pólya(1/n, e^−ε) − Pólya(1/n, e^−ε), add up to discrete Laplace
// noise for every n. Shares for one person more must be rejected.
func TestPolyaSharesAddUpToDiscreteLaplace(t *testing.T) {
	const epsilon, draws = 1, 20_000 * effort
	s := noise.NewStream(1)
	polya := func(r float64) float64 { // a Poisson number with a Gamma mean
		p := math.Exp(-epsilon)
		return distuv.Poisson{Lambda: distuv.Gamma{Alpha: r, Beta: (1 - p) / p, Src: &s}.Rand(), Src: &s}.Rand()
	}
	sums := func(n, shares float64) []float64 {
		all := make([]float64, draws)
		for i := range all {
			for range int(n) {
				all[i] += polya(1/shares) - polya(1/shares)
			}
		}
		return all
	}
	for _, n := range []float64{1, 2, 8} {
		if !hasLaw(sums(n, n), discreteLaplace(epsilon)) {
			t.Errorf("%v shares do not add up to discrete Laplace noise", n)
		}
		if hasLaw(sums(n, n+1), discreteLaplace(epsilon)) {
			t.Errorf("%v shares for %v people add up to discrete Laplace noise", n, n+1)
		}
	}
}
