package model

import (
	"fmt"
	"math"

	"regretscope/noise/number"
	"regretscope/scenarios"
)

// An Engine is a way to simulate replications.
type Engine string

// The engines.
const (
	ExactEngine Engine = "exact" // round by round, on the rewards of a Session
	LeapEngine  Engine = "leap"  // over rounds in which the play cannot change; exact in law
	AutoEngine  Engine = "auto"  // leaps if every reward is certain, else exact; the default
)

// MaxLeapHorizon is the maximum horizon of leaps, close to the limit of whole numbers in
// float64. Round-by-round play is limited to scenarios.MaxHorizon.
const MaxLeapHorizon = 1e15

// ErrPlain is the error of a plain build for requests that need leaps.
var ErrPlain = fmt.Errorf("this program is a plain build, which plays every round, at most %s of them",
	number.Count(scenarios.MaxHorizon))

// leaping supports runs that leap; nil in a plain build.
var leaping *leapSupport

type leapSupport struct {
	can   func(c *Config, i int, engine Engine) (bool, error)
	start func(s *Starter, seed uint64) *Run
}

// leaps reports whether the engine leaps with learner i. The error, the end of a sentence,
// explains why a learner cannot.
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
