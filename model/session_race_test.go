package model

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"
)

// wander makes one random request of a session, as a screen might.
func wander(s *Session, random *rand.Rand) {
	horizon := s.Config().Horizon
	switch random.IntN(7) {
	case 0:
		s.Seek(random.IntN(horizon + 1))
	case 1: // given up before it arrives
		s.SeekFor(random.IntN(horizon+1), time.Duration(random.IntN(300))*time.Microsecond)
	case 2:
		s.AdvanceFor(random.IntN(horizon), time.Duration(random.IntN(1000))*time.Microsecond)
	case 3:
		s.AdvanceTo(EpochEnd, random.IntN(len(s.tracks)), time.Duration(random.IntN(300))*time.Microsecond)
	case 4: // a search that may be given up
		for q, slices := s.SearchBack(ArmChange, random.IntN(len(s.tracks))), random.IntN(4); slices > 0 && !q.For(50*time.Microsecond); slices-- {
		}
	default:
		s.Advance(1 + random.IntN(1+random.IntN(3000)))
	}
}

// spelled formats a snapshot, without addresses.
func spelled(s *Session) string {
	text := ""
	for _, v := range s.Snapshot().Learners {
		if v.Window != nil {
			text += fmt.Sprintf("%+v", *v.Window)
			v.Window = nil
		}
		text += fmt.Sprintf("%+v\n", v)
	}
	return text
}

// Goroutines share sessions of one configuration, as screens do: they step, rewind, and search at
// random while others read snapshots. The sessions end like an uninterrupted run.
func TestSessionsPassedAround(t *testing.T) {
	const horizon, sessions, goroutines, steps = 8000, 3, 4, 25
	c := config(t, "hhmh-1", horizon, "lazy-dp-ts", "ucb1", "sw-ucb,w=500", "dp-se")
	straight := NewSession(c)
	straight.Advance(horizon)
	want := spelled(straight)

	passed := make(chan *Session, sessions)
	shots := make(chan *Snapshot, sessions*steps)
	for range sessions {
		passed <- NewSession(c)
	}
	var group, readers sync.WaitGroup
	for g := range goroutines {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(g), 5))
			for range steps {
				s := <-passed
				wander(s, random)
				shots <- s.Snapshot()
				passed <- s
			}
		})
		readers.Go(func() {
			for shot := range shots {
				for i := range shot.Learners {
					pulls := 0
					for _, n := range shot.Learners[i].Pulls {
						pulls += n
					}
					if samples := shot.Learners[i].Curve.Linear; pulls != shot.Round || len(samples) > 0 && samples[len(samples)-1].Round > shot.Round {
						t.Errorf("%d pulls in %d rounds, %d samples", pulls, shot.Round, len(samples))
					}
				}
			}
		})
	}
	group.Wait()
	close(shots)
	readers.Wait()
	for range sessions {
		s := <-passed
		s.Seek(horizon)
		if got := s.hashes(); !reflect.DeepEqual(got, straight.hashes()) {
			t.Errorf("plays %x, want %x", got, straight.hashes())
		}
		if got := spelled(s); got != want {
			t.Error("another snapshot at the horizon")
		}
	}
}
