package model

import (
	"fmt"
	"math"

	"regretscope/noise/number"
	"regretscope/scenarios"
)

// An Engine is how replications are simulated.
type Engine string

// The engines.
const (
	ExactEngine Engine = "exact" // round by round, on the rewards that a Session shows
	LeapEngine  Engine = "leap"  // over the rounds in which the play cannot change, exact in law
	AutoEngine  Engine = "auto"  // leaps if every reward is certain, so that no reward is drawn; else exact; the default
)

// MaxLeapHorizon is the longest horizon of leaps, in rounds; whole numbers of
// float64 go little further. Where rounds are played one by one the limit is
// scenarios.MaxHorizon.
const MaxLeapHorizon = 1e15

// ErrPlain is why a plain build refuses what only leaps reach.
var ErrPlain = fmt.Errorf("this program is a plain build, which plays every round, at most %s of them", number.Count(scenarios.MaxHorizon))

// leaping starts runs that leap; nil in a plain build.
var leaping *leapSupport

type leapSupport struct {
	can   func(c *Config, i int, engine Engine) (bool, error)
	start func(s *Starter, seed uint64) simulation
}

// leaps reports whether the engine leaps with learner i of the configuration. The error of
// asking a learner for leaps that it cannot make is the end of a sentence.
func (c *Config) leaps(i int, engine Engine) (bool, error) {
	switch engine {
	case ExactEngine:
		return false, nil
	case LeapEngine, AutoEngine, "":
	default:
		return false, fmt.Errorf("must be one of %s, %s, %s", AutoEngine, ExactEngine, LeapEngine)
	}
	switch {
	case leaping != nil:
		return leaping.can(c, i, engine)
	case engine == LeapEngine, c.Horizon > scenarios.MaxHorizon:
		return false, ErrPlain
	}
	return false, nil
}

func whole(x float64) bool { return x == math.Trunc(x) }
