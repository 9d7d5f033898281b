package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mathext"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// Programs are audited as black boxes: they run on neighbors, and the audit looks for an event that is likelier on
// one side. Runs are lanes of processes, each with its own rewards, so thousands run at a time.

// bound returns the lower bound from running the learner on a pair.
func (r *replay) bound(
	ctx context.Context, p *distinguisher, o mechanism.Options,
) (mechanism.LowerBound[string], error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if r.InTeams() {
		o.Batch = evenly(o.Runs, max(r.runsAtATime/2, 1))
	}
	bound, err := mechanism.Statistical(ctx, func(inputs []mechanism.Input) []string {
		seen, err := r.transcripts(ctx, p, inputs)
		if err != nil {
			cancel(err)
		}
		return seen
	}, o)
	if err != nil {
		err = context.Cause(ctx)
	}
	return bound, err
}

// transcripts plays inputs on a pair and returns what is observed of each.
func (r *replay) transcripts(ctx context.Context, p *distinguisher, inputs []mechanism.Input) ([]string, error) {
	if !r.InTeams() {
		return param.Map(inputs, func(in mechanism.Input) string { return r.observe(ctx, p, in.Side, in.Seed) }), nil
	}
	first := p.from
	if len(p.also) > 0 {
		first = p.also[0][0]
	}
	jobs := param.Map(inputs, func(in mechanism.Input) job { return job{p, in} })
	plays, err := r.perform(ctx, jobs, first, p.to)
	if err != nil {
		return nil, err
	}
	return param.Map(plays, func(play []string) string { return p.see(play, first) }), nil
}

// evenly returns the size of equal parts of a whole, at most the given size.
func evenly(all, most int) int {
	parts := (all + most - 1) / most
	return (all + parts - 1) / parts
}

// A job is one run on a side of neighbors.
type job struct {
	on *distinguisher
	mechanism.Input
}

// Processes of a search that play at a time, and the plays that one of them keeps.
const (
	atATime = 2
	kept    = 1 << 22
)

// perform plays jobs for some rounds, as many at a time as one process holds, and returns the
// plays of each from the first round to return.
func (r *replay) perform(ctx context.Context, jobs []job, first, rounds int) ([][]string, error) {
	most := min(r.runsAtATime, max(kept/(rounds-first+1), 1), (len(jobs)+atATime-1)/atATime)
	all, size := make([][]string, len(jobs)), evenly(len(jobs), most)
	failures := make([]error, (len(jobs)+size-1)/size)
	room := make(chan bool, atATime)
	var group sync.WaitGroup
	for k := range failures {
		from, to := k*size, min((k+1)*size, len(jobs))
		room <- true
		group.Go(func() {
			failures[k] = r.performSome(ctx, jobs[from:to], all[from:to], first, rounds)
			<-room
		})
	}
	group.Wait()
	return all, cmp.Or(failures...)
}

// performSome plays jobs as lanes of one process.
func (r *replay) performSome(ctx context.Context, jobs []job, plays [][]string, first, rounds int) error {
	seeds := make([]uint64, len(jobs))
	for i := range jobs {
		seeds[i], plays[i] = jobs[i].Seed, make([]string, rounds-first+1)
	}
	team, runs := r.StartTeam(seeds, func(i int) func(t int) []float64 {
		return func(t int) []float64 { return jobs[i].on.At(jobs[i].Side, t) }
	})
	defer team.End()
	defer context.AfterFunc(ctx, team.Kill)()
	names := map[string]string{} // shared texts of equal plays
	for t := 1; t <= rounds; t++ {
		for i, run := range runs {
			if run.Advance(1); run.Err() != nil {
				return cmp.Or(context.Cause(ctx), run.Err())
			}
			if t < first {
				continue
			}
			play := appendPlay(nil, run.Play())
			name, known := names[string(play)]
			if !known {
				name = string(play)
				names[name] = name
			}
			plays[i][t-first] = name
		}
	}
	return nil
}

// NoNoise is the finding about a Noiseless program.
const NoNoise = "its noise does not depend on its seed, or it has no noise"

// Line returns the verdict in a few words. For programs only the results of running them are known.
func (f *Finding) Line() string {
	if f.Spec.Plays().Process() == nil || f.Statistics == nil {
		return f.Verdict.Line()
	}
	m, _ := f.Judged()
	switch {
	case f.Refuted() && !m.Pure():
		return fmt.Sprintf("claim violated: %s is at least %s", m, number.Loss(f.Measured(m)))
	case f.Refuted():
		return fmt.Sprintf("claim violated: at least %.3g is lost", f.Lower)
	case f.Noiseless:
		return NoNoise
	case f.Window.Noise == 0 && f.Lower == 0:
		return "no play depended on noise up to round " + number.Count(f.Window.Rounds) + ": nothing can be said"
	case f.Lower == 0:
		return "nothing found up to round " + number.Count(f.Window.Rounds) + ": this proves nothing"
	case !f.Promises():
		return "claims nothing"
	}
	return "no violation found up to round " + number.Count(f.Window.Rounds) + ": this proves nothing"
}

// String returns the window in sentences.
func (w *Window) String() string {
	text := fmt.Sprintf("Searched %s of reward sequences of %s arms, up to round %s, in %s runs with seeds of their own.",
		number.Plural(w.Pairs, "pair"), strings.Join(param.Map(w.Arms, strconv.Itoa), " and "), number.Count(w.Rounds), number.Count(w.Seeds))
	switch {
	case w.Reward == 0 && w.Noise == 0:
		text += " No play depended on the rewards or the noise."
	case w.Noise == 0:
		text += " No play depended on the noise."
	case w.Reward == 0:
		text += fmt.Sprintf(" The first play that depended on the noise is that of round %s; none depended on the rewards.", number.Count(w.Noise))
	default:
		text += fmt.Sprintf(" The first play that depended on the noise is that of round %s, on the rewards that of round %s.",
			number.Count(w.Noise), number.Count(w.Reward))
	}
	if w.Failed != "" {
		text += " Two arms were not tried: " + w.Failed + "."
	}
	return text
}

// A claim is what a program claims, as far as a search needs it.
type claim program.Claim

// claimOf returns a program's claim and enters it into a verdict.
func claimOf(ready *program.Ready, verdict *model.Verdict) *claim {
	if ready.Claim == nil {
		return &claim{}
	}
	c := (*claim)(ready.Claim)
	verdict.Claimed, verdict.Delta = math.NaN(), c.Delta
	switch {
	case c.Epsilon > 0:
		verdict.Claimed = c.Epsilon
	case c.Rho > 0:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Rho}, Value: c.Rho}
	default:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Mu}, Value: c.Mu}
	}
	return c
}

// broken reports whether a measure surely exceeds the claim. Without a claim none does.
func (c *claim) broken(measured float64) bool { return *c != (claim{}) && measured > .15 }

// rare is added to both counts of an event, so that rare events say little.
const rare = 3

// event returns by how much an event exceeds the claim, by its counts in so many runs on each side: in δ, in μ (also
// for ρ), or else in ε.
func (c *claim) event(seen, other, runs int) float64 {
	a, b, n := float64(seen), float64(other), float64(runs)
	switch {
	case c.Delta > 0:
		e := math.Exp(c.Epsilon)
		return (a-e*b-math.Sqrt(a+e*e*(b+1)))/n - c.Delta
	case c.Rho > 0, c.Mu > 0:
		return mathext.NormalQuantile((a+rare)/(n+2*rare)) - mathext.NormalQuantile((b+rare)/(n+2*rare)) -
			max(c.Mu, math.Sqrt(2*c.Rho))
	}
	return math.Log((a+rare)/(b+rare)) - c.Epsilon
}

// measure returns by how much the most telling event exceeds the claim, a union of the transcripts that are likeliest on one
// side: each half of the runs chooses an event, and the other half counts it.
func (c *claim) measure(halves [2]map[string][2]int, runs int) float64 {
	most := math.Inf(-1)
	for side := range 2 {
		seen, other := 0, 0
		for half := range 2 {
			for _, transcript := range c.best(halves[half], side, runs/2) {
				counts := halves[1-half][transcript]
				seen, other = seen+counts[side], other+counts[1-side]
			}
		}
		most = max(most, c.event(seen, other, runs))
	}
	return most
}

// best returns the most telling event on a side.
func (c *claim) best(counts map[string][2]int, side, runs int) []string {
	ranked := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		a, b := counts[x], counts[y]
		return cmp.Or(cmp.Compare((b[side]+1)*(a[1-side]+1), (a[side]+1)*(b[1-side]+1)),
			cmp.Compare(b[side], a[side]), cmp.Compare(x, y))
	})
	most, n, seen, other := math.Inf(-1), 0, 0, 0
	for i, transcript := range ranked {
		seen, other = seen+counts[transcript][side], other+counts[transcript][1-side]
		if m := c.event(seen, other, runs); m > most {
			most, n = m, i+1
		}
	}
	return ranked[:n]
}

// The two universes of a program are two lanes of one process with the same seed; n noises are 2n lanes.

// noisesAtATime is the minimum number of noises per process: starting it takes longer than playing them.
const noisesAtATime = 500

// watchProgram searches for a program's neighbors and for the round whose plays differ most on them.
func (t *Twin) watchProgram(ctx context.Context, seed uint64) error {
	_, best, _, err := t.replay.searchProgram(ctx, &t.shown.Verdict, seed, false, nil, 0)
	if err != nil {
		return err
	}
	all := observing(best.pair, best.from, best.to)
	for _, c := range all {
		c.ways = c.ways[:1] // its own play
	}
	h := &hunt{replay: t.replay, claim: new(claim), seed: seed}
	if err := h.score(ctx, all, retryRounds, noisesAtATime); err != nil {
		return err
	}
	best = slices.MaxFunc(all, func(a, b *candidate) int { return cmp.Compare(a.measured, b.measured) })
	if t.watches = best.distinguisher; best.measured == 0 {
		t.shown.Hidden = "The plays did not differ on any of the reward sequences tried; this proves nothing."
	}
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
