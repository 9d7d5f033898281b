package figure

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
)

// AtLeast says that a learner's mean return at the horizon is at least a share
// of that of others.
type AtLeast struct {
	Learner string   `toml:"learner"`
	Of      []string `toml:"of"`
	Share   float64  `toml:"share"`
}

func (r *AtLeast) check(p *Panel) error {
	if err := positive("share", r.Share); err != nil {
		return err
	}
	if len(r.Of) == 0 {
		return errors.New("return-at-least: of must name learners")
	}
	return hasLearners(p, append([]string{r.Learner}, r.Of...)...)
}

func (r *AtLeast) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	for point := range s.Points {
		for _, of := range r.Of {
			k := s.last(point)
			a, b := s.returns(point, s.learner(r.Learner), k), s.returns(point, s.learner(of), k)
			what := fmt.Sprintf("return of %s over that of %s", r.Learner, of)
			parts = append(parts, ratioWithin(name(what, s.Label(point)), a, b, r.Share, math.Inf(1), shared(confidence, len(s.Points)*len(r.Of))))
		}
	}
	return all(parts)
}

// Near says that two learners' mean returns at the horizon differ by at most a
// share of the optimal return. The ratio of the regrets is reported beside it,
// because returns flatter.
type Near struct {
	Learner string  `toml:"learner"`
	Of      string  `toml:"of"`
	Within  float64 `toml:"within"`
}

func (r *Near) check(p *Panel) error {
	if err := positive("within", r.Within); err != nil {
		return err
	}
	return hasLearners(p, r.Learner, r.Of)
}

func (r *Near) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	for point := range s.Points {
		k, a, b := s.last(point), s.learner(r.Learner), s.learner(r.Of)
		best := s.Points[point].Scenario.Phases[0].BestMean
		d, i := difference(s.returns(point, a, k), s.returns(point, b, k), shared(confidence, len(s.Points)))
		what := fmt.Sprintf("return of %s − that of %s, in units of the optimal", r.Learner, r.Of)
		ratio := stat.Mean(s.regrets(point, a, k), nil) / stat.Mean(s.regrets(point, b, k), nil)
		parts = append(parts,
			within(name(what, s.Label(point)), d/best, stats.Interval{Low: i.Low / best, High: i.High / best}, -r.Within, r.Within),
			beside(name("ratio of their regrets", s.Label(point)), ratio))
	}
	return all(parts)
}

// Overlap says how many arms of the last basis that was played are in the
// optimal one: the number lies between the 5 % and 95 % quantiles of the runs.
type Overlap struct {
	Learner string `toml:"learner"`
	Arms    int    `toml:"arms"`
}

func (r *Overlap) check(p *Panel) error {
	if r.Arms < 1 || len(p.At) == 0 {
		return errors.New("overlap: arms must be at least 1, and the panel must report the round before the last")
	}
	return hasLearners(p, r.Learner)
}

func (r *Overlap) decide(s *Sample, _ float64) Verdict {
	scenario := s.Points[0].Scenario
	l, k := s.learner(r.Learner), s.last(0)
	counts, each := make([]float64, s.Runs), make([]float64, scenario.Arms())
	for run := range counts {
		pulls := s.unit(0, l, run).Pulls
		for _, arm := range scenario.Phases[0].Best {
			if pulls[k][arm] > pulls[k-1][arm] {
				counts[run]++
				each[arm] += 1 / float64(s.Runs)
			}
		}
	}
	summary := stats.Summarise(counts)
	want := float64(r.Arms)
	parts := []Number{
		within(fmt.Sprintf("arms of the last basis of %s in the optimal one, median with 5 to 95 %% of the runs", r.Learner),
			summary.Median, stats.Interval{Low: summary.Tails[0], High: summary.Tails[1]}, math.Inf(-1), math.Inf(1)),
		beside("size of a basis", float64(scenario.PlaySize())),
	}
	if want < summary.Tails[0] || want > summary.Tails[1] {
		parts[0].Outcome = NotSeen
	}
	for _, arm := range scenario.Phases[0].Best {
		what := fmt.Sprintf("share of the runs that play %s, of mean %.3f", scenario.Label(arm), scenario.Phases[0].Means[arm])
		parts = append(parts, beside(what, each[arm]))
	}
	return all(parts)
}
