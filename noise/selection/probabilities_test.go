package selection

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/noise"
	"regretscope/noise/param"
)

// picks returns the pick probabilities; their error fails the test.
func picks(m NoisyMax, scores []float64) []float64 {
	return param.Must(m.Probabilities(scores))
}

// Two arms, the leader ahead by g scales: closed forms for all three noises,
// for the loser's probability in logarithms, whatever the gap.
func TestTwoArms(t *testing.T) {
	forms := map[Noise]func(g float64) float64{
		Laplace:     func(g float64) float64 { return math.Log(.5+g/4) - g },
		Exponential: func(g float64) float64 { return math.Log(.5) - g },
		Gumbel:      func(g float64) float64 { return -g - math.Log1p(math.Exp(-g)) },
	}
	for kind, form := range forms {
		for _, scale := range []float64{.01, 1, 7} {
			for _, g := range []float64{0, 1e-9, .3, 1, 5, 44, 46.7, 50, 700, 1 << 20, 1e12} {
				m := NoisyMax{kind, scale}
				got := m.LogProbabilities([]float64{0, -g * scale})
				if want := form(g); math.Abs(got[1]-want) > 1e-12*math.Max(1, math.Abs(want)) {
					t.Errorf("%s: %v, gap %v scales: ln P = %v, want %v", kind, m, g, got[1], want)
				}
				if sum := math.Exp(got[0]) + math.Exp(got[1]); math.Abs(sum-1) > 1e-13 {
					t.Errorf("%s: %v, gap %v scales: probabilities sum to %v", kind, m, g, sum)
				}
			}
		}
	}
}

// The slow obvious version: ∫ f(x−Φ_j) Π F(x−Φ_i) dx by Simpson's rule on
// short panels that no kink of the integrand crosses.
func TestAgainstDirectIntegration(t *testing.T) {
	density := map[Noise]func(x float64) float64{
		Laplace:     func(x float64) float64 { return .5 * math.Exp(-math.Abs(x)) },
		Exponential: func(x float64) float64 { return math.Exp(-x) },
		Gumbel:      func(x float64) float64 { return math.Exp(-x - math.Exp(-x)) },
	}
	cdf := map[Noise]func(x float64) float64{
		Laplace: func(x float64) float64 {
			if x < 0 {
				return .5 * math.Exp(x)
			}
			return 1 - .5*math.Exp(-x)
		},
		Exponential: func(x float64) float64 { return -math.Expm1(-x) },
		Gumbel:      func(x float64) float64 { return math.Exp(-math.Exp(-x)) },
	}
	cases := [][]float64{
		{0, 0, 0},
		{0, .5, 1.25, 3, 3},
		{0, 0, 0, 4},
		{5, 5, 5, 5, 0},
		{0, 10},
		{0, 1, 2, 3, 4, 5, 6, 6, 6},
		{1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5, 1, 1.5},
	}
	const step = 1. / 128 // a divisor of every score: kinks fall on panel ends
	for _, scores := range cases {
		best := scores[0]
		for _, s := range scores {
			best = max(best, s)
		}
		for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
			want := make([]float64, len(scores))
			low, high := -25., best+35
			if kind == Exponential {
				low = best // below the leader, the leader wins for certain
			}
			for x := low; x < high; x += step {
				for j := range scores {
					integrand := func(x float64) float64 {
						value := density[kind](x - scores[j])
						for i := range scores {
							if i != j {
								value *= cdf[kind](x - scores[i])
							}
						}
						return value
					}
					want[j] += step / 6 * (integrand(x) + 4*integrand(x+step/2) + integrand(x+step))
				}
			}
			for j, p := range picks((NoisyMax{kind, 1}), scores) {
				if math.Abs(p-want[j]) > 1e-9 {
					t.Errorf("%v, scores %v: P[%d] = %.12f, want %.12f", kind, scores, j, p, want[j])
				}
			}
		}
	}
}

// One arm against m equal rivals that lead by g scales, Laplace noise: the closed form of e^{g}·P, which for large g
// and m reaches far below what a float64 can hold.
func TestLaplaceAgainstEqualRivals(t *testing.T) {
	for _, m := range []int{1, 2, 3, 19, 63, 999} {
		for _, g := range []float64{0, .1, 1, 2, 10, 45, 60, 1000, 1 << 20} {
			scores := make([]float64, m+1)
			for i := range m {
				scores[i+1] = g
			}
			k, half := float64(m+1), math.Pow(.5, float64(m+1))
			path := g
			if m > 1 {
				path = -math.Expm1(-float64(m-1)*g) / float64(m-1)
			}
			want := math.Log((1-half)/k+half*(path+math.Exp(-float64(m-1)*g)/k)) - g
			got := (NoisyMax{Laplace, 1}).LogProbabilities(scores)
			if math.Abs(got[0]-want) > 1e-12*math.Max(1, g) {
				t.Errorf("%d rivals ahead by %v: ln P = %.14f, want %.14f", m, g, got[0], want)
			}
		}
	}
}

// Probabilities of random scores sum to 1, do not depend on the order of the
// arms, fall with the score, and agree with their logarithms.
func TestProbabilitiesAreADistribution(t *testing.T) {
	s := noise.NewStream(3)
	for _, arms := range []int{1, 2, 5, 64, 200, 1000} {
		for _, spread := range []float64{0, 1e-6, 1, 30, 5000, 1 << 20, 1e300} {
			scores := make([]float64, arms)
			for i := range scores {
				scores[i] = spread * s.Float64()
				if i%3 == 0 {
					scores[i] = spread / 2 // ties
				}
			}
			for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
				for _, scale := range []float64{0, 1e-300, 1e-3, 1, math.Inf(1)} {
					m := NoisyMax{kind, scale}
					p := picks(m, scores)
					sum := 0.0
					for i := range p {
						sum += p[i]
						for _, j := range []int{0, arms / 2, arms - 1} {
							if scores[i] > scores[j] && p[i] < p[j] || scores[i] == scores[j] && p[i] != p[j] {
								t.Fatalf("%v: %v: scores %v, %v have probabilities %v, %v", arms, m, scores[i], scores[j], p[i], p[j])
							}
						}
					}
					if !(math.Abs(sum-1) < 1e-12) {
						t.Errorf("%v, %d arms over %v: probabilities sum to 1%+g", m, arms, spread, sum-1)
					}
				}
			}
		}
	}
}

// Every rule that can be asked for, to K = 1000 arms, integrates the shifted Legendre polynomials P_1, …, P_{2n−1} to
// 0 and 1 to 1: exactly what defines it. Polynomials of degree d < 2n have no other moments to be wrong.
func TestGaussLegendreMoments(t *testing.T) {
	for n := 1; n <= 520; n++ {
		if degree, off := worstMoment(gaussLegendre(n)); !(off < 2e-14) {
			t.Errorf("%d nodes: the integral of P_%d is off by %g", n, degree, off)
		}
	}
}

// The reason for rules of our own, and a rule that the test above rejects. When
// this fails the library is right, and ours can go.
func TestTheLibraryHasOneWrongRule(t *testing.T) {
	r := rule{nodes: make([]float64, 26), weights: make([]float64, 26)}
	quad.Legendre{}.FixedLocations(r.nodes, r.weights, 0, 1)
	if _, off := worstMoment(r); off < .01 {
		t.Errorf("the library's 26 nodes are off by only %g", off)
	}
}

// worstMoment returns the degree d < 2n whose Legendre polynomial the rule integrates worst, and the error.
func worstMoment(r rule) (degree int, off float64) {
	n := len(r.nodes)
	before, value := make([]float64, n), make([]float64, n)
	for i, y := range r.nodes {
		before[i], value[i] = 1, 2*y-1
	}
	sum := -1.0
	for _, w := range r.weights {
		sum += w
	}
	off = math.Abs(sum)
	for d := 1; d < 2*n; d++ {
		sum := 0.0
		for i, y := range r.nodes {
			sum += r.weights[i] * value[i]
			m := float64(d)
			before[i], value[i] = value[i], ((2*m+1)*(2*y-1)*value[i]-m*before[i])/(m+1)
		}
		if math.Abs(sum) > off || math.IsNaN(sum) {
			degree, off = d, math.Abs(sum)
		}
	}
	return degree, off
}

// e^{2·growth·y} is the function that nodesFor is about; +Inf and NaN end too.
func TestNodesFor(t *testing.T) {
	last := 0
	for _, growth := range []float64{0, 1e-300, 1e-9, .01, .3, 1, 3, 8, 20, 50, 120} {
		n := nodesFor(growth, 1000)
		if n < last {
			t.Errorf("growth %v takes %d nodes, fewer than a smaller one", growth, n)
		}
		last = n
		r, sum := gaussLegendre(n), 0.0
		for i, y := range r.nodes {
			sum += r.weights[i] * math.Exp(2*growth*(y-1))
		}
		want := 1.0
		if growth > 0 {
			want = -math.Expm1(-2*growth) / (2 * growth)
		}
		if math.Abs(sum/want-1) > 2e-14 {
			t.Errorf("growth %v, %d nodes: off by %g", growth, n, sum/want-1)
		}
	}
	for _, growth := range []float64{700, 1000, 1e300, math.Inf(1), math.NaN()} {
		if n := nodesFor(growth, 501); n != 501 {
			t.Errorf("growth %v takes %d of 501 nodes", growth, n)
		}
	}
	if n := nodesFor(largestGrowth, 1000); n >= largestRule {
		t.Errorf("a piece under Laplace noise takes %d nodes, not below %d", n, largestRule)
	}
}

// awkward are numbers of arms off the beaten track: a rule that was wrong for one
// n in a library showed at K = 50 and 51 alone.
func awkward() []int {
	return append(param.Indices(131)[2:], 499, 500, 999, 1000)
}

// For every number of arms, noise and scale, probabilities sum to 1 (else picks fails), fall with the score, and
// agree with a second method: the softmax for Gumbel noise, and mixtures of certain scores for the others, which go
// cell by cell upward and not down from the leader in logarithms.
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

// Mixtures among many arms end, which they once did not. Half of the arms share scores in pairs.
func TestMixturesAmongManyArmsEnd(t *testing.T) {
	for _, arms := range []int{50, 51, 57, 101, 130, 500, 999, 1000} {
		means := make([]float64, arms)
		for i := range means {
			means[i] = .5 + .4*float64(i/2*2)/float64(arms)
		}
		means[0] = .95
		for _, trials := range []int{1, 2, 8} {
			laws := binomials(trials, means...)
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
	laws := binomials(1<<18, means...)
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
