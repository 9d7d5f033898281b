//go:build !plain

package model

import (
	"fmt"
	"sync/atomic"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios/arm"
)

func init() {
	leaping = &leapSupport{canLeap, newLeaper}
}

// canLeap reports whether an engine leaps with learner i. A leap draws the sum of many rewards
// at once. It is exact in law but has other rewards than a run by single rounds, unless nothing
// is drawn.
func canLeap(c *Config, i int, engine Engine) (bool, error) {
	run := NewRun(c, i)
	leaper, ok := run.learner.(learners.Leaper)
	if ok && engine != LeapEngine {
		ok = leaper.Leap() == run.learner // a different learner draws different numbers
	}
	resampled := resamples(run.learner)
	// Sums of certain rewards are rounded differently from single additions. That decides
	// nothing beside noise of scale 1/1000 or more; with less noise, sums must be exact.
	noisy := c.Learners[i].Epsilon(c.Epsilon) <= 1000
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
	case c.Scenario.InOrder():
		return false, fmt.Errorf("%s is a table, whose rounds come in order", c.Scenario.Name)
	case !known:
		return false, fmt.Errorf("the sums of %s's rewards have no distribution to sample from", c.Scenario.Name)
	}
	return true, nil
}

// A leaper advances a run over stretches with a constant play. It draws the sums of a stretch
// at its end, even if the run is measured earlier: regret and pulls need no draw.
type leaper struct {
	*Run
	learner   learners.Ahead
	resampled bool
	stream    noise.Stream // for sums of rewards
	sums      []float64

	first, length int // the current stretch
	left          int // its rounds still to play
}

// newLeaper starts a learner that can leap, on the rewards of a seed.
func newLeaper(s *Starter, seed uint64) *Run {
	run := s.Run(seed)
	l := run.learner.(learners.Leaper).Leap()
	run.learner = l
	run.releaser, _ = run.learner.(learners.Releaser)
	run.leap = (&leaper{
		Run: run, learner: l, resampled: resamples(run.learner),
		stream: noise.NewStream(noise.Key(seed, noise.Rewards, noise.KeyOf("leap"), s.id)),
	}).advance
	return run
}

// advance is Run.AdvanceUnless.
func (l *leaper) advance(stop *atomic.Bool, n int) {
	for target := l.round + n; l.round < target && (stop == nil || !stop.Load()); {
		played := 0
		if l.left == 0 {
			l.begin()
			played = 1 // choose has counted the stretch's first round
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

// begin chooses a play and its number of rounds.
func (l *leaper) begin() {
	l.choose()
	l.first = l.round
	l.length = l.learner.Certain(l.first).Rounds
	if until := l.rewards.Until(); until > 0 {
		l.length = min(l.length, until-l.first)
	}
	l.left = l.length
}

// end draws the stretch's rewards and shows them to the learner.
func (l *leaper) end() {
	l.sums = l.sums[:0]
	for _, j := range l.places() {
		l.sums = append(l.sums, l.draw(l.phase.Arms[j], l.length))
	}
	l.learner.Take(l.first, &learners.Block{Rounds: l.length, Sums: l.sums})
	if l.releaser != nil {
		l.enterReleases()
	}
}

// draw returns the sum of n rewards of an arm, resampled if the run is: n times a certain
// reward, or a binomial number of ones.
func (l *leaper) draw(law arm.Distribution, n int) float64 {
	mean := law.Mean()
	low, high := law.Support()
	if low == high && (!l.resampled || whole(mean)) {
		return float64(n) * mean
	}
	return float64(l.stream.Binomial(n, mean))
}
