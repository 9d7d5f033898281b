package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit/blackbox"
	"regretscope/model/program"
	"regretscope/model/trials"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/scenarios/matroid"
)

// Programs are audited as black boxes. Runs are lanes of processes, each with its own rewards, so thousands run at a
// time.

// DefaultLimit is the usual time limit of a program's audit.
const DefaultLimit = 2 * time.Minute

// runProgram audits a program and enters what it finds, also if ctx ends first.
func (a *Audit) runProgram(ctx context.Context, r *replay, f *Finding, progress func(trials.Progress)) error {
	began, limit := time.Now(), cmp.Or(a.Limit, DefaultLimit)
	r.workers = a.Workers
	ready, box, err := r.box(ctx)
	if err != nil {
		return err
	}
	claim, boxes, failed := claimOf(ready, &f.Verdict), []*blackbox.Box{box}, ""
	if small := r.TwoArms(); small != nil && a.Neighbors == nil { // decisions come earlier on two arms
		switch second, box, err := (&replay{Starter: small, workers: a.Workers}).box(ctx); {
		case err != nil:
			failed = err.Error()
		case claim != claimOf(second, new(model.Verdict)):
			failed = "on two arms it claims something else"
		default:
			boxes = append(boxes, box)
		}
	}
	o := blackbox.Options{
		Boxes: boxes, Horizon: r.Setting.Horizon, Claim: claim, Confidence: a.Confidence, Seed: a.seed("search"),
		Failed: failed, LastRuns: a.Runs, Time: max(limit-time.Since(began), 1), MaxRounds: a.MaxRounds,
	}
	if a.Neighbors != nil {
		o.Pair = blackbox.NewPair(a.Neighbors, a.Rounds)
	}
	if progress != nil {
		o.Progress = func(found *blackbox.Result) {
			done := min(time.Since(began), limit)
			progress(trials.Progress{Done: int(done.Milliseconds()), Total: int(limit.Milliseconds()), Note: found.Summary()})
		}
	}
	f.Window, err = blackbox.Search(ctx, o)
	f.Noiseless = ready.Private == program.Central && f.Window.Noise == 0 && f.Window.Reward > 0
	f.Statistics = &Statistics{
		Confidence: a.Confidence, Observed: "plays", Sequences: *nothing(r.Setting.Arms),
		Tests: []Test{{Event: noEvent, Most: 1}},
	}
	if t := f.Window.Clearest(claim); t != nil {
		f.Sequences, f.Statistics.Rounds, f.Statistics.Runs = *t.Pair.Neighbors(), t.Pair.Seen, t.Runs
		f.Lower = max(math.Log(t.Least/t.Most), 0)
		f.Tests[0] = Test{Event: noEvent, Side: t.Side, Counts: t.Counts, Least: t.Least, Most: t.Most}
		if t.Least > t.Most {
			f.Tests[0].Event = t.Text(listedAtMost)
		}
		if a.Neighbors != nil {
			f.Sequences = *a.Neighbors
		}
	}
	return err
}

// nothing returns neighbors that stand for those that were not found.
func nothing(arms int) *model.Neighbors {
	zeros := make([]float64, arms)
	return &model.Neighbors{Round: 1, Before: complement(zeros), After: zeros, Others: []model.Span{{Rewards: zeros}}}
}

// box returns what a program says about itself, and the program as a box.
func (r *replay) box(ctx context.Context) (*program.Ready, *blackbox.Box, error) {
	ready, err := r.Ready(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.runsAtATime = r.RunsAtATime(ready)
	names := newNumbering(r.Setting.Arms, r.Setting.Matroid)
	return ready, &blackbox.Box{
		Arms: r.Setting.Arms, Full: !r.SeesOne(), Plays: names.plays, Name: names.name,
		Play: func(ctx context.Context, jobs []blackbox.Job) ([][]uint16, error) {
			plays := make([][]uint16, len(jobs))
			for i := range plays {
				plays[i] = make([]uint16, jobs[i].Rounds)
			}
			err := r.perform(ctx, jobs, func(i, t int, play []int) { plays[i][t-1] = names.number(play) })
			return plays, err
		},
	}, nil
}

// A numbering gives each play a number: an arm its own, and a basis its place among all sets of as many arms, ordered
// by their largest arms. If there are too many, neighbors share a number.
type numbering struct {
	size  int     // arms of a basis; 0 if plays are single arms
	plays int     // numbers that are used
	scale float64 // numbers for each set
}

func newNumbering(arms int, m matroid.Matroid) numbering {
	if m == nil {
		return numbering{plays: arms, scale: 1}
	}
	sets := choose(arms, m.Rank())
	scale := min(1, (math.MaxUint16-1)/sets)
	return numbering{m.Rank(), int(math.Ceil(sets * scale)), scale}
}

func choose(n, k int) float64 {
	sets := 1.0
	for i := range k {
		sets = sets * float64(n-i) / float64(i+1)
	}
	return sets
}

func (n numbering) number(play []int) uint16 {
	if n.size == 0 {
		return uint16(play[0])
	}
	rank := 0.0
	for i, arm := range slices.Sorted(slices.Values(play)) {
		rank += choose(arm, i+1)
	}
	return uint16(rank * n.scale)
}

// name returns the play of a number, or the first of those that share it.
func (n numbering) name(play uint16) string {
	if n.size == 0 {
		return "arm " + number.Count(int(play)+1)
	}
	rank, arms := math.Ceil(float64(play)/n.scale), make([]int, n.size)
	for k := n.size; k > 0; k-- {
		arm := k - 1
		for choose(arm+1, k) <= rank {
			arm++
		}
		rank -= choose(arm, k)
		arms[k-1] = arm
	}
	return "basis " + sequence(string(appendPlay(nil, arms)))
}

// worthStarting is the number of rounds that are played in about the time in which a process starts.
const worthStarting = 100_000

// perform plays jobs as lanes of processes, those of about as many rounds together, and calls see with each play,
// from several goroutines.
func (r *replay) perform(ctx context.Context, jobs []blackbox.Job, see func(i, t int, play []int)) error {
	order, rounds := param.Indices(len(jobs)), 0
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(jobs[b].Rounds, jobs[a].Rounds) })
	for i := range jobs {
		rounds += jobs[i].Rounds
	}
	processes := cmp.Or(r.workers, runtime.GOMAXPROCS(0))
	parts := max(min(rounds/worthStarting, processes), 1)
	size := max(min(r.runsAtATime, (len(jobs)+parts-1)/parts), 1)
	var failures []error
	var lock sync.Mutex
	room := make(chan bool, processes)
	var group sync.WaitGroup
	for lanes := range slices.Chunk(order, size) {
		room <- true
		group.Go(func() {
			if err := r.performSome(ctx, jobs, lanes, see); err != nil {
				lock.Lock()
				failures = append(failures, err)
				lock.Unlock()
			}
			<-room
		})
	}
	group.Wait()
	return cmp.Or(failures...)
}

// performSome plays some jobs as lanes of one process, the longest first.
func (r *replay) performSome(ctx context.Context, jobs []blackbox.Job, lanes []int, see func(i, t int, play []int)) error {
	team, runs := r.StartTeam(
		param.Map(lanes, func(i int) uint64 { return jobs[i].Seed }),
		func(lane int) func(t int) []float64 { return jobs[lanes[lane]].At },
	)
	defer team.End()
	defer context.AfterFunc(ctx, team.Kill)()
	for t := 1; t <= jobs[lanes[0]].Rounds; t++ {
		for lane, run := range runs {
			if run.Advance(1); run.Err() != nil {
				return cmp.Or(context.Cause(ctx), run.Err())
			}
			if i := lanes[lane]; t <= jobs[i].Rounds {
				see(i, t, run.Play())
			}
		}
	}
	return nil
}

// transcripts plays inputs on a pair and returns what is observed of each: of a program, the play of the last round.
func (r *replay) transcripts(ctx context.Context, p *distinguisher, inputs []mechanism.Input) ([]string, error) {
	if !r.InTeams() {
		return param.Map(inputs, func(in mechanism.Input) string { return r.observe(ctx, p, in.Side, in.Seed) }), nil
	}
	pair := blackbox.NewPair(&p.Neighbors, p.to)
	seen := make([]string, len(inputs))
	err := r.perform(ctx, param.Map(inputs, func(in mechanism.Input) blackbox.Job { return pair.Job(in.Side, in.Seed) }),
		func(i, t int, play []int) {
			if t == p.to {
				seen[i] = string(appendPlay(nil, play))
			}
		})
	return seen, err
}

// NoNoise is the finding about a Noiseless program.
const NoNoise = "its noise cancels, does not depend on its seed, or is missing"

// Line returns the verdict in a few words. For programs only the results of running them are known.
func (f *Finding) Line() string {
	if f.Window == nil {
		return f.Verdict.Line()
	}
	m, claimed := f.Judged()
	upTo := " up to round " + number.Count(f.Window.Depth())
	switch least := number.Beside(number.Loss, f.Measured(m), claimed); {
	case f.Refuted() && !m.Pure():
		return fmt.Sprintf("claim violated: %s is at least %s", m, least)
	case f.Refuted():
		return fmt.Sprintf("claim violated: at least %s is lost", least)
	case f.Noiseless:
		return NoNoise
	case f.Window.Noise == 0 && f.Lower == 0:
		return "no play depended on noise" + upTo + ": nothing can be said"
	case f.Lower == 0:
		return "nothing found" + upTo + ": this proves nothing"
	case !f.Promises():
		return "claims nothing"
	}
	return "no violation found" + upTo + ": this proves nothing"
}

func claimOf(ready *program.Ready, verdict *model.Verdict) blackbox.Claim {
	c := ready.Claim
	if c == nil {
		return blackbox.Claim{}
	}
	verdict.Claimed, verdict.Delta = math.NaN(), c.Delta
	switch {
	case c.Epsilon > 0:
		verdict.Claimed = c.Epsilon
	case c.Rho > 0:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Rho}, Value: c.Rho}
	default:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Mu}, Value: c.Mu}
	}
	return blackbox.Claim(*c)
}

// The two universes of a program are two lanes of one process with the same seed; n noises are 2n lanes.

const (
	noisesAtATime = 500     // the minimum number of noises per process: starting it takes longer than playing them
	twinRounds    = 500_000 // about the rounds of the search for a program's neighbors
)

// watchProgram searches for a program's neighbors and for the round whose plays differ most on them.
func (t *Twin) watchProgram(ctx context.Context, seed uint64) error {
	ready, box, err := t.replay.box(ctx)
	if err != nil {
		return err
	}
	claimOf(ready, &t.shown.Verdict)
	pair, round, err := blackbox.MostVisible(ctx, blackbox.Options{
		Boxes: []*blackbox.Box{box}, Horizon: t.replay.Setting.Horizon, Seed: seed, MaxRounds: twinRounds,
	})
	if err != nil {
		return err
	}
	if pair == nil {
		t.watches = distinguisher{Neighbors: *nothing(t.replay.Setting.Arms), from: 1, to: 1}
		t.shown.Hidden = "The plays did not differ on any of the reward sequences tried; this proves nothing."
		return nil
	}
	t.watches = distinguisher{Neighbors: *pair.Neighbors(), from: round, to: round}
	return nil
}

// bothSides returns runs on both sides, in turn, for each of the noises.
func bothSides(noises int, seed func(k int) uint64) (inputs []mechanism.Input) {
	for k := range noises {
		for side := range 2 {
			inputs = append(inputs, mechanism.Input{Side: side, Seed: seed(k)})
		}
	}
	return inputs
}
