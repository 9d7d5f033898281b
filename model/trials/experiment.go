// Package trials repeats runs with other seeds, on all cores: experiments, their statistics and
// ranks, and the file formats of results.
package trials

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/model/stats"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Limits of an experiment, checked before anything is allocated.
const (
	MaxRuns         = 1_000_000
	MaxReported     = 1000 // rounds to report
	MaxWorkers      = 1024 // goroutines
	MaxShards       = 10_000
	MaxMeasurements = 20_000_000 // runs × learners × grid points × reported rounds, of 24 bytes each
	MaxCounts       = 10_000_000 // learners × grid points × reported rounds × arms, of 8 bytes each
)

// An Experiment repeats comparisons with fresh rewards and fresh learners, at one configuration or at every point of
// a grid. Its result is a pure function of (Points, Runs, At). Run i at a point is the comparison with the seed
// noise.ReplicationSeed(the point's seed, i), so run 0 is the one that a Session shows. Learners at all points meet
// the same rewards if their scenarios allow it. The number of workers changes nothing.
type Experiment struct {
	Points []*model.Config // at least one; with equal numbers of learners and the same seed
	Runs   int             // replications, 1 to MaxRuns
	// Precision is the target for the relative half width of every mean's interval, such as
	// 0.02 for ± 2%. Each series starts with Runs replications and doubles them until it meets
	// the target, up to MostPrecise. 0: no target.
	Precision float64
	At        []int   // the rounds to report; empty: powers of ten and the horizon
	Workers   int     // goroutines; 0: one a core
	Shard     Shard   // which units to simulate; the zero value: all
	Idle      []bool  // by learner: of a shard, those that are not simulated; nil: none
	Store     Store   // keeps finished units; nil: memory alone
	Stored    *Design // the result of Design, if it is known; nil: Run calls Design
}

// A Store keeps finished units. Its methods are called from one goroutine.
type Store interface {
	// Find returns a stored unit, or nil.
	Find(Unit) *Finished
	// Append stores a unit. An error ends the experiment.
	Append(*Finished) error
}

// Memory is a Store in memory.
type Memory map[Unit]*Finished

func (m Memory) Find(u Unit) *Finished { return m[u] }

func (m Memory) Append(f *Finished) error {
	m[f.Unit] = f
	return nil
}

// A Shard is one of Of nearly equal parts of an experiment. Each has about the same number of
// replications of every series.
type Shard struct{ Part, Of int } // Part from 1; Of 0 is the whole

// Has reports whether a unit belongs to the shard. Runs of one batch stay together.
func (s Shard) Has(u Unit, d *Design) bool {
	return s.Of == 0 || (u.Series+u.Run/d.Series[u.Series].Batch())%s.Of == s.Part-1
}

// Progress counts the units of an experiment.
type Progress struct {
	Done, Total int
	Kept        int // of Done, those that were already stored
	// Elapsed is the seconds that Total units take one after the other, at the pace so far; 0
	// until each series has finished a unit.
	Elapsed float64
	Workers int
	Note    string // what is done, in place of Done units; may be empty
}

// Check returns an error if the experiment cannot run: one sentence about the first mistake, and a
// *param.FieldError if a flag sets it.
func (e *Experiment) Check() error {
	if e.Runs < 1 || e.Runs > MaxRuns {
		return param.Refuse("runs", "runs %d: must be a whole number from 1 to %s", e.Runs, number.Count(MaxRuns))
	}
	if e.Workers < 0 || e.Workers > MaxWorkers {
		return param.Refuse("workers", "workers %d: must be a whole number from 1 to %s, or 0 for one per core", e.Workers,
			number.Count(MaxWorkers))
	}
	if e.Shard.Of < 0 || e.Shard.Of > 0 && (e.Shard.Part < 1 || e.Shard.Part > e.Shard.Of) {
		return param.Refuse("shard", "shard %d/%d: must be I/N with I from 1 to N", e.Shard.Part, e.Shard.Of)
	}
	if err := e.checkPrecision(); err != nil {
		return err
	}
	if len(e.At) > MaxReported {
		return param.Refuse("at", "at: %s rounds to report; at most %s are allowed", number.Count(len(e.At)),
			number.Count(MaxReported))
	}
	if err := CheckGrid(float64(len(e.Points[0].Learners)), float64(len(e.Points))); err != nil {
		return err
	}
	longest := 0
	for _, c := range e.Points {
		longest = max(longest, c.Horizon)
		if err := c.CheckUpTo(model.MaxSeries); err != nil {
			return err
		}
		if c.Waits() {
			return learners.ErrYou
		}
	}
	for _, t := range e.At {
		if t < 1 || t > longest {
			return param.Refuse("at", "at %d: must be a round from 1 to the horizon %s", t, number.Count(longest))
		}
	}
	return e.checkSize()
}

func (e *Experiment) checkSize() error {
	measured, counts := 0, 0
	for p, c := range e.Points {
		here := len(c.Learners) * len(e.Reported(p))
		measured += here
		counts += here * c.Scenario.Arms()
	}
	if total := measured * e.mostRuns(); total > MaxMeasurements {
		return param.Refuse("runs", "runs %d: with these learners and reported rounds at most %s are allowed", e.Runs,
			number.Count(MaxMeasurements/measured))
	}
	if counts > MaxCounts {
		return param.Refuse("at", "at: learners × grid points × reported rounds × arms are %s, at most %s are allowed",
			number.Count(counts), number.Count(MaxCounts))
	}
	return e.checkMemory()
}

// Run simulates all units of the shard that are not stored. It reports progress, if progress is
// not nil, from the calling goroutine. If ctx ends, Run returns its cause with the result of
// the runs that all series have finished: the result of an experiment of Result.Runs runs. It
// does the same with a *program.Failure. Other errors come without a result. A shard has no
// result: its units are in the store. A learner's panic is raised again in the caller.
func (e *Experiment) Run(ctx context.Context, progress func(Progress)) (*Result, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	w := e.start(ctx, progress)
	w.work(ctx)
	w.release()
	close(w.units)
	w.group.Wait()
	if w.fault != nil {
		panic(w.fault)
	}
	var result *Result
	if w.aggregator != nil && (w.err == nil || errors.As(w.err, new(*program.Failure))) {
		result = w.aggregator.Result(w.aggregator.runs())
	}
	if w.err != nil {
		return result, w.err
	}
	if w.progress.Done < w.progress.Total {
		return result, context.Cause(ctx)
	}
	return result, nil
}

// work hands units to the workers until all are done or the experiment ends.
func (w *dispatcher) work(ctx context.Context) {
	var j job
	ready := false // j waits for a worker
	for next := (Unit{}); ; {
		offer, ended := w.units, w.failed() || ctx.Err() != nil
		switch {
		case ended && w.busy == 0:
			return
		case ended || !ready && (next.Run == w.until || w.ahead(next)):
			offer = nil
		case !ready:
			j, ready = w.needed(next)
			next = w.after(next)
			continue
		}
		if offer == nil && w.busy == 0 {
			if !w.longer() {
				return
			}
			continue
		}
		select {
		case offer <- j:
			w.busy++
			ready = false
		case o := <-w.outcomes:
			w.busy--
			w.take(o)
		}
	}
}

// ahead reports whether a unit is too far ahead of the oldest run under way. Waiting bounds the
// number of finished units that wait for others of their run.
func (w *dispatcher) ahead(u Unit) bool {
	return w.aggregator != nil && !w.closed[u.Series] && u.Run > w.aggregator.lane(u.Series).runs+w.reach
}

// ErrTimeLimit is the cause of a context that ends because the time is up. Finished units are kept.
var ErrTimeLimit = errors.New("the time limit is reached")

// Upper estimates of memory, in bytes.
const (
	countBytes  = 8      // an arm's pulls at a reported round
	markBytes   = 128    // other measurements at a reported round, in a unit or in the totals
	sampleBytes = 24     // these measurements in the result
	rowBytes    = 1 << 9 // a row of the result without its arms
)

// memory estimates the memory of a checked experiment: of its result, with a replication that waits
// for the oldest one, and of each replication under way.
func (e *Experiment) memory() (result, each int) {
	unit, state := 0, 0
	tables := map[*scenarios.Rows]bool{} // already counted
	for p, c := range e.Points {
		reported := len(e.Reported(p))
		unit += len(c.Learners) * reported * (c.Scenario.Arms()*countBytes + markBytes)
		result += len(c.Learners) * resultBytes(reported, c.Scenario.Arms(), e.mostRuns())
		for i := range c.Learners {
			state = max(state, c.RunBytes(i))
		}
		if rows := c.Scenario.Rows; rows != nil && !tables[rows] {
			tables[rows] = true
			result += rows.Bytes()
		}
	}
	return result + unit, unit + state
}

// resultBytes returns the memory of a series' totals and result.
func resultBytes(reported, arms, runs int) int {
	return reported * (2*arms*countBytes + markBytes + rowBytes + runs*sampleBytes)
}

// Bytes returns the memory of the totals and the result of the given number of replications.
func (d *Design) Bytes(runs int) (total int) {
	for i := range d.Series {
		total += resultBytes(len(d.Series[i].At), d.Series[i].Arms, runs)
	}
	return total
}

func (e *Experiment) fit() int {
	result, each := e.memory()
	return (memlimit.Room() - result) / each
}

// checkMemory refuses more workers than the memory allows.
func (e *Experiment) checkMemory() error {
	workers := min(max(e.Workers, 1), e.Runs*len(e.Points)*len(e.Points[0].Learners))
	fit := e.fit()
	if fit >= workers {
		return nil
	}
	result, each := e.memory()
	if fit < 1 {
		return param.Refuse("at",
			"at: the measurements at the reported rounds, and a run, %s; report fewer rounds", memlimit.Refusal(result+each))
	}
	return param.Refuse("workers", "workers %d: %s; %d workers fit", e.Workers, memlimit.Refusal(result+workers*each), fit)
}

// workers returns the number of goroutines: as requested, else one per core as far as memory allows.
func (e *Experiment) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return min(runtime.GOMAXPROCS(0), e.fit())
}

// MostPrecise is the maximum number of runs that a series is doubled to.
const MostPrecise = 10_000

func (e *Experiment) checkPrecision() error {
	switch p := e.Precision; {
	case p == 0:
		return nil
	case !(p > 0 && p < 1):
		return fmt.Errorf("precision %v: must be above 0 and below 100%%", p)
	case e.Runs > MostPrecise:
		return param.Refuse("runs", "runs %d: with a precision, must be at most %s", e.Runs, number.Count(MostPrecise))
	case e.Shard.Of > 0:
		return param.Refuse("shard", "shard %d/%d: cannot be combined with a precision, which needs all runs", e.Shard.Part,
			e.Shard.Of)
	}
	return nil
}

// mostRuns returns the maximum number of runs of a series.
func (e *Experiment) mostRuns() int {
	if e.Precision > 0 {
		return MostPrecise
	}
	return e.Runs
}

// longer doubles the runs of all series that miss the precision, and reports whether there are any.
func (w *dispatcher) longer() bool {
	if w.Precision == 0 || w.until >= MostPrecise {
		return false
	}
	open, until := 0, min(2*w.until, MostPrecise)
	for i := range w.closed {
		if !w.closed[i] {
			row := w.aggregator.row(i, len(w.design.Series[i].At)-1)
			w.closed[i] = row.HalfWidth() <= w.Precision
		}
		if !w.closed[i] {
			open++
		}
	}
	w.progress.Total += open * (until - w.until)
	w.begun, w.until = w.until, until
	return open > 0
}

// HalfWidth returns the relative half width of the mean's 95% interval. For equal runs it is 0
// if they settle the mean, else +Inf.
func (r *Row) HalfWidth() float64 {
	switch {
	case r.Interval != nil:
		return float64(max(r.RegretMean-r.Interval[0], r.Interval[1]-r.RegretMean)) / math.Abs(float64(r.RegretMean))
	case r.Certain, r.Runs >= stats.EnoughEqual:
		return 0
	}
	return math.Inf(1)
}

// RunsFor estimates the number of runs for a relative half width; 0 if the runs say nothing about it.
func (r *Row) RunsFor(precision float64) float64 {
	wide := r.HalfWidth()
	if wide == 0 || math.IsInf(wide, 1) {
		return 0
	}
	return stats.Needed(r.Runs, wide/precision)
}

// ParseEpsilons reads the privacy parameters of a sweep: one, a list such as 0.1,0.5,1, or a
// range in the format of param.ParseValues. The error is the end of a sentence.
func ParseEpsilons(text string) ([]float64, error) {
	return param.ParseValues(text, model.MaxSeries, learners.ParseEpsilon)
}

// ParseRounds reads the rounds to report: a list, or a range with numbers rounded to increasing
// whole ones. The error is the end of a sentence.
func ParseRounds(text string) ([]int, error) {
	// Here a comma always separates.
	values, err := param.ParseValues(strings.ReplaceAll(text, ",", " "), MaxReported, func(one string) (float64, error) {
		n, err := number.ParseCount(one)
		return float64(n), err
	})
	at := param.Map(values, func(x float64) int { return int(math.Round(x)) })
	if strings.Contains(text, ":") {
		slices.Sort(at)
		at = slices.Compact(at)
	}
	return at, err
}

// CheckGrid refuses more than MaxSeries learners × grid points, before they are built.
func CheckGrid(learners, points float64) error {
	if learners*points <= model.MaxSeries {
		return nil
	}
	return fmt.Errorf("sweep: learners × grid points are %s × %s, at most %s are allowed", number.Term(learners),
		number.Term(points), number.Count(model.MaxSeries))
}

// Reported returns the rounds to report at a grid point, in increasing order: those of At up to its horizon, or
// powers of ten and the horizon. If all of At lie beyond the horizon, it is the horizon.
func (e *Experiment) Reported(point int) []int {
	return reported(e.At, e.Points[point].Horizon)
}

// reported returns the rounds to report of those asked for; decades if none are.
func reported(at []int, horizon int) []int {
	if len(at) == 0 {
		return decades(horizon)
	}
	at = param.Map(at, func(t int) int { return min(t, horizon) })
	slices.Sort(at)
	return slices.Compact(at)
}

// decades returns the powers of ten below the horizon, and the horizon.
func decades(horizon int) (at []int) {
	for t := 1; t < horizon; t *= 10 {
		at = append(at, t)
	}
	return append(at, horizon)
}

// Spaced returns a number of rounds up to a horizon, evenly spaced on a linear or a logarithmic axis.
func Spaced(horizon, count int, log bool) []int {
	return param.Map(param.Indices(count), func(i int) int {
		last, share := float64(horizon), float64(i+1)/float64(count)
		if log {
			return int(math.Round(math.Pow(last, share)))
		}
		return max(1, int(math.Round(last*share)))
	})
}

// finestCurve is the maximum number of rounds in a curve: about two per column of a chart on either kind of axis.
const finestCurve = 400

// ReportCurves sets an empty At to 100 to 400 rounds that include the powers of ten, enough for
// curves on linear and logarithmic axes, as far as the limits of experiments allow.
func (e *Experiment) ReportCurves() {
	if len(e.At) > 0 {
		return
	}
	at := slices.Concat(param.Map(e.Points, func(c *model.Config) []int { return decades(c.Horizon) })...)
	slices.Sort(at)
	at = slices.Compact(at)
	horizon := at[len(at)-1]
	for n := finestCurve / min(len(e.Points), 4); n > len(at); n /= 2 {
		half := (n - len(at)) / 2
		e.At = slices.Concat(at, Spaced(horizon, half, false), Spaced(horizon, half, true))
		slices.Sort(e.At)
		e.At = slices.Compact(e.At)
		if len(e.At) <= MaxReported && e.checkSize() == nil {
			return
		}
	}
	e.At = nil
}

// At returns the result at the rounds that an experiment with these At reports, of one that reported more.
func (r *Result) At(at []int) *Result {
	less, points := *r, r.Config.Points
	less.Config.At = reported(at, points[0].Horizon)
	learners := len(r.Config.Learners)
	less.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row Row) bool {
		return !slices.Contains(reported(at, points[row.Series/learners].Horizon), row.Round)
	})
	return &less
}
