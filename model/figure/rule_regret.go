package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/declare"
	"regretscope/noise/number"
)

// lessRegret: Learners have less mean regret than Than, at the horizon, or at every
// reported round from From on, or from the round After to the horizon. Beside it stand
// the medians of learners whose means a few runs decide.
func lessRegret(c *Claim, s *Sample, confidence float64) []Number {
	var pairs []pair
	var more []Number
	for point := range s.Points {
		label := s.Label(point)
		first, last := s.last(point), s.last(point)
		if c.From > 0 {
			first = s.at(point, c.From)
		}
		for _, a := range c.Learners {
			for _, b := range c.Than {
				for k := first; k <= last; k++ {
					p := s.pair(point, a, b, k, label)
					switch {
					case c.After > 0:
						before := s.pair(point, a, b, s.at(point, c.After), "")
						floats.Sub(p.a, before.a)
						floats.Sub(p.b, before.b)
						p.what = fmt.Sprintf("%s, after round %s", p.what, number.Count(c.After))
					case c.From > 0:
						p.what = name(strings.TrimSuffix(p.what, " at "+label), strings.TrimSpace(label+" t = "+number.Count(s.round(point, k))))
					}
					pairs = append(pairs, p)
				}
				if c.Since {
					what := fmt.Sprintf("first t from which %s is below %s", a, b)
					more = append(more, beside(name(what, label), s.since(point, s.learner(a), s.learner(b))))
				}
			}
		}
		for _, text := range slices.Concat(c.Learners, c.Than) {
			if summary := stats.Summarise(s.regrets(point, s.learner(text), last)); summary.HeavyTails {
				median := beside(name(fmt.Sprintf("median R(%s), with 5 to 95 %% of the runs", text), label), summary.Median)
				median.Low, median.High = model.Number(summary.Tails[0]), model.Number(summary.Tails[1])
				more = append(more, median)
			}
		}
	}
	return append(less(pairs, confidence), more...)
}

// rises: regret at the horizon rises from each of Learners to the next, one learner
// at falling ε, say.
func rises(c *Claim, s *Sample, confidence float64) []Number {
	var pairs []pair
	for point := range s.Points {
		for i, b := range c.Learners[1:] {
			pairs = append(pairs, s.pair(point, c.Learners[i], b, s.last(point), s.Label(point)))
		}
	}
	return less(pairs, confidence)
}

// lessThrough: the regret of each of Learners through Channels is less than through
// ThanChannels, at the same ε.
func lessThrough(c *Claim, s *Sample, confidence float64) []Number {
	var pairs []pair
	for _, text := range c.Learners {
		for a, through := range s.Points {
			for b, than := range s.Points {
				if slices.Contains(c.Channels, through.Channel) && slices.Contains(c.ThanChannels, than.Channel) && through.Epsilon == than.Epsilon {
					l := s.learner(text)
					pairs = append(pairs, pair{
						fmt.Sprintf("R(%s) through %s − through %s, ε = %s", text, through.Channel, than.Channel, declare.FormatNumber(than.Epsilon)),
						s.regrets(a, l, s.last(a)), s.regrets(b, l, s.last(b)),
					})
				}
			}
		}
	}
	return less(pairs, confidence)
}

// pair is the regrets of two learners at a reported round.
func (s *Sample) pair(point int, a, b string, k int, label string) pair {
	what := name(fmt.Sprintf("R(%s) − R(%s)", a, b), label)
	return pair{what, s.regrets(point, s.learner(a), k), s.regrets(point, s.learner(b), k)}
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

// ratioOfMeans: the ratio of Learner's mean regret or return at the horizon to that
// of each of Than, or of every other learner where Than is left out, lies between Low
// and High.
func ratioOfMeans(c *Claim, s *Sample, confidence float64) []Number {
	values, what := s.regrets, "R(%s)/R(%s)"
	if c.Returns {
		values, what = s.returns, "return of %s over that of %s"
	}
	low, high := c.meant()
	than := c.Than
	if len(than) == 0 {
		than = slices.DeleteFunc(slices.Clone(s.Learners()), func(text string) bool { return text == c.Learner })
	}
	var parts []Number
	for point := range s.Points {
		for i, learner := range append([]string{c.Learner}, c.Beside...) {
			for _, of := range than {
				k := s.last(point)
				a, b := values(point, s.learner(learner), k), values(point, s.learner(of), k)
				what := name(fmt.Sprintf(what, learner, of), s.Label(point))
				part := ratioWithin(what, a, b, low, high, shared(confidence, len(s.Points)*len(than)))
				if i > 0 {
					part.Outcome, part.Least, part.Most = "", limit(math.NaN()), limit(math.NaN())
				}
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// growth: the mean regret of each of Learners, or regret over ln t, at the horizon is
// between Low and High times what it is at the round From, as far as their decimals are
// meant.
func growth(c *Claim, s *Sample, confidence float64) []Number {
	low, high := c.meant()
	return s.each(c.Learners, func(point, l int, text string) []Number {
		from, to := s.at(point, c.From), s.last(point)
		before, after := float64(s.round(point, from)), float64(s.round(point, to))
		a, what := s.regrets(point, l, to), "R"
		if c.PerLog {
			floats.Scale(math.Log(before)/math.Log(after), a)
			what = "R/ln t"
		}
		what = fmt.Sprintf("%s of %s at t = %s over that at t = %s", what, text, number.Setting(after), number.Setting(before))
		return []Number{ratioWithin(name(what, s.Label(point)), a, s.regrets(point, l, from), low, high, shared(confidence, len(s.Points)*len(c.Learners)))}
	})
}
