package model

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
)

// Equal returns the learners with parameters at which the costliest round of each has the same exact loss, as
// audited; a program has the same claim. It changes ε, or the learner's own privacy parameter. Learners that claim no
// privacy or use no rewards stay unchanged. If a parameter that counts something cannot meet the value, Equal takes
// the nearest smaller loss. Errors are one sentence.
func (c *Config) Equal(m privacy.Measure, value float64) ([]learners.Spec, error) {
	if !(value > 0) || math.IsInf(value, 1) {
		return nil, fmt.Errorf("%s = %v: must be a positive number", m, value)
	}
	if err := c.CheckUpTo(MaxSeries); err != nil {
		return nil, err
	}
	equal := make([]learners.Spec, len(c.Learners))
	for i, spec := range c.Learners {
		equal[i] = spec
		if spec.Privacy == learners.NotPrivate || spec.Privacy == learners.DataFree {
			continue
		}
		if s := c.Starter(i); s.InTeams() {
			if ready, err := s.Ready(context.Background()); err == nil && ready.Private == program.NotPrivate {
				continue
			}
		}
		e := equalizer{config: c, learner: i, name: spec.PrivacyParameter(), measure: m}
		var err error
		if equal[i], err = e.meet(value); err != nil {
			return nil, fmt.Errorf("%s: %w", spec, err)
		}
	}
	return equal, nil
}

type equalizer struct {
	config  *Config
	learner int
	name    string
	measure privacy.Measure
}

// largestEpsilon is the largest ε tried: beyond it almost nothing is hidden.
const largestEpsilon = 500

func (e *equalizer) at(x float64) (spec learners.Spec, loss float64, err error) {
	own := *e.config
	own.Learners = slices.Clone(own.Learners)
	spec, err = own.Learners[e.learner].With(e.name, number.Format(x))
	if err != nil {
		return spec, 0, err
	}
	own.Learners[e.learner] = spec
	if s := own.Starter(e.learner); s.InTeams() {
		loss, err := claimOf(s, e.measure)
		return spec, loss, err
	}
	v := own.Verdict(e.learner)
	if !v.Known || v.Exact.Mechanism == nil {
		return spec, 0, fmt.Errorf("its %s is not known", e.measure)
	}
	return spec, e.measure.Of(v.Exact.Mechanism).Value, nil
}

// claimOf returns the loss that a program claims at its ε.
func claimOf(s *Starter, m privacy.Measure) (float64, error) {
	ready, err := s.Ready(context.Background())
	if err != nil {
		return 0, err
	}
	if claim := ready.Claim; claim != nil {
		if loss := map[privacy.Notion]float64{privacy.Mu: claim.Mu, privacy.Rho: claim.Rho}[m.Notion]; loss > 0 {
			return loss, nil
		}
	}
	return 0, fmt.Errorf("it does not claim a %s", m)
}

// meet finds the parameter by bisection: the loss is monotone in it.
func (e *equalizer) meet(value float64) (learners.Spec, error) {
	low, high := learners.MinEpsilon, float64(largestEpsilon) // the search goes by factors
	if p, err := e.config.Learners[e.learner].Parameters.Find(e.name); err == nil {
		low, high = max(p.Min, low), p.Max
	}
	_, atLow, err := e.at(low)
	_, atHigh, err1 := e.at(high)
	if err = cmp.Or(err, err1); err != nil {
		return learners.Spec{}, err
	}
	if atLow > atHigh {
		low, high, atLow, atHigh = high, low, atHigh, atLow
	}
	switch {
	case atLow == atHigh:
		return learners.Spec{}, fmt.Errorf("its %s is %s for every %s", e.measure, number.Loss(atLow), e.name)
	case value < atLow || value > atHigh:
		return learners.Spec{}, fmt.Errorf("its %s is from %s to %s, and cannot be %s", e.measure, number.Loss(atLow),
			number.Loss(atHigh), number.Loss(value))
	}
	x, err := e.between(low, high, atLow, atHigh, value)
	if err != nil {
		return learners.Spec{}, err
	}
	spec, _, err := e.at(x)
	return spec, err
}

// exactly is the relative tolerance of a loss.
const exactly = 1e-13

// between returns the largest parameter between low and high whose loss is not too large. It
// uses false position on logarithms, with a bisection every third time for losses with steps.
func (e *equalizer) between(low, high, atLow, atHigh, value float64) (x float64, err error) {
	off := func(loss float64) float64 { return math.Log(loss / value) }
	for i := range 150 {
		if off(atLow) > -exactly || math.Abs(math.Log(high/low)) < 1e-15 {
			break
		}
		share := off(atLow) / (off(atLow) - off(atHigh))
		if i%3 == 2 || !(share > 0 && share < 1) {
			share = .5
		}
		x := low * math.Pow(high/low, share)
		_, loss, err := e.at(x)
		if err != nil {
			return 0, err
		}
		if loss > value*(1+exactly) {
			high, atHigh = x, loss
		} else {
			low, atLow = x, loss
		}
	}
	// Prefer few digits if they make no difference.
	for digits := 1; digits < 15; digits++ {
		if short := number.Round(low, digits); math.Abs(short/low-1) < 1e-12 {
			if _, loss, err := e.at(short); err == nil && loss <= value*(1+1e-11) {
				return short, nil
			}
		}
	}
	return low, nil
}
