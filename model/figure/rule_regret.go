package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
	"regretscope/noise/number"
)

// lessRegret judges whether Learners have less mean regret than Than. Without Than each learner
// must have less than the next; with ThanChannels, less through Channels than through those. It
// looks at the horizon, or at every reported round from From on. It also reports the medians of
// heavy-tailed learners.
func lessRegret(c *Claim, s *Sample, confidence float64) []Number {
	if s.Panel.Computed() {
		return s.each(c.Learners, func(point, a int, text string) (parts []Number) {
			for _, than := range c.Than {
				k := s.last(point)
				d := exactly(s.exact(point, a, k) - s.exact(point, s.learner(than), k))
				what := name(fmt.Sprintf("E[R(%s)] − E[R(%s)]", text, than), s.Label(point))
				parts = append(parts, within(what, d, math.Inf(-1), 0))
			}
			return parts
		})
	}
	var pairs []pair
	var more []Number
	for point := range s.Points {
		for _, text := range slices.Concat(c.Learners, c.Than) {
			sample := s.regrets(point, s.learner(text), s.last(point))
			if summary := stats.Summarize(sample); summary.HeavyTails {
				what := fmt.Sprintf("median R(%s), with 5 to 95%% of the runs", text)
				median := reported(name(what, s.Label(point)), summary.Median)
				median.Low, median.High = number.Float(summary.Tails[0]), number.Float(summary.Tails[1])
				more = append(more, median)
			}
		}
		for i, a := range c.Learners {
			than := c.Than
			if len(than)+len(c.ThanChannels) == 0 {
				than = c.Learners[i+1 : min(i+2, len(c.Learners))]
			}
			for _, b := range than {
				pairs = append(pairs, s.pairs(c, point, a, b)...)
				if c.Since {
					what := fmt.Sprintf("first t from which %s is below %s", a, b)
					t := s.since(point, s.learner(a), s.learner(b))
					more = append(more, reported(name(what, s.Label(point)), t))
				}
			}
			pairs = append(pairs, s.throughChannels(c, point, a)...)
		}
	}
	return append(judgePairs(pairs, confidence), more...)
}

// pairs returns the regrets of two learners at the claim's rounds.
func (s *Sample) pairs(c *Claim, point int, a, b string) (pairs []pair) {
	label, last := s.Label(point), s.last(point)
	at := func(k int) pair {
		what := fmt.Sprintf("R(%s) − R(%s)", a, b)
		return pair{what, s.regrets(point, s.learner(a), k), s.regrets(point, s.learner(b), k)}
	}
	if c.From == 0 {
		p := at(last)
		p.what = name(p.what, label)
		return []pair{p}
	}
	for k := s.at(point, c.From); k <= last; k++ {
		p := at(k)
		p.what = name(p.what, strings.TrimSpace(label+" t = "+number.Count(s.round(point, k))))
		pairs = append(pairs, p)
	}
	return pairs
}

// throughChannels pairs a learner's regrets through the grid point's channel with those through
// ThanChannels at the same ε. It returns none if the channel is not one of the claim's.
func (s *Sample) throughChannels(c *Claim, point int, text string) (pairs []pair) {
	through, l := s.Points[point], s.learner(text)
	if !slices.Contains(c.Channels, through.Channel) {
		return nil
	}
	for other, than := range s.Points {
		if slices.Contains(c.ThanChannels, than.Channel) && through.Epsilon == than.Epsilon {
			pairs = append(pairs, pair{
				fmt.Sprintf("R(%s) through %s − through %s, ε = %s",
					text, through.Channel, than.Channel, number.Format(than.Epsilon)),
				s.regrets(point, l, s.last(point)), s.regrets(other, l, s.last(other)),
			})
		}
	}
	return pairs
}

// since returns the first reported round from which the mean regret of a stays below
// that of b; NaN if it ends above.
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

// ratioOfMeans judges the ratio of Learner's mean regret or return at the horizon to that of
// each of Than, or of every other learner. With returns it also reports the ratio of regrets,
// because returns look flattering. If the paper leaves out a parameter, Beside holds the learner
// with other values of it: a claim that holds for some of them depends on it.
func ratioOfMeans(c *Claim, s *Sample, confidence float64) []Number {
	values, format := s.regrets, "R(%s)/R(%s)"
	if c.Returns {
		values, format = s.returns, "return of %s over that of %s"
	}
	low, high := c.limits()
	than := c.Than
	if len(than) == 0 {
		than = slices.DeleteFunc(slices.Clone(s.Learners()), func(text string) bool { return text == c.Learner })
	}
	var parts []Number
	for point := range s.Points {
		k, first := s.last(point), len(parts)
		for _, learner := range append([]string{c.Learner}, c.Beside...) {
			for _, of := range than {
				a, b := s.learner(learner), s.learner(of)
				what := name(fmt.Sprintf(format, learner, of), s.Label(point))
				each := split(confidence, len(s.Points)*len(than)*(1+len(c.Beside)))
				part := ratioWithin(what, values(point, a, k), values(point, b, k), low, high, each)
				parts = append(parts, part)
				regret := stat.Mean(s.regrets(point, b, k), nil)
				if c.Returns && regret > 0 {
					ratio := stat.Mean(s.regrets(point, a, k), nil) / regret
					parts = append(parts, reported(name("ratio of their regrets", s.Label(point)), ratio))
				}
			}
		}
		if len(c.Beside) > 0 {
			sameForAll(parts[first:])
		}
	}
	return parts
}

// sameForAll turns the outcomes of the values of a parameter into Depends if the claim holds for
// some of them only.
func sameForAll(parts []Number) {
	of := slices.Clone(parts)
	has := func(o Outcome) bool {
		return slices.ContainsFunc(of, func(n Number) bool { return n.Outcome == o })
	}
	for i := range parts {
		switch {
		case has(Seen) && has(Contradicted):
			parts[i].Reason = "the paper does not give alpha: here " + string(parts[i].Outcome)
			parts[i].Outcome = Depends
		case has(Undecided) && parts[i].Outcome == Contradicted:
			parts[i].Outcome = Undecided // until it is known whether the claim depends on the parameter
		}
	}
}
