package figure

import (
	"math"
	"slices"
	"strings"

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
	s := &Sample{Panel: p, Design: e.Written, Points: e.Points, units: units, bases: map[trials.Unit][]int{}}
	s.Runs = s.finished(func(string) bool { return true })
	return s
}

// of returns the sample with all runs that the claim's learners have finished.
func (s *Sample) of(c *Claim) *Sample {
	own := *s
	own.Runs = s.finished(c.needs)
	return &own
}

// finished counts the runs that all needed learners have finished at every grid point.
func (s *Sample) finished(needs func(learner string) bool) int {
	for run := range s.Design.Config.Runs {
		for i := range s.Design.Series {
			if needs(s.Learners()[i%len(s.Learners())]) && s.units[trials.Unit{Series: i, Run: run}] == nil {
				return run
			}
		}
	}
	return s.Design.Config.Runs
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
func (s *Sample) Learners() []string { return s.Design.Config.Learners }

// learner returns the index of a learner, given in the format of --learner.
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

// last returns the index of a grid point's last reported round.
func (s *Sample) last(point int) int { return len(s.series(point, 0).At) - 1 }

// at returns the index of the first reported round that is at least t.
func (s *Sample) at(point, t int) int {
	k, _ := slices.BinarySearch(s.series(point, 0).At, t)
	return min(k, s.last(point))
}

// round returns the reported round of an index.
func (s *Sample) round(point, k int) int { return s.series(point, 0).At[k] }

func (s *Sample) values(point, learner int, value func(*trials.Finished) number.Float) []float64 {
	values := make([]float64, s.Runs)
	for run := range values {
		values[run] = float64(value(s.unit(point, learner, run)))
	}
	return values
}

// regrets returns the runs' regrets at the reported round with index k.
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

// places maps what the x axis shows to the x value of a grid point. Rounds and learners have
// none.
var places = map[Quantity]func(c *model.Config) float64{
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
	if place := places[s.Panel.X.Shows]; place != nil {
		return place(s.Points[point])
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

// LastNumber returns the number at the end of a text such as quadratic,b=0.5 or rr(0.5,0.8), or
// NaN.
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
