package model

import (
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// A Starter starts one learner of a configuration any number of times, with any seed. It never
// changes and is safe for concurrent use.
type Starter struct {
	Spec    learners.Spec
	Setting learners.Setting // without the stream
	values  param.Values
	config  *Config
	id      uint64 // the learner's, for its random numbers
	bits    bool
	all     []int         // all arms, in order
	task    *program.Task // nil for built-in learners
}

// Starter prepares learner i of a checked configuration.
func (c *Config) Starter(i int) *Starter {
	s := &Starter{Spec: c.Learners[i], Setting: c.setting(i), config: c}
	s.values, s.task = s.Spec.Values(s.Setting), c.task(i)
	s.id = noise.KeyOf(s.Spec.ID)
	s.bits = feedbackIsBits(c.Scenario, s.Setting.Channels)
	s.all = param.Indices(s.Setting.Arms)
	return s
}

// feedbackIsBits reports whether all feedback is 0 or 1.
func feedbackIsBits(s *scenarios.Scenario, channels []channel.Channel) bool {
	if channels != nil {
		return !slices.ContainsFunc(channels, func(ch channel.Channel) bool { return !ch.Bits() })
	}
	for i := range s.Phases {
		for _, law := range s.Phases[i].Arms {
			low, high := law.Support()
			if _, bernoulli := law.(arm.Bernoulli); !bernoulli && !(low == high && low == math.Trunc(low)) {
				return false
			}
		}
	}
	return true
}

// NewRun starts learner i of a checked configuration, before round 1.
func NewRun(c *Config, i int) *Run { return c.Starter(i).Run(c.Seed) }

// Learner returns the learner with the random numbers of a seed. Its stream depends on its id,
// so its draws depend neither on other learners nor on its position, and are the same at every
// setting.
func (s *Starter) Learner(seed uint64) learners.Learner {
	if s.task != nil {
		return s.config.Programs.NewLearner(s.task, s.laneSeed(seed))
	}
	setting := s.Setting
	setting.Stream = s.stream(seed)
	return s.Spec.Declaration.Start(setting, s.values)
}

func (s *Starter) stream(seed uint64) noise.Stream {
	return noise.NewStream(noise.Key(s.Spec.Seed(seed), noise.Learning, s.id))
}

// Certain reports whether no random number affected the plays of a run with this seed: the
// learner has drawn none, and the rewards that it has seen were not drawn.
func (s *Starter) Certain(r *Run, seed uint64) bool {
	l, draws := r.learner.(learners.Drawer)
	return (!draws || l.Drawn() == s.stream(seed)) &&
		(r.privacy == learners.DataFree || r.channels == nil && s.config.Scenario.Certain())
}

// Run starts the learner before round 1, on the rewards of a seed.
func (s *Starter) Run(seed uint64) *Run { return s.Replay(seed, nil) }

// Replay starts the learner before round 1 on given rewards of all arms in round t ≥ 0. Regret
// still uses the scenario's means, and the ledger stays empty. If given is nil, Replay is Run.
func (s *Starter) Replay(seed uint64, given func(t int) []float64) *Run {
	return s.run(s.Learner(seed), seed, given)
}

// run starts a run of l, which has not played.
func (s *Starter) run(l learners.Learner, seed uint64, given func(t int) []float64) *Run {
	scenario := s.config.Scenario
	r := &Run{
		learner:  l,
		rewards:  scenario.Rewards(seed),
		replayed: given,
		ledger:   noise.NewLedger(scenario.Arms(), scenario.PlaySize()),
		full:     s.Spec.Feedback == learners.FullFeedback || s.task != nil && scenario.Feedback == scenarios.Full,
		privacy:  s.Spec.Privacy,
		channels: s.Setting.Channels,
		pulls:    make([]int, scenario.Arms()),
		bits:     s.bits,
		all:      s.all,
		released: -1,
	}
	for j, ch := range r.channels {
		r.coins = append(r.coins, channel.Key(s.Spec.Seed(seed), j, ch))
	}
	if s.task != nil && r.channels != nil {
		r.privacy = learners.Local
	}
	r.fallible, _ = l.(learners.Fallible)
	if given == nil {
		r.releaser, _ = r.learner.(learners.Releaser)
		if startAhead != nil {
			startAhead(r)
		}
	}
	r.inOrder = given == nil && scenario.InOrder()
	r.phase = r.rewards.Seek(1)
	if initializer, ok := r.learner.(learners.Initializer); ok && initializer.Initializes() {
		before := make([]float64, scenario.Arms())
		if given != nil {
			copy(before, given(0))
		} else {
			for j := range before {
				before[j] = r.rewards.At(j, 0)
			}
		}
		initializer.Initialize(before)
		if r.releaser != nil {
			r.enterReleases()
		}
	}
	return r
}
