package trials

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Totals adds up finished units of a design in any order. MaxMeasurements and MaxCounts bound
// its memory, whatever the number of units.
type Totals struct {
	design *Design
	series []totals
}

// totals holds one series' measurements.
type totals struct {
	at     []measured // by reported round
	random bool       // a random number affected the plays
}

// measured holds the measurements of a series at one reported round.
type measured struct {
	regrets, returns []float64    // by run
	roots            []float64    // likewise at theory.Root of the round, NaN if unknown
	pulls            []int        // by arm, summed over the runs
	worst            number.Float // maximum over the runs
	others           OtherNotions // likewise
	user             User         // likewise
}

// NewTotals returns empty totals.
func NewTotals(d *Design) *Totals {
	t := &Totals{design: d, series: make([]totals, len(d.Series))}
	for i := range t.series {
		t.series[i] = totals{at: make([]measured, len(d.Series[i].At))}
		for k := range t.series[i].at {
			t.series[i].at[k].pulls = make([]int, d.Series[i].Arms)
		}
	}
	return t
}

// Add adds a unit, which must not be added twice.
func (t *Totals) Add(f *Finished) {
	t.series[f.Series].random = t.series[f.Series].random || !f.Certain
	for k := range f.Regret {
		m := &t.series[f.Series].at[k]
		put(&m.regrets, f.Run, float64(f.Regret[k]))
		if t.design.Series[f.Series].Floor.grows() {
			root := math.NaN()
			if len(f.Roots) > 0 {
				root = float64(f.Roots[k])
			}
			put(&m.roots, f.Run, root)
		}
		put(&m.returns, f.Run, float64(f.Return[k]))
		m.worst = max(m.worst, f.CostliestRound[k])
		if m.others == (OtherNotions{}) { // the first unit
			m.others = f.OtherNotions[k]
		} else {
			m.others = m.others.worse(f.OtherNotions[k])
		}
		m.user.AllRounds = max(m.user.AllRounds, f.User[k].AllRounds)
		for j, n := range f.Pulls[k] {
			m.pulls[j] += n
		}
	}
}

// Only leaves out all reported rounds but some. Of those beyond a horizon it keeps the horizon. The
// error is the end of a sentence.
func (t *Totals) Only(at []int) error {
	d := *t.design
	d.Series, d.Setup.At, t.design = slices.Clone(d.Series), reported(at, d.Setup.Points[0].Horizon), &d
	for i := range d.Series {
		s, all := &d.Series[i], t.series[i].at
		before := s.At
		at := reported(at, before[len(before)-1])
		var kept []int
		for _, round := range at {
			k, found := slices.BinarySearch(before, round)
			if !found {
				return fmt.Errorf("there is no measurement of %s at round %s, but at %s", s.Choice, number.Count(round),
					number.Plural(len(before), "round")+" from "+number.Count(before[0])+" to "+number.Count(before[len(before)-1]))
			}
			kept = append(kept, k)
		}
		s.At, t.series[i].at = at, param.Map(kept, func(k int) measured { return all[k] })
		pick := func(values []number.Float) []number.Float {
			return param.Map(kept, func(k int) number.Float { return values[k] })
		}
		if s.Exact != nil {
			s.Exact = pick(s.Exact)
		}
		if s.Floor != nil && s.Floor.Heights != nil {
			floor := *s.Floor
			floor.Heights = pick(floor.Heights)
			s.Floor = &floor
		}
	}
	return nil
}

func put(values *[]float64, i int, x float64) {
	*values = append(*values, make([]float64, max(i+1-len(*values), 0))...)
	(*values)[i] = x
}

// Result returns the result of the added units: for every series those of runs 0 to runs−1, or more with a precision.
func (t *Totals) Result(runs int) *Result {
	r := &Result{
		Version: t.design.Version, Seed: t.design.Setup.Seed, Runs: runs, Config: t.design.Setup,
		Rows: []Row{}, Design: t.design,
	}
	if runs == 0 {
		return r
	}
	for i := range t.series {
		for k := range t.design.Series[i].At {
			r.Rows = append(r.Rows, t.row(i, k))
		}
	}
	t.compare(r)
	return r
}

func (t *Totals) row(i, k int) Row {
	s, m := &t.design.Series[i], &t.series[i].at[k]
	e := &t.design.Setup.Points[s.Point].Scenario
	summary := stats.Summarize(m.regrets)
	row := Row{
		Scenario: s.Scenario, Learner: s.Learner, Epsilon: s.Epsilon, Params: s.Params, Channel: s.Channel,
		Round: s.At[k], Runs: len(m.regrets), Horizon: s.Horizon, Seed: t.design.Setup.Seed, Series: i,
		RegretMean: number.Float(summary.Mean), RegretSD: number.Float(summary.SD),
		ReturnMean: number.Float(stat.Mean(m.returns, nil)), CostliestRound: m.worst, OtherNotions: m.others, User: m.user,
		Distance: t.distance(i, k), Arms: e.Written, Gap: e.Gap(),
		Interval: ends(stats.MeanInterval(m.regrets, stats.Confidence)), Median: number.Float(summary.Median),
		Quartiles: numbers(summary.Quartiles[:]...), Tails: numbers(summary.Tails[:]...),
		Misleading: number.Float(summary.Mostly), Largest: summary.Largest, LowTail: summary.Low,
		Repeatable: s.Repeatable, Certain: !t.series[i].random,
	}
	row.PullsMean = param.Map(m.pulls, func(pulls int) float64 { return float64(pulls) / float64(row.Runs) })
	if s.Audited != nil {
		row.Claimed, row.Local, row.Onlookers = s.Audited.Claimed, s.Audited.Local, s.Audited.Onlookers
	}
	if s.Exact != nil {
		row.RegretExact = &s.Exact[k]
	}
	return row
}

// paired returns the pairs of series of a grid point, which begins with series first: every pair up
// to MaxLearners learners, else each with the first.
func (t *Totals) paired(first int) (pairs [][2]int) {
	end := first + len(t.design.Setup.Learners)
	for a := first; a < end && (a == first || end-first <= model.MaxLearners); a++ {
		for b := a + 1; b < end; b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// pair compares two series at the last reported round.
func (t *Totals) pair(a, b, decided int) Pair {
	s, other := &t.design.Series[a], &t.design.Series[b]
	k := len(s.At) - 1
	first, second := t.both(a, b, k)
	p := stats.Compare(first, second, stats.Confidence)
	return Pair{
		Scenario: s.Scenario, Horizon: s.Horizon, Epsilon: t.design.Setup.Points[s.Point].Epsilon, Round: s.At[k],
		First: s.Choice, Second: other.Choice,
		Difference: number.Float(p.Mean), Error: number.Float(p.Error), Interval: ends(p.Interval),
		Effect: number.Float(p.Effect), FirstBetter: number.Float(p.Smaller), PairingGain: number.Float(p.Gain), Runs: p.N,
		DecidedFrom: decided,
	}
}

// both returns the regrets of two series at reported round k, in the runs that both have.
func (t *Totals) both(a, b, k int) (first, second []float64) {
	first, second = t.series[a].at[k].regrets, t.series[b].at[k].regrets
	n := min(len(first), len(second))
	return first[:n], second[:n]
}

// ends returns the ends of an interval, or nil.
func ends(i stats.Interval) []number.Float {
	if math.IsNaN(i.Low) {
		return nil
	}
	return numbers(i.Low, i.High)
}

func numbers(values ...float64) []number.Float {
	return param.Map(values, func(x float64) number.Float { return number.Float(x) })
}

// An aggregator adds the units of an experiment under way. It adds those of a run once all
// series of its lane have finished it.
type aggregator struct {
	*Totals
	lanes []lane
}

// A lane is a set of series with the same number of runs.
type lane struct {
	series  int
	runs    int                 // the number of complete runs, without a gap
	waiting map[int][]*Finished // by run
}

// newAggregator returns an empty aggregator with one lane, or with a lane for each series if apart is set.
func newAggregator(d *Design, apart bool) *aggregator {
	lanes := []lane{{series: len(d.Series)}}
	if apart {
		lanes = slices.Repeat([]lane{{series: 1}}, len(d.Series))
	}
	for i := range lanes {
		lanes[i].waiting = map[int][]*Finished{}
	}
	return &aggregator{NewTotals(d), lanes}
}

func (g *aggregator) lane(series int) *lane { return &g.lanes[min(series, len(g.lanes)-1)] }

func (g *aggregator) runs() int {
	return slices.MinFunc(g.lanes, func(a, b lane) int { return a.runs - b.runs }).runs
}

func (g *aggregator) add(f *Finished) {
	l := g.lane(f.Series)
	l.waiting[f.Run] = append(l.waiting[f.Run], f)
	for len(l.waiting[l.runs]) == l.series {
		for _, f := range l.waiting[l.runs] {
			g.Add(f)
		}
		delete(l.waiting, l.runs)
		l.runs++
	}
}

// A Floor is the highest lower bound on the regret of a series at its last reported round, or the
// condition that fails.
type Floor struct {
	Kind    theory.Kind    `json:"kind,omitempty"`
	Source  string         `json:"source,omitempty"`
	Heights []number.Float `json:"heights,omitempty"` // at each reported round, for theory.Times
	Missing string         `json:"missing,omitempty"`
}

// floorOf returns learner i's floor at the reported rounds. A program may claim an ε; otherwise claimed is 0.
func floorOf(c *model.Config, i int, at []int, claimed float64) *Floor {
	curve, missing := c.Floor(i, at[len(at)-1])
	if claimed > 0 && !math.IsInf(claimed, 1) {
		if curve, missing = c.FloorAt(i, at[len(at)-1], claimed); missing == "" {
			curve.Source = strings.Replace(curve.Source, "audited", "if its claim holds:", 1)
		}
	}
	f := &Floor{Missing: missing}
	if missing == "" {
		f.Kind, f.Source = curve.Kind, curve.Source
		f.Heights = param.Map(at, func(t int) number.Float { return number.Float(curve.Height(t)) })
	}
	return f
}

// Possible reports whether the program writes such a floor for a number of reported rounds.
func (f *Floor) Possible(rounds int) bool {
	switch {
	case f == nil:
		return true
	case f.Missing != "":
		return f.Kind == ""
	}
	return (f.Kind == theory.Lower || f.Kind == theory.Slope) && len(f.Heights) == rounds
}

// grows reports whether a distance from the floor needs the regret at theory.Root of each round.
func (f *Floor) grows() bool { return f != nil && f.Kind == theory.Slope }

// A Distance compares regret with a floor. What is unknown is nil or empty.
type Distance struct {
	Floor       *number.Float `json:"floor"` // at the row's round, or the coefficient of ln t of a slope
	FloorKind   theory.Kind   `json:"floor_kind"`
	FloorSource string        `json:"floor_source"`
	Missing     string        `json:"floor_missing,omitempty"` // why there is no floor
	Times       *number.Float `json:"times_floor"`
	TimesLow    *number.Float `json:"times_floor_low"` // 95% interval
	TimesHigh   *number.Float `json:"times_floor_high"`
}

func (t *Totals) distance(i, k int) (d Distance) {
	f, m, round := t.design.Series[i].Floor, &t.series[i].at[k], t.design.Series[i].At[k]
	if f == nil || f.Missing != "" {
		if f != nil {
			d.Missing = f.Missing
		}
		return d
	}
	height := float64(f.Heights[k])
	d.FloorKind, d.FloorSource, d.Floor = f.Kind, f.Source, finite(height)
	times := slices.Clone(m.regrets)
	for run, regret := range times {
		before := 0.0
		if f.grows() {
			before = m.roots[run]
		}
		times[run] = theory.Times(f.Kind, height, round, regret, before)
	}
	if d.Times = finite(stat.Mean(times, nil)); d.Times != nil {
		interval := stats.MeanInterval(times, stats.Confidence)
		d.TimesLow, d.TimesHigh = finite(interval.Low), finite(interval.High)
	}
	return d
}

// finite returns a number, or nil if it is infinite or NaN.
func finite(x float64) *number.Float {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return (*number.Float)(&x)
}

// Gap returns the smallest positive gap of arms whose means do not change; nil without one.
func (e *Environment) Gap() *number.Float {
	gap := math.NaN()
	if len(e.Phases) == 1 && e.Matroid == nil && len(e.Phases[0].Means) > 0 {
		best := slices.Max(e.Phases[0].Means)
		for _, mean := range e.Phases[0].Means {
			if mean < best && !(best-mean >= gap) {
				gap = number.Round(best-mean, 12)
			}
		}
	}
	return finite(gap)
}
