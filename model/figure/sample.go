package figure

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// A Sample holds the results of a panel's finished runs, up to the first run that a series
// lacks. Learners of undecided claims may have finished more.
type Sample struct {
	Panel  *Panel
	Design *trials.Design
	Points []*model.Config
	Runs   int

	units map[trials.Unit]*trials.Finished
	bases map[trials.Unit][]int // greedy bases of final estimates, computed on demand
}

func newSample(p *Panel, e *trials.Experiment, units map[trials.Unit]*trials.Finished) *Sample {
	s := &Sample{Panel: p, Design: e.Stored, Points: e.Points, units: units, bases: map[trials.Unit][]int{}}
	s.Runs = s.finished(func(string) bool { return true })
	return s
}

// runsFor returns the sample with all runs that the claim's learners have finished.
func (s *Sample) runsFor(c *Claim) *Sample {
	own := *s
	own.Runs = s.finished(c.needs)
	return &own
}

// finished counts the runs that all needed learners have finished at every grid point.
func (s *Sample) finished(needs func(learner string) bool) int {
	for run := range s.Design.Setup.Runs {
		for i := range s.Design.Series {
			if needs(s.Learners()[i%len(s.Learners())]) && s.units[trials.Unit{Series: i, Run: run}] == nil {
				return run
			}
		}
	}
	return s.Design.Setup.Runs
}

// Result returns the result of the finished runs.
func (s *Sample) Result() *trials.Result {
	totals := trials.NewTotals(s.Design)
	for i := range s.Design.Series {
		for run := range s.Runs {
			totals.Add(s.units[trials.Unit{Series: i, Run: run}])
		}
	}
	return totals.Result(s.Runs)
}

// Learners returns the panel's learners, as --learner takes them.
func (s *Sample) Learners() []string { return s.Design.Setup.Learners }

func (s *Sample) learner(text string) int { return slices.Index(s.Learners(), text) }

// each calls judge for each learner at every grid point.
func (s *Sample) each(learners []string, judge func(point, learner int, text string) []Number) (parts []Number) {
	for point := range s.Points {
		for _, text := range learners {
			parts = append(parts, judge(point, s.learner(text), text)...)
		}
	}
	return parts
}

func (s *Sample) series(point, learner int) *trials.Series {
	return &s.Design.Series[point*len(s.Learners())+learner]
}

func (s *Sample) last(point int) int { return len(s.series(point, 0).At) - 1 }

// at returns the index of the first reported round that is at least t.
func (s *Sample) at(point, t int) int {
	k, _ := slices.BinarySearch(s.series(point, 0).At, t)
	return min(k, s.last(point))
}

func (s *Sample) round(point, k int) int { return s.series(point, 0).At[k] }

func (s *Sample) values(point, learner int, value func(*trials.Finished) number.Float) []float64 {
	values := make([]float64, s.Runs)
	for run := range values {
		values[run] = float64(value(s.unit(point, learner, run)))
	}
	return values
}

func (s *Sample) regrets(point, learner, k int) []float64 {
	return s.values(point, learner, func(f *trials.Finished) number.Float { return f.Regret[k] })
}

// returns returns the runs' expected per-round returns up to that round.
func (s *Sample) returns(point, learner, k int) []float64 {
	return s.values(point, learner, func(f *trials.Finished) number.Float { return f.Return[k] })
}

// exact returns the exact expected regret at that round, NaN if it is unknown.
func (s *Sample) exact(point, learner, k int) float64 {
	if e := s.series(point, learner).Exact; e != nil {
		return float64(e[k])
	}
	return math.NaN()
}

// positions maps what the x axis shows to the x value of a grid point. Rounds and learners have none.
var positions = map[Quantity]func(c *model.Config) float64{
	PrivacyAxis: func(c *model.Config) float64 { return c.Epsilon },
	InverseAxis: func(c *model.Config) float64 { return 1 / c.Epsilon },
	HorizonAxis: func(c *model.Config) float64 { return float64(c.Horizon) },
	ArmsAxis:    func(c *model.Config) float64 { return float64(c.Scenario.Arms()) },
	RankAxis:    func(c *model.Config) float64 { return float64(c.Scenario.PlaySize()) },
	PhasesAxis: func(c *model.Config) float64 {
		_, last := c.Scenario.PhaseAt(c.Horizon)
		return float64(last + 1)
	},
	OutsideAxis: func(c *model.Config) float64 { return float64(c.Scenario.Arms() - c.Scenario.PlaySize()) },
	GapAxis:     func(c *model.Config) float64 { return number.Round(smallestGap(c.Scenario), 12) },
	ChannelAxis: func(c *model.Config) float64 { return LastNumber(c.Channel) },
	SlopeAxis: func(c *model.Config) float64 {
		through, err := channel.Parse(c.ChannelName(0), c.Learners[0].Epsilon(c.Epsilon))
		if err != nil {
			return math.NaN() // the learner has no channel
		}
		_, slope, _ := through.Affine()
		return 1 / (slope * slope)
	},
}

// X returns a grid point's x value.
func (s *Sample) X(point int) float64 {
	if position := positions[s.Panel.X.Shows]; position != nil {
		return position(s.Points[point])
	}
	return math.NaN()
}

// smallestGap returns the smallest positive gap: between arms, or between an arm of the optimal basis
// and one outside it.
func smallestGap(s *scenarios.Scenario) float64 {
	if s.Matroid == nil {
		gaps := slices.DeleteFunc(s.Gaps(), func(gap float64) bool { return gap <= 0 })
		return slices.Min(append(gaps, math.Inf(1)))
	}
	phase, smallest := &s.Phases[0], math.Inf(1)
	for arm, mean := range phase.Means {
		for _, best := range phase.Best {
			if gap := phase.Means[best] - mean; gap > 0 && !slices.Contains(phase.Best, arm) {
				smallest = min(smallest, gap)
			}
		}
	}
	return smallest
}

// LastNumber returns the number at the end of a text such as quadratic,b=0.5 or rr(0.5,0.8), or NaN.
func LastNumber(text string) float64 {
	text = strings.TrimSuffix(text, ")")
	x, err := number.Parse(text[strings.LastIndexAny(text, "=,(")+1:])
	if err != nil {
		return math.NaN()
	}
	return x
}

// Label describes how a grid point differs from the others. It is empty for a single point.
func (s *Sample) Label(point int) string {
	own, first := s.Points[point], s.Points[0]
	var parts []string
	varies := func(value func(*model.Config) string) {
		for _, c := range s.Points {
			if value(c) != value(first) {
				parts = append(parts, value(own))
				return
			}
		}
	}
	varies(func(c *model.Config) string {
		if c.Scenario.Name != "arms" {
			return c.Scenario.Name
		}
		return "means " + strings.Join(param.Map(c.Scenario.Phases[0].Means, func(mean float64) string {
			return strings.TrimPrefix(number.Setting(mean), "0")
		}), " ")
	})
	varies(func(c *model.Config) string { return c.Channel })
	varies(func(c *model.Config) string { return "ε = " + number.Setting(c.Epsilon) })
	varies(func(c *model.Config) string { return "T = " + number.Count(c.Horizon) })
	return strings.Join(parts, ", ")
}

func name(what, label string) string {
	if label == "" {
		return what
	}
	return what + " at " + label
}

func (s *Sample) unit(point, learner, run int) *trials.Finished {
	return s.units[trials.Unit{Series: point*len(s.Learners()) + learner, Run: run}]
}

// scales are the functions of x that a claim can use.
var scales = map[string]func(float64) float64{
	"x":    func(x float64) float64 { return x },
	"1/x":  func(x float64) float64 { return 1 / x },
	"ln x": math.Log,
}

// A grid is the scaled x values of a panel in ascending order, with the grid points at each.
type grid struct {
	xs     []float64
	points [][]int
}

func (s *Sample) alongX(scale string) *grid {
	at := map[float64][]int{}
	for p := range s.Points {
		x := scales[cmp.Or(scale, "x")](s.X(p))
		at[x] = append(at[x], p)
	}
	xs := slices.Sorted(maps.Keys(at))
	return &grid{xs, param.Map(xs, func(x float64) []int { return at[x] })}
}

func (g *grid) logs() []float64 {
	return param.Map(g.xs, math.Log)
}

// A measure is the regret of one of a claim's learners along the x axis, less the regret of Minus or
// divided by that of Of. If an x value has several grid points, the measure is the largest of them.
// In a computed panel, it is the exact expectation.
type measure struct {
	claim  *Claim
	sample *Sample
	*grid
	learner string
}

// String is R(a), E[R(a)], R(a) − R(b) or R(a)/R(b).
func (m measure) String() string {
	format := "R(%s)"
	if m.sample.Panel.Computed() {
		format = "E[R(%s)]"
	}
	text := fmt.Sprintf(format, m.learner)
	switch {
	case m.claim.Minus != "":
		text = fmt.Sprintf("("+text+" − "+format+")", m.claim.Minus)
	case m.claim.Divisor != "":
		text = fmt.Sprintf("("+text+"/"+format+")", m.claim.Divisor)
	}
	return text
}

// estimate returns a statistic of the measured regrets, and these regrets, one for each x value.
func (m measure) estimate(confidence float64, statistic func(ys []float64) float64) (estimate, []float64) {
	s := m.sample
	texts := []string{m.learner}
	if other := m.claim.Minus + m.claim.Divisor; other != "" { // at most one is set
		texts = append(texts, other)
	}
	var means []float64
	for _, text := range texts {
		for p := range s.Points {
			means = append(means, m.mean(p, text))
		}
	}
	ys := m.largest(means)
	if m.sample.Panel.Computed() {
		return exactly(statistic(ys)), ys
	}
	e := jackknife(s.byRun(texts...), confidence, func(means []float64) float64 { return statistic(m.largest(means)) })
	return e, ys
}

// mean returns a learner's mean regret at the horizon of a grid point, or its expectation.
func (m measure) mean(point int, text string) float64 {
	l, k := m.sample.learner(text), m.sample.last(point)
	if m.sample.Panel.Computed() {
		return m.sample.exact(point, l, k)
	}
	return stat.Mean(m.sample.regrets(point, l, k), nil)
}

// largest returns the largest measured regret at each x value. means holds the learner's means
// at all grid points, followed by those of Minus or Of.
func (m measure) largest(means []float64) []float64 {
	ys := make([]float64, len(m.points))
	for i, points := range m.points {
		ys[i] = math.Inf(-1)
		for _, p := range points {
			y, other := means[p], len(m.sample.Points)+p
			switch {
			case m.claim.Minus != "":
				y -= means[other]
			case m.claim.Divisor != "":
				y /= means[other]
			}
			ys[i] = math.Max(ys[i], y) // NaN if one of them is
		}
	}
	return ys
}

// byRun returns the learners' regrets at the horizon of every grid point, for each run.
func (s *Sample) byRun(learners ...string) [][]float64 {
	runs := make([][]float64, s.Runs)
	for _, text := range learners {
		for p := range s.Points {
			for r, regret := range s.regrets(p, s.learner(text), s.last(p)) {
				runs[r] = append(runs[r], regret)
			}
		}
	}
	return runs
}

// randomRegret returns the expected regret of random play at the horizon. In a matroid it
// treats every set of the rank's size as a basis.
func randomRegret(c *model.Config) (total float64) {
	phases := c.Scenario.Phases
	for i, phase := range phases {
		end := c.Horizon
		if i+1 < len(phases) {
			end = min(end, phases[i+1].From-1)
		}
		rounds := max(0, end-phase.From+1)
		total += float64(rounds) * (phase.BestMean - float64(c.Scenario.PlaySize())*stat.Mean(phase.Means, nil))
	}
	return total
}

// Reported returns the rounds that a grid point reports.
func (s *Sample) Reported(point int) []int { return s.series(point, 0).At }

// Values returns the y values of a learner at the reported round with index k: one for each
// run, and their scale; or a single computed value.
func (s *Sample) Values(point, learner, k int) (values []float64, scale float64, computed bool) {
	switch s.Panel.Y.Shows {
	case ExpectedExact:
		if e := s.exact(point, learner, k); s.Runs == 0 || !math.IsNaN(e) {
			return []float64{e}, 1, true
		}
	case Return:
		return s.returns(point, learner, k), 1, false
	case RegretByLog:
		return s.regrets(point, learner, k), 1 / math.Log(float64(s.round(point, k))), false
	}
	return s.regrets(point, learner, k), 1, false
}

// Curves groups the grid points that differ only in x.
func (s *Sample) Curves() [][]int {
	var groups [][]int
	var names []string
	for p := range s.Points {
		name := s.CurveLabel(p)
		i := slices.Index(names, name)
		if i < 0 {
			i, names, groups = len(names), append(names, name), append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// CurveLabel returns a grid point's label without the part that the x axis shows.
func (s *Sample) CurveLabel(point int) string {
	if s.Panel.X.Shows == GapAxis {
		return ""
	}
	var parts []string
	for part := range strings.SplitSeq(s.Points[point].Scenario.Name, ",") {
		key, _, _ := strings.Cut(part, "=")
		if !slices.Contains([]string{"K", "L", "length", "rank", "gap"}, key) {
			parts = append(parts, part)
		}
	}
	showsEpsilon := slices.Contains([]Quantity{PrivacyAxis, InverseAxis, SlopeAxis}, s.Panel.X.Shows)
	if !showsEpsilon && len(s.Panel.epsilons()) > 1 {
		parts = append(parts, fmt.Sprintf("ε = %s", number.Format(s.Points[point].Epsilon)))
	}
	return strings.Join(parts, ",")
}

// ShortNames returns short names for the legend: the learner's name if its id is unique, and
// only the parameters if all ids are equal.
func (s *Sample) ShortNames() []string {
	ids := map[string]int{}
	for _, text := range s.Learners() {
		id, _, _ := strings.Cut(text, ",")
		ids[id]++
	}
	names := slices.Clone(s.Learners())
	for i, text := range names {
		id, rest, found := strings.Cut(text, ",")
		name := id
		if d, err := learners.Find(id); err == nil {
			name = d.Name
		}
		switch {
		case ids[id] == 1:
			names[i] = name
		case len(ids) == 1 && found:
			names[i] = strings.ReplaceAll(strings.TrimPrefix(rest, "noise="), ",", " ")
		default:
			text = name + strings.TrimPrefix(text, id)
			names[i] = strings.ReplaceAll(strings.ReplaceAll(text, ",noise=", " "), ",", " ")
		}
	}
	return names
}
