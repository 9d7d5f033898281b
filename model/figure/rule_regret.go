package figure

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// Less says that learners have less regret than others, by paired differences
// of the means.
type Less struct {
	Learners []string `toml:"learners"`
	Than     []string `toml:"than"`
	From     int      `toml:"from"`  // at every reported round from here on; 0: at the last
	Since    bool     `toml:"since"` // report also from which round on the means are so
}

func (r *Less) check(p *Panel) error {
	if len(r.Learners) == 0 || len(r.Than) == 0 {
		return errors.New("less-regret: learners and than must name some")
	}
	return hasLearners(p, append(append([]string{}, r.Learners...), r.Than...)...)
}

func (r *Less) decide(s *Sample, confidence float64) Verdict {
	type pair struct{ point, a, b, k int }
	var pairs []pair
	for point := range s.Points {
		first := s.last(point)
		if r.From > 0 {
			first = s.at(point, r.From)
		}
		for _, a := range r.Learners {
			for _, b := range r.Than {
				for k := first; k <= s.last(point); k++ {
					pairs = append(pairs, pair{point, s.learner(a), s.learner(b), k})
				}
			}
		}
	}
	var parts []Number
	for _, p := range pairs {
		label := s.Label(p.point)
		if r.From > 0 {
			label = strings.TrimSpace(fmt.Sprintf("%s t = %d", label, s.round(p.point, p.k)))
		}
		parts = append(parts, s.less(p.point, p.a, p.b, p.k, label, shared(confidence, len(pairs))))
		if r.Since {
			what := fmt.Sprintf("first t from which %s is below %s", s.Learners()[p.a], s.Learners()[p.b])
			parts = append(parts, beside(name(what, label), s.since(p.point, p.a, p.b)))
		}
	}
	return all(parts)
}

// less compares two learners at a reported round.
func (s *Sample) less(point, a, b, k int, label string, confidence float64) Number {
	d, i := difference(s.regrets(point, a, k), s.regrets(point, b, k), confidence)
	what := fmt.Sprintf("R(%s) − R(%s)", s.Learners()[a], s.Learners()[b])
	return within(name(what, label), d, i, math.Inf(-1), belowZero)
}

// since is the first reported round from which the mean regret of a stays below
// that of b; NaN where it ends above.
func (s *Sample) since(point, a, b int) float64 {
	from := math.NaN()
	for k := s.last(point); k >= 0; k-- {
		if stat.Mean(s.regrets(point, a, k), nil) >= stat.Mean(s.regrets(point, b, k), nil) {
			break
		}
		from = float64(s.round(point, k))
	}
	return from
}

// Rises says that regret at the horizon rises from each learner to the next: one
// learner at falling ε, say.
type Rises struct {
	Learners []string `toml:"learners"`
}

func (r *Rises) check(p *Panel) error {
	if len(r.Learners) < 2 {
		return errors.New("rises: there must be at least two learners")
	}
	return hasLearners(p, r.Learners...)
}

func (r *Rises) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	each := shared(confidence, len(s.Points)*(len(r.Learners)-1))
	for point := range s.Points {
		for i := 1; i < len(r.Learners); i++ {
			a, b := s.learner(r.Learners[i-1]), s.learner(r.Learners[i])
			parts = append(parts, s.less(point, a, b, s.last(point), s.Label(point), each))
		}
	}
	return all(parts)
}

// Ratio says that the ratio of two learners' mean regrets at the horizon lies
// between two numbers.
type Ratio struct {
	Learner string   `toml:"learner"`
	Of      string   `toml:"of"`
	Low     float64  `toml:"low"`
	High    float64  `toml:"high"`
	Beside  []string `toml:"beside"` // learners whose ratio is reported, too
}

func (r *Ratio) check(p *Panel) error {
	if !(r.Low < r.High) {
		return fmt.Errorf("ratio-within: low %v must be below high %v", r.Low, r.High)
	}
	return hasLearners(p, append([]string{r.Learner, r.Of}, r.Beside...)...)
}

func (r *Ratio) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	for point := range s.Points {
		for i, learner := range append([]string{r.Learner}, r.Beside...) {
			k := s.last(point)
			a, b := s.regrets(point, s.learner(learner), k), s.regrets(point, s.learner(r.Of), k)
			what := name(fmt.Sprintf("R(%s)/R(%s)", learner, r.Of), s.Label(point))
			part := ratioWithin(what, a, b, r.Low, r.High, shared(confidence, len(s.Points)))
			if i > 0 {
				part.Outcome = ""
			}
			parts = append(parts, part)
		}
	}
	return all(parts)
}

// Growth says that a learner's mean regret, or regret over ln t, at the horizon
// is between two multiples of what it is at an earlier round.
type Growth struct {
	Learners []string `toml:"learners"`
	From     int      `toml:"from"` // the earlier round
	Least    float64  `toml:"least"`
	Most     float64  `toml:"most"`
	PerLog   bool     `toml:"per-log"` // of regret over ln t
}

func (r *Growth) check(p *Panel) error {
	if !(r.Least < r.Most) || r.From < 2 || len(r.Learners) == 0 {
		return errors.New("growth-within: least must be below most, from at least 2, and learners named")
	}
	return hasLearners(p, r.Learners...)
}

func (r *Growth) decide(s *Sample, confidence float64) Verdict {
	var parts []Number
	for point := range s.Points {
		for _, learner := range r.Learners {
			l, from, to := s.learner(learner), s.at(point, r.From), s.last(point)
			a, b := s.regrets(point, l, to), s.regrets(point, l, from)
			before, after := float64(s.round(point, from)), float64(s.round(point, to))
			scale, what := 1., "R"
			if r.PerLog {
				scale, what = math.Log(before)/math.Log(after), "R/ln t"
			}
			for run := range a {
				a[run] *= scale
			}
			what = fmt.Sprintf("%s of %s at t = %.4g over t = %.4g", what, learner, after, before)
			parts = append(parts, ratioWithin(name(what, s.Label(point)), a, b, r.Least, r.Most, shared(confidence, len(s.Points)*len(r.Learners))))
		}
	}
	return all(parts)
}
