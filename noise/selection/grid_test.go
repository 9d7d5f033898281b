package selection

import (
	"context"
	"math"
	"testing"

	"regretscope/noise/param"
)

// awkward are numbers of arms off the beaten track: a rule that was wrong for one
// n in a library showed at K = 50 and 51 alone.
func awkward() []int {
	return append(param.Indices(131)[2:], 499, 500, 999, 1000)
}

// For every number of arms, noise and scale, probabilities sum to 1 (else picks fails), fall
// with the score, and agree with a second method: the softmax for Gumbel noise, and mixtures of
// certain scores for the others, which go cell by cell upward and not down from the leader in
// logarithms.
func TestEveryNumberOfArms(t *testing.T) {
	for _, arms := range awkward() {
		even := make([]float64, arms)
		laws := make([]Law, arms)
		for i := range even {
			even[i] = float64(3 * (arms - 1 - i) / (arms - 1) * (1 + arms/8))
			laws[i] = Point(int(even[i]))
		}
		for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
			for _, scale := range []float64{.05, .3, 2, 20, 200, 2e9} {
				m := NoisyMax{kind, scale}
				got := picks(m, even)
				second := mixed(t, m, laws)
				if kind == Gumbel {
					second = softmax(even, scale)
				}
				for i := range got {
					if !(math.Abs(got[i]-second[i]) < 1e-12) {
						t.Fatalf("%v, K = %d: P[%d] = %.15g, by the second method %.15g", m, arms, i, got[i], second[i])
					}
					if i > 0 && got[i] > got[i-1] {
						t.Fatalf("%v, K = %d: P[%d] = %v is above P[%d] = %v, whose score is higher", m, arms, i, got[i], i-1, got[i-1])
					}
				}
			}
		}
	}
}

func softmax(scores []float64, scale float64) []float64 {
	p, sum := make([]float64, len(scores)), 0.0
	for i, s := range scores {
		p[i] = math.Exp((s - scores[0]) / scale) // the first is the largest
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Mixtures among many arms end, which they once did not. Half of the arms share scores in
// pairs.
func TestMixturesAmongManyArmsEnd(t *testing.T) {
	for _, arms := range []int{50, 51, 57, 101, 130, 500, 999, 1000} {
		means := make([]float64, arms)
		for i := range means {
			means[i] = .5 + .4*float64(i/2*2)/float64(arms)
		}
		means[0] = .95
		for _, trials := range []int{1, 2, 8} {
			laws := binomials(t, trials, means...)
			for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
				for _, scale := range []float64{0, .05, 1, 200, 2e9, math.Inf(1)} {
					p := mixed(t, NoisyMax{kind, scale}, laws)
					if scale == 2e9 && math.Abs(p[0]*float64(arms)-1) > 1e-6 {
						t.Errorf("%v drowns sums of %d, but P[0] = %v among %d", NoisyMax{kind, scale}, trials, p[0], arms)
					}
					for i := 2; i < arms; i++ {
						if p[i] < p[i-1]*(1-1e-9) {
							t.Fatalf("%v, K = %d, n = %d: P[%d] = %v is below P[%d] = %v, whose mean is lower",
								NoisyMax{kind, scale}, arms, trials, i, p[i], i-1, p[i-1])
						}
					}
				}
			}
		}
	}
}

func TestMixturesCanBeInterrupted(t *testing.T) {
	means := param.Map(param.Indices(1000), func(i int) float64 { return float64(i) / 1000 })
	laws := binomials(t, 1<<18, means...)
	for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
		ctx := &canceledLater{Context: t.Context(), after: 3}
		if _, err := (NoisyMax{kind, 2000}).MixtureProbabilities(ctx, laws); err == nil || ctx.asked > 10 {
			t.Errorf("%v: %v, and the context was asked %d times", kind, err, ctx.asked)
		}
	}
}

// A context that is canceled once it was asked so often.
type canceledLater struct {
	context.Context
	asked, after int
}

func (c *canceledLater) Err() error {
	if c.asked++; c.asked > c.after {
		return context.Canceled
	}
	return nil
}

func TestSumsAreChecked(t *testing.T) {
	m := NoisyMax{Laplace, 1}
	for _, picks := range [][]float64{{.5, .5 + 2e-12}, {.5, .4}, {math.NaN(), 1}} {
		if m.checkSum(picks) == nil {
			t.Errorf("%v pass as probabilities", picks)
		}
	}
	if err := m.checkSum([]float64{.25, .75 - 1e-14}); err != nil {
		t.Error(err)
	}
}
