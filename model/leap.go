package model

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios/arm"
)

// An Engine is how replications are simulated.
type Engine string

// The engines.
const (
	ExactEngine Engine = "exact" // round by round, on the rewards that a Session shows
	LeapEngine  Engine = "leap"  // over the rounds in which the play stands, exact in law
	AutoEngine  Engine = "auto"  // leaps where every reward is certain, so that none is drawn otherwise; the default
)

// leaps tells whether the engine leaps with learner i of the configuration. A
// leap takes the rewards of many rounds as sums: it is exact in law, but meets
// other rewards than a run that goes round by round, unless they are certain.
// The error of asking for leaps where there are none is the end of a sentence.
func (c *Config) leaps(i int, engine Engine) (bool, error) {
	switch engine {
	case ExactEngine:
		return false, nil
	case LeapEngine, AutoEngine, "":
	default:
		return false, fmt.Errorf("must be one of %s, %s, %s", AutoEngine, ExactEngine, LeapEngine)
	}
	run := NewRun(c, i)
	holder, ok := run.learner.(learners.Holder)
	certain, known := true, ok && run.channels == nil && !c.Scenario.SharedDraws
	for p := range c.Scenario.Phases {
		for _, law := range c.Scenario.Phases[p].Arms {
			low, high := law.Support()
			_, bernoulli := law.(arm.Bernoulli)
			certain = certain && low == high
			known = known && (bernoulli || low == high || (ok && resamples(holder)))
		}
	}
	switch {
	case engine != LeapEngine:
		return known && certain, nil
	case !ok:
		return false, fmt.Errorf("%s may change its play in any round", c.Learners[i].ID)
	case !known:
		return false, fmt.Errorf("the sums of %s's rewards have no law that can be drawn from", c.Scenario.Name)
	}
	return true, nil
}

func resamples(l learners.Learner) bool {
	r, ok := l.(learners.Resampler)
	return ok && r.Resamples()
}

// A leaper advances a run over stretches in which its play stands.
type leaper struct {
	*Run
	holder    learners.Holder
	resampled bool
	stream    noise.Stream // of the sums of rewards
	sums      []float64
}

// newLeaper starts learner i of a checked configuration for which leaps said
// yes.
func newLeaper(c *Config, i int) *leaper {
	run := NewRun(c, i)
	key := noise.Key(c.Seed, noise.Rewards, noise.KeyOf("leap"), noise.KeyOf(c.Learners[i].ID))
	return &leaper{
		Run: run, holder: run.learner.(learners.Holder),
		resampled: resamples(run.learner), stream: noise.NewStream(key),
	}
}

// Advance plays n ≥ 0 further rounds.
func (l *leaper) Advance(n int) {
	for target := l.round + n; l.round < target; {
		l.choose()
		t := l.round
		stretch := min(l.holder.Hold(t), target-t+1)
		if until := l.rewards.Until(); until > 0 {
			stretch = min(stretch, until-t)
		}
		l.sums = l.sums[:0]
		if l.full {
			for _, law := range l.phase.Arms {
				l.sums = append(l.sums, l.draw(law, stretch))
			}
		} else {
			for _, j := range l.play {
				l.sums = append(l.sums, l.draw(l.phase.Arms[j], stretch))
			}
		}
		l.count(stretch)
		l.round = t + stretch - 1
		l.holder.Absorb(t, stretch, l.sums)
		if l.releaser != nil {
			l.enterReleases()
		}
	}
}

// draw is the sum of n rewards of an arm, or of what they are resampled to: a
// certain one n times, or a binomial number of ones.
func (l *leaper) draw(law arm.Distribution, n int) float64 {
	mean := law.Mean()
	low, high := law.Support()
	if low == high && (!l.resampled || mean == math.Trunc(mean)) {
		return float64(n) * mean
	}
	return distuv.Binomial{N: float64(n), P: mean, Src: &l.stream}.Rand()
}
