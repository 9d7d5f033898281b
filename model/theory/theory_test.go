package theory

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

var preset = scenariotest.Preset

// WW's explicit lower bound: its limit in closed form and its slow sum; no ε-private learner is below it.
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
		e := expected(t, s, choice, 1<<16, .5)
		for _, round := range []int{1, 10, 100, 1 << 16} {
			if e.At(round) < bound.At(round) {
				t.Errorf("%s: %v at %d is below the bound %v of all ε-private learners", choice, e.At(round), round, bound.At(round))
			}
		}
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
		if regret := expected(t, s, choice, 1<<12, .05).At(1733); regret < bound.At(1733) {
			t.Errorf("%s: %v is below the bound %v of all ε-private learners", choice, regret, bound.At(1733))
		}
	}
	for _, other := range []string{"equal-gap,gap=0.3", "equal-gap,K=3", "doubling-gap"} {
		if n := len(floors(t, preset(other), "rnm-ftnl", .05)); n != 0 {
			t.Errorf("%s: %d bounds on an instance that the theorem is not about", other, n)
		}
	}
}

func declaration(id string) *learners.Declaration { return param.Must(learners.Find(id)) }

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
		if got := rates(t, s, id, epsilon)[0].At(horizon); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

func experts(arms string) *scenarios.Scenario { return scenariotest.Arms(arms, scenarios.Full) }

func start(t *testing.T, choice string, arms, horizon int, epsilon float64, seed uint64) learners.Learner {
	t.Helper()
	spec := param.Must(learners.ParseSpec(choice))
	return spec.Start(learners.Setting{
		Arms: arms, Horizon: horizon, Epsilon: epsilon, Phases: 1,
		Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	})
}

// expected returns the exact expectation of a learner's regret.
func expected(t *testing.T, s *scenarios.Scenario, choice string, horizon int, epsilon float64) *Expectation {
	t.Helper()
	e, ok := ExpectedRegret(t.Context(), s, start(t, choice, s.Arms(), horizon, epsilon, 1), horizon)
	if !ok {
		t.Fatalf("%s: no exact expectation", choice)
	}
	return e
}

func TestExpectedRegretAgainstExactValues(t *testing.T) {
	s := experts("constant(.8) constant(.5) constant(.2)") // losses .2 .5 .8
	cases := map[string]float64{
		"rnm-ftnl,noise=gumbel,scale=2":      5.8978083926,
		"rnm-ftnl,noise=exponential,scale=2": 4.45722287185,
		"rnm-ftnl,noise=laplace,scale=2":     5.93470492182,
	}
	for choice, want := range cases {
		e := expected(t, s, choice, 63, 1)
		if got := e.At(63); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %.12f, want %.11f", choice, got, want)
		}
		if got := e.At(1); math.Abs(got-.3) > 1e-12 {
			t.Errorf("%s: round 1 costs %v, want the mean gap .3", choice, got)
		}
		if a, b := e.At(40), e.At(41); math.Abs((b-a)-(e.At(63)-e.At(62))) > 1e-12 {
			t.Errorf("%s: rounds of one epoch cost differently", choice)
		}
	}
}

// The simulated mean over many seeds must be within five standard errors of the exact one
// (false-alarm rate below 10⁻⁶ per case), and outside if the learner's noise is 5% larger.
func TestSimulationMeetsTheExactExpectation(t *testing.T) {
	const horizon, runs = 63, 20_000
	cases := []struct{ arms, choice, wrong string }{
		{"constant(1) constant(0) constant(0) constant(0)", "rnm-ftnl,noise=gumbel,scale=2", "rnm-ftnl,noise=gumbel,scale=2.1"},
		{"constant(1) constant(0) constant(0) constant(0)", "rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=exponential,scale=2.1"},
		{".8 .3 .2", "rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=laplace,scale=2.1"},
		{".9 .2 .1", "rnm-ftnl,noise=gumbel,scale=2,first=one", "rnm-ftnl,noise=gumbel,scale=2.1,first=one"},
		{"constant(.9) constant(.1)", "rnm-ftnl,noise=laplace,scale=2,resample=1", "rnm-ftnl,noise=laplace,scale=2.1,resample=1"},
	}
	for _, c := range cases {
		t.Run(c.arms+" "+c.choice, func(t *testing.T) {
			t.Parallel()
			s := experts(c.arms)
			e := expected(t, s, c.choice, horizon, .5)
			if z := zScore(t, s, c.choice, horizon, runs, e.At(horizon)); math.Abs(z) > 5 {
				t.Errorf("the simulated mean is %.1f standard errors away", z)
			}
			if z := zScore(t, s, c.wrong, horizon, runs, e.At(horizon)); math.Abs(z) < 5 {
				t.Errorf("noise 5%% off is only %.1f standard errors away", z)
			}
		})
	}
}

// zScore returns by how many standard errors the simulated mean regret exceeds want.
func zScore(t *testing.T, s *scenarios.Scenario, choice string, horizon, runs int, want float64) float64 {
	t.Helper()
	gaps := s.Gaps()
	var total, squares float64
	rewards := make([]float64, s.Arms())
	for i := range runs {
		r := s.Rewards(uint64(i))
		l := start(t, choice, s.Arms(), horizon, .5, uint64(i))
		regret := 0.0
		for round := 1; round <= horizon; round++ {
			regret += gaps[l.Choose(round)[0]]
			for j := range rewards {
				rewards[j] = r.At(j, round)
			}
			l.Observe(round, rewards)
		}
		total += regret
		squares += regret * regret
	}
	n := float64(runs)
	mean := total / n
	return (mean - want) / math.Sqrt((squares/n-mean*mean)/n)
}

func TestExactExpectationsExistOnlyWhereTheyAreExact(t *testing.T) {
	cases := []struct {
		arms, choice string
		ok           bool
	}{
		{"constant(.5) constant(.2)", "rnm-ftnl", true},
		{".5 .2", "rnm-ftnl", true},
		{".5 constant(1)", "rnm-ftnl", true},
		{"beta(2,2) .5", "rnm-ftnl", false},
		{"beta(2,2) .5", "rnm-ftnl,resample=1", true},
		{"constant(.5) .2", "rnm-ftnl", false},
		{".5 .2", "ftl", false},
		{".5 .2", "hedge", false},
	}
	for _, c := range cases {
		s := experts(c.arms)
		if _, ok := ExpectedRegret(t.Context(), s, start(t, c.choice, s.Arms(), 100, 1, 1), 100); ok != c.ok {
			t.Errorf("%s on %s: exact %v, want %v", c.choice, c.arms, ok, c.ok)
		}
	}
}

// Exponential noise of a scale never costs more than Gumbel noise of it (proof of WW Thm 4,
// after McKenna and Sheldon 2020).
func TestExponentialNoiseNeverCostsMoreThanGumbel(t *testing.T) {
	const horizon = 1_000_000
	for _, arms := range []string{
		"constant(1) constant(0) constant(0) constant(0)", "constant(1) constant(.75) constant(.5) constant(.25) constant(0)",
		".6 .5 .5", ".9 .8 .4 .1",
	} {
		s := experts(arms)
		for _, epsilon := range []float64{1, .1, .01} {
			exponential := expected(t, s, "rnm-ftnl,scale=2,noise=exponential", horizon, epsilon)
			gumbel := expected(t, s, "rnm-ftnl,scale=2,noise=gumbel", horizon, epsilon)
			for round := 1; round <= horizon; round *= 4 {
				if a, b := exponential.At(round), gumbel.At(round); a > b+1e-9 {
					t.Errorf("%s: ε = %v, round %d: %v with exponential noise, %v with Gumbel noise", arms, epsilon, round, a, b)
				}
			}
		}
	}
}

// A second method for the exact regret, with any noise that has a mean. On fixed losses, a batch of
// 2λ rounds of RNM-FTNL plays the leader of the λ rounds before. Action j has the gap Δ_j and the
// noise Q_j, so the batch costs 2λ g(λ), where g(λ) = Σ Δ_j P(j wins) and the scores are Q_j − λ Δ_j.
// Φ(λ) = E max_j (Q_j − λ Δ_j) is convex with slope −g, so λ g(λ) is at least the integral of g from λ
// to 2λ, and at most twice the integral from λ/2 to λ. With λ = 1, 2, 4, …, the regret after round 1
// lies between 2(Φ(1) − Φ((T+1)/2)) and 4(Φ(½) − Φ((T+1)/4)) at T = 2^r − 1, and within a batch it is
// linear. The rate is O(1 + ln K/ε) for Laplace noise, too (WW §2.2 leave it open).
func lawOfOneWinner(s *scenarios.Scenario, l learners.Learner, horizon int) (low, high func(round int) float64) {
	leader := l.(learners.NoisyLeader)
	gaps, mechanism, first := s.Gaps(), leader.Mechanism(), 0.0
	for j, p := range leader.First() {
		first += p * gaps[j]
	}
	slices.Sort(gaps)
	var beyond []float64 // Φ(λ) − Φ(∞) at λ = ½, 1, 2, …
	for i := range bits.Len(uint(horizon)) + 2 {
		beyond = append(beyond, excess(mechanism, gaps, math.Ldexp(.5, i)))
	}
	curve := func(factor float64, from, last int) func(round int) float64 {
		return func(round int) float64 {
			at := func(epochs int) float64 { return first + factor*(beyond[from]-beyond[epochs+last]) }
			epochs := bits.Len(uint(round)+1) - 1 // that have ended
			part := float64(round+1-1<<epochs) / float64(int(1)<<epochs)
			return (1-part)*at(epochs) + part*at(epochs+1)
		}
	}
	return curve(2, 1, 0), curve(4, 0, -1)
}

// excess returns Φ(λ) − Φ(∞), where Φ(λ) = E max_j(Q_j − λΔ_j) for independent noise Q_j: the
// integral of the difference of the distribution functions of the two maxima. The gaps are sorted.
func excess(m selection.NoisyMax, gaps []float64, lambda float64) float64 {
	type group struct{ depth, size float64 } // actions of one gap, in units of the scale
	var groups []group
	for _, gap := range gaps {
		depth := gap * lambda / m.Scale
		if n := len(groups); n == 0 || groups[n-1].depth != depth {
			groups = append(groups, group{depth: depth})
		}
		groups[len(groups)-1].size++
	}
	const tail = 45 // e^−45 is negligible
	top := tail + math.Log(float64(len(gaps)))
	cuts := []float64{-tail, 0, top} // with the kinks between them
	for _, g := range groups {
		if g.depth < tail {
			cuts = append(cuts, -g.depth)
		}
	}
	slices.Sort(cuts)
	total := 0.0
	for i, from := range cuts[:len(cuts)-1] {
		pieces := math.Ceil(cuts[i+1] - from)
		for k := range int(pieces) {
			width := (cuts[i+1] - from) / pieces
			total += quad.Fixed(func(x float64) float64 {
				best, rest := groups[0].size*logBelow(m.Noise, x), 0.0
				for _, g := range groups[1:] {
					rest += g.size * logBelow(m.Noise, x+g.depth)
				}
				return -math.Exp(best) * math.Expm1(rest)
			}, from+float64(k)*width, from+float64(k+1)*width, 20, nil, 0)
		}
	}
	return m.Scale * total
}

// logBelow returns ln P[Q ≤ x] for noise of scale 1.
func logBelow(n selection.Noise, x float64) float64 {
	switch {
	case n == selection.Gumbel:
		return -math.Exp(-x)
	case n == selection.Exponential:
		return math.Log(-math.Expm1(-max(x, 0)))
	case x < 0:
		return x - math.Ln2
	}
	return math.Log1p(-math.Exp(-x) / 2)
}

// The exact regret lies in the band at every round, and all of it below 4(E max_K Q − E Q), which is
// 4.05 times the scale for 64 actions with Laplace noise.
func TestRegretLiesInTheBand(t *testing.T) {
	const horizon = 1 << 20
	for _, scenario := range []string{"ww-det,K=2", "ww-det,K=8", "ww-det,K=64", "ww-det,K=8,losses=even", "ww-det,K=3,gap=0.07"} {
		s := preset(scenario)
		for _, epsilon := range []float64{1, .1, .001} {
			for _, noise := range []string{"gumbel", "exponential", "laplace", "laplace,first=one"} {
				l := start(t, "rnm-ftnl,scale=2,noise="+noise, s.Arms(), horizon, epsilon, 1)
				e := expected(t, s, "rnm-ftnl,scale=2,noise="+noise, horizon, epsilon)
				low, high := lawOfOneWinner(s, l, horizon)
				for _, round := range []int{1, 2, 3, 5, 7, 100, 1000, 1023, 1024, 65535, horizon} {
					exact := e.At(round)
					if slack := 1e-8 * (1 + exact); exact < low(round)-slack || exact > high(round)+slack {
						t.Errorf("%s %s ε %v, round %d: %v ≤ %v ≤ %v", scenario, noise, epsilon, round, low(round), exact, high(round))
					}
				}
				if e.At(1) != low(1) || math.Abs(high(1)-e.At(1)) > 1e-12 {
					t.Errorf("%s %s: round 1 costs %v in [%v, %v]", scenario, noise, e.At(1), low(1), high(1))
				}
			}
		}
	}
	const far, limit = 1 << 33, 4 * 2 * 4.050744
	s := preset("ww-det,K=64")
	l := start(t, "rnm-ftnl,scale=2,noise=laplace", 64, far, 1, 1)
	e := expected(t, s, "rnm-ftnl,scale=2,noise=laplace", far, 1)
	low, high := lawOfOneWinner(s, l, far)
	for i, want := range []float64{14.24352, 21.43776, 30.44145} {
		got := []float64{low(far), e.At(far), high(far)}[i] - 63./64
		if math.Abs(got-want) > 1e-4 || got > limit {
			t.Errorf("value %d: %.5f, want %.5f", i, got, want)
		}
	}
}
