package theory

import (
	"context"
	"math"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/noise/selection"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// An Expectation is the exact expected regret of a learner that plays doubling epochs by
// report-noisy-max.
type Expectation struct {
	perRound []float64 // expected loss per round of epoch r, rounds 2^(r−1) to 2^r − 1, at index r−1
}

// At returns the expected regret after the given number of rounds, up to the horizon of the
// computation (algorithms of WW §2.2).
func (e *Expectation) At(round int) float64 {
	total := 0.0
	for r, loss := range e.perRound {
		length, before := 1<<r, 1<<r-1
		if round <= before {
			break
		}
		total += float64(min(length, round-before)) * loss
	}
	return total
}

// ExpectedRegret computes the exact expectation of the learner's regret over its noise, its
// resampling and the rewards; ok is false if that is infeasible. It covers NoisyLeaders: with
// deterministic rewards the epoch sums are known, and with rewards that are 0 or 1, or
// resampled to be, they are binomial. The error is far below 10⁻⁹ times the number of rounds.
// It takes microseconds, or many seconds among hundreds of arms, and stops early with ok false
// if ctx is canceled.
func ExpectedRegret(
	ctx context.Context, s *scenarios.Scenario, l learners.Learner, horizon int,
) (e *Expectation, ok bool) {
	leader, ok := l.(learners.NoisyLeader)
	if !ok || len(s.Phases) > 1 || s.Matroid != nil || s.SharedDraws {
		return nil, false
	}
	kind := epochSums(s, leader.Resamples())
	if kind == unknownSums {
		return nil, false
	}
	gaps := s.Gaps()
	means := s.Phases[0].Means
	mechanism := leader.Mechanism()
	picks := leader.First()
	e = &Expectation{}
	var err error
	for length := 1; err == nil; length *= 2 {
		loss := 0.0
		for j, p := range picks {
			loss += p * gaps[j]
		}
		e.perRound = append(e.perRound, loss)
		if 2*length-1 >= horizon {
			return e, true
		}
		if kind == certainSums {
			sums := param.Map(means, func(mean float64) float64 { return float64(length) * mean })
			picks, err = mechanism.Probabilities(sums)
			continue
		}
		laws := make([]selection.Law, len(means))
		for j, mean := range means {
			law, err := selection.Binomial(length, mean)
			if err != nil {
				return nil, false // beyond 2^40 rounds
			}
			laws[j] = law
		}
		picks, err = mechanism.MixtureProbabilities(ctx, laws)
	}
	return nil, false
}

type sums int

const (
	unknownSums  sums = iota
	certainSums       // not random
	binomialSums      // independent binomials
)

// epochSums returns the kind of an epoch's sums of rewards.
func epochSums(s *scenarios.Scenario, resampled bool) sums {
	certain, bits := true, true
	for j, law := range s.Phases[0].Arms {
		low, high := law.Support()
		certain = certain && low == high
		_, bernoulli := law.(arm.Bernoulli)
		mean := s.Phases[0].Means[j]
		bits = bits && (bernoulli || mean == math.Trunc(mean))
	}
	switch {
	case certain && (!resampled || bits):
		return certainSums
	case bits || resampled:
		return binomialSums
	default:
		return unknownSums
	}
}
