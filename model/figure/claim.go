package figure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/theory"
	"regretscope/model/trials"
	"regretscope/noise/channel"
	"regretscope/noise/number"
	"regretscope/scenarios/matroid"
)

// A Claim is a statement of the paper and the rule that judges it at every grid point of its panel.
type Claim struct {
	Says  string `toml:"says"`  // the statement, or the question that it answers
	Panel string `toml:"panel"` // the panel's name; empty for the first panel
	Rule  string `toml:"rule"`  // a key of rules

	// The arguments of the rule. Each rule takes some of these; learners and channels
	// are written as in the panel, and numbers are above 0.
	Learner      string   `toml:"learner"`
	Divisor      string   `toml:"of"`    // divide regret by this learner's
	Minus        string   `toml:"minus"` // subtract this learner's regret
	Learners     []string `toml:"learners"`
	Than         []string `toml:"than"`   // learners to compare Learner or Learners with
	Beside       []string `toml:"beside"` // more learners to report
	Channels     []string `toml:"channels"`
	ThanChannels []string `toml:"than-channels"`
	Returns      bool     `toml:"returns"`   // compare returns in place of regrets
	From         int      `toml:"from"`      // the round that growth is measured from
	Since        bool     `toml:"since"`     // also report the first round from which it holds
	Over         string   `toml:"over"`      // divide regret by this: a key of scales
	XScale       string   `toml:"in"`        // the x axis: a key of scales
	Logs         float64  `toml:"logs"`      // the bound has this many factors ln T
	Upper        bool     `toml:"upper"`     // judge growth only: the claim is an upper bound
	Low          float64  `toml:"low"`       // 0: no limit
	High         float64  `toml:"high"`      // 0: no limit
	Arms         int      `toml:"arms"`      // how many arms of the last basis are optimal
	Elsewhere    bool     `toml:"elsewhere"` // the statement sums up other experiments of the paper
}

// A rule decides a claim from the runs of its panel, by intervals that hold together with the given
// confidence. Tests have the arguments of each.
type rule func(c *Claim, s *Sample, confidence float64) []Number

var rules = map[string]rule{
	"less-regret":     lessRegret,
	"ratio-within":    ratioOfMeans,
	"growth-within":   growth,
	"settles":         settles,
	"fitted-power":    fittedPower,
	"power":           power,
	"explicit-bounds": explicitBounds,
	"private":         private,
	"same-reports":    sameReports,
	"overlap":         overlap,
}

func (c *Claim) limits() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if c.Low > 0 {
		low = c.Low
	}
	if c.High > 0 {
		high = c.High
	}
	return low, high
}

// Decide judges the claim on a sample of its panel. It is undecided on fewer than two runs, or if the time ended
// before the exact expectations were computed that the panel shows.
func (c *Claim) Decide(s *Sample, confidence float64) Verdict {
	unknown := func(of trials.Series) bool { return of.Exact == nil }
	if s.Runs < 2 && !c.computed(s.Panel) || s.Panel.Computed() && slices.ContainsFunc(s.Design.Series, unknown) {
		return combine(nil)
	}
	parts := rules[c.Rule](c, s, confidence)
	for i := range parts {
		if c.Elsewhere && parts[i].Outcome == Contradicted {
			parts[i].Outcome = Elsewhere
		}
	}
	return combine(parts)
}

// needs reports whether the claim is about a learner of its panel. A claim that compares with no named
// learner is about all.
func (c *Claim) needs(text string) bool {
	named := slices.Concat(c.Learners, c.Than, c.Beside, []string{c.Learner, c.Divisor, c.Minus})
	return len(c.Learners)+len(c.Than) == 0 || slices.Contains(named, text)
}

// computed reports whether the claim is decided by computation, without runs.
func (c *Claim) computed(p *Panel) bool {
	return p.Computed() || c.Rule == "private" || c.Rule == "same-reports"
}

// lessRegret judges whether Learners have less mean regret than Than. Without Than each learner must have less than
// the next; with ThanChannels, less through Channels than through those. It looks at the horizon, or at every
// reported round from From on. It also reports the medians of heavy-tailed learners.
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

// since returns the first reported round from which the mean regret of a stays below that of b; NaN if it ends above.
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

// sameForAll turns the outcomes of the values of a parameter into Depends if the claim holds for some of them only.
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

// explicitBounds judges the regret of each learner at the horizon against theorems with known
// constants: the lower bounds for ε-private learners (WW App. E, HHMH App. D.3) and the upper
// bounds of JZL. It uses the exact expectation if that is known, else the mean of the runs.
func explicitBounds(c *Claim, s *Sample, confidence float64) []Number {
	texts := c.Learners
	if len(texts) == 0 {
		texts = s.Learners()
	}
	return s.each(texts, func(point, l int, text string) (parts []Number) {
		k := s.last(point)
		e, what := exactly(s.exact(point, l, k)), "E[R] of "+text
		if math.IsNaN(e.value) {
			e, what = mean(s.regrets(point, l, k), split(confidence, len(s.Points)*len(texts))), "R of "+text
		}
		for _, curve := range s.Points[point].Theory(l) {
			if curve.Kind != theory.Lower {
				continue
			}
			if bound := curve.At(s.round(point, k)); !math.IsNaN(bound) {
				parts = append(parts, within(name(what, s.Label(point)), e, bound, math.Inf(1)))
			}
		}
		if theorem, stated := s.Points[point].Explicit(l); stated {
			bound := theorem.At(s.Points[point].Horizon)
			what += fmt.Sprintf(" (%s: %s times as much)", theorem.Source, number.Ratio(bound/e.value))
			parts = append(parts, within(name(what, s.Label(point)), e, math.Inf(-1), bound))
		}
		return parts
	})
}

// overlap judges how many arms of Learner's last basis are optimal: the mean over the runs must round to Arms. It
// also reports the greedy basis of the final estimates, and the shares of the runs.
func overlap(c *Claim, s *Sample, confidence float64) []Number {
	arms := float64(c.Arms)
	counts, parts := s.optimalArms(c.Learner, "the last basis of "+c.Learner, s.lastBasis)
	n := within(fmt.Sprintf("optimal arms of the last basis of %s, mean", c.Learner), mean(counts, confidence),
		arms-.5, arms+.5)
	counts, greedy := s.optimalArms(c.Learner, "the greedy basis of its estimates", s.greedyBasis)
	size := reported("size of a basis", float64(s.Points[0].Scenario.PlaySize()))
	average := reported("optimal arms of the greedy basis of its estimates, mean", stat.Mean(counts, nil))
	return slices.Concat([]Number{n, size, average}, parts, greedy)
}

// optimalArms counts the optimal arms of a basis in each run, and reports in what share of the
// runs there are how many of them, and each of them.
func (s *Sample) optimalArms(learner, of string, basis func(learner, run int) []int) ([]float64, []Number) {
	best := s.Points[0].Scenario.Phases[0].Best
	counts, each, shares := make([]float64, s.Runs), map[int]float64{}, map[int]float64{}
	for run := range counts {
		for _, arm := range basis(s.learner(learner), run) {
			if slices.Contains(best, arm) {
				counts[run]++
				each[arm] += 1 / float64(s.Runs)
			}
		}
		shares[int(counts[run])] += 1 / float64(s.Runs)
	}
	var parts []Number
	for _, n := range slices.Sorted(maps.Keys(shares)) {
		parts = append(parts, reported(fmt.Sprintf("share of the runs with %d in %s", n, of), shares[n]))
	}
	for _, arm := range best {
		what := fmt.Sprintf("share of the runs with %s, of mean %s, in %s", s.Points[0].Scenario.Label(arm),
			number.Setting(s.Points[0].Scenario.Phases[0].Means[arm]), of)
		parts = append(parts, reported(what, each[arm]))
	}
	return counts, parts
}

func (s *Sample) lastBasis(learner, run int) (basis []int) {
	pulls := s.unit(0, learner, run).Pulls
	k := s.last(0)
	for arm := range pulls[k] {
		if pulls[k][arm] > pulls[k-1][arm] {
			basis = append(basis, arm)
		}
	}
	return basis
}

// greedyBasis returns the greedy basis of a learner's final estimates. Records do not hold
// estimates, so it plays the run again.
func (s *Sample) greedyBasis(learner, run int) []int {
	key := trials.Unit{Series: learner, Run: run}
	if s.bases[key] == nil {
		c := s.Points[0]
		played := c.Starter(learner).Run(s.unit(0, learner, run).Seed)
		played.Advance(s.round(0, s.last(0)))
		estimates := played.Estimates()
		for arm, estimate := range estimates {
			if math.IsNaN(estimate) { // a loop is never played
				estimates[arm] = math.Inf(-1)
			}
		}
		s.bases[key] = matroid.Optimal(c.Scenario.Matroid, estimates)
	}
	return s.bases[key]
}

// private judges by exact audits whether learners lose at most the ε that they claim.
func private(c *Claim, s *Sample, _ float64) []Number {
	return s.each(c.Learners, func(point, l int, text string) []Number {
		v := s.Points[point].Verdict(l)
		n := within(name("true ε of "+text, s.Label(point)), exactly(v.Exact.Epsilon), math.Inf(-1), v.Claimed)
		if v.Known && !v.Broken() && !math.IsNaN(v.Claimed) {
			n.Outcome = Seen // despite rounding
		}
		return []Number{n}
	})
}

// sameReports judges whether Channels report 0 and 1 with the same probabilities: the reports of
// Bernoulli rewards then have the same law.
func sameReports(c *Claim, s *Sample, _ float64) (parts []Number) {
	probability := func(point int, reward float64) float64 {
		at := s.Points[point]
		through, err := channel.Parse(at.Channel, at.Epsilon)
		if err != nil {
			return math.NaN()
		}
		return through.Probability(reward)
	}
	for point, at := range s.Points {
		first := slices.IndexFunc(s.Points, func(other *model.Config) bool {
			return other.Channel == c.Channels[0] && other.Epsilon == at.Epsilon
		})
		if first < 0 || first == point || !slices.Contains(c.Channels, at.Channel) {
			continue
		}
		apart := max(math.Abs(probability(point, 0)-probability(first, 0)),
			math.Abs(probability(point, 1)-probability(first, 1)))
		what := name("difference to "+c.Channels[0]+" in P[1] of rewards 0 and 1", s.Label(point))
		parts = append(parts, within(what, exactly(apart), math.Inf(-1), 1e-12))
	}
	return parts
}
