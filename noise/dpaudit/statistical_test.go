package dpaudit

import (
	"context"
	"errors"
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

func bound[T interface{ int | string | uint64 }](play Play[T], o Options) LowerBound[T] {
	return param.Must(Statistical(context.Background(), play.batch, o))
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
		t.Run(c.name, func(t *testing.T) {
			exact := ReportNoisyMax(c.mechanism, c.arms, c.epoch)
			b := bound(onPair(c.mechanism, exact.WorstPair), Options{Runs: 200_000, Confidence: 1 - 1e-5, Seed: 1})
			if b.Epsilon <= c.above || b.Epsilon > c.upTo || b.Epsilon > exact.Epsilon {
				t.Errorf("%s: at least %.3f, want above %v and at most %v (exact: %.3f): %+v",
					c.name, b.Epsilon, c.above, c.upTo, exact.Epsilon, b)
			}
		})
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

// Coverage: at confidence .9 a bound may exceed the truth in at most a tenth of
// independent audits. Of 500, more than 85 would do so with probability below
// 10⁻⁶. Audits that believe in an ε a fifth too small must not pass.
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

// Half of two thousand transcripts are e times likelier on one side, and no single one proves
// anything.
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

// Transcripts that never repeat prove nothing, and must not count as events that happen on one
// side only.
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
	}).batch, Options{Runs: 1 << 40, Confidence: .99, Workers: 3})
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
