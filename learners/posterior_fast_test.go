//go:build !plain

package learners

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// Thompson sampling plays exactly as with full inversion, early and late.
func TestThompsonPlaysTheLargestSample(t *testing.T) {
	for arms, rounds := range map[int]int{1: 200 * Effort, 2: 400 * Effort, 5: 300 * Effort, 20: 120 * Effort, 100: 30 * Effort} {
		for name := range payments {
			for _, played := range []float64{0, 30, 1000, 1e6} {
				p := pairingOf(t, "thompson", setting(arms, 1, 5), name)
				plain := p.plain.(*thompson)
				for j := range arms {
					n := math.Floor(played / float64(1+5*j*j))
					plain.counts[j] = n
					plain.sums[j].Add(math.Floor(n * (.75 - .5*float64(j)/float64(arms))))
				}
				p.fast = newFastThompson(plain.Clone().(*thompson))
				if err := p.play(1+int(played), int(played)+rounds); err != nil {
					t.Errorf("%d arms, %s, after %v: %v", arms, name, played, err)
				}
				if arms == 5 && name == "spaced" && played == 1e6 && p.ahead < rounds/2 {
					t.Errorf("only %d of %d rounds were taken ahead", p.ahead, rounds)
				}
			}
		}
	}
}

// fixed posteriors do not change.
type fixed [][2]float64 // parameters

func (f fixed) law(_, j int) noise.Beta { return noise.Beta{A: f[j][0], B: f[j][1]} }

// For fixed posteriors, plays have the same law as with a library's samples: χ² of two samples, 40,000 each, rejects
// wrongly with probability 10⁻⁵ for each case, and rejects a leading mean that is 1% off.
func TestSamplesHaveTheLawOfThePosterior(t *testing.T) {
	const draws = 40_000
	for _, laws := range []fixed{
		{{300, 200}, {30, 25}, {4, 3}, {1, 1}},
		{{3e4, 2e4}, {1.79e4, 1.21e4}, {2900, 2000}},
		{{1001, 1}, {901.5, 1}, {64, 1}},
		{{2, 400}, {1, 200}, {5, 1000}},
		{{4, 9}},
	} {
		if got, limit := twoSamples(bySamples(laws), laws, draws); got > limit {
			t.Errorf("%v: χ² = %.1f, above %.1f", laws, got, limit)
		}
	}
	laws := fixed{{3e4, 2e4}, {1.79e4, 1.21e4}, {2900, 2000}}
	wrong := fixed{{3e4 * .99, 2e4 + 3e4*.01}, laws[1], laws[2]}
	if got, limit := twoSamples(bySamples(wrong), laws, draws); got < limit {
		t.Errorf("a mean 1%% off gives χ² = %.1f, below %.1f", got, limit)
	}
}

// bySamples plays the largest sample.
func bySamples(f fixed) func(t int) int {
	s := newSamples(6, len(f), posteriorSamples{11})
	s.choose(1, 2, f)
	for j := range f {
		s.bound(j, f.law(1, j), f.law(1, j))
	}
	return func(t int) int { return s.winner(t, f) }
}

// twoSamples compares plays with those of a library's samples. It returns χ² and its limit at probability 10⁻⁵.
func twoSamples(play func(t int) int, theirs fixed, draws int) (chi, limit float64) {
	stream := noise.NewStream(11)
	counts := [2][]float64{make([]float64, len(theirs)), make([]float64, len(theirs))}
	for t := range draws {
		counts[0][play(t+1)]++
		best, arm := -1.0, 0
		for j, d := range theirs {
			if x := (distuv.Beta{Alpha: d[0], Beta: d[1], Src: &stream}).Rand(); x > best {
				best, arm = x, j
			}
		}
		counts[1][arm]++
	}
	freedom := -1.0
	for j := range theirs {
		if n := counts[0][j] + counts[1][j]; n > 0 {
			freedom++
			d := counts[0][j] - counts[1][j]
			chi += d * d / n
		}
	}
	return chi, distuv.ChiSquared{K: max(freedom, 1)}.Quantile(1 - 1e-5)
}
