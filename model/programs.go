package model

import (
	"context"
	"slices"

	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// task returns the task of learner i if it is a program, else nil.
func (c *Config) task(i int) *program.Task {
	spec := c.Learners[i]
	words := spec.Plays().Process()
	if words == nil {
		return nil
	}
	setting, feedback := c.setting(i), c.Scenario.Feedback
	if c.Scenario.Kind == scenarios.MatroidKind {
		feedback = scenarios.SemiBandit
	}
	return &program.Task{
		Command: spec.ID, Words: words, Parameters: spec.Given(),
		Arms: setting.Arms, Feedback: feedback, Horizon: c.Horizon, Epsilon: setting.Epsilon,
		Matroid: setting.Matroid, Channels: setting.Channels,
	}
}

// laneSeed returns a program's seed for a run, a whole number that every language can hold.
func (s *Starter) laneSeed(seed uint64) uint64 {
	return noise.Key(s.Spec.Seed(seed), noise.Learning, noise.KeyOf("program")) >> 11
}

// StartTeam starts a program's run for each seed, side by side, to be advanced in turn by
// single rounds. If tape is not nil, tape(i) gives the rewards of lane i.
func (s *Starter) StartTeam(seeds []uint64, tape func(i int) func(t int) []float64) (*program.Team, []*Run) {
	team, runs := s.config.Programs.NewTeam(s.task, param.Map(seeds, s.laneSeed)), make([]*Run, len(seeds))
	for i, seed := range seeds {
		var rewards func(t int) []float64
		if tape != nil {
			rewards = tape(i)
		}
		runs[i] = s.run(team.Lane(i), seed, rewards)
	}
	return team, runs
}

// Ready returns what a program says about itself.
func (s *Starter) Ready(ctx context.Context) (*program.Ready, error) {
	team, _ := s.StartTeam([]uint64{s.config.Seed}, nil)
	defer team.End()
	defer context.AfterFunc(ctx, team.Kill)()
	return team.Start()
}

// RunsAtATime returns the number of an audit's runs to play at a time, by a program that is Ready.
func (s *Starter) RunsAtATime(ready *program.Ready) int { return s.task.RunsAtATime(ready.Lanes) }

// Lanes returns the number of an experiment's runs to play at a time.
func (s *Starter) Lanes() int { return s.task.Lanes() }

// TwoArms returns a starter of the same program on two arms; nil if that differs in more than the number of
// arms, or in nothing.
func (s *Starter) TwoArms() *Starter {
	if s.Setting.Arms <= 2 || s.Setting.Matroid != nil || s.Setting.Channels != nil {
		return nil
	}
	own := *s
	task := *s.task
	own.task, task.Arms, own.Setting.Arms, own.all = &task, 2, 2, own.all[:2]
	return &own
}

// SeesOne reports whether a program sees the reward of one arm in a round.
func (s *Starter) SeesOne() bool { return s.task.Feedback == scenarios.Bandit }

// InTeams reports whether the learner is a program, whose runs StartTeam starts.
func (s *Starter) InTeams() bool { return s.task != nil }

// NotRepeatable returns the warning about a program that does not repeat its plays.
func NotRepeatable(learner string) string {
	return param.Printable(learner) + " does not depend on its seed alone: this run cannot be repeated"
}

// repeated is the number of rounds that Repeatable plays twice.
const repeated = 200

// Repeatable reports whether learner i, a program, repeats its plays with the same seed: alone,
// and as the last of several lanes, which reveals a shared random generator.
func (c *Config) Repeatable(ctx context.Context, i int) (bool, error) {
	starter, rounds := c.Starter(i), min(c.Horizon, repeated)
	others := []uint64{noise.ReplicationSeed(c.Seed, 1), noise.ReplicationSeed(c.Seed, 2)}
	var plays [2]uint64
	for k, seeds := range [][]uint64{{c.Seed}, slices.Concat(others, []uint64{c.Seed})} {
		team, runs := starter.StartTeam(seeds, nil)
		release := context.AfterFunc(ctx, team.Kill)
		for range rounds {
			for _, run := range runs {
				run.Advance(1)
			}
		}
		release()
		go team.End() // whoever ignores the end of its input delays nothing; the host waits for it
		if team.Err() != nil {
			return false, team.Err()
		}
		plays[k] = runs[len(runs)-1].changes
	}
	return plays[0] == plays[1], nil
}
