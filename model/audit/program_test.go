//go:build !js

package audit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/program/programtest"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

// The bench is a set of programs that claim ε = 1, some of them with an error. A part is a family and
// options, separated by dashes: "se-8-halved" is an elimination whose first phase has 8 rounds of each
// arm, with half the noise.

// A benchRun is one run of a program of the bench.
type benchRun interface {
	choose(t int) int
	observe(t, arm int, reward float64)
}

type benchOptions struct {
	family string
	n      int // of the first phase, or the first round of a release
	has    map[string]bool
}

func bench(part string) (o benchOptions) {
	words := strings.Split(part, "-")
	o.family, o.has = words[0], map[string]bool{}
	o.n, _ = strconv.Atoi(words[1])
	for _, word := range words[2:] {
		o.has[word] = true
	}
	return o
}

func (o benchOptions) start(seed uint64, arms int) benchRun {
	random := rand.New(rand.NewPCG(seed, 1))
	laplace := func(scale float64) float64 { return scale * (random.ExpFloat64() - random.ExpFloat64()) }
	switch o.family {
	case "se":
		e := &eliminating{o: o, arms: arms, laplace: laplace}
		for j := range arms {
			e.active = append(e.active, j)
		}
		e.begin(o.n)
		return e
	case "tree":
		return &treeing{
			o: o, laplace: laplace, pulls: make([]int, arms), nodes: make([][]float64, arms), noise: make([][]float64, arms),
		}
	}
	return &batching{
		o: o, laplace: laplace, random: random, arm: -1,
		means: make([]float64, arms), counts: make([]int, arms), widths: make([]float64, arms),
	}
}

// eliminating is DP-SE: all arms that are left are played n times, then the means of these rounds are released.
type eliminating struct {
	o       benchOptions
	arms    int
	laplace func(float64) float64
	active  []int
	n, k    int // plays in this phase, of each arm and in all
	phase   int
	all     int // plays of each arm in all phases
	sums    map[int]float64
}

func (e *eliminating) begin(n int) {
	e.n, e.k, e.phase = n, 0, e.phase+1
	if e.sums == nil || !e.o.has["reused"] {
		e.sums, e.all = map[int]float64{}, 0
	}
}

func (e *eliminating) choose(int) int {
	if e.o.has["blocks"] {
		return e.active[min(e.k/e.n, len(e.active)-1)]
	}
	return e.active[e.k%len(e.active)]
}

func (e *eliminating) observe(_, arm int, reward float64) {
	if len(e.active) == 1 {
		return
	}
	e.sums[arm] += reward
	if e.k++; e.k < e.n*len(e.active) {
		return
	}
	e.all += e.n
	n, scale := float64(e.all), 1.0
	switch {
	case e.o.has["halved"]:
		scale = .5
	case e.o.has["raw"+strconv.Itoa(e.phase)], e.o.has["last2"] && len(e.active) == 2:
		scale = 0
	}
	width := 1 / math.Sqrt(n)
	if e.o.has["wide"] { // as in the paper
		width = math.Pow(2, -float64(e.phase))
	}
	if e.o.has["last2"] && len(e.active) == 2 {
		width = 0
	}
	best, means := math.Inf(-1), map[int]float64{}
	for _, j := range e.active {
		s := scale
		if e.o.has["oneraw"] && j == e.arms-1 {
			s = 0
		}
		means[j] = e.sums[j]/n + e.laplace(s)/n
		best = max(best, means[j])
	}
	var left []int
	for _, j := range e.active {
		if means[j] >= best-width {
			left = append(left, j)
		}
	}
	e.active = left
	factor := 2
	if e.o.has["wide"] {
		factor = 4
	}
	e.begin(factor * e.n)
}

// batching plays an arm until its number of plays doubles, and releases the mean of this batch; n is the size of the
// first batches. "thompson" draws from a normal posterior around it.
type batching struct {
	o             benchOptions
	laplace       func(float64) float64
	random        *rand.Rand
	arm, left     int
	sum, squares  float64
	n             int
	means, widths []float64
	counts        []int
}

func (b *batching) choose(t int) int {
	if b.left > 0 {
		return b.arm
	}
	best := math.Inf(-1)
	for j, n := range b.counts {
		index := math.Inf(1)
		if n > 0 && b.o.family == "thompson" {
			index = b.means[j] + b.random.NormFloat64()/math.Sqrt(float64(n)) + b.laplace(1)/float64(n)
		} else if n > 0 {
			index = b.means[j] + b.widths[j]*math.Sqrt(math.Log(float64(t))) + 2*math.Log(float64(t))/float64(n)
		}
		if index > best {
			best, b.arm = index, j
		}
	}
	b.n = max(2*b.counts[b.arm], b.o.n)
	b.left, b.sum, b.squares = b.n, 0, 0
	return b.arm
}

func (b *batching) observe(_, arm int, reward float64) {
	b.sum, b.squares = b.sum+reward, b.squares+reward*reward
	if b.left--; b.left > 0 {
		return
	}
	n, scale := float64(b.n), 1.0
	if b.o.has["halved"] {
		scale = .5
	}
	mean := b.sum / n
	b.counts[arm], b.means[arm] = b.n, mean+b.laplace(scale)/n
	b.widths[arm] = math.Sqrt(2 / n)
	if b.o.has["variance"] {
		b.widths[arm] = math.Sqrt(2 * max(b.squares/n-mean*mean, 0) / n)
	}
}

// treeing is UCB on the sums of a binary tree, with 16 levels.
type treeing struct {
	o       benchOptions
	laplace func(float64) float64
	nodes   [][]float64 // by arm and level
	noise   [][]float64
	pulls   []int
}

func (u *treeing) choose(t int) int {
	best, arm := math.Inf(-1), 0
	for j, n := range u.pulls {
		index := math.Inf(1)
		if n >= u.o.n {
			sum, at := 0.0, n/u.o.n*u.o.n
			for level := range u.nodes[j] {
				if at>>level&1 == 1 {
					sum += u.nodes[j][level] + u.noise[j][level]
				}
			}
			index = sum/float64(at) + math.Sqrt(2*math.Log(float64(t))/float64(at))
		}
		if index > best {
			best, arm = index, j
		}
	}
	return arm
}

func (u *treeing) observe(_, arm int, reward float64) {
	const levels = 16
	if u.nodes[arm] == nil {
		u.nodes[arm], u.noise[arm] = make([]float64, levels), make([]float64, levels)
	}
	u.pulls[arm]++
	level := 0
	for u.pulls[arm]>>level&1 == 0 {
		level++
	}
	sum := reward
	for i := range level {
		sum += u.nodes[arm][i]
		u.nodes[arm][i] = 0
	}
	scale := float64(levels)
	if u.o.has["onelevel"] {
		scale = 1
	}
	u.nodes[arm][level], u.noise[arm][level] = sum, u.laplace(scale)
}

// benchmark plays lanes of a program of the bench.
func benchmark(part string, seeds []uint64, arms int) (ready string, play func(t int, feedback []float64) []int) {
	o, runs, plays := bench(part), make([]benchRun, len(seeds)), make([]int, len(seeds))
	for i, seed := range seeds {
		runs[i] = o.start(seed, arms)
	}
	return `{"private":"central","claim":{"epsilon":1}}`, func(t int, feedback []float64) []int {
		for i, run := range runs {
			if t > 1 {
				run.observe(t-1, plays[i], feedback[i])
			}
			plays[i] = run.choose(t)
		}
		return plays
	}
}

func auditBench(t *testing.T, part string, arms, horizon, runs int) *Finding {
	t.Helper()
	c := &model.Config{
		Scenario: scenariotest.Arms(strings.Repeat("0.5 ", arms), scenarios.Bandit),
		Learners: []learners.Spec{programtest.Learner(t, part)}, Horizon: horizon, Epsilon: 1, Seed: 1, Programs: program.NewHost(),
	}
	c.Programs.Answer = time.Hour // for a busy machine
	defer c.Programs.Close()
	return param.Must((&Audit{Config: c, Runs: runs, Confidence: DefaultConfidence}).Run(context.Background(), nil))
}

// The heavy tests try the whole bench. Here a short horizon limits the search. Each audit of a correct program
// would accuse it with a chance of at most 1%.
func TestAuditsOfTheBench(t *testing.T) {
	notForRaces(t)
	for part, want := range map[string]struct {
		refuted, noiseless bool
		says               string
	}{
		"se-4-raw1": {true, true, "claim violated: at least "},
		"se-4":      {false, false, "no violation found up to round 10: this proves nothing"},
		"se-40":     {false, false, "no play depended on noise up to round 10: nothing can be said"}, // releases later
	} {
		t.Run(part, func(t *testing.T) {
			f := auditBench(t, part, 2, 10, 2000)
			if f.Refuted() != want.refuted || f.Noiseless != want.noiseless || !strings.HasPrefix(f.Line(), want.says) {
				t.Errorf("%s; without noise: %v; %s", f.Line(), f.Noiseless, f.Window)
			}
		})
	}
}

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
