// Package worst searches a family of scenarios for one on which a learner does badly: by its regret,
// by how much that exceeds another learner's on the same rewards, or as a multiple of a lower bound.
// What a search finds is selected, and so too large: it is measured again on other seeds.
package worst

import (
	"cmp"
	"context"
	"errors"
	"time"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/trials"
	"regretscope/noise"
)

// Defaults and limits. A search by exact values is cheap.
const (
	Tries, ExactTries, MaxTries = 100, 5000, 10_000
	maxFinds                    = 10
)

// A Problem asks for a scenario of a family on which a learner does badly.
type Problem struct {
	Config    *model.Config // Learners[0] is looked at, and Learners[1] is compared with
	Family    *Family
	Objective Objective
	Tries     int           // scenarios; 0: Tries or ExactTries
	Runs      int           // replications that measure the find again
	Limit     time.Duration // the search has half of it if runs follow; 0: none
	Workers   int           // goroutines; 0: one a core
}

// An Objective is what is to be large.
type Objective int

// The objectives.
const (
	Regret     Objective = iota
	Difference           // from the regret of Learners[1] on the same rewards
	Floor                // regret as a multiple of a lower bound: theory.Times
)

// None returns the value above which something is found.
func (o Objective) None() float64 { return map[Objective]float64{Floor: 1}[o] }

// A Find is a scenario with the value that the search saw.
type Find struct {
	Instance
	Value float64
	Runs  int // 0: exact
}

// An Answer is the result of a search, which may have ended early.
type Answer struct {
	Exact    bool
	Tried    int // scenarios, of Tries
	Tries    int
	Finds    []Find      // the largest first, as the search saw them; at least one
	Measured *stats.Pair // Finds[0] on fresh runs; nil if it is exact, or if there was no time
	Seed     uint64      // of these runs
	Found    bool        // the value, with its whole interval, is above Objective.None
}

// Search solves the problem. If ctx ends or time is up, it returns the cause with what it has, or nil
// if no scenario was tried. Unless it ends early, the answer depends neither on the machine nor on
// the number of workers.
func (p *Problem) Search(ctx context.Context, progress func(what string, done trials.Progress)) (*Answer, error) {
	whole, cancel := p.limited(ctx, 1)
	defer cancel()
	s := newSearch(whole, p, progress)
	searching, cancel := p.limited(ctx, map[bool]time.Duration{true: 1, false: 2}[s.answer.Exact])
	defer cancel()
	a, err := s.answer, s.run(searching)
	switch {
	case err != nil && context.Cause(searching) == nil: // a program failed
		return nil, err
	case len(a.Finds) == 0:
		return nil, cmp.Or(err, errors.New("no scenario that was tried has a floor above 0"))
	case a.Exact:
		a.Found = a.Finds[0].Value > p.Objective.None()
		return a, err
	}
	return a, cmp.Or(s.measure(whole), err)
}

func (p *Problem) limited(ctx context.Context, parts time.Duration) (context.Context, context.CancelFunc) {
	if p.Limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, p.Limit/parts, trials.ErrTimeLimit)
}

// measure measures the first find again, with a number of runs fixed beforehand.
func (s *search) measure(ctx context.Context) error {
	c, a, none := *s.Config, s.answer, s.Objective.None()
	c.Seed = noise.Key(c.Seed, noise.Search, 1) >> 12 // every reader of JSON keeps its digits
	again := s.trial(&c, a.Finds[0].Instance)
	if err := s.simulate(ctx, "the find again, ", s.Runs, again); err != nil {
		return err
	}
	first, second := s.samples(again, s.Runs)
	pair := stats.Compare(first, second, stats.Confidence)
	a.Seed, a.Found, a.Measured = c.Seed, pair.Sign > 0, &pair
	pair.Mean += none
	pair.Interval = stats.Interval{Low: pair.Interval.Low + none, High: pair.Interval.High + none}
	return nil
}
