package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/channel"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// followers are the learners that play while their channels change.
var followers = []string{
	"sw-klucb-cf", "sw-klucb-cf,w=60", "kl-ucb-cf", "glr-klucb-cf", "ts-cf", "sw-ts-cf,w=50", "sw-ucb,w=70", "d-ucb",
}

// switching has three phases of 400 rounds: first the channels change, then the means and the
// channels, of which the last come from the scenario.
func switching() *scenarios.Scenario {
	s := preset("gaj-switch,K=3,L=3,length=400")
	copy(s.Phases[1].Arms, s.Phases[0].Arms)
	s.Phases[0].Channels = slices.Repeat([]string{"rr(0.9,0.6)"}, 3)
	s.Phases[1].Channels = []string{"rr(0.1,0.2)", "linear(2)", "rr(0.6,0.9)"}
	s.Channels = slices.Repeat([]string{"rr(0.7,0.7)"}, 3)
	return param.Must(s.Finish())
}

func behindPhases(t *testing.T, choices ...string) *Config {
	t.Helper()
	return checked(t, &Config{Scenario: switching(), Horizon: 1200, Epsilon: .5, Seed: 7}, choices...)
}

// A slowRun plays a plain learner round by round, and keeps every report.
type slowRun struct {
	plays   []int
	reports []float64
	regret  float64
	losses  []float64 // of each arm's reports together
	worst   float64
}

// played plays rounds 1 to n of c's first learner, by definition.
func played(c *Config, n int) *slowRun {
	s, spec, seed := c.Scenario, c.Learners[0], c.Seed
	through := func(phase int) (channels []channel.Channel) {
		texts := s.Phases[phase].Channels
		if len(texts) == 0 {
			texts = s.Channels
		}
		for _, text := range texts {
			channels = append(channels, param.Must(channel.Parse(text, c.Epsilon)))
		}
		return channels
	}
	setting := learners.Setting{
		Arms: s.Arms(), Horizon: c.Horizon, Epsilon: c.Epsilon, Phases: len(s.Phases), Channels: through(0),
		Stream: noise.NewStream(noise.Key(seed, noise.Learning, noise.KeyOf(spec.ID))),
	}
	l, rewards := spec.New(setting, spec.Values(setting)), s.Rewards(seed)
	run, channels := &slowRun{losses: make([]float64, s.Arms())}, setting.Channels
	for t := 1; t <= n; t++ {
		p, phase := s.PhaseAt(t)
		if p.From == t && t > 1 {
			channels = through(phase)
			l.(learners.Corrector).Through(channels)
		}
		rewards.Seek(t)
		j := l.Choose(t)[0]
		coin := noise.At(noise.Key(seed, noise.Privatization, uint64(j), noise.KeyOf(channels[j].String())), t)
		report := channels[j].Report(rewards.At(j, t), &coin)
		l.Observe(t, []float64{report})
		run.plays, run.reports = append(run.plays, j), append(run.reports, report)
		run.regret += p.BestMean - p.Means[j]
		run.losses[j] += channels[j].Epsilon()
		run.worst = max(run.worst, channels[j].Epsilon())
	}
	return run
}

// Runs whose channels change with a phase are those of the definition, however they are stepped: plays,
// reports, regret, and what the reports cost.
func TestRunsThroughChannelsOfPhases(t *testing.T) {
	rng, steps := rand.New(rand.NewPCG(3, 1)), []int{1, 3, 60, 900}
	for _, choice := range followers {
		t.Run(choice, func(t *testing.T) {
			c := behindPhases(t, choice)
			want, run := played(c, c.Horizon), NewRun(c, 0)
			for run.Round() < c.Horizon {
				run.Advance(min(1+rng.IntN(steps[rng.IntN(len(steps))]), c.Horizon-run.Round()))
				if rng.IntN(5) == 0 {
					run = run.Clone()
				}
				at := run.Round() - 1
				if run.Play()[0] != want.plays[at] || run.Report(0) != want.reports[at] {
					t.Fatalf("round %d: arm %d reports %v, by definition arm %d %v", at+1, run.Play()[0], run.Report(0),
						want.plays[at], want.reports[at])
				}
				if at%97 != 0 && at != c.Horizon-1 {
					continue
				}
				so := played(c, at+1)
				all := 0.0
				for j := range so.losses {
					all += so.losses[j]
					if !near(run.reportsLoss(j), so.losses[j]) {
						t.Errorf("round %d: the reports of arm %d cost %v, by definition %v", at+1, j+1, run.reportsLoss(j), so.losses[j])
					}
				}
				if !near(run.AllRounds(), all) || run.CostliestRound() != so.worst || math.Abs(run.Regret()-so.regret) > 1e-9 {
					t.Errorf("round %d: ε %v of one report and %v of all, regret %v; by definition %v, %v and %v", at+1,
						run.CostliestRound(), run.AllRounds(), run.Regret(), so.worst, all, so.regret)
				}
			}
		})
	}
}

// Going back over a change of channels, and on, shows the same as going there directly.
func TestGoingBackOverAChangeOfChannels(t *testing.T) {
	c := behindPhases(t, followers...)
	s := NewSession(c)
	s.Advance(c.Horizon)
	for _, round := range []int{801, 799, 400, 401, 402, 1000, 3, 800, 1200, 401} {
		s.Seek(round)
		fresh := NewSession(c)
		fresh.Advance(round)
		if !reflect.DeepEqual(s.hashes(), fresh.hashes()) {
			t.Errorf("round %d: plays %x, want %x", round, s.hashes(), fresh.hashes())
		}
		got, want := s.Snapshot(), fresh.Snapshot()
		for i := range want.Learners {
			g, w := &got.Learners[i], &want.Learners[i]
			if fmt.Sprint(g.Estimates, g.Explanation, g.AllRounds, g.ReportLosses, g.CostliestRound) !=
				fmt.Sprint(w.Estimates, w.Explanation, w.AllRounds, w.ReportLosses, w.CostliestRound) {
				t.Errorf("round %d: %s differs", round, g.Spec.ID)
			}
			if !slices.EqualFunc(g.Channels, c.ChannelsAt(i)(round), channel.Equal) {
				t.Errorf("round %d: channels %v, want %v", round, g.Channels, c.ChannelsAt(i)(round))
			}
		}
	}
}

// The same channels in every phase are those of the scenario, bit for bit, also for learners that
// cannot follow others, and if they are written differently.
func TestEqualChannelsOfPhasesAreTheScenarios(t *testing.T) {
	for _, choice := range append(slices.Clone(followers), "ts-ldp-b", "ucb-ldp-b") {
		c := checked(t, &Config{Scenario: preset("gaj-swap"), Horizon: 2000, Epsilon: .5, Seed: 3}, choice)
		phases := *c
		s := *c.Scenario
		s.Phases = slices.Clone(s.Phases)
		phases.Scenario, c.Scenario.Channels = &s, slices.Repeat([]string{"rr(0.8,0.7)"}, s.Arms())
		for i := range s.Phases {
			s.Phases[i].Channels = slices.Repeat([]string{[]string{"rr(0.8,0.7)", " RR(0.80, .7)"}[i%2]}, s.Arms())
		}
		if err := phases.Check(); err != nil {
			t.Fatal(err)
		}
		got, want := NewRun(&phases, 0), NewRun(c, 0)
		got.Advance(2000)
		want.Advance(2000)
		if got.Hash() != want.Hash() || costsOf(got) != costsOf(want) || phases.ChannelName(0) != c.ChannelName(0) {
			t.Errorf("%s: %s, want %s", choice, costsOf(got), costsOf(want))
		}
	}
}

// costsOf formats what a run shows of its reports, with every digit.
func costsOf(r *Run) string {
	return fmt.Sprint(r.Regret(), r.Estimates(), r.CostliestRound(), r.AllRounds(), r.CostliestRoundLoss(), r.earlier)
}

// Learners without a definition for changing channels are refused, unless the channels change after the
// horizon or --channel replaces them.
func TestWhoCannotFollowChannels(t *testing.T) {
	const asTheyAre = ": it compares reports of different rounds as they are"
	for choice, why := range map[string]string{"ts-ldp-b": asTheyAre, "ucb-ldp-b": asTheyAre, "ucb-ldp-l": asTheyAre, "ucb1": "", "d-ucb": ""} {
		s := switching()
		if choice == "ucb-ldp-l" {
			for i := range s.Phases {
				s.Phases[i].Channels = slices.Repeat([]string{fmt.Sprintf("laplace(%d)", i+1)}, 3)
			}
		}
		c := &Config{Scenario: s, Learners: []learners.Spec{choose(choice)}, Horizon: 1200, Epsilon: .5}
		want := ""
		if why != "" {
			want = choice + " cannot use channels that change with a phase" + why
		}
		if err := c.Check(); (err == nil) != (why == "") || err != nil && err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
		c.Horizon = 400
		if err := c.Check(); err != nil {
			t.Errorf("up to the change: %v", err)
		}
		c.Horizon = 1200
		if !strings.HasPrefix(choice, "ucb") {
			c.Channel = "rr"
			if err := c.Check(); err != nil || len(c.setting(0).Later) > 0 {
				t.Errorf("through --channel: %v, %v", err, c.setting(0).Later)
			}
		}
	}
}

// The first round of a phase is explained with its channels: what the arm needed is enough, and less is not.
func TestWhyNotAtAChangeOfChannels(t *testing.T) {
	c := behindPhases(t, "sw-ucb,w=70", "d-ucb", "sw-klucb-cf,w=60")
	s := NewSession(c)
	s.Advance(400)
	for i := range c.Learners {
		run := s.tracks[i].run.Clone()
		run.Advance(1)
		for arm := range 3 {
			why, ok := s.WhyNot(i, arm)
			if ok == (run.Play()[0] == arm) {
				t.Errorf("%s plays %v: why not arm %d? %v", c.Learners[i].ID, run.Play(), arm+1, ok)
			}
			if !ok || math.IsNaN(why.Needed) {
				continue
			}
			for share, plays := range map[float64]bool{1: true, .99: false} {
				told := s.tracks[i].run.learner.Clone()
				told.(learners.Corrector).Through(c.ChannelsAt(i)(401))
				if !told.(learners.Supposer).Suppose(arm, share*why.More) || (told.Choose(401)[0] == arm) != plays {
					t.Errorf("%s, arm %d: with %v of %v, played should be %v", c.Learners[i].ID, arm+1, share, why.More, plays)
				}
			}
		}
	}
}
