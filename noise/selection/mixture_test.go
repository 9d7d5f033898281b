package selection

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/param"
)

// mixed returns the pick probabilities; their error fails the test.
func mixed(t testing.TB, m NoisyMax, laws []Law) []float64 {
	return param.Must(m.MixtureProbabilities(t.Context(), laws))
}

func binomials(trials int, means ...float64) []Law {
	return param.Map(means, func(mean float64) Law { return param.Must(Binomial(trials, mean)) })
}

// The slow obvious version: all combinations of scores, each with its exact pick probabilities.
func enumerate(t testing.TB, m NoisyMax, laws []Law) []float64 {
	won, scores := make([]float64, len(laws)), make([]float64, len(laws))
	var visit func(i int, chance float64)
	visit = func(i int, chance float64) {
		if i == len(laws) {
			p := picks(m, scores)
			for j := range won {
				won[j] += chance * p[j]
			}
			return
		}
		first, last := laws[i].Support()
		for k := first; k <= last; k++ {
			scores[i] = float64(k)
			visit(i+1, chance*laws[i].Probability(k))
		}
	}
	visit(0, 1)
	return won
}

func TestMixturesAgainstEnumeration(t *testing.T) {
	gappy := Law{first: -7, mass: []float64{.25, 0, 0, .5, 0, 0, 0, 0, 0, .25}}
	cases := map[string][]Law{
		"one arm":          binomials(5, .3),
		"n=1":              binomials(1, .3, .5, .9),
		"n=6":              binomials(6, .3, .5, .9),
		"equal arms":       binomials(4, .4, .4, .4, .7),
		"certain arms":     {Point(0), Point(3), Point(3), Point(-2)},
		"mean 0 and 1":     binomials(6, 0, 1, .5),
		"far apart":        append(binomials(5, .5, .2), Point(400)),
		"far above a hole": {gappy, Point(50), Point(-90)},
		"a world apart":    {gappy, Point(1<<20 + 1), Point(1 << 20)},
		"nested":           append(binomials(12, .5, .01), gappy),
		"7 arms":           binomials(2, .1, .2, .3, .4, .5, .6, .7),
	}
	for name, laws := range cases {
		for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
			for _, scale := range []float64{0, 1e-9, .004, 1. / 64, .03, .3, 1, 4.7, 60, 1e5, math.Inf(1)} {
				m := NoisyMax{kind, scale}
				got, want := mixed(t, m, laws), enumerate(t, m, laws)
				for j := range want {
					if !(math.Abs(got[j]-want[j]) < 1e-12) {
						t.Errorf("%s, %v: P[%d] = %.15f, want %.15f", name, m, j, got[j], want[j])
					}
				}
			}
		}
	}
}

// Two arms: P is a sum over the difference of the scores of closed forms of
// the noise. This reaches n at which enumeration of more arms cannot go.
func TestMixturesOfTwoArms(t *testing.T) {
	ahead := map[Noise]func(g float64) float64{ // chance to win when g ≥ 0 scales ahead
		Laplace:     func(g float64) float64 { return 1 - math.Exp(-g)*(.5+g/4) },
		Exponential: func(g float64) float64 { return 1 - .5*math.Exp(-g) },
		Gumbel:      func(g float64) float64 { return 1 / (1 + math.Exp(-g)) },
	}
	for _, trials := range []int{100, 1 << 14} {
		laws := binomials(trials, .5, .495)
		low0, high0 := laws[0].Support()
		low1, high1 := laws[1].Support()
		difference := make([]float64, high0-low1-(low0-high1)+1)
		for a := low0; a <= high0; a++ {
			for b := low1; b <= high1; b++ {
				difference[a-b-(low0-high1)] += laws[0].Probability(a) * laws[1].Probability(b)
			}
		}
		for kind, form := range ahead {
			for _, scale := range []float64{.2, 2, 20, 2000} {
				want := 0.0
				for i, p := range difference {
					if d := float64(i + low0 - high1); d >= 0 {
						want += p * form(d/scale)
					} else {
						want += p * (1 - form(-d/scale))
					}
				}
				got := mixed(t, NoisyMax{kind, scale}, laws)
				if math.Abs(got[0]-want) > 1e-11 || math.Abs(got[1]-(1-want)) > 1e-11 {
					t.Errorf("%v(%g), n = %d: %.13f, want %.13f", kind, scale, trials, got, want)
				}
			}
		}
	}
}

// Sampled picks at large n by χ² with at most 3 degrees of freedom: 30 is exceeded with probability below 2·10⁻⁶ a
// case. Means with one off by half a standard deviation of the scores' mean over all runs must be rejected.
func TestMixturesAgainstSampling(t *testing.T) {
	const trials, runs, threshold = 1 << 16, 100_000, 30
	means := []float64{.5, .499, .498, .497}
	for i, m := range []NoisyMax{{Laplace, 20}, {Exponential, 100}, {Gumbel, 200}, {Laplace, 0}} {
		s := noise.NewStream(noise.Key(9, noise.Learning, uint64(i)))
		scores, counts := make([]float64, len(means)), make([]float64, len(means))
		for range runs {
			for j, mean := range means {
				scores[j] = distuv.Binomial{N: trials, P: mean, Src: &s}.Rand()
			}
			counts[m.Pick(scores, nil, &s)]++
		}
		exact := mixed(t, m, binomials(trials, means...))
		if chi := chiSquare(counts, exact); chi > threshold {
			t.Errorf("%v: χ² = %.1f over %v, exact %v", m, chi, counts, exact)
		}
		off := mixed(t, m, binomials(trials, means[0]+.0001, means[1], means[2], means[3]))
		if chi := chiSquare(counts, off); chi < threshold {
			t.Errorf("%v: a mean off by .0001 passes: χ² = %.1f", m, chi)
		}
	}
}

func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		trials int
		mean   float64
	}{{0, .5}, {1, .25}, {10, .9}, {64, 0}, {64, 1}, {100, 1e-9}, {1000, .5}, {1 << 20, .3}, {1 << 20, 1e-6}} {
		law := param.Must(Binomial(c.trials, c.mean))
		first, last := law.Support()
		n, sum, mean, variance := float64(c.trials), 0.0, 0.0, 0.0
		for k := first; k <= last; k++ {
			p := law.Probability(k)
			sum, mean = sum+p, mean+p*float64(k)
			variance += p * (float64(k) - n*c.mean) * (float64(k) - n*c.mean)
		}
		if first < 0 || last > c.trials || math.Abs(sum-1) > 1e-12 ||
			math.Abs(mean-n*c.mean) > 1e-10*math.Max(1, n*c.mean) ||
			math.Abs(variance-n*c.mean*(1-c.mean)) > 1e-10*math.Max(1, variance) {
			t.Errorf("%+v: on %d…%d, sum %v, mean %v, variance %v", c, first, last, sum, mean, variance)
		}
		if c.trials <= 1000 {
			for k := first; k <= last; k++ {
				want := distuv.Binomial{N: n, P: c.mean}.Prob(float64(k))
				if c.mean > 0 && c.mean < 1 && math.Abs(law.Probability(k)/want-1) > 1e-9 && want > 1e-18 {
					t.Errorf("%+v: P[%d] = %v, want %v", c, k, law.Probability(k), want)
				}
			}
		}
	}
	for _, c := range []struct {
		trials int
		mean   float64
	}{{-1, .5}, {1, -.1}, {1, 1.1}, {1, math.NaN()}, {1<<40 + 1, .5}} {
		if _, err := Binomial(c.trials, c.mean); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

// After an epoch of resampled rewards, which have binomial sums, the probability of a pick falls with the mean and is
// at most 1/j for the j-th action (WW Lemma 1). If the best action's sum is certain instead, both fail.
func TestPicksFallInTheOrderOfTheMeans(t *testing.T) {
	const epsilon = .05
	for _, m := range []NoisyMax{{Laplace, 2 / epsilon}, {Exponential, 1 / epsilon}, {Gumbel, 2 / epsilon}} {
		rises := map[bool]float64{}
		for _, means := range [][]float64{
			{.5, .499, .499}, {.9, .5, .5, .1}, {.8, .6, .6, .6, .6, .6, .6, .6}, {.02, .01, .01, 0}, {.5, .49, .48, .47, .46, .45},
		} {
			for length := 1; length <= 1<<14; length *= 4 {
				for _, resampled := range []bool{true, false} {
					laws := make([]Law, len(means))
					for j, mean := range means {
						laws[j], _ = Binomial(length, mean)
						if sum := mean * float64(length); !resampled && j == 0 && sum == math.Trunc(sum) {
							laws[j] = Point(int(sum))
						}
					}
					picks, err := m.MixtureProbabilities(t.Context(), laws)
					if err != nil {
						t.Fatal(m.String(), err)
					}
					for j := range picks {
						rises[resampled] = max(rises[resampled], picks[j]-1/float64(j+1))
						if j > 0 {
							rises[resampled] = max(rises[resampled], picks[j]-picks[j-1])
						}
					}
				}
			}
		}
		if rises[true] > 1e-11 || rises[false] < 1e-6 {
			t.Errorf("the order is missed by %g, and without resampling by %g", rises[true], rises[false])
		}
	}
}
