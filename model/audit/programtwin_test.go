//go:build !js

package audit

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

func TestMain(m *testing.M) { programtest.Main(m, act) }

// act plays arm 0 four times, then arm 1 if the sum of arm 0's rewards plus noise in [−1, 1] is
// above 2. "deaf" uses its noise alone, and "mortal" dies in round 9.
func act(part string, seeds []uint64, arms int) (ready string, play func(t int, feedback []float64) []int) {
	if strings.Contains(part, "-") {
		return benchmark(part, seeds, arms)
	}
	sums := make([]float64, len(seeds))
	for i, seed := range seeds {
		sums[i] = 2*rand.New(rand.NewPCG(seed, 1)).Float64() - 1
		if part == "deaf" {
			sums[i] += 2
		}
	}
	return `{"private":"central","claim":{"epsilon":2}}`, func(t int, feedback []float64) []int {
		if part == "mortal" && t == 9 {
			return nil
		}
		plays := make([]int, len(sums))
		for i := range plays {
			if 1 < t && t <= 5 && part != "deaf" {
				sums[i] += feedback[i]
			}
			if t >= 5 && sums[i] > 2 {
				plays[i] = 1
			}
		}
		return plays
	}
}

func acting(t *testing.T, part string) *model.Config {
	t.Helper()
	s := param.Must(scenarios.FromArms("two", param.Must(arm.ParseList("0.5 0.5")), scenarios.Bandit))
	c := &model.Config{Scenario: s, Learners: []learners.Spec{programtest.Learner(t, part)}, Horizon: 12, Epsilon: 1, Programs: program.NewHost()}
	t.Cleanup(c.Programs.Close)
	return c
}

func twinOf(t *testing.T, part string) *Twin {
	return param.Must(newTwin(context.Background(), acting(t, part), 0, 400, false, func(int) {}))
}

// Both universes have the same noise, so they part only because of the reward, and counts over
// many noises agree with single noises.
func TestTwinsOfAProgram(t *testing.T) {
	notForRaces(t)
	w := twinOf(t, "noisy")
	if w.watches.from != w.watches.to || w.watches.to < 5 || w.shown.Verdict.Claimed != 2 {
		t.Fatalf("round %d to %d, claimed %v", w.watches.from, w.watches.to, w.shown.Verdict.Claimed)
	}
	const noises = 30
	counted, agreed := map[string][2]int{}, 0
	for number := range noises {
		w.Show(number)
		w.Step(1 << 20)
		shot := w.Snapshot()
		if w.Err() != nil || !w.Done() || shot.Parted > 0 && shot.Parted <= shot.Sequences.Round {
			t.Fatalf("%v; done %v, parted in round %d", w.Err(), w.Done(), shot.Parted)
		}
		plays := shot.Rounds[w.watches.to-1].Plays
		for side := range 2 {
			count(counted, playOf(plays[side][0]), side)
		}
		if slices.Equal(plays[0], plays[1]) {
			agreed++
		}
	}
	w.Sample(noises)
	shot := w.Snapshot()
	if shot.Samples != noises || shot.Agreed != agreed || agreed == 0 || agreed == noises {
		t.Errorf("%d of %d noises agree, %d one by one", shot.Agreed, shot.Samples, agreed)
	}
	for _, o := range shot.Outcomes {
		if o.Counts != counted[playOf(o.Play[0])] {
			t.Errorf("%s: %v, %v one by one", o.Label, o.Counts, counted[playOf(o.Play[0])])
		}
	}
}

func TestTwinsThatNeverPart(t *testing.T) {
	notForRaces(t)
	w := twinOf(t, "deaf")
	w.Step(1 << 20)
	if shot := w.Snapshot(); shot.Parted > 0 || !strings.Contains(shot.Hidden, "proves nothing") {
		t.Errorf("parted in round %d: %q", shot.Parted, shot.Hidden)
	}
}

func TestTwinsOfAProgramThatFails(t *testing.T) {
	_, err := newTwin(context.Background(), acting(t, "mortal"), 0, 400, false, func(int) {})
	if err == nil || !strings.Contains(err.Error(), "round 9: the program exited") {
		t.Errorf("while searching: %v", err)
	}
	w := &Twin{shown: TwinShot{Config: acting(t, "mortal"), Total: 20}, tally: map[string][2]int{}}
	w.replay = newReplay(w.shown.Config, 0)
	w.watches = distinguisher{Neighbors: *(&tape{rest: make([]float64, 5)}).pair(.5, 1), from: 8, to: 8}
	w.Show(0)
	w.Step(1 << 20)
	if w.Err() == nil || w.Done() || len(w.Snapshot().Rounds) != 8 {
		t.Errorf("%v after %d rounds", w.Err(), len(w.Snapshot().Rounds))
	}
}

func TestAGameHasNoTwins(t *testing.T) {
	c := acting(t, "noisy")
	c.Learners = []learners.Spec{learners.You(&learners.Game{}, false)}
	if _, err := NewTwin(context.Background(), c, 0, false, func(int) {}); err != learners.ErrYou {
		t.Error(err)
	}
}
