package model

import (
	"fmt"
	"math"
	"sync/atomic"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios/arm"
)

// An Engine is how replications are simulated.
type Engine string

// The engines.
const (
	ExactEngine Engine = "exact" // round by round, on the rewards that a Session shows
	LeapEngine  Engine = "leap"  // over the rounds in which the play cannot change, exact in law
	AutoEngine  Engine = "auto"  // leaps where every reward is certain, so that none is drawn otherwise; the default
)

// MaxLeapHorizon is the longest horizon of leaps, in rounds; whole numbers of
// float64 go little further. Where rounds are played one by one the limit is
// scenarios.MaxHorizon.
const MaxLeapHorizon = 1e15

// leaps reports whether the engine leaps with learner i of the configuration. A
// leap takes the rewards of many rounds as sums: it is exact in law, but meets
// other rewards than a run that goes round by round, unless nothing is drawn.
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
	if leaper, can := run.learner.(learners.Leaper); can && engine == LeapEngine {
		holder, ok = leaper.Leap(), true // it draws other numbers than single rounds
	}
	resampled := ok && resamples(holder)
	// Sums of certain rewards may be rounded elsewhere than one by one. That
	// decides nothing beside noise; without noise they must not be rounded at all.
	noisy := !math.IsInf(c.Learners[i].Epsilon(c.Epsilon), 1)
	known, certain := ok && run.channels == nil && !c.Scenario.SharedDraws, true
	for p := range c.Scenario.Phases {
		for _, law := range c.Scenario.Phases[p].Arms {
			low, high := law.Support()
			_, bernoulli := law.(arm.Bernoulli)
			known = known && (bernoulli || low == high || resampled)
			certain = certain && low == high && (whole(low) || !resampled && (noisy || whole(low*(1<<20))))
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

func whole(x float64) bool { return x == math.Trunc(x) }

func resamples(l learners.Learner) bool {
	r, ok := l.(learners.Resampler)
	return ok && r.Resamples()
}

// A leaper advances a run over stretches in which its play stands. The sums of a
// stretch are drawn when it ends, also where the run is measured before: regret and
// pulls inside a stretch need no draw.
type leaper struct {
	*Run
	holder    learners.Holder
	resampled bool
	stream    noise.Stream // of the sums of rewards
	sums      []float64

	first, length int // the present stretch
	left          int // its rounds that have not been played
}

// leaper starts a learner for which leaps said yes, on the rewards of a seed.
func (s *Starter) leaper(seed uint64) *leaper {
	run := s.Run(seed)
	if l, ok := run.learner.(learners.Leaper); ok {
		run.learner = l.Leap()
		run.releaser, _ = run.learner.(learners.Releaser)
	}
	return &leaper{
		Run: run, holder: run.learner.(learners.Holder), resampled: resamples(run.learner),
		stream: noise.NewStream(noise.Key(seed, noise.Rewards, noise.KeyOf("leap"), s.id)),
	}
}

// Advance plays n ≥ 0 further rounds.
func (l *leaper) Advance(n int) { l.AdvanceUnless(nil, n) }

// AdvanceUnless plays n ≥ 0 further rounds, or ends early when stop is true.
func (l *leaper) AdvanceUnless(stop *atomic.Bool, n int) {
	for target := l.round + n; l.round < target && (stop == nil || !stop.Load()); {
		played := 0
		if l.left == 0 {
			l.begin()
			played = 1 // choosing has counted the first round of the stretch
		}
		step := min(l.left, target-l.round+played)
		for _, j := range l.play {
			l.pulls[j] += step
		}
		l.round += step - played
		if l.left -= step; l.left == 0 {
			l.end()
		}
	}
}

// begin chooses a play and finds out for how long it is kept.
func (l *leaper) begin() {
	l.choose()
	l.first = l.round
	l.length = l.holder.Hold(l.first)
	if until := l.rewards.Until(); until > 0 {
		l.length = min(l.length, until-l.first)
	}
	l.left = l.length
}

// end draws what the stretch gave and shows it to the learner.
func (l *leaper) end() {
	l.sums = l.sums[:0]
	for _, j := range l.places() {
		l.sums = append(l.sums, l.draw(l.phase.Arms[j], l.length))
	}
	l.holder.Absorb(l.first, l.length, l.sums)
	if l.releaser != nil {
		l.enterReleases()
	}
}

// draw is the sum of n rewards of an arm, or of what they are resampled to: a
// certain one n times, or a binomial number of ones.
func (l *leaper) draw(law arm.Distribution, n int) float64 {
	mean := law.Mean()
	low, high := law.Support()
	if low == high && (!l.resampled || whole(mean)) {
		return float64(n) * mean
	}
	return float64(l.stream.Binomial(n, mean))
}
