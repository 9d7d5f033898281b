package figure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/model/theory"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/selection"
	"regretscope/scenarios/arm"
)

// aboveLowerBound: regret at the horizon, the exact expectation where it is known, is at
// least the explicit lower bound for ε-private learners (WW App. E, HHMH App. D.3), for
// every learner and grid point that it is stated for.
func aboveLowerBound(_ *Claim, s *Sample, confidence float64) []Number {
	return s.each(s.Learners(), func(point, l int, text string) (parts []Number) {
		for _, curve := range s.Points[point].Theory(l) {
			k := s.last(point)
			bound := curve.At(s.round(point, k))
			if curve.Kind != theory.Lower || math.IsNaN(bound) {
				continue // another claim, or the horizon is below the theorem's
			}
			e, what := known(s.exact(point, l, k)), "E[R] of "
			if math.IsNaN(e.value) {
				e, what = mean(s.regrets(point, l, k), shared(confidence, len(s.Points)*len(s.Learners()))), "R of "
			}
			parts = append(parts, within(name(what+text, s.Label(point)), e, bound, math.Inf(1)))
		}
		return parts
	})
}

// belowBound: the mean regret of each of Learners at the horizon is below the explicit
// bound on it.
func belowBound(c *Claim, s *Sample, confidence float64) []Number {
	return s.each(c.Learners, func(point, l int, text string) []Number {
		theorem, stated := s.Points[point].Explicit(l)
		if !stated {
			return nil
		}
		bound := theorem.At(s.Points[point].Horizon)
		m := mean(s.regrets(point, l, s.last(point)), shared(confidence, len(s.Points)*len(c.Learners)))
		what := fmt.Sprintf("R of %s (%s: %s times as much)", text, theorem.Source, number.Ratio(bound/m.value))
		return []Number{within(name(what, s.Label(point)), m, math.Inf(-1), bound)}
	})
}

// closestToSlope: the regret of Learners is closer than that of Than to Σ Δ/d_ε · ln T
// (Azize et al. 2025), where all of them are above it.
func closestToSlope(c *Claim, s *Sample, confidence float64) []Number {
	var pairs []pair
	for p, point := range s.Points {
		k := s.last(p)
		bound := theory.SlopeConstant(point.Scenario.Phases[0].Means, point.Epsilon) * math.Log(float64(s.round(p, k)))
		distances := func(learner string) []float64 {
			d := s.regrets(p, s.learner(learner), k)
			sign := 1.
			if stat.Mean(d, nil) < bound {
				sign = -1
			}
			floats.AddConst(-bound, d)
			floats.Scale(sign, d)
			return d
		}
		for _, a := range c.Learners {
			for _, b := range c.Than {
				what := fmt.Sprintf("distance of %s from the bound %s − that of %s", a, number.Value(bound), b)
				pairs = append(pairs, pair{name(what, s.Label(p)), distances(a), distances(b)})
			}
		}
	}
	return less(pairs, confidence)
}

// picksFall: the chance of being picked falls in the order of the means and is at most
// 1/j for the j-th action (WW Lemma 1). Sums of resampled rewards are binomial;
// where they are not resampled the best action's reward is certain and the others are
// drawn, which is where it fails.
func picksFall(c *Claim, s *Sample, _ float64) []Number {
	var parts []Number
	epsilon := s.Points[0].Epsilon
	for _, m := range []selection.Mechanism{
		{Noise: selection.Laplace, Scale: 2 / epsilon},
		{Noise: selection.Exponential, Scale: 1 / epsilon},
		{Noise: selection.Gumbel, Scale: 2 / epsilon},
	} {
		rise, above := math.Inf(-1), math.Inf(-1)
		for _, means := range [][]float64{
			{.5, .499, .499}, {.9, .5, .5, .1}, {.8, .6, .6, .6, .6, .6, .6, .6}, {.02, .01, .01, 0}, {.5, .49, .48, .47, .46, .45},
		} {
			for length := 1; length <= 1<<14; length *= 4 {
				picks, err := pickChances(m, means, length, c.Resampled)
				if err != nil {
					return nil
				}
				for j := range picks {
					above = max(above, picks[j]-1/float64(j+1))
					if j > 0 {
						rise = max(rise, picks[j]-picks[j-1])
					}
				}
			}
		}
		parts = append(parts,
			computed(fmt.Sprintf("%v: largest P[J=j+1] − P[J=j]", m), rise, 1e-11),
			computed(fmt.Sprintf("%v: largest P[J=j] − 1/j", m), above, 1e-11))
	}
	return parts
}

// pickChances are the chances of being picked after an epoch of the given length.
func pickChances(m selection.Mechanism, means []float64, length int, resampled bool) ([]float64, error) {
	laws := make([]selection.Law, len(means))
	for j, mean := range means {
		var err error
		if laws[j], err = selection.Binomial(length, mean); err != nil {
			return nil, err
		}
		if sum := mean * float64(length); !resampled && j == 0 && sum == math.Trunc(sum) {
			laws[j] = selection.Point(int(sum))
		}
	}
	return m.MixtureProbabilities(context.Background(), laws, nil)
}

// channelsCoincide: Channels give Bernoulli rewards the same law of reports (JZL
// Eq. 21).
func channelsCoincide(c *Claim, _ *Sample, _ float64) []Number {
	largest := 0.
	for _, epsilon := range []float64{.1, .5, 1, 2, 5} {
		for mean := 0.; mean <= 1; mean += .125 {
			law, err := arm.NewBernoulli(mean)
			if err != nil {
				panic(err)
			}
			ones := make([]float64, len(c.Channels))
			for i, text := range c.Channels {
				through, err := channel.Parse(text, epsilon)
				if err != nil {
					panic(err) // check has read it
				}
				ones[i] = through.Mean(law)
			}
			largest = max(largest, slices.Max(ones)-slices.Min(ones))
		}
	}
	what := "largest difference of P[1] between " + strings.Join(c.Channels, ", ")
	return []Number{computed(what, largest, 1e-12)}
}
