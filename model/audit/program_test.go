//go:build !js

package audit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/matroid"
	"regretscope/scenarios/scenariotest"
)

func TestMain(m *testing.M) { programtest.Main(m, act) }

// act plays arm 0 four times, then arm 1 if the sum of arm 0's rewards plus noise in [−1, 1] is above 2. "deaf"
// uses its noise alone, "still" its rewards alone, and "idle" neither; "mortal" dies in round 5, and on two arms
// "narrow", deaf too, does in round 3. "xor" plays a coin, then arm 1, then the XOR of both the coin and its
// reward.
func act(part string, seeds []uint64, arms int) (ready string, play func(t int, feedback []float64) []int) {
	sums, coins := make([]float64, len(seeds)), make([]int, len(seeds))
	for i, seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 1))
		coins[i] = random.IntN(2)
		switch sums[i] = 2*random.Float64() - 1; part {
		case "deaf", "narrow":
			sums[i] += 2
		case "still", "idle":
			sums[i] = 0
		}
	}
	return `{"private":"central","claim":{"epsilon":2}}`, func(t int, feedback []float64) []int {
		if part == "mortal" && t == 5 || part == "narrow" && t == 3 && arms == 2 {
			return nil
		}
		plays := make([]int, len(sums))
		for i := range plays {
			switch {
			case part == "xor" && t == 1:
				plays[i] = coins[i]
			case part == "xor" && t == 3:
				plays[i] = coins[i] ^ int(math.Round(feedback[i]))
			case part == "xor":
				plays[i] = 1
			case 1 < t && t <= 5 && part != "deaf" && part != "narrow" && part != "idle":
				sums[i] += feedback[i]
			}
			if t >= 5 && sums[i] > 2 && part != "xor" {
				plays[i] = 1
			}
		}
		return plays
	}
}

// Each audit of a correct program accuses it with a chance of at most 1%; those that are not refuted here cannot be.
func TestAuditsOfPrograms(t *testing.T) {
	notForRaces(t)
	for _, c := range []struct {
		part, arms string
		horizon    int
		verdict    string
		bound      float64
		noiseless  bool
		looked     string
	}{
		{"noisy", "0.5 0.5", 12, "claim violated: at least ", 3, false, "pairs of reward sequences of 2 arms, up to round "},
		{"narrow", "0.5 0.5 0.5", 12, "nothing found up to round 12: this proves nothing", 0, false, "Two arms were not tried: "},
		{"xor", "0.5 0.5", 6, "claim violated: at least ", 3, false, "on the noise is that of round 1, on the rewards that of round 3."},
		{"still", "0.5 0.5", 6, "claim violated: at least ", 3, true, "No play depended on the noise."},
		{"deaf", "0.5 0.5", 12, "nothing found up to round 12: this proves nothing", 0, false, "none depended on the rewards."},
		{"idle", "0.5 0.5", 12, "no play depended on noise up to round 12: nothing can be said", 0, false, "No play depended on the rewards or the noise."},
		{"noisy", "0.5 0.5", 1, "no play depended on noise up to round 1: nothing can be said", 0, false, "0 pairs"},
		{"noisy", "0.5", 12, "no play depended on noise", 0, false, "0 pairs"},
	} {
		t.Run(c.part+" "+c.arms, func(t *testing.T) {
			config := acting(t, c.part)
			config.Scenario, config.Horizon = scenariotest.Arms(c.arms, scenarios.Bandit), c.horizon
			if c.part != "narrow" && len(config.Scenario.Phases[0].Arms) == 1 {
				config.Learners = []learners.Spec{programtest.Learner(t, "idle")}
			}
			f := param.Must((&Audit{Config: config, Runs: 4000, Confidence: .99, MaxRounds: 80_000}).Run(context.Background(), nil))
			if f.Refuted() != (c.bound > 0) || f.Lower < c.bound || f.Noiseless != c.noiseless || !strings.HasPrefix(f.Line(), c.verdict) {
				t.Errorf("%s, ε ≥ %v; without noise: %v", f.Line(), f.Lower, f.Noiseless)
			}
			if text := f.Window.String(); !strings.Contains(text, c.looked) || (f.Window.Advice == "") != f.Refuted() {
				t.Errorf("%s, without %q. %s", text, c.looked, f.Window.Advice)
			}
		})
	}
}

func TestAuditsOfAProgramThatFails(t *testing.T) {
	f, err := (&Audit{Config: acting(t, "mortal"), Runs: 4000, Confidence: .99}).Run(context.Background(), nil)
	if err == nil || !strings.Contains(err.Error(), "round 5: the program exited") || f.Refuted() {
		t.Errorf("%v; %s", err, f.Line())
	}
}

// What was found before an interrupt is there, and progress is of the time limit.
func TestAnInterruptedAudit(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	f, err := (&Audit{Config: acting(t, "deaf"), Runs: 4000, Confidence: .99, Limit: time.Hour}).Run(ctx, func(p trials.Progress) {
		if p.Total != 3_600_000 || p.Done > p.Total || !strings.Contains(p.Note, " to round ") {
			t.Errorf("%+v", p)
		}
		stop()
	})
	if err != context.Canceled || f.Statistics == nil || f.Window.Runs == 0 || !strings.HasPrefix(f.Window.Advice, "No reward that ") {
		t.Errorf("%v; %s %s", err, f.Window, f.Window.Advice)
	}
}

// On a pair of one's own, the audit only learns the event.
func TestAuditsOfGivenNeighbors(t *testing.T) {
	notForRaces(t)
	config, ones := acting(t, "xor"), [][]float64{{1, 1}, {1, 1}, {1, 1}, {1, 1}}
	other := slices.Clone(ones)
	other[1] = []float64{1, 0}
	a := &Audit{Config: config, Runs: 4000, Confidence: .99, MaxRounds: 150_000, Neighbors: param.Must(model.Differ(ones, other)), Rounds: 4}
	f := param.Must(a.Run(context.Background(), nil))
	if f.Lower < 3 || !f.Sequences.Same(a.Neighbors) || f.Window.Depth() != 4 || len(f.Window.Levels) != 1 {
		t.Errorf("ε ≥ %v on %+v, up to round %d", f.Lower, f.Sequences, f.Window.Depth())
	}
	if want := "the plays of rounds 1 and 3 are arm 1 and arm "; !strings.HasPrefix(f.Tests[0].Event, want) {
		t.Errorf("%q, want %q…", f.Tests[0].Event, want)
	}
}

// Each set of two of five arms has a number of its own, and a name from which it comes; of twenty of sixty,
// neighbors share one.
func TestNumbersOfPlays(t *testing.T) {
	few := newNumbering(5, param.Must(matroid.NewUniform(5, 2)))
	for b := range 5 {
		for a := range b {
			n := few.number([]int{b, a})
			if want := fmt.Sprintf("basis %d+%d", a+1, b+1); int(n) != b*(b-1)/2+a || few.name(n) != want {
				t.Errorf("%d, %s, want %s", n, few.name(n), want)
			}
		}
	}
	many := newNumbering(60, param.Must(matroid.NewUniform(60, 20)))
	first, last := many.number(param.Indices(20)), many.number(param.Indices(60)[40:])
	if first != 0 || int(last) >= many.plays || int(last) < many.plays-2 || many.plays > math.MaxUint16 {
		t.Errorf("from %d to %d of %d", first, last, many.plays)
	}
}

func acting(t *testing.T, part string) *model.Config {
	t.Helper()
	s := scenariotest.Arms("0.5 0.5", scenarios.Bandit)
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
	if err == nil || !strings.Contains(err.Error(), "round 5: the program exited") {
		t.Errorf("while searching: %v", err)
	}
	w := &Twin{shown: TwinShot{Config: acting(t, "mortal"), Total: 20}, tally: map[string][2]int{}}
	w.replay = newReplay(w.shown.Config, 0)
	w.watches = distinguisher{Neighbors: *nothing(2), from: 4, to: 4}
	w.Show(0)
	w.Step(1 << 20)
	if w.Err() == nil || w.Done() || len(w.Snapshot().Rounds) != 4 {
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
