package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/noise/declare"
)

// lessRegret: Learners have less mean regret than Than, at the horizon, or at every
// reported round from From on.
func lessRegret(c *Claim, s *Sample, confidence float64) []Number {
	var pairs []pair
	var since []Number
	for point := range s.Points {
		first := s.last(point)
		if c.From > 0 {
			first = s.at(point, c.From)
		}
		for _, a := range c.Learners {
			for _, b := range c.Than {
				for k := first; k <= s.last(point); k++ {
					label := s.Label(point)
					if c.From > 0 {
						label = strings.TrimSpace(fmt.Sprintf("%s t = %d", label, s.round(point, k)))
					}
					pairs = append(pairs, s.pair(point, a, b, k, label))
				}
				if c.Since {
					what := fmt.Sprintf("first t from which %s is below %s", a, b)
					since = append(since, beside(name(what, s.Label(point)), s.since(point, s.learner(a), s.learner(b))))
				}
			}
		}
	}
	return append(less(pairs, confidence), since...)
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
	values, what, high := s.regrets, "R(%s)/R(%s)", c.High
	if c.Returns {
		values, what = s.returns, "return of %s over that of %s"
	}
	if high == 0 {
		high = math.Inf(1)
	}
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
				part := ratioWithin(what, a, b, c.Low, high, shared(confidence, len(s.Points)*len(than)))
				if i > 0 {
					part.Outcome = ""
				}
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// growth: the mean regret of each of Learners, or regret over ln t, at the horizon is
// between Low and High times what it is at the round From.
func growth(c *Claim, s *Sample, confidence float64) []Number {
	var parts []Number
	for point := range s.Points {
		for _, learner := range c.Learners {
			l, from, to := s.learner(learner), s.at(point, c.From), s.last(point)
			a, b := s.regrets(point, l, to), s.regrets(point, l, from)
			before, after := float64(s.round(point, from)), float64(s.round(point, to))
			scale, what := 1., "R"
			if c.PerLog {
				scale, what = math.Log(before)/math.Log(after), "R/ln t"
			}
			for run := range a {
				a[run] *= scale
			}
			what = fmt.Sprintf("%s of %s at t = %.4g over t = %.4g", what, learner, after, before)
			parts = append(parts, ratioWithin(name(what, s.Label(point)), a, b, c.Low, c.High, shared(confidence, len(s.Points)*len(c.Learners))))
		}
	}
	return parts
}
