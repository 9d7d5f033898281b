// Package audit measures how much learners reveal about their rewards: it compares the claimed
// ε with the exact one, bounds it from below by running the learner on two neighboring reward
// sequences, and shows such a pair of runs side by side.
package audit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit/blackbox"
	"regretscope/model/trials"
	"regretscope/noise"
	"regretscope/noise/channel"
	mechanism "regretscope/noise/dpaudit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// MaxRuns is the maximum number of runs per side of a statistical audit.
const MaxRuns = 5_000_000

// Defaults of an audit.
const (
	DefaultRuns       = 40_000
	DefaultConfidence = .99
)

// An Audit measures the privacy of one learner of a configuration: its claim, its exact loss, and the loss that is
// proven by running it as a black box on two neighboring reward sequences. Of the scenario, only the arms, the
// matroid, and the channels matter. The result is a pure function of all fields but Workers, unless a program's audit
// reaches its time limit.
type Audit struct {
	Config     *model.Config
	Learner    int
	Runs       int     // of the learner on each side, from 8 to MaxRuns
	Confidence float64 // of the lower bound, in (0,1)
	Workers    int     // goroutines; 0: one a core
	// Neighbors is the pair to run a program on, for so many Rounds; nil: search for one.
	Neighbors *model.Neighbors
	Rounds    int
	Limit     time.Duration // of a program's audit; 0: DefaultLimit
	MaxRounds int           // of all runs of a program together, before the last test; 0: no limit
}

// Check returns an error if the audit cannot run: one sentence about the first mistake.
func (a *Audit) Check() error {
	if err := a.Config.Check(); err != nil {
		return err
	}
	switch {
	case a.Learner < 0 || a.Learner >= len(a.Config.Learners):
		return fmt.Errorf("learner %d: there are %d", a.Learner, len(a.Config.Learners))
	case a.Config.Learners[a.Learner].Plays().Waits():
		return learners.ErrYou
	case a.Runs < 8 || a.Runs > MaxRuns:
		return fmt.Errorf("runs %d: must be a whole number from 8 to %s", a.Runs, number.Count(MaxRuns))
	case !(a.Confidence > 0 && a.Confidence < 1):
		return fmt.Errorf("confidence %v: must be a number above 0 and below 1", a.Confidence)
	case a.Neighbors != nil && a.Config.Learners[a.Learner].Plays().Process() == nil:
		return fmt.Errorf("neighbors: only a program can be audited on a pair of your own")
	case a.Neighbors != nil && len(a.Neighbors.Before) != a.Config.Scenario.Arms():
		return fmt.Errorf("neighbors: the tables have %d arms, the scenario has %d; choose arms with --arms",
			len(a.Neighbors.Before), a.Config.Scenario.Arms())
	case a.Neighbors != nil && (a.Rounds <= a.Neighbors.Round || a.Rounds > a.Config.Horizon):
		return fmt.Errorf("neighbors: the tables have %d rounds, must be more than the round that differs (%d) and at most the horizon (%s)",
			a.Rounds, a.Neighbors.Round, number.Count(a.Config.Horizon))
	case a.Workers < 0 || a.Workers > trials.MaxWorkers:
		return fmt.Errorf("workers %d: must be a whole number from 1 to %s, or 0 for one per core", a.Workers,
			number.Count(trials.MaxWorkers))
	}
	return nil
}

// A Finding is the result of an audit.
type Finding struct {
	model.Verdict
	Audit       *Audit           // that found it
	*Statistics                  // nil without runs
	Window      *blackbox.Result // what a program's audit has looked at; nil for built-in learners
	// Noiseless is set if a program says that its plays are private, but they depend on the rewards and, on
	// critical rewards too, not on the seed.
	Noiseless bool
}

// Statistics are the results of running the learner: lower bounds on its loss in every notion
// of privacy, which hold together with the given confidence.
type Statistics struct {
	Lower      float64 // with the given confidence, the true ε is at least this
	Confidence float64
	Observed   string          // plays, or reports with local privacy
	Sequences  model.Neighbors // the reward sequences
	Rounds     int             // per run
	Runs       int             // on each side, without those that chose the events
	Tests      []Test          // the first is the best for ε; one for μ may follow
}

// A Test distinguishes the sides by whether an event happens.
type Test struct {
	Event  string // in words; if nothing distinguishes the sides, it says so
	Side   int    // the side on which the event is more likely
	Counts [2]int // how often it happened on each side
	// Bounds on the event's probability: from below on its side, from above on the other.
	Least, Most float64
}

// Exactly returns what is known without running the learner.
func (a *Audit) Exactly() *Finding { return &Finding{Verdict: a.Config.Verdict(a.Learner), Audit: a} }

// A Loss is the true loss of the costliest round in one notion of privacy.
type Loss struct {
	Name string // ε, ρ, μ, δ(0.25)
	privacy.Value
	Shown float64 // a lower bound from running the learner; NaN before
}

// Losses returns ε and the losses by other measures; empty if nothing is known beyond ε.
func (f *Finding) Losses(beyond ...privacy.Measure) []Loss {
	if f.Exact.Mechanism == nil {
		return nil
	}
	exact := privacy.Value{Value: f.Exact.Epsilon, Upper: f.Exact.Epsilon, Status: privacy.Exact}
	all := []Loss{{"ε", exact, math.NaN()}}
	for _, m := range beyond {
		all = append(all, Loss{m.String(), m.Of(f.Exact.Mechanism), math.NaN()})
	}
	if f.Statistics != nil {
		shown := f.Shown()
		all[0].Shown = shown.Epsilon().Value
		for i, m := range beyond {
			all[1+i].Shown = m.Of(shown).Value
		}
	}
	return all
}

// Shown returns a mechanism that loses no more, in any notion, than the learner was shown to lose.
func (s *Statistics) Shown() privacy.Mechanism {
	return privacy.Disjoint(param.Map(s.Tests, func(t Test) privacy.Mechanism { return mechanism.Shown(t.Least, t.Most) }))
}

// Errors returns the error rates of an observer who decides for the test's side exactly if the
// event happens: of type I, when the rewards were the other side's, and of type II.
func (t *Test) Errors(runs int) (first, second float64) {
	counts, n := t.Ordered(), float64(runs)
	return float64(counts[1]) / n, 1 - float64(counts[0])/n
}

// Ordered returns the counts on the test's side and on the other.
func (t *Test) Ordered() [2]int { return [2]int{t.Counts[t.Side], t.Counts[1-t.Side]} }

// Refuted reports whether a lower bound exceeds the claim.
func (f *Finding) Refuted() bool {
	if f.Statistics == nil {
		return false
	}
	m, claimed := f.Judged()
	return f.Measured(m) > claimed // never without a claim
}

// Judged returns the measure of the claim and the claimed value: δ at the claimed ε, ρ or μ, or else ε. It is NaN
// without a claim.
func (f *Finding) Judged() (m privacy.Measure, claimed float64) {
	switch {
	case f.Delta > 0:
		return privacy.Measure{Notion: privacy.Delta, At: f.Claimed}, f.Delta
	case f.Promised.Notion != "":
		return f.Promised.Measure, f.Promised.Value
	}
	return privacy.Measure{}, f.Claimed
}

// Measured returns the lower bound in a measure.
func (f *Finding) Measured(m privacy.Measure) float64 {
	if m.Pure() {
		return f.Lower
	}
	return m.Of(f.Shown()).Value
}

// Run runs the audit. It reports progress in runs of both sides, if progress is not nil, from several goroutines but
// never concurrently. If ctx ends first, it returns the context's error after the current round.
func (a *Audit) Run(ctx context.Context, progress func(trials.Progress)) (*Finding, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	f, r := a.Exactly(), newReplay(a.Config, a.Learner)
	o := mechanism.Options{Runs: a.Runs, Confidence: a.Confidence, Workers: a.Workers, Seed: a.seed("search")}
	if r.InTeams() {
		return f, a.runProgram(ctx, r, f, progress)
	}
	p, err := r.distinguish(ctx, &f.Verdict, o)
	if err != nil {
		return nil, err
	}
	o.Seed = a.seed("audit")
	if progress != nil {
		o.Played = counter(progress, o.Runs)
	}
	bound, err := r.bound(ctx, &p, o)
	if err != nil {
		return nil, err
	}
	f.Statistics = r.statistics(&p, bound, f.Verdict)
	return f, nil
}

const noEvent = "no event was seen more often on one sequence than chance explains"

func (r *replay) statistics(p *distinguisher, bound mechanism.LowerBound[string], verdict model.Verdict) *Statistics {
	s := &Statistics{
		Lower: bound.Epsilon, Confidence: bound.Confidence,
		Observed: "plays", Sequences: p.Neighbors, Rounds: p.rounds(), Runs: bound.Runs,
	}
	if verdict.Spec.Privacy == learners.Local {
		s.Observed = "reports"
	}
	for _, t := range bound.Tests {
		event := noEvent
		if t.Least > t.Most {
			event = r.describe(p, t.Event)
		}
		s.Tests = append(s.Tests, Test{Event: event, Side: t.Side, Counts: t.Counts, Least: t.Least, Most: t.Most})
	}
	return s
}

// seed separates the seeds of the search from those of the audit.
func (a *Audit) seed(purpose string) uint64 {
	return noise.Key(a.Config.Seed, noise.Replication, noise.KeyOf(purpose))
}

// counter adds up the workers' progress.
func counter(progress func(trials.Progress), runs int) func(int) {
	var lock sync.Mutex
	p := trials.Progress{Total: 2 * runs}
	return func(plays int) {
		lock.Lock()
		defer lock.Unlock()
		p.Done += plays
		progress(p)
	}
}

// describe describes an event, a set of transcripts, in words.
func (r *replay) describe(p *distinguisher, event []string) string {
	switch {
	case p.report:
		return r.watched(p) + " is " + r.listed(event, r.reportText)
	case p.from == p.to:
		return r.watched(p) + " is " + r.listed(event, r.playText)
	case len(event) == 1:
		return r.watched(p) + " are " + sequence(event[0])
	default:
		return fmt.Sprintf("%s are one of %d sequences, such as %s", r.watched(p), len(event), sequence(event[0]))
	}
}

func (r *replay) watched(p *distinguisher) string {
	switch {
	case p.report:
		return fmt.Sprintf("the report of round %s", number.Count(p.Round))
	case p.from == p.to:
		return "the play of round " + number.Count(p.to)
	}
	return "the plays of rounds " + number.Count(p.from) + " to " + number.Count(p.to)
}

// listedAtMost is the number of transcripts to name before counting the rest.
const listedAtMost = 3

func (r *replay) listed(event []string, text func(string) string) string {
	named := param.Map(event[:min(len(event), listedAtMost)], text)
	switch more := len(event) - len(named); {
	case more == 1:
		named = append(named, "one other")
	case more > 1:
		named = append(named, fmt.Sprintf("one of %d others", more))
	}
	return strings.Join(named, ", or ")
}

func (r *replay) reportText(transcript string) string {
	letters := []rune(transcript)
	text := classNames[reportClass(letters[len(letters)-1])]
	if len(letters) > 1 {
		text += " from arm " + strconv.Itoa(int(letters[0]-firstArm)+1)
	}
	return text
}

// playText returns one play in words: "arm 3", or "basis 1+2+4".
func (r *replay) playText(transcript string) string {
	if r.Setting.Matroid != nil {
		return "basis " + sequence(transcript)
	}
	return "arm " + sequence(transcript)
}

// sequence returns plays in turn: "5, 5, 1", or "1+2+4, 1+3+4".
func sequence(transcript string) string {
	var turns []string
	for _, play := range plays(transcript) {
		arms := param.Map(play, func(j int) string { return strconv.Itoa(j + 1) })
		turns = append(turns, strings.Join(arms, "+"))
	}
	return strings.Join(turns, ", ")
}

// A replay runs one learner on given reward sequences. It never changes and is safe for concurrent use.
type replay struct {
	*model.Starter
	runsAtATime int    // runs of a program to play in a process
	workers     int    // processes at a time; 0: one a core
	tried       func() // nil, or called for each noise with which neighbors were tried
	guess       bool   // take the first later neighbors with any difference
}

// newReplay prepares learner i of a checked configuration.
func newReplay(c *model.Config, i int) *replay { return &replay{Starter: c.Starter(i)} }

func (r *replay) start(p *distinguisher, side int, seed uint64) *model.Run {
	return r.Replay(seed, func(t int) []float64 { return p.At(side, t) })
}

// A distinguisher is two neighboring reward sequences and what is observed on them: the plays
// of some rounds or, with local privacy, the report of the round that differs. Observing less
// reveals less, so its lower bound holds for everything that the learner shows.
type distinguisher struct {
	model.Neighbors
	from, to int  // the observed rounds, both included
	report   bool // observe the report of Neighbors.Round in place of plays
}

func (p *distinguisher) rounds() int {
	if p.report {
		return p.Round
	}
	return p.to
}

// observe plays one side with the noise of a seed and returns the transcript. If ctx ends, it
// stops after the current round, and the result means nothing.
func (r *replay) observe(ctx context.Context, p *distinguisher, side int, seed uint64) string {
	run := r.start(p, side, seed)
	var seen []byte
	for t := 1; t <= p.rounds() && ctx.Err() == nil; t++ {
		run.Advance(1)
		if !p.report && t >= p.from {
			seen = appendPlay(seen, run.Play())
		}
	}
	if p.report && ctx.Err() == nil {
		seen = r.appendReport(seen, run, p.Round)
	}
	return string(seen)
}

// The letters of a transcript. A play is its arms, each a character from firstArm on, followed by endPlay. A report
// is its arm, unless all arms have the same channel, followed by its place.
const (
	firstArm = '0'
	endPlay  = ' '
)

func appendPlay(seen []byte, arms []int) []byte {
	if !slices.IsSorted(arms) {
		arms = slices.Sorted(slices.Values(arms)) // a basis is a set
	}
	for _, j := range arms {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, endPlay)
}

// A reportClass is a class of reports. Real numbers are classed only as far as the ratio of their densities changes.
type reportClass byte

const (
	zero   reportClass = 'a' + iota // the bit 0
	one                             // the bit 1
	low                             // a real number of at most 0
	middle                          // between 0 and 1
	high                            // of at least 1
)

var classNames = map[reportClass]string{zero: "0", one: "1", low: "at most 0", middle: "between 0 and 1", high: "at least 1"}

func classOf(report float64, c channel.Channel) reportClass {
	switch {
	case c.Bits() && report == 0:
		return zero
	case c.Bits():
		return one
	case report <= 0:
		return low
	case report < 1:
		return middle
	default:
		return high
	}
}

// appendReport appends the report of round t, the run's newest.
func (r *replay) appendReport(seen []byte, run *model.Run, t int) []byte {
	j, channels := run.Play()[0], r.Setting.Channels
	if !channel.Alike(channels) {
		seen = utf8.AppendRune(seen, rune(firstArm+j))
	}
	return append(seen, byte(classOf(run.Report(0), channels[j])))
}

// plays returns the plays of a transcript, with arms from 0.
func plays(transcript string) [][]int {
	var all [][]int
	for text := range strings.SplitSeq(strings.TrimSuffix(transcript, string(endPlay)), string(endPlay)) {
		var play []int
		for _, letter := range text {
			play = append(play, int(letter-firstArm))
		}
		all = append(all, play)
	}
	return all
}
