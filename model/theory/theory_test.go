package theory

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func preset(reference string) *scenarios.Scenario {
	return param.Must(scenarios.Open(reference, ""))
}

// WW's explicit lower bound: its limit in closed form and its slow sum; no ε-private learner is
// below it.
func TestDeterministicLowerBound(t *testing.T) {
	for _, k := range []int{2, 10, 64} {
		for _, epsilon := range []float64{.05, .5, 2} {
			c := deterministicLower("", k, epsilon)
			limit := math.Log(math.Exp(epsilon)+float64(k)-1)/epsilon - 1
			if got := c.At(1 << 40); math.Abs(got-limit) > 1e-9 {
				t.Errorf("K %d ε %v: limit %v, want %v", k, epsilon, got, limit)
			}
			// The integral from 1 to T+1 by Simpson's rule.
			const horizon, steps = 37, 20_000
			f := func(x float64) float64 { return float64(k-1) / (math.Exp(x*epsilon) + float64(k-1)) }
			h, integral := float64(horizon)/steps, 0.0
			for i := range steps {
				x := 1 + float64(i)*h
				integral += h / 6 * (f(x) + 4*f(x+h/2) + f(x+h))
			}
			if got := c.At(horizon); math.Abs(got-integral) > 1e-9 {
				t.Errorf("K %d ε %v: %v at T = %d, the integral is %v", k, epsilon, got, horizon, integral)
			}
		}
	}
	s := preset("ww-det,K=16")
	bound := floors(t, s, "rnm-ftnl", .5)[0]
	for _, choice := range []string{"rnm-ftnl,noise=gumbel,scale=2", "rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=exponential,scale=2"} {
		t.Run(choice, func(t *testing.T) {
			e, ok := ExpectedRegret(t.Context(), s, start(t, choice, 16, 1<<16, .5, 1), 1<<16)
			if !ok {
				t.Fatal("no exact expectation")
			}
			for _, round := range []int{1, 10, 100, 1 << 16} {
				if e.At(round) < bound.At(round) {
					t.Errorf("%s: %v at %d is below the bound %v of all ε-private learners", choice, e.At(round), round, bound.At(round))
				}
			}
		})
	}
	if n := len(floors(t, preset("ww-det,losses=even"), "rnm-ftnl", .5)); n != 0 {
		t.Errorf("%d bounds on an instance that WW's is not about", n)
	}
}

// HHMH's lower bound for private experts, by hand at K = 16, Δ = .01 and ε = .05, where m = ⌊ln
// 16/(10·.05·.01)⌋ = 554 and the theorem holds from ln 16/(16·.01²) = 1732.9 rounds on; no
// private learner is below it.
func TestStochasticLowerBound(t *testing.T) {
	s := preset("equal-gap,K=16,gap=0.01")
	bound := floors(t, s, "rnm-ftnl", .05)[0]
	if got, want := bound.At(1733), .01/2*554*.45*15/16; math.Abs(got-want) > 1e-12 || !math.IsNaN(bound.At(1732)) {
		t.Errorf("%v from 1733 rounds on, want %v; %v before", got, want, bound.At(1732))
	}
	for _, choice := range []string{"rnm-ftnl,noise=gumbel,scale=2", "rnm-ftnl,noise=laplace,scale=2"} {
		t.Run(choice, func(t *testing.T) {
			e, ok := ExpectedRegret(t.Context(), s, start(t, choice, 16, 1<<12, .05, 1), 1<<12)
			if !ok || e.At(1733) < bound.At(1733) {
				t.Errorf("%s: exact regret is known: %v; it must not be below the bound of all ε-private learners", choice, ok)
			}
		})
	}
	for _, other := range []string{"equal-gap,gap=0.3", "equal-gap,K=3", "doubling-gap"} {
		t.Run(other, func(t *testing.T) {
			if n := len(floors(t, preset(other), "rnm-ftnl", .05)); n != 0 {
				t.Errorf("%s: %d bounds on an instance that the theorem is not about", other, n)
			}
		})
	}
}

func declaration(id string) *learners.Declaration {
	return param.Must(learners.Find(id))
}

// rates returns the rates of a learner with default parameters and no channel.
func rates(t *testing.T, s *scenarios.Scenario, id string, epsilon float64) []Curve {
	t.Helper()
	return Rates(s, learners.Spec{Declaration: declaration(id)}, learners.Setting{
		Arms: s.Arms(), Horizon: 1000, Epsilon: epsilon, Phases: 1, Matroid: s.Matroid,
	})
}

func TestRateOfLazyLearnersOnHHMH1(t *testing.T) {
	s := preset("hhmh-1")
	rate := rates(t, s, "anytime-lazy-ucb", .25)[0]
	// Gaps .125 .25 .375 .5 at ε = .25: 1/.125 + 1/.25 + 1/.25 + 1/.25.
	if want := 20 * math.Log(1000); math.Abs(rate.At(1000)-want) > 1e-9 {
		t.Errorf("%v, want %v", rate.At(1000), want)
	}
}

// CHH's synthetic matroid: A* is the first three arms (.8 .75 .6); outside it .2 .3 .4 are each
// at least .2 below .6, and the loop does not count.
func TestRatesOfMatroids(t *testing.T) {
	s := preset("chh-synthetic")
	const epsilon, horizon = 2., 1000
	log := math.Log(3 * horizon)
	private := 3 * 3 * log * 3 / epsilon // three arms, min(K, ln KT) = 3
	outside := log/.4 + log/.3 + log/.2
	inside := log/.4 + log/.35 + log/.2
	for id, want := range map[string]float64{"dpucb-mat": outside + private, "dpts-mat": outside + private + inside} {
		t.Run(id, func(t *testing.T) {
			if got := rates(t, s, id, epsilon)[0].At(horizon); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: %v, want %v", id, got, want)
			}
		})
	}
}
