// Package blackbox searches for a violation of a program's claim of privacy by running the program: for two tables
// of rewards that differ in one person's rewards, and an event of the plays that is likelier on one of them than
// the claim allows. It knows nothing of how the program works.
//
// Whatever the search does, it accuses a program that keeps its claim with a probability of at most 1 less the
// confidence: an event is tested in fresh runs, whose number is fixed before, and test k may miss the truth with
// the share 1/(k(k+1)) of that probability, so that the shares of all tests add up to it.
package blackbox

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mathext"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/number"
)

// A Job is a run on given rewards.
type Job struct {
	Seed   uint64
	Rounds int
	At     func(t int) []float64 // the rewards of all arms in round t
}

// A Box is a program to run.
type Box struct {
	Arms  int
	Full  bool // it sees the rewards of more arms than one
	Plays int  // the number of plays that it chooses from
	// Play plays jobs and returns the plays of each. If the context ends first, it returns an error.
	Play func(ctx context.Context, jobs []Job) ([][]uint16, error)
	Name func(play uint16) string // in words
}

// Options configure a search.
type Options struct {
	Boxes      []*Box // the program, on its own number of arms first
	Horizon    int
	Claim      Claim
	Confidence float64 // that a violation is one, in (0,1)
	Seed       uint64
	LastRuns   int           // on each side, to measure a violation with
	Time       time.Duration // for everything; 0: no limit
	MaxRounds  int           // of the search's runs together; 0: no limit
	Pair       *Pair         // the pair to search on; nil: any
	Failed     string        // why fewer arms are not tried
	Progress   func(r *Result)
}

// A Result is what a search has found so far.
type Result struct {
	Refuted bool     `json:"refuted"`
	Noise   int      `json:"first_noise"`  // the first round whose play depended on the seed; 0: none
	Reward  int      `json:"first_reward"` // the first round whose play depended on the rewards; 0: none
	Runs    int      `json:"runs"`
	Rounds  int      `json:"rounds"` // of all runs
	Seconds float64  `json:"seconds"`
	Levels  []*Level `json:"depths"`
	Tests   []*Test  `json:"tests"`
	Failed  string   `json:"failed,omitempty"` // why fewer arms were not tried
	Advice  string   `json:"advice,omitempty"` // what to try next without a violation
}

// A Level is what was tried in the first rounds.
type Level struct {
	Arms   int          `json:"arms"`
	Depth  int          `json:"rounds"`
	Pairs  int          `json:"pairs"`
	Rounds int          `json:"played"`
	Best   number.Float `json:"standard_errors"` // the most by which an event exceeded the claim in the runs that chose it

	box     *Box
	further int // of Rounds, for decisions behind others
}

// A Test counts an event in fresh runs on both sides of a pair.
type Test struct {
	*Event `json:"-"`
	Pair   *Pair  `json:"-"`
	Seed   uint64 `json:"seed"` // of RunSeed
	Runs   int    `json:"runs"` // on each side
	Counts [2]int `json:"counts"`
	// Least bounds the event's probability on its side from below, Most that on the other side from above.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	// Miss is the probability with which either of the two bounds may be wrong.
	Miss float64 `json:"miss"`
}

// RunSeed returns the seed of run i on a side of a test.
func (t *Test) RunSeed(side, i int) uint64 {
	return noise.Key(t.Seed, noise.Replication, uint64(side), uint64(i))
}

// The effort of a search.
const (
	shallowest = 8       // rounds of the first level
	deepest    = 1 << 15 // and of the last, at most
	starts     = 4096    // rounds of the strands of a shallow level
	screened   = 16      // seeds to screen a pair with
	firstRuns  = 128     // on each side, in a race's first stage
	lastRuns   = 8192    // and in its last one
	elites     = 16      // pairs to look for decisions behind
	promising  = 3       // standard errors above the claim at which an event is tested
	fewRuns    = 2_000   // on each side in a test, usually at least
	manyRuns   = 200_000 // and at most
	batch      = 1 << 23 // rounds to play at a time
)

// A hunt is a search that goes on:
//
//   - A level has the first rounds up to a depth: 8, 32, 128 and so on. All levels play about as many rounds, as
//     noise that is too small in a late round shows only there.
//   - In a cycle of a level, bisection finds rounds whose rewards decide a play on random tables. A quarter of them
//     comes behind the decisions of good pairs, which finds rewards that are used twice.
//   - The pairs are screened with equal seeds on both sides and compete in a race: an event is learned of each, and a
//     quarter stays, with four times as many runs.
//   - An event that is promising is tested.
type hunt struct {
	Options
	*Result
	random  *rand.Rand
	allowed *allowance
	begun   time.Time
	plain   bool                  // use no tables of coins
	best    map[*Box][]*candidate // so far, to look for decisions behind
	level   *Level                // that plays
	top     *candidate            // whose event has not been tested
}

// A candidate is a pair, and what is known of its runs.
type candidate struct {
	*Pair
	box     *Box
	facts   []fact
	columns [2][]column
	event   *Event
	differ  int // the number of seeds with which its sides differ
}

func clearest(a, b *candidate) int { return cmp.Compare(b.event.Z, a.event.Z) }

func newHunt(o Options) *hunt {
	h := &hunt{Options: o, Result: &Result{Failed: o.Failed}, begun: time.Now(), allowed: &allowance{Claim: o.Claim}, best: map[*Box][]*candidate{}}
	h.random = rand.New(rand.NewChaCha8([32]byte(fmt.Appendf(nil, "%032d", o.Seed))))
	for _, box := range o.Boxes {
		end := min(deepest, o.Horizon)
		first := min(shallowest, end)
		if o.Pair != nil {
			first, end = o.Pair.Seen, o.Pair.Seen
		}
		for d := first; ; d = min(4*d, end) {
			h.Levels = append(h.Levels, &Level{Arms: box.Arms, Depth: d, Best: number.Float(math.Inf(-1)), box: box})
			if d == end {
				break
			}
		}
	}
	return h
}

// Search searches until a test refutes the claim or a limit is reached. A search with the same options finds the same
// as long as it does not reach its limit of time. If ctx ends first, it returns what it has found so far and the
// context's error.
func Search(ctx context.Context, o Options) (*Result, error) {
	h := newHunt(o)
	all, stop := h.within(ctx, 1)
	defer stop()
	looking, found := h.within(ctx, .8) // a test may follow
	err := h.look(looking, all)
	if err == nil || looking.Err() != nil && ctx.Err() == nil {
		err = h.conclude(all)
	}
	found()
	if all.Err() != nil {
		err = ctx.Err() // not of the limit
	}
	h.Seconds, h.Advice = time.Since(h.begun).Seconds(), h.advice(h.Time)
	return h.Result, err
}

func (h *hunt) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if h.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, h.begun.Add(time.Duration(share*float64(h.Time))))
}

// look searches until the claim is refuted or the rounds are used up. Its tests may take longer.
func (h *hunt) look(ctx, longer context.Context) error {
	for !h.Refuted && ctx.Err() == nil && (h.MaxRounds == 0 || h.Rounds < h.MaxRounds) {
		// A deep level begins when the others have played some of what it will.
		l := slices.MinFunc(h.Levels, func(a, b *Level) int { return cmp.Compare(a.Rounds+a.cost(), b.Rounds+b.cost()) })
		h.level = l
		top, err := h.cycle(ctx, l)
		if err != nil && ctx.Err() == nil && l.box != h.Boxes[0] {
			h.Result.Failed = err.Error()
			if h.top != nil && h.top.box == l.box {
				h.top = nil
			}
			h.Levels = slices.DeleteFunc(h.Levels, func(other *Level) bool { return other.box == l.box })
			continue
		}
		if err != nil {
			return err
		}
		if top != nil && top.event.Z > promising {
			if err := h.test(longer, top, 0); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// cost is about a quarter of the rounds of a first cycle.
func (l *Level) cost() int { return 300 * l.Depth }

// conclude measures the event of a violation in more runs, for a bound that is worth reading, or tests the best
// event.
func (h *hunt) conclude(ctx context.Context) error {
	switch {
	case h.Refuted:
		last := h.Tests[len(h.Tests)-1]
		c := &candidate{Pair: last.Pair, box: last.box, event: last.Event}
		return h.test(ctx, c, h.LastRuns)
	case h.top != nil:
		return h.test(ctx, h.top, 0)
	}
	return ctx.Err()
}

func (h *hunt) play(ctx context.Context, box *Box, jobs []Job) ([][]uint16, error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	plays, err := box.Play(ctx, jobs)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		h.Rounds += j.Rounds
		h.level.Rounds += j.Rounds
	}
	h.Runs += len(jobs)
	if h.Seconds = time.Since(h.begun).Seconds(); h.Progress != nil {
		h.Progress(h.Result)
	}
	return plays, nil
}

// seed returns a seed, which no other run has.
func (h *hunt) seed() uint64 { return h.random.Uint64() }

// cycle looks for pairs of a level, races them and returns the best; nil if it found none.
func (h *hunt) cycle(ctx context.Context, l *Level) (*candidate, error) {
	further, before := 4*l.further < l.Rounds && h.best[l.box] != nil, h.Rounds
	if further {
		defer func() { l.further += h.Rounds - before }()
	}
	all, err := h.candidates(ctx, l, further)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	// The cycles grow, so that what is easy to find is found early.
	most, cost := min(max(l.Rounds, 250_000), 1_500_000), 0
	for i, c := range all {
		if cost += 2 * firstRuns * c.Seen; cost > most && (i >= 4 || i > 0 && cost > h.affordable()/4) {
			all = all[:i]
			break
		}
	}
	l.Pairs += len(all)
	for runs := firstRuns; ; runs *= 4 {
		if err := h.more(ctx, all, runs); err != nil {
			return nil, err
		}
		slices.SortStableFunc(all, clearest)
		best := all[0]
		if runs == 4*firstRuns && h.Pair == nil {
			best := append(h.best[l.box], all[:min(len(all), 2)]...)
			slices.SortStableFunc(best, clearest)
			h.best[l.box] = best[:min(len(best), elites)]
		}
		if z := best.event.Z; runs > firstRuns {
			if l.Best = max(l.Best, number.Float(z)); h.top == nil || z > h.top.event.Z {
				h.top = best
			}
			if runs >= lastRuns || z < math.Log2(float64(runs/firstRuns))/2-1 || z > 5 {
				break
			}
		}
		if left := (len(all) + 3) / 4; 2*left*3*runs*best.Seen < h.affordable() {
			all = all[:left]
		} else {
			break
		}
	}
	return all[0], nil
}

// candidates returns the pairs of a cycle whose plays differ with some seed, those that differ most often first.
func (h *hunt) candidates(ctx context.Context, l *Level, further bool) (all []*candidate, err error) {
	pairs := []*Pair{h.Pair}
	if h.Pair == nil {
		if pairs, err = h.bisect(ctx, l, further); err != nil {
			return nil, err
		}
	}
	var jobs []Job
	for _, p := range pairs {
		all = append(all, &candidate{Pair: p, box: l.box})
		for range screened {
			seed := h.seed()
			jobs = append(jobs, p.Job(0, seed), p.Job(1, seed))
		}
	}
	plays, err := h.play(ctx, l.box, jobs)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(plays); i += 2 {
		first := i - i%(2*screened)
		h.Noise = earlier(h.Noise, parting(plays[i], plays[first]))
		if at := parting(plays[i], plays[i+1]); at > 0 {
			h.Reward = earlier(h.Reward, at)
			all[i/2/screened].differ++
		}
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.differ, a.differ) })
	return slices.DeleteFunc(all, func(c *candidate) bool { return c.differ == 0 }), nil
}

// more plays candidates until each has so many runs on each side, and learns their events.
func (h *hunt) more(ctx context.Context, all []*candidate, runs int) error {
	for _, c := range all {
		if c.facts == nil {
			c.facts = facts(c.Round, c.Seen, c.box)
			c.columns = [2][]column{make([]column, len(c.facts)), make([]column, len(c.facts))}
		}
	}
	type run struct {
		*candidate
		side int
	}
	var waiting []run
	var jobs []Job
	rounds := 0
	flush := func() error {
		plays, err := h.play(ctx, all[0].box, jobs)
		if err != nil {
			return err
		}
		for i, r := range waiting {
			for k, f := range r.facts {
				r.columns[r.side][k] = append(r.columns[r.side][k], uint16(f.of(plays[i])))
			}
		}
		waiting, jobs, rounds = nil, nil, 0
		return nil
	}
	for _, c := range all {
		for range runs - len(c.columns[0][0]) {
			for side := range 2 {
				waiting, jobs = append(waiting, run{c, side}), append(jobs, c.Job(side, h.seed()))
			}
			if rounds += 2 * c.Seen; rounds > batch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	var group sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for w := range cores {
		group.Go(func() {
			for i := w; i < len(all) && ctx.Err() == nil; i += cores {
				all[i].event = learn(all[i].facts, all[i].columns, all[i].box, h.allowed)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// affordable returns the rounds of a stage of a race, or of a test: the search spends them evenly.
func (h *hunt) affordable() int {
	rounds := max(h.Rounds/2, batch)
	if h.MaxRounds > 0 {
		rounds = min(rounds, max(h.MaxRounds, batch/8))
	}
	return rounds
}

// test tests a candidate's event in fresh runs: in so many on each side, or, if runs is 0, in as many as its rates
// suggest. There are fewer if its runs are long or time is short.
func (h *hunt) test(ctx context.Context, c *candidate, runs int) error {
	if h.top == c {
		h.top = nil
	}
	k := len(h.Tests) + 1
	t := &Test{
		Event: c.event, Pair: c.Pair, Seed: noise.Key(h.Seed, noise.Replication, noise.KeyOf("test"), uint64(k)),
		Miss: (1 - h.Confidence) / float64(2*k*(k+1)),
	}
	if runs == 0 {
		runs = t.enough(h.allowed)
	}
	runs = min(runs, max(h.affordable()/(2*c.Seen), fewRuns/4))
	if end, limited := ctx.Deadline(); limited {
		perRound := time.Since(h.begun).Seconds() / float64(max(h.Rounds, 1))
		runs = min(runs, max(int(.7*time.Until(end).Seconds()/perRound/float64(2*c.Seen)), 100))
	}
	for t.Runs < runs {
		var jobs []Job
		for n := min(runs-t.Runs, max(batch/(2*c.Seen), 1)); n > 0; n-- {
			jobs = append(jobs, c.Job(0, t.RunSeed(0, t.Runs)), c.Job(1, t.RunSeed(1, t.Runs)))
			t.Runs++
		}
		plays, err := h.play(ctx, c.box, jobs)
		if err != nil {
			return err
		}
		for i, x := range plays {
			if t.Holds(x) {
				t.Counts[i%2]++
			}
		}
	}
	t.Least, _ = dpaudit.ClopperPearson(t.Counts[t.Side], runs, t.Miss)
	_, t.Most = dpaudit.ClopperPearson(t.Counts[1-t.Side], runs, t.Miss)
	h.Tests = append(h.Tests, t)
	most, _ := h.Claim.Most(t.Most)
	h.Refuted = h.Refuted || t.Least > most
	return nil
}

// enough returns the number of runs on each side with which a test of an event with these rates probably succeeds.
func (t *Test) enough(claim *allowance) int {
	p, q := t.Rates[t.Side], t.Rates[1-t.Side]
	z, runs := 1.4*(1.5-mathext.NormalQuantile(t.Miss)), fewRuns
	for ; runs < manyRuns && claim.z(p, q+1/float64(runs), float64(runs))-1 < z; runs += runs / 4 {
	}
	return min(runs, manyRuns)
}

// MostVisible searches for the pair on which the plays of a box differ with the most seeds, and for the round in
// which they differ most. It returns nil if it finds none.
func MostVisible(ctx context.Context, o Options) (*Pair, int, error) {
	h := newHunt(o)
	h.plain = true // for people to read
	var best *candidate
	for _, l := range h.Levels {
		h.level = l
		all, err := h.candidates(ctx, l, false)
		if err != nil {
			return nil, 0, err
		}
		if len(all) > 0 && (best == nil || all[0].differ > best.differ) {
			best = all[0]
		}
		if best != nil && (best.differ > screened/4 || h.Rounds > o.MaxRounds) {
			break
		}
	}
	if best == nil {
		return nil, 0, nil
	}
	var jobs []Job
	for range max(min(o.MaxRounds/(2*best.Seen), 500), 20) {
		seed := h.seed()
		jobs = append(jobs, best.Job(0, seed), best.Job(1, seed))
	}
	plays, err := h.play(ctx, best.box, jobs)
	if err != nil {
		return nil, 0, err
	}
	round, most := 0, math.Inf(-1)
	for t := range best.Seen {
		counts, shown := map[uint16][2]float64{}, 0.0
		for i, x := range plays {
			n := counts[x[t]]
			n[i%2]++
			counts[x[t]] = n
		}
		for _, n := range counts {
			shown += (n[0] - n[1]) * (n[0] - n[1])
		}
		if shown > most {
			round, most = t+1, shown
		}
	}
	return best.Pair, round, nil
}
