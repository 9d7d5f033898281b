package audit

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
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
	first := p.from
	if len(p.also) > 0 {
		first = p.also[0][0]
	}
	plays, err := r.perform(ctx, p.jobs(inputs), first, p.to)
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

func (p *distinguisher) jobs(inputs []mechanism.Input) []job {
	return param.Map(inputs, func(in mechanism.Input) job { return job{p, in} })
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

// Line returns the verdict in a few words. For programs only the results of running them are
// known.
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
		text += " No play depended on the rewards or the noise: nothing can be said about later rounds."
	case w.Noise == 0:
		text += " No play depended on the noise: nothing can be said about later rounds."
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
