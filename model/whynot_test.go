package model

import (
	"math"
	"slices"
	"testing"

	"regretscope/learners"
)

// doubted returns a configuration with one learner, nil if it cannot play there.
func doubted(id, scenario, channel string, epsilon float64) *Config {
	c := &Config{Scenario: preset(scenario), Learners: []learners.Spec{choose(id)}, Horizon: 1200, Epsilon: epsilon, Channel: channel, Seed: 3}
	if c.Check() != nil {
		return nil
	}
	return c
}

// at returns a session after some rounds.
func at(c *Config, round int) *Session {
	s := NewSession(c)
	s.Seek(round)
	return s
}

// supposed returns the play of learner i in the next round if the sum behind its estimate of an
// arm were larger by more; nil if that is impossible.
func (s *Session) supposed(i, arm int, more float64) []int {
	supposer, ok := s.tracks[i].run.learner.(learners.Supposer)
	if !ok {
		return nil
	}
	other := supposing(supposer, arm, more)
	if other == nil {
		return nil
	}
	return other.Choose(s.round + 1)
}

// For every learner the smallest larger sum, but no smaller one, would have made it play the arm, and the next play
// of the arm is right. If scores are sums of terms, the needed estimate closes the gap.
func TestWhyNot(t *testing.T) {
	worlds := []struct {
		scenario, channel string
		epsilon           float64
	}{{"hhmh-1", "", 1}, {"chh-synthetic", "", 2}, {"jzl-20", "", 2}, {"hhmh-1", "rr(0.1,0.3)", 1}, {"hhmh-1", "laplace", .3}, {"ww-det,K=5,losses=even", "", 1}}
	all := []string{"cts,prior=beta"}
	for _, d := range learners.All() {
		if !d.NeedsBest {
			all = append(all, d.ID)
		}
	}
	for _, id := range all {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			played, can, needed, summed := false, false, 0, 0
			for _, w := range worlds {
				c := doubted(id, w.scenario, w.channel, w.epsilon)
				if c == nil {
					continue
				}
				played = true
				sessions := map[int]*Session{} // by round
				at := func(round int) *Session {
					if sessions[round] == nil {
						sessions[round] = at(c, round)
					}
					return sessions[round]
				}
				_, can = NewRun(c, 0).learner.(learners.Supposer)
				for _, round := range []int{60, 1101} {
					session := at(round)
					explained := at(round + 1).Snapshot().Learners[0]
					for arm := range min(c.Scenario.Arms(), 4) {
						why, ok := session.WhyNot(0, arm)
						if ok == slices.Contains(explained.Play, arm) {
							t.Fatalf("round %d, arm %d: %v although %v is played", round+1, arm+1, ok, explained.Play)
						}
						if !ok {
							continue
						}
						expectNext(t, session, &why)
						if math.IsNaN(why.Needed) {
							if w.channel == "laplace" && (id == "sw-ucb" || id == "d-ucb") {
								t.Errorf("round %d, arm %d: with noise on reports any sum can be", round+1, arm+1)
							}
							continue
						}
						needed++
						decided := at(why.Decided - 1)
						for more, want := range map[float64]bool{why.More: true, why.More * (1 - 1e-4): false} {
							if math.Abs(why.More) < 1e-9 && !want {
								continue // a tie, which anything more breaks
							}
							if got := decided.supposed(0, arm, more); slices.Contains(got, arm) != want {
								t.Errorf("%s, round %d, arm %d with %v more: %v is played, with the arm: %v; %+v", w.scenario, round+1, arm+1, more, got, want, why)
							}
						}
						if gap, ok := additive(&explained, arm); ok && c.Scenario.Matroid == nil && explained.Channels == nil && why.Decided == why.Round {
							summed++
							if got := why.Needed - why.Estimate; math.Abs(got-gap) > 1e-6*max(1, math.Abs(gap)) {
								t.Errorf("%s, round %d, arm %d: the estimate has to rise by %v, the gap is %v", w.scenario, round+1, arm+1, got, gap)
							}
						}
					}
				}
			}
			if !played {
				t.Skip("it plays none of these")
			}
			if can && needed < 2 && id != "ftl" { // whose leader there has earned all there is
				t.Errorf("only %d claims were tested", needed)
			}
			if slices.Contains([]string{"ucb1", "anytime-lazy-ucb", "dp-ucb-tree"}, id) && summed < 5 {
				t.Errorf("only %d claims were compared with gaps", summed)
			}
		})
	}
}

// additive returns how far an arm's score is below the largest, if scores are sums.
func additive(v *LearnerState, arm int) (gap float64, ok bool) {
	e := &v.Explanation
	if len(e.Arms) == 0 || !e.LargestWins() || !slices.Contains([]learners.Role{learners.Score, learners.UpperIndex}, e.Columns[len(e.Columns)-1].Role) {
		return 0, false
	}
	score := func(a *learners.ArmTerms) float64 { return a.Values[len(a.Values)-1] }
	a := &e.Arms[arm]
	sum := 0.0
	for c, column := range e.Columns {
		switch column.Role {
		case learners.Estimate, learners.Confidence, learners.PrivacyBonus:
			sum += a.Values[c]
		case learners.Noise:
			return 0, false
		}
	}
	return score(&e.Arms[v.Play[0]]) - score(a), sum == score(a) && !math.IsInf(sum, 0)
}

// expectNext plays on and expects the arm first in the given round.
func expectNext(t *testing.T, s *Session, why *WhyNot) {
	t.Helper()
	run := s.tracks[0].run.Clone()
	run.Advance(1)
	last := why.Next
	if last == 0 {
		last = why.Round + why.Ahead
	}
	for run.Round() < last {
		run.Advance(1)
		if got := slices.Contains(run.Play(), why.Arm); got != (run.Round() == why.Next) {
			t.Errorf("round %d: arm %d is played: %v; %+v", run.Round(), why.Arm+1, got, why)
			return
		}
	}
}

// The answer also holds for observations: an arm that was left in this round would have been played again if its
// reward in the round before had been larger by this amount, but not by a little less.
func TestWhyNotHoldsOfObservations(t *testing.T) {
	for _, id := range []string{"ucb1", "kl-ucb", "anytime-lazy-ucb", "lazy-dp-ts", "dp-ucb-tree", "adap-ucb", "dp-klucb"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			c := doubted(id, "hhmh-1", "", 1)
			rewards := c.Scenario.Rewards(c.Seed)
			tested := 0
			run := NewRun(c, 0)
			run.Advance(20)
			for before := run.Play()[0]; run.Round() < 1100 && tested < 5; {
				run.Advance(1)
				arm, round := before, run.Round()
				before = run.Play()[0]
				if before == arm {
					continue
				}
				session := at(c, round-1)
				why, _ := session.WhyNot(0, arm)
				if view := session.Snapshot().Learners[0]; view.Spec.Privacy.Publishes() && !view.Released {
					continue // the reward is in no estimate yet
				}
				if math.IsNaN(why.Needed) || why.More < 1e-9 {
					continue // its rewards were the largest already, or it is a tie
				}
				for more, want := range map[float64]bool{why.More * (1 + 1e-7): true, why.More * (1 - 1e-3): false} {
					other := c.Starter(0).Replay(c.Seed, func(t int) []float64 {
						row := make([]float64, c.Scenario.Arms())
						for j := range row {
							row[j] = rewards.At(j, t)
							if j == arm && t == round-1 {
								row[j] += more
							}
						}
						return row
					})
					other.Advance(round)
					if got := other.Play()[0] == arm; got != want {
						t.Errorf("round %d, arm %d with %v more: played %v, want %v; %+v", round, arm+1, more, got, want, why)
					}
				}
				tested++
			}
			if tested < 2 {
				t.Errorf("only %d rounds were tested", tested)
			}
		})
	}
}

// Follow the leader would follow another action with slightly more reward than the leader; a
// noisy leader loses as soon as noise closes the gap.
func TestWhyNotOfLeaders(t *testing.T) {
	for id, gap := range map[string]func(v *LearnerState, arm int) float64{
		"ftl": func(v *LearnerState, arm int) float64 {
			terms := v.Explanation.Arms
			return terms[v.Play[0]].Values[0] - terms[arm].Values[0]
		},
		"rnm-ftnl,noise=laplace,scale=1": func(v *LearnerState, arm int) float64 {
			terms := v.Explanation.Arms // Φ, Q and their sum
			return terms[v.Play[0]].Values[2] - terms[arm].Values[2]
		},
	} {
		c := doubted(id, "doubling-gap,K=4,gap=.1", "", 1)
		for _, round := range []int{40, 333} {
			view := at(c, round+1).Snapshot().Learners[0]
			for arm := range 4 {
				why, ok := at(c, round).WhyNot(0, arm)
				if want := gap(&view, arm); ok && math.Abs(why.More-want) > 1e-6*max(1, want) {
					t.Errorf("%s, round %d, arm %d: %v more is needed, the gap is %v", id, round+1, arm+1, why.More, want)
				}
			}
		}
	}
}
