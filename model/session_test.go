package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/noise/param"
)

func (s *Session) hashes() []uint64 {
	return param.Map(s.tracks, func(t *track) uint64 { return t.run.Hash() })
}

// Slices of any size, with or without rewinding, give the same plays and curves.
func TestChunksAndRewindsChangeNothing(t *testing.T) {
	const horizon = 150_000
	want := NewSession(config(t, "hhmh-1", horizon, "lazy-dp-ts", "ucb1"))
	want.Advance(horizon)
	for _, chunk := range []int{1, 7, 1000, 140_000} {
		t.Run(fmt.Sprint(chunk), func(t *testing.T) {
			t.Parallel()
			s := NewSession(want.config)
			for rewound := false; !s.Done(); {
				s.advance(chunk, s.Round() < horizon/40) // to explain a round takes longer than to play it
				if !rewound && s.Round() >= horizon/2 {
					rewound = true
					before, at := s.hashes(), s.Round()
					s.Seek(at / 3)
					s.Seek(at)
					if !reflect.DeepEqual(s.hashes(), before) {
						t.Fatalf("round %d differs after going back to %d and forth", at, at/3)
					}
				}
			}
			if got := s.hashes(); !reflect.DeepEqual(got, want.hashes()) {
				t.Errorf("plays %x, want %x", got, want.hashes())
			}
			for i := range s.tracks {
				// %v, because NaN differs from itself.
				if fmt.Sprintf("%v", s.tracks[i].curve) != fmt.Sprintf("%v", want.tracks[i].curve) {
					t.Errorf("learner %d: another curve", i)
				}
			}
		})
	}
}

func TestSeekFindsEveryRoundAgain(t *testing.T) {
	local := opened(t, "gaj-switch", "", 3, append(suitable("gaj-switch")[:MaxLearners-1], "sw-ucb,w=3000")...)
	local.Horizon = 10_000
	for name, c := range map[string]*Config{"two": config(t, "hhmh-2", 200_000, "anytime-lazy-ucb", "thompson"), "local": local} {
		forward, s := NewSession(c), NewSession(c)
		want := map[int][]uint64{}
		for _, t := range []int{0, 1, 5, 6, 1023, 1024, 1025, 5000, 50_000, 131_072, 199_999, 200_000} {
			if t <= c.Horizon {
				forward.Seek(t)
				want[t] = forward.hashes()
			}
		}
		for _, at := range []int{200_000, 199_999, 199_998, 6, 131_072, 9000, 2500, 5, 1, 0, 1025, 7777, 1024, 1023, 200_000, 5000, 50_000} {
			if at = min(at, c.Horizon); !s.SeekFor(at, time.Hour) || s.Round() != at {
				t.Fatalf("%s: sought %d, arrived at %d", name, at, s.Round())
			}
			if h, known := want[at]; known && !reflect.DeepEqual(s.hashes(), h) {
				t.Errorf("%s: round %d: other plays than on the way there", name, at)
			}
		}
	}
}

func TestSeekStaysInItsBudget(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 50_000_000, "lazy-dp-ts"))
	if s.SeekFor(50_000_000, time.Millisecond) {
		t.Fatal("fifty million rounds in a millisecond")
	}
	if s.Round() == 0 {
		t.Fatal("no progress at all")
	}
}

// previous searches back in the smallest slices.
func previous(s *Session, e Event) int {
	q := s.SearchBack(e, 0)
	for !q.For(1) {
	}
	return q.Round()
}

func TestEventsAreFoundForwardsAndBackwards(t *testing.T) {
	c := config(t, "hhmh-1", 30_000, "anytime-lazy-ucb")
	for _, e := range []Event{EpochEnd, ArmChange} {
		s := NewSession(c)
		var forwards []int
		for {
			s.AdvanceTo(e, 0, time.Hour)
			if s.Done() {
				break
			}
			forwards = append(forwards, s.Round())
		}
		if len(forwards) < 10 {
			t.Fatalf("event %d: only at %v", e, forwards)
		}
		for i := len(forwards) - 1; i >= 0; i-- {
			round := previous(s, e)
			if round != forwards[i] {
				t.Fatalf("event %d before round %d: %d, want %d", e, s.Round(), round, forwards[i])
			}
			s.Seek(round)
		}
		if round := previous(s, e); round != 0 {
			t.Errorf("event %d: another one before the first, at %d", e, round)
		}
	}
}

// Events that are found at once do not show how many rounds fit into a step: the step must not
// grow, or the next long search exceeds its time.
func TestEarlyEventsDoNotLengthenSteps(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 1000, "random"))
	for range 100 {
		s.AdvanceTo(ArmChange, 0, time.Hour)
	}
	if s.pace.rounds() > firstStep {
		t.Errorf("after 100 events within %d rounds a step is %d rounds", s.Round(), s.pace.rounds())
	}
}

func TestEpochEndsOfLazyLearnersAreAtPowersOfTwo(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 10_000, "anytime-lazy-ucb"))
	for s.AdvanceTo(EpochEnd, 0, time.Hour); !s.Done(); s.AdvanceTo(EpochEnd, 0, time.Hour) {
		v := s.Snapshot().Learners[0]
		// An arm's releases cover 1, 2, 4, … of its pulls.
		pulls := v.Pulls[v.Play[0]]
		if pulls&(pulls+1) != 0 || v.Account.Last.Observations != (pulls+1)/2 {
			t.Fatalf("round %d: release of %d observations at pull %d", s.Round(), v.Account.Last.Observations, pulls)
		}
	}
}

func TestCurvesAreBoundedAndOrdered(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 3_000_000, "random"))
	s.Advance(3_000_000)
	c := s.Snapshot().Learners[0].Curve
	for name, samples := range map[string][]Sample{"linear": c.Linear, "log": c.Log} {
		if len(samples) < 500 || len(samples) > 2048 {
			t.Errorf("%s: %d samples", name, len(samples))
		}
		for i := 1; i < len(samples); i++ {
			if samples[i].Round <= samples[i-1].Round || samples[i].Regret < samples[i-1].Regret {
				t.Fatalf("%s: sample %d does not follow %+v", name, i, samples[i-1])
			}
		}
	}
	if len(s.history.kept) > maxCheckpoints {
		t.Errorf("%d checkpoints", len(s.history.kept))
	}
}

// A snapshot must not change while the session continues.
func TestSnapshotsStandStill(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 100_000, "lazy-dp-ts", "ucb1"))
	s.Advance(20_000)
	shot := s.Snapshot()
	before := fmt.Sprintf("%+v", shot.Learners)
	s.Advance(50_000)
	s.Seek(10)
	s.Advance(30_000)
	if after := fmt.Sprintf("%+v", shot.Learners); after != before {
		t.Error("the snapshot changed")
	}
}

// faulty panics in a given round, or the next in which it chooses.
type faulty struct {
	learners.Learner
	at int
}

func (l *faulty) Choose(t int) []int {
	if t >= l.at {
		panic("broken learner")
	}
	return l.Learner.Choose(t)
}

// A panic in a learner must reach the caller of Advance, because no caller could recover it in a goroutine.
func TestPanicsReachTheCaller(t *testing.T) {
	s := NewSession(config(t, "hhmh-1", 10_000, "ucb1", "thompson"))
	s.tracks[1].run.learner = &faulty{s.tracks[1].run.learner, 3000}
	defer func() {
		if fault := recover(); fault != "broken learner" {
			t.Errorf("recovered %v", fault)
		}
	}()
	s.Advance(10_000)
	t.Error("no panic")
}

func liveBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

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

func spelled(s *Session) (text string) {
	for _, v := range s.Snapshot().Learners {
		text += shown(&v) + "\n"
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

// A session ends before the first round without a choice, moves freely in the rounds before it,
// and continues when there are more. The other learners play as without the person.
func TestSessionsWaitForThePerson(t *testing.T) {
	g := &learners.Game{}
	c := config(t, "hhmh-1", 50, "ucb1")
	alone := NewRun(c, 0)
	c.Learners = append(c.Learners, learners.You(g, false))
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	s := NewSession(c)
	s.Advance(10)
	if s.Round() != 0 {
		t.Fatalf("%d rounds before the first choice", s.Round())
	}
	pulls := []int{3, 3, 0, 4, 1}
	for i, arm := range pulls {
		g.Pull(arm)
		s.Seek(50)
		if got := s.tracks[1].run.Play(); s.Round() != i+1 || got[0] != arm {
			t.Fatalf("round %d: arm %v, want %d in round %d", s.Round(), got, arm, i+1)
		}
	}
	regret := s.tracks[1].run.Regret()
	if s.Seek(1); s.tracks[1].run.Play()[0] != 3 || s.Round() != 1 {
		t.Errorf("round %d: arm %v", s.Round(), s.tracks[1].run.Play())
	}
	for arm := range c.Scenario.Arms() {
		if _, ok := s.WhyNot(1, arm); ok {
			t.Errorf("it is known why the person does not pull arm %d", arm)
		}
	}
	if s.Seek(5); s.tracks[1].run.Regret() != regret {
		t.Errorf("regret %v after going back and forth, want %v", s.tracks[1].run.Regret(), regret)
	}
	if alone.Advance(5); alone.Hash() != s.tracks[0].run.Hash() {
		t.Error("UCB1 plays otherwise beside a person")
	}
	if want := []int{1, 1, 0, 2, 1}; !slices.Equal(s.tracks[1].run.Pulls(), want) {
		t.Errorf("pulls %v, want %v", s.tracks[1].run.Pulls(), want)
	}
}

func TestEstimatedReturn(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		round     int
		pulls     []int
		estimates []float64
		want      float64
	}{
		{4, []int{1, 3}, []float64{.5, .25}, (.5 + 3*.25) / 4},
		{4, []int{1, 3}, []float64{-7, 9}, 3. / 4}, // noise is cut off
		{4, []int{1, 3}, []float64{nan, .25}, .25}, // forgotten: as the others
		{4, []int{0, 4}, []float64{nan, .25}, .25}, // never pulled
		{4, []int{4, 4}, []float64{.5, .25}, .75},  // a basis of two arms
		{4, []int{1, 3}, []float64{nan, nan}, nan}, // nothing is estimated
		{0, []int{0, 0}, []float64{nan, nan}, nan}, // before round 1
		{0, []int{0, 0}, []float64{.5, .5}, nan},   // observed before round 1
	} {
		s := Sample{Round: test.round, Pulls: test.pulls, Estimates: test.estimates}
		if got := s.EstimatedReturn(); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
