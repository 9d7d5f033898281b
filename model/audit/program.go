package audit

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"

	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// Programs are audited as black boxes: they run on neighbors, and the audit looks for an event
// that is likelier on one side. Runs are lanes of processes, each with its own rewards, so
// thousands run at a time.

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
	plays, err := r.perform(ctx, p.jobs(inputs), p.to)
	if err != nil {
		return nil, err
	}
	return param.Map(plays, func(play []string) string { return stretch(play, p.from, p.to) }), nil
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

func (p *distinguisher) jobs(inputs []mechanism.Input) []job {
	return param.Map(inputs, func(in mechanism.Input) job { return job{p, in} })
}

// atATime is the number of processes of a search that play at a time.
const atATime = 2

// perform plays jobs for some rounds, as many at a time as one process holds, and returns the
// plays of each.
func (r *replay) perform(ctx context.Context, jobs []job, rounds int) ([][]string, error) {
	all, size := make([][]string, len(jobs)), evenly(len(jobs), r.runsAtATime)
	failures := make([]error, (len(jobs)+size-1)/size)
	room := make(chan bool, atATime)
	var group sync.WaitGroup
	for k := range failures {
		from, to := k*size, min((k+1)*size, len(jobs))
		room <- true
		group.Go(func() {
			failures[k] = r.performSome(ctx, jobs[from:to], all[from:to], rounds)
			<-room
		})
	}
	group.Wait()
	return all, cmp.Or(failures...)
}

// performSome plays jobs as lanes of one process.
func (r *replay) performSome(ctx context.Context, jobs []job, plays [][]string, rounds int) error {
	seeds := make([]uint64, len(jobs))
	for i := range jobs {
		seeds[i], plays[i] = jobs[i].Seed, make([]string, rounds)
	}
	team, runs := r.StartTeam(seeds, func(i int) func(t int) []float64 {
		return func(t int) []float64 { return jobs[i].on.At(jobs[i].Side, t) }
	})
	defer team.End()
	defer context.AfterFunc(ctx, team.Kill)()
	names := map[string]string{} // shared texts of equal plays
	for t := range rounds {
		for i, run := range runs {
			if run.Advance(1); run.Err() != nil {
				return cmp.Or(context.Cause(ctx), run.Err())
			}
			play := appendPlay(nil, run.Play())
			name, known := names[string(play)]
			if !known {
				name = string(play)
				names[name] = name
			}
			plays[i][t] = name
		}
	}
	return nil
}

// stretch returns the transcript of the plays of rounds from to to.
func stretch(plays []string, from, to int) string {
	return strings.Join(plays[from-1:to], "")
}

// NoNoise is the finding about a Noiseless program.
const NoNoise = "its noise does not depend on its seed, or it has no noise"

// Line returns the verdict in a few words. For programs only the results of running them are
// known.
func (f *Finding) Line() string {
	switch {
	case f.Spec.Plays().Process() == nil || f.Statistics == nil:
		return f.Verdict.Line()
	case f.Refuted():
		return fmt.Sprintf("claim violated: at least %.3g is lost", f.Lower)
	case f.Noiseless:
		return NoNoise
	case f.Lower == 0:
		return "nothing found: this proves nothing"
	case !f.Promises():
		return "claims nothing"
	}
	return "no violation found: this proves nothing"
}
