package dpaudit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func bound[T interface{ int | string | uint64 }](play Play[T], o Options) LowerBound[T] {
	return param.Must(Statistical(context.Background(), play, o))
}

// randomizedResponse returns the side with probability e^ε/(1 + e^ε).
func randomizedResponse(epsilon float64) Play[int] {
	truth := 1 / (1 + math.Exp(-epsilon))
	return func(side int, seed uint64) int {
		s := noise.NewStream(seed)
		if s.Bernoulli(truth) == 1 {
			return side
		}
		return 1 - side
	}
}

// onPair plays report-noisy-max on the neighbors that the exact audit names.
func onPair(m selection.NoisyMax, p Pair) Play[int] {
	sums := [2][]float64{}
	for i := range p.Base {
		sums[0] = append(sums[0], p.Base[i]+p.Before[i])
		sums[1] = append(sums[1], p.Base[i]+p.After[i])
	}
	return func(side int, seed uint64) int {
		s := noise.NewStream(seed)
		return m.Pick(sums[side], nil, &s)
	}
}

// The bounds hold with probability 1 − 10⁻⁵ each, so an honest mechanism is
// blamed wrongly in one of 100,000 choices of the seed.
func TestKnownMechanisms(t *testing.T) {
	cases := []struct {
		name        string
		mechanism   selection.NoisyMax
		arms, epoch int
		above, upTo float64 // what the bound must exceed, and may not
	}{
		{"Laplace 1/ε, claimed 1", mechanism(selection.Laplace, 1), 4, 4, 1.5, 2},
		{"exponential 1/ε, claimed 1", mechanism(selection.Exponential, 1), 4, 2, 1.5, 2},
		{"Gumbel 1/ε, claimed 1", mechanism(selection.Gumbel, 1), 4, 2, 1.4, 2},
		{"Laplace 2/ε", mechanism(selection.Laplace, 2), 4, 4, .7, 1},
		{"exponential 2/ε", mechanism(selection.Exponential, 2), 4, 2, .7, 1},
		{"Gumbel 2/ε", mechanism(selection.Gumbel, 2), 4, 2, .6, 1},
		{"noise left out", mechanism(selection.Laplace, 0), 4, 4, 8, math.Inf(1)},
	}
	for _, c := range cases {
		exact := ReportNoisyMax(c.mechanism, c.arms, c.epoch)
		b := bound(onPair(c.mechanism, exact.WorstPair), Options{Runs: 200_000, Confidence: 1 - 1e-5, Seed: 1})
		if b.Epsilon <= c.above || b.Epsilon > c.upTo || b.Epsilon > exact.Epsilon {
			t.Errorf("%s: at least %.3f, want above %v and at most %v (exact: %.3f): %+v",
				c.name, b.Epsilon, c.above, c.upTo, exact.Epsilon, b)
		}
	}
}

// The pair chosen for sampling must show that Laplace noise of scale 1/ε violates its claim, at
// small and large ε, for few and many arms.
func TestMostVisible(t *testing.T) {
	if testing.Short() {
		t.Skip("long; other tests start the same goroutines")
	}
	o := Options{Runs: 40_000, Confidence: .99, Seed: 7}
	for _, epsilon := range []float64{.25, 1, 4} {
		for _, arms := range []int{2, 5, 20, 100} {
			m := mechanism(selection.Laplace, 1/epsilon)
			pair := MostVisible(m, arms, o)
			epoch := pair.Epoch
			// Arm 1, which gains from the changed round, is not ahead and has no negative reward.
			if epoch&(epoch-1) != 0 || pair.Base[1] != float64(epoch-1) || pair.Base[0] < 0 || pair.Base[0] > pair.Base[1] {
				t.Errorf("ε = %v, K = %d: epoch %d with base %v", epsilon, arms, epoch, pair.Base)
			}
			if b := bound(onPair(m, pair), o); b.Epsilon <= epsilon {
				t.Errorf("ε = %v, K = %d, epoch %d: the bound %.3f is not above the claim", epsilon, arms, epoch, b.Epsilon)
			}
		}
	}
}

// Coverage: at confidence .9 a bound may exceed the truth in at most a tenth of independent audits. Of 500, more than
// 85 would do so with probability below 10⁻⁶. Audits that believe in an ε a fifth too small must not pass.
func TestCoverage(t *testing.T) {
	const audits, allowed, epsilon = 500, 85, 1.
	tooHigh := map[float64]int{epsilon: 0, .8 * epsilon: 0}
	for seed := range uint64(audits) {
		b := bound(randomizedResponse(epsilon), Options{Runs: 4000, Confidence: .9, Seed: seed, Workers: 1})
		for truth := range tooHigh {
			if b.Epsilon > truth {
				tooHigh[truth]++
			}
		}
	}
	if n := tooHigh[epsilon]; n > allowed {
		t.Errorf("%d of %d bounds exceed the truth", n, audits)
	}
	if n := tooHigh[.8*epsilon]; n <= allowed {
		t.Errorf("only %d of %d audits would notice an ε of %v", n, audits, .8*epsilon)
	}
}

// Half of two thousand transcripts are e times likelier on one side, and no single one proves anything.
func TestRareTranscriptsAreGrouped(t *testing.T) {
	respond := randomizedResponse(1)
	play := func(side int, seed uint64) uint64 {
		return uint64(respond(side, seed)) + 2*(noise.Key(seed, noise.Invention)%1000)
	}
	b := bound(play, Options{Runs: 100_000, Confidence: 1 - 1e-5, Seed: 3})
	if b.Epsilon < .8 || b.Epsilon > 1 || len(b.Tests[0].Event) < 500 {
		t.Errorf("ε at least %.3f from %d transcripts, want near 1 from about 1000", b.Epsilon, len(b.Tests[0].Event))
	}
}

// Transcripts that never repeat prove nothing, and must not count as events that happen on one side only.
func TestUniqueTranscriptsProveNothing(t *testing.T) {
	b := bound(func(_ int, seed uint64) uint64 { return seed }, Options{Runs: 20_000, Confidence: .99, Seed: 4})
	if b.Epsilon != 0 {
		t.Errorf("ε at least %v from %+v", b.Epsilon, b.Tests)
	}
	same := bound(func(int, uint64) string { return "x" }, Options{Runs: 1000, Confidence: .99, Seed: 4})
	if same.Epsilon != 0 || same.Tests[0].Counts != [2]int{same.Runs, same.Runs} {
		t.Errorf("a constant output gives %+v", same)
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	m := mechanism(selection.Gumbel, 1)
	play := onPair(m, worstPair(m, 5, 3))
	one := bound(play, Options{Runs: 5001, Confidence: .99, Seed: 5, Workers: 1})
	for _, workers := range []int{0, 2, 7, 100} {
		if many := bound(play, Options{Runs: 5001, Confidence: .99, Seed: 5, Workers: workers}); !reflect.DeepEqual(one, many) {
			t.Errorf("%d workers found %+v, one found %+v", workers, many, one)
		}
	}
	if other := bound(play, Options{Runs: 5001, Confidence: .99, Seed: 6}); other.Tests[0].Counts == one.Tests[0].Counts {
		t.Error("another seed gave the same counts")
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var plays atomic.Int64
	_, err := Statistical(ctx, Play[int](func(side int, _ uint64) int {
		if plays.Add(1) == 1000 {
			cancel()
		}
		return side
	}), Options{Runs: 1 << 40, Confidence: .99, Workers: 3})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled audit returned %v", err)
	}
}

func TestPlayedAddsUpToAllPlays(t *testing.T) {
	var played atomic.Int64
	bound(randomizedResponse(1), Options{Runs: 1003, Confidence: .9, Workers: 3, Played: func(n int) { played.Add(int64(n)) }})
	if got := played.Load(); got != 2006 {
		t.Errorf("%d plays were reported, of 2006", got)
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

// A test of a normal variable against its shift by 1 shows no more than μ = 1, ρ = ½ and δ(½) = .2384, and just so
// much of μ whatever the threshold. A test that is worse than chance shows nothing.
func TestWhatATestShows(t *testing.T) {
	upper := func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }
	for _, threshold := range []float64{-1, 0, .5, 2} {
		m := Shown(upper(threshold-1), upper(threshold))
		if mu := m.Mu().Value; math.Abs(mu-1) > 1e-12 {
			t.Errorf("threshold %v: μ ≥ %v, is 1", threshold, mu)
		}
		if delta, rho := m.Delta(.5).Value, m.Rho().Value; delta > 0.23842170813488 || rho > .5 || rho < .2 {
			t.Errorf("threshold %v: δ(.5) ≥ %v, is .2384; ρ ≥ %v, is .5", threshold, delta, rho)
		}
	}
	if delta := Shown(upper(0), upper(1)).Delta(.5).Value; math.Abs(delta-.2384) > .0001 { // the best: ε + ½
		t.Errorf("the best threshold shows δ(.5) = %v", delta)
	}
	if m := Shown(.3, .4); m.Mu().Value != 0 || m.Delta(0).Value != 0 || m.Rho().Value != 0 || m.Epsilon().Value != 0 {
		t.Error("a test that is worse than chance shows something")
	}
}

// notions returns an observer's exact values for two distributions, by definition: ε, μ over all
// sets of outcomes, ρ over a grid of orders, δ(¼) and δ(1).
type notions [5]float64

func notionsOf(p, q []float64) (x notions) {
	for _, pair := range [2][2][]float64{{p, q}, {q, p}} {
		p, q := pair[0], pair[1]
		for i := range p {
			x[0] = max(x[0], math.Log(p[i]/q[i]))
		}
		for set := range 1<<len(p) - 1 {
			var power, level float64
			for i := range p {
				if set>>i&1 == 1 {
					power, level = power+p[i], level+q[i]
				}
			}
			if set > 0 {
				x[1] = max(x[1], distuv.UnitNormal.Quantile(power)-distuv.UnitNormal.Quantile(level))
			}
		}
		for alpha := 1.0001; alpha < 30; alpha *= 1.01 {
			sum := 0.0
			for i := range p {
				sum += math.Pow(p[i], alpha) * math.Pow(q[i], 1-alpha)
			}
			x[2] = max(x[2], math.Log(sum)/(alpha-1)/alpha)
		}
		for k, epsilon := range []float64{.25, 1} {
			delta := 0.0
			for i := range p {
				delta += max(0, p[i]-math.Exp(epsilon)*q[i])
			}
			x[3+k] = max(x[3+k], delta)
		}
	}
	return x
}

// At confidence .9 the bounds of one audit, all together, may be above the truth in at most a tenth of independent
// audits: of 300, more than 60 are with a chance below 10⁻⁶. Bounds on a mechanism with half the noise must not pass
// for bounds on it, in any notion.
func TestAllBoundsHoldTogether(t *testing.T) {
	const audits, allowed = 150, 30
	scores := [2][]float64{{0, .4, 1, 1}, {1, .4, 0, .6}}
	truth := notionsOf(probabilities(2, scores[0]), probabilities(2, scores[1]))
	for scale, honest := range map[float64]bool{2: true, 1: false} {
		m := mechanism(selection.Laplace, scale)
		var above [5]int
		together, two := 0, 0
		for seed := range uint64(audits) {
			b := bound(onPair(m, Pair{Base: make([]float64, 4), Before: scores[0], After: scores[1]}),
				Options{Runs: 6000, Confidence: .9, Seed: seed, Workers: 1})
			var shown notions
			for _, test := range b.Tests {
				m := Shown(test.Least, test.Most)
				in := notions{m.Epsilon().Value, m.Mu().Value, m.Rho().Value, m.Delta(.25).Value, m.Delta(1).Value}
				for i, x := range in {
					shown[i] = max(shown[i], x)
				}
			}
			if b.Epsilon != shown[0] {
				t.Fatalf("%v: ε ≥ %v and %v", scale, b.Epsilon, shown[0])
			}
			two += len(b.Tests) - 1
			any := 0
			for i := range shown {
				if shown[i] > truth[i] {
					above[i]++
					any = 1
				}
			}
			together += any
		}
		if honest && together > allowed {
			t.Errorf("%v: %d of %d audits are above the truth %v: %v", scale, together, audits, truth, above)
		}
		for i := range len(above) - 1 { // there is no δ(1) to speak of
			if !honest && above[i] <= allowed {
				t.Errorf("%v: notion %d: only %d of %d audits notice that half of the noise is missing", scale, i, above[i], audits)
			}
		}
		if honest && two < audits/10 {
			t.Errorf("%v: only %d audits have an event of its own for μ, so that nothing is shown of two events together", scale, two)
		}
	}
}

func probabilities(scale float64, scores []float64) []float64 {
	return param.Must(mechanism(selection.Laplace, scale).Probabilities(scores))
}

// The same for normal noise, which has no ε: a shift by 1.2 must not pass for one by 1.
func TestBoundsOnAShift(t *testing.T) {
	for shift, above := range map[float64]bool{1: false, 1.2: true} {
		play := func(side int, seed uint64) string {
			u := float64(seed>>11)*0x1p-53 + 0x1p-54
			if math.Sqrt2*math.Erfinv(2*u-1)+shift*float64(side) > .5 {
				return "high"
			}
			return "low"
		}
		b := param.Must(Statistical(context.Background(), Play[string](play), Options{Runs: 40_000, Confidence: .99, Seed: 7}))
		mu := Shown(b.Tests[0].Least, b.Tests[0].Most).Mu().Value
		if (mu > 1) != above || mu < shift-.1 || mu > shift || len(b.Tests) != 1 {
			t.Errorf("shift %v: μ ≥ %v", shift, mu)
		}
	}
}
