package dpaudit

import (
	"fmt"
	"math"
	"testing"

	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// Closed forms agree with the mechanism's own probabilities on the worst pair, are at most 2/b,
// and do not fall with longer epochs or more arms: for every number of arms up to 130, every
// noise, and ε from 10⁻⁹ to 800.
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

// The limits use the library's inverse of the incomplete beta function: at each limit, the tail
// probability, summed over exact binomial probabilities, must have the stated size.
func TestClopperPearsonAgainstBinomialTails(t *testing.T) {
	tail := func(runs int, p float64, in func(k int) bool) float64 {
		law := param.Must(selection.Binomial(runs, p))
		sum := 0.0
		first, last := law.Support()
		for k := first; k <= last; k++ {
			if in(k) {
				sum += law.Probability(k)
			}
		}
		return sum
	}
	for _, runs := range []int{1, 8, 9, 100, 2500, 10_000, 999_983} {
		for _, count := range []int{0, 1, 2, 5, runs / 1000, runs / 3, max(runs-2, 0), runs - 1, runs} {
			if count > runs {
				continue
			}
			for _, miss := range []float64{.05, .005, 1e-6, 1e-10} {
				name := fmt.Sprintf("%d of %d, missed with %g", count, runs, miss)
				low, high := ClopperPearson(count, runs, miss)
				if count == 0 && low != 0 || count == runs && high != 1 {
					t.Errorf("%v: %s: from %v to %v", runs, name, low, high)
				}
				if count > 0 {
					if got := tail(runs, low, func(k int) bool { return k >= count }); math.Abs(got/miss-1) > 1e-3 {
						t.Errorf("%v: %s: the lower limit %v is missed with %v", runs, name, low, got)
					}
				}
				if count < runs && high < 1-1e-13 { // closer to 1 there are no digits left
					if got := tail(runs, high, func(k int) bool { return k <= count }); math.Abs(got/miss-1) > 1e-3 {
						t.Errorf("%v: %s: the upper limit %v is missed with %v", runs, name, high, got)
					}
				}
			}
		}
	}
}
