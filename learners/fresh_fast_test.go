//go:build !plain

package learners

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// Late in a run, indices change by less than their rounding errors in a round. Forecasts from states with nearly tied
// arms must hold in their first and last rounds: the plain learner makes the same play and draws no random number.
func TestForecastsHoldWhereIndicesNearlyTie(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	values := map[string]param.Values{} // by learner and ε: searching for them takes most of the time
	start := func(id string, s Setting) Learner {
		spec, key := param.Must(ParseSpec(id)), fmt.Sprint(id, s.Epsilon)
		if _, known := values[key]; !known {
			values[key] = spec.Values(s)
		}
		return spec.New(s, values[key])
	}
	long := map[string]int{}
	for range 8000 * Effort {
		epsilon := pick(rng, .01, 1, 1e6, math.Inf(1))
		round := int(math.Pow(10, 1+9*rng.Float64()))
		s := setting(2+rng.IntN(5), epsilon, rng.Uint64())
		s.Matroid = param.Must(matroid.NewUniform(s.Arms, 1+rng.IntN(s.Arms)))
		single := start("anytime-lazy-ucb", s).(*anytimeLazyUCB)
		nearlyTied(rng, &single.armBatches, round, laplaceBonus(1, epsilon))
		shuffled := start("lazy-ucb-shuffle", s).(*anytimeLazyUCB)
		nearlyTied(rng, &shuffled.armBatches, round, func(t, n float64) float64 {
			return math.Sqrt(3*math.Log(t)/n) + math.Sqrt(1.5*shuffled.scale*math.Log(t))/n
		})
		s.Channels = slices.Repeat([]channel.Channel{param.Must(channel.Parse("rr", pick(rng, .01, 1, 30)))}, s.Arms)
		local := start("lazy-ucb-local", s).(*lazyUCBLocal)
		stretch := local.stretch(0)
		nearlyTied(rng, &local.batches, round, func(t, n float64) float64 { return stretch * math.Sqrt(3*math.Log(t)/n) })
		intercept, _, _ := s.Channels[0].Affine()
		for j := range local.batches.arms { // the mean report behind a near-tied estimate
			a := &local.batches.arms[j]
			a.estimate = intercept + a.estimate/stretch
		}
		bases := start("dpucb-mat", s).(*dpUCBMat)
		nearlyTied(rng, &bases.armBatches, round, laplaceBonus(bases.rank, epsilon))
		bases.unseen = 0
		for _, c := range []struct {
			name   string
			plain  Learner
			stream *noise.Stream
		}{
			{"anytime-lazy-ucb", single, &single.stream},
			{"lazy-ucb-shuffle", shuffled, &shuffled.stream},
			{"lazy-ucb-local", local, &local.stream},
			{"dpucb-mat", bases, &bases.stream},
		} {
			fast := fastPaths[c.name](c.plain.Clone()).(Ahead)
			play := slices.Clone(fast.Choose(round))
			n := fast.Certain(round).Rounds
			c.plain.Choose(round)
			for k := 1; k < n; k++ {
				if k == 20 {
					k = max(k, n-20)
				}
				before := *c.stream
				if got := c.plain.Choose(round + k); *c.stream != before || !slices.Equal(got, play) {
					t.Fatalf("%s, ε = %v, %d arms: %v forecast for %d rounds from round %d on; round %d plays %v, lots drawn: %v",
						c.name, epsilon, s.Arms, play, n, round, round+k, got, *c.stream != before)
				}
			}
			if n > 100 {
				long[c.name]++
			}
		}
	}
	for name, n := range long {
		if n < 1000*Effort {
			t.Errorf("%s: only %d long forecasts", name, n)
		}
	}
	t.Log(long)
}

// laplaceBonus returns what an index adds in round t to an estimate from n rewards.
func laplaceBonus(rank, epsilon float64) func(t, n float64) float64 {
	return func(t, n float64) float64 {
		log := 3 * math.Log(rank*t)
		return math.Sqrt(log/n) + log/(epsilon/rank*n)
	}
}

// nearlyTied gives arms releases of random sizes whose indices are nearly equal in some round
// at or after the given one.
func nearlyTied(rng *rand.Rand, m *armBatches, round int, bonus func(t, n float64) float64) {
	arms := m.arms
	most := math.Log2(float64(round))
	tie := float64(round) * (1 + pick(rng, 0, 1e-9, 1e-3, .5)*rng.Float64())
	for i := range arms {
		a := &arms[i]
		a.size = math.Exp2(math.Floor(rng.Float64() * most))
		a.target = int(2 * a.size)
		a.estimate = 2*rng.Float64() - bonus(math.Floor(tie), a.size)
		if first := &arms[0]; i > 0 && rng.IntN(3) > 0 {
			a.estimate = first.estimate + bonus(math.Floor(tie), first.size) - bonus(math.Floor(tie), a.size)
		}
		for range rng.IntN(3) {
			a.estimate = math.Nextafter(a.estimate, pick(rng, math.Inf(-1), math.Inf(1)))
		}
	}
}
