package model

import (
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// Equal returns the learners with the parameters at which the worst event of each loses
// the same by a measure, exactly, as the audit has it: ε for most, and its own
// parameter for a learner that has no ε. Learners that claim no privacy, or use no
// reward, stay as they are. Where a parameter cannot meet the value because it
// counts something, the nearest smaller loss is taken. Errors are one sentence.
func (c *Config) Equal(m privacy.Measure, value float64) ([]learners.Spec, error) {
	if !(value > 0) || math.IsInf(value, 1) {
		return nil, fmt.Errorf("%s = %v: must be a positive number", m, value)
	}
	if err := c.check(MaxSeries); err != nil {
		return nil, err
	}
	equal := make([]learners.Spec, len(c.Learners))
	for i, spec := range c.Learners {
		equal[i] = spec
		if spec.Privacy == learners.NotPrivate || spec.Privacy == learners.DataFree {
			continue
		}
		e := equaliser{config: c, learner: i, name: spec.PrivacyParameter(), measure: m}
		var err error
		if equal[i], err = e.meet(value); err != nil {
			return nil, fmt.Errorf("%s: %w", spec, err)
		}
	}
	return equal, nil
}

// An equaliser turns one parameter of one learner.
type equaliser struct {
	config  *Config
	learner int
	name    string
	measure privacy.Measure
}

// largestEpsilon is the largest ε that is tried: beyond, hardly anything is hidden.
const largestEpsilon = 500

// reach returns the parameter's range; its search goes by factors.
func (e *equaliser) reach() (low, high float64) {
	if p, err := e.config.Learners[e.learner].Parameters.Find(e.name); err == nil {
		return max(p.Min, learners.MinEpsilon), p.Max
	}
	return learners.MinEpsilon, largestEpsilon
}

// at returns the learner with a value of the parameter, and what it then loses.
func (e *equaliser) at(x float64) (spec learners.Spec, loss float64, err error) {
	own := *e.config
	own.Learners = slices.Clone(own.Learners)
	spec, err = own.Learners[e.learner].With(e.name, param.FormatNumber(x))
	if err != nil {
		return spec, 0, err
	}
	own.Learners[e.learner] = spec
	v := own.Verdict(e.learner)
	if !v.Known || v.Exact.Mechanism == nil {
		return spec, 0, fmt.Errorf("its %s is not known", e.measure)
	}
	return spec, e.measure.Of(v.Exact.Mechanism).Value, nil
}

// meet finds the parameter by bisection: the loss grows with it, or falls.
func (e *equaliser) meet(value float64) (learners.Spec, error) {
	low, high := e.reach()
	_, atLow, err := e.at(low)
	if err != nil {
		return learners.Spec{}, err
	}
	_, atHigh, err := e.at(high)
	if err != nil {
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

// exactly is how near a loss has to come, in relation.
const exactly = 1e-13

// between returns the parameter in the middle of two, of which the first loses too little
// or enough and the other too much, by the rule of false position on logarithms,
// with a halving every third time, for losses that go by steps.
func (e *equaliser) between(low, high, atLow, atHigh, value float64) (x float64, err error) {
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
	// As few digits as make no difference.
	for digits := 1; digits < 15; digits++ {
		if short := param.Round(low, digits); math.Abs(short/low-1) < 1e-12 {
			if _, loss, err := e.at(short); err == nil && loss <= value*(1+1e-11) {
				return short, nil
			}
		}
	}
	return low, nil
}
