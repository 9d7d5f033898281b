package model

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"regretscope/learners"
)

// changed makes a change in very small slices.
func (s *Session) changed(c *Config) {
	for ch := s.Change(c); !ch.For(1); {
	}
}

// same expects two sessions to be equal in this and all earlier rounds.
func same(t *testing.T, got, want *Session, rounds ...int) {
	t.Helper()
	for _, round := range rounds {
		got.Seek(round)
		want.Seek(round)
		if !reflect.DeepEqual(got.hashes(), want.hashes()) {
			t.Errorf("round %d: plays %x, want %x", round, got.hashes(), want.hashes())
		}
		g, w := got.Snapshot(), want.Snapshot()
		for i := range w.Learners {
			if got, want := shown(&g.Learners[i]), shown(&w.Learners[i]); got != want {
				t.Errorf("round %d: learner %d shows\n%s\nwant\n%s", round, i, got, want)
			}
		}
	}
}

// shown formats a view, because NaN differs from itself and functions cannot be compared.
func shown(v *LearnerState) string {
	choice, window, channels := v.Spec.String(), v.Window, fmt.Sprint(v.Channels)
	v.Spec, v.Window, v.Channels = learners.Spec{}, nil, nil
	return fmt.Sprintf("%s %+v %s %+v", choice, window, channels, *v)
}

// A changed session equals one with these learners from the start: in this round, before, and after.
func TestAChangedComparisonIsAsIfFromTheStart(t *testing.T) {
	const horizon = 20_000
	for _, test := range []struct {
		name          string
		before, after []string
		at, back      int
	}{
		{"added", []string{"lazy-dp-ts", "ucb1"}, []string{"lazy-dp-ts", "ucb1", "lazy-dp-ts,epsilon=2"}, 15_000, 0},
		{"removed", []string{"lazy-dp-ts", "ucb1", "thompson"}, []string{"lazy-dp-ts", "thompson"}, 7001, 0},
		{"replaced and in another order", []string{"lazy-dp-ts", "ucb1"}, []string{"thompson,seed=3", "lazy-dp-ts", "thompson"}, 5000, 0},
		{"before round 1", []string{"ucb1"}, []string{"ucb1", "thompson"}, 0, 0},
		{"after going back", []string{"lazy-dp-ts"}, []string{"lazy-dp-ts", "dp-se"}, 70_000, 3000}, // some checkpoints are thinned out by then
		{"twice the same", []string{"thompson"}, []string{"thompson", "thompson", "ucb1", "ucb1"}, 2048, 0},
		{"at the horizon", []string{"lazy-dp-ts"}, []string{"lazy-dp-ts", "lazy-dp-ts,epsilon=inf"}, horizon, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			horizon := max(horizon, test.at)
			c := config(t, "hhmh-1", horizon, test.before...)
			s := NewSession(c)
			s.Seek(test.at)
			if test.back > 0 {
				s.Seek(test.back)
			}
			round := s.Round()
			s.changed(checked(t, c, test.after...))
			if s.Round() != round {
				t.Fatalf("at round %d after the change, %d before", s.Round(), round)
			}
			fresh := NewSession(s.config)
			same(t, s, fresh, round, max(round-1, 0), min(round+5000, horizon))
		})
	}
}

// Every learner can join a comparison, in every kind of scenario.
func TestEveryLearnerJoins(t *testing.T) {
	for _, name := range []string{"hhmh-1", "ww-det,K=4", "chh-synthetic", "gaj-tide", "jzl-20"} {
		t.Run(name, func(t *testing.T) {
			for all := range slices.Chunk(suitable(name), MaxLearners) {
				c := config(t, name, 240, all[0])
				s := NewSession(c)
				s.Advance(120)
				s.Change(checked(t, c, all...)).For(time.Hour)
				same(t, s, NewSession(s.config), 120, 240)
			}
		})
	}
}

// A learner's own seed changes its random numbers, and those of its channels; the rewards stay.
func TestAnOwnSeedChangesTheLearnerAlone(t *testing.T) {
	hashes := func(scenario string, choices ...string) []uint64 {
		s := NewSession(config(t, scenario, 2000, choices...))
		s.Advance(2000)
		return s.hashes()
	}
	for _, of := range [][2]string{{"hhmh-1", "thompson"}, {"hhmh-1", "lazy-dp-ts"}, {"jzl-20", "ucb-ldp-b"}} {
		h := hashes(of[0], of[1], of[1]+",seed=2", of[1]+",seed=3", of[1]+",seed=2")
		if h[1] != h[3] || slices.Contains(h[1:3], h[0]) || h[1] == h[2] {
			t.Errorf("%s: hashes %x of the run's seed, 2, 3 and 2", of[1], h)
		}
	}
	// With full information the feedback is all rewards: the same for all.
	c := config(t, "ww-det,K=4", 100, "rnm-ftnl", "rnm-ftnl,seed=9")
	a, b := NewRun(c, 0), NewRun(c, 1)
	for range 100 {
		a.Advance(1)
		b.Advance(1)
		if !slices.Equal(a.Feedback(), b.Feedback()) {
			t.Fatalf("round %d: the rewards differ", a.Round())
		}
	}
}

// Wherever a session stops, even at a checkpoint, its newest round is explained as if each round before had been.
func TestTheNewestRoundIsExplained(t *testing.T) {
	c := config(t, "hhmh-1", 20_000, "lazy-dp-ts", "ucb1")
	s := NewSession(c)
	for _, round := range []int{1, 2, 1023, 1024, 5000, 2048, 4096, 4095, 20_000, 1024} {
		for !s.SeekFor(round, 1) {
			for i := range s.tracks {
				if !s.tracks[i].explained {
					t.Fatalf("on its way to round %d, at round %d: not explained", round, s.round)
				}
			}
		}
		fresh := NewSession(c)
		for fresh.Round() < round {
			fresh.Advance(min(7, round-fresh.Round()))
		}
		got, want := s.Snapshot(), fresh.Snapshot()
		for i := range want.Learners {
			if !want.Learners[i].Explained || shown(&got.Learners[i]) != shown(&want.Learners[i]) {
				t.Errorf("round %d: learner %d shows something else", round, i)
			}
		}
	}
}
