//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

type posterior interface{ law(t, arm int) noise.Beta }

// samples finds the arm with the largest posterior sample without computing most samples. If u
// < F(threshold), θ is below the threshold; an arm alone above it is played. F(threshold) is
// bounded for every posterior that an arm can have before its bounds are renewed.
type samples struct {
	posteriorSamples
	// cuts are the thresholds: a high one that few arms exceed, a low one, and higher ones in ascending order.
	cuts       []float64
	bounds     [][]wordBounds // by threshold and arm
	until      int            // the round in which thresholds are chosen again
	alone      bool           // the latest play was alone above the high threshold
	words      []uint64       // of open arms in the latest round
	open       []int          // arms that may have the largest sample
	candidates []candidate    // the open arms
	thetas     []float64      // their samples, if computed

	// Approximate location and standard deviation of each arm's ln(θ/(1−θ)).
	modes, spreads []float64
}

// wordBounds bounds an arm's word: below low, its sample is certainly below the threshold;
// above high, it is certainly above.
type wordBounds struct{ low, high uint64 }

// A candidate is an open arm's posterior and the normal quantile of its uniform number.
type candidate struct {
	law   noise.Beta
	score float64
}

func newSamples(cuts, arms int, drawn posteriorSamples) samples {
	s := samples{
		posteriorSamples: drawn, cuts: make([]float64, cuts), bounds: make([][]wordBounds, cuts),
		words: make([]uint64, arms), thetas: make([]float64, arms),
		modes: make([]float64, arms), spreads: make([]float64, arms),
	}
	for i := range s.bounds {
		s.bounds[i] = make([]wordBounds, arms)
	}
	return s
}

func (s *samples) clone() samples {
	c := *s
	c.cuts, c.bounds = slices.Clone(s.cuts), slices.Clone(s.bounds)
	for i := range c.bounds {
		c.bounds[i] = slices.Clone(s.bounds[i])
	}
	c.words, c.open, c.candidates, c.thetas = slices.Clone(s.words), slices.Clone(s.open), nil, slices.Clone(s.thetas)
	c.modes, c.spreads = slices.Clone(s.modes), slices.Clone(s.spreads)
	return c
}

// bound renews the bounds of arm j for posteriors between low and high in stochastic order. A
// sample certainly below a threshold does not tie with one above it.
func (s *samples) bound(j int, low, high noise.Beta) {
	for i, cut := range s.cuts {
		least, _ := high.Score(max(0, noise.TieLimit(cut)))
		_, most := low.Score(cut)
		s.bounds[i][j] = wordBounds{wordBelow(noise.NormalCDF(least)), wordAbove(noise.NormalCDF(most))}
	}
}

// wordBelow returns a word below which all uniform numbers are below u.
func wordBelow(u float64) uint64 { return uint64(max(u*0x1p52*(1-1e-12)-1, 0)) << 12 }

// wordAbove returns a word above which all uniform numbers are above u.
func wordAbove(u float64) uint64 {
	if u >= 1-1e-12 {
		return math.MaxUint64
	}
	return uint64(u*0x1p52*(1+1e-12)+1) << 12
}

// winner returns an arm with the largest sample in round t, breaking ties at random.
func (s *samples) winner(t int, p posterior) int {
	s.alone = false
	switch {
	case s.above(t, 0):
		s.alone = len(s.open) == 1
		s.raise(2)
	case !s.above(t, 1):
		s.open = s.open[:0]
		cell := noise.At(s.key, t)
		for j := range s.words {
			s.words[j] = cell.Uint64()
			s.open = append(s.open, j)
		}
	}
	return s.largestOpen(t, p)
}

// raise closes the arms below thresholds i, i+1, … while some open arm is certainly above the threshold.
func (s *samples) raise(i int) {
	for ; i < len(s.bounds) && len(s.open) > 1; i++ {
		bounds := s.bounds[i]
		if !slices.ContainsFunc(s.open, func(j int) bool { return s.words[j] > bounds[j].high }) {
			return
		}
		s.open = slices.DeleteFunc(s.open, func(j int) bool { return s.words[j] < bounds[j].low })
	}
}

// above opens the arms that may exceed threshold i in round t, and reports whether one certainly does.
func (s *samples) above(t, i int) bool {
	s.open = s.open[:0]
	cell, found := noise.At(s.key, t), false
	for j, b := range s.bounds[i] {
		if word := cell.Word(j); word >= b.low {
			s.words[j] = word
			s.open = append(s.open, j)
			found = found || word > b.high
		}
	}
	return found
}

// forecast returns the Forecast for an arm played in round t whose bounds hold for most more rounds.
func (s *samples) forecast(t, most, arm int) Forecast {
	if !s.alone {
		return one
	}
	return keeps(1 + s.certain(t+1, min(most, s.until-t-1, 256), arm))
}

// certain counts the rounds from t on, at most most, in which only arm exceeds the high threshold.
func (s *samples) certain(t, most, arm int) int {
	bounds := s.bounds[0]
	for n := range most {
		cell := noise.At(s.key, t+n)
		if cell.Word(arm) <= bounds[arm].high {
			return n
		}
		for j := range bounds {
			if cell.Word(j) >= bounds[j].low && j != arm {
				return n
			}
		}
	}
	return most
}

func (s *samples) largestOpen(t int, p posterior) int {
	if len(s.open) > 1 {
		s.narrow(t, p)
	}
	if len(s.open) == 1 {
		return s.open[0]
	}
	for i, j := range s.open {
		s.thetas[i] = p.law(t, j).Quantile(uniform(s.words[j]))
	}
	return s.open[s.largest(t, s.thetas[:len(s.open)])]
}

// narrow closes open arms that certainly have a smaller sample than another: it compares them
// with a point between the two largest samples, approximately.
func (s *samples) narrow(t int, p posterior) {
	first, second, leader := math.Inf(-1), math.Inf(-1), 0
	s.candidates = s.candidates[:0]
	for i, j := range s.open {
		l := candidate{p.law(t, j), noise.NormalQuantile(uniform(s.words[j]))}
		s.candidates = append(s.candidates, l)
		switch x := l.law.Logit(l.score); {
		case x > first:
			first, second, leader = x, first, i
		case x > second:
			second = x
		}
	}
	between := noise.Logistic((first + second) / 2)
	if _, high := s.candidates[leader].law.Score(between); !(s.candidates[leader].score > high) {
		return
	}
	kept := s.open[:0]
	for i, j := range s.open {
		if i != leader {
			if low, _ := s.candidates[i].law.Score(max(0, noise.TieLimit(between))); s.candidates[i].score < low {
				continue
			}
		}
		kept = append(kept, j)
	}
	s.open = kept
}

// choose chooses thresholds for the posteriors from round t until round until. Any thresholds
// are valid; these leave few arms open. Renew the bounds of all arms afterwards.
func (s *samples) choose(t, until int, p posterior) {
	s.until = until
	leader := s.locate(t, p)
	chosen := 0.0
	failing := float64(len(s.modes)) // approximate number of open arms if none is above
	for i := 1; i >= 0; i-- {
		least := math.Inf(1)
		for k := -4.; k <= 3; k += .5 {
			cut := s.modes[leader] + k*s.spreads[leader]
			open, none := 0.0, 1.0
			for j, mode := range s.modes {
				below := noise.NormalCDF((cut - mode) / s.spreads[j])
				open += 1 - below
				none *= below
			}
			if cost := open + none*failing; cost < least {
				least, chosen = cost, cut
			}
		}
		s.cuts[i], failing = noise.Logistic(chosen), least
	}
	for i := range s.cuts[2:] {
		s.cuts[2+i] = noise.Logistic(chosen + float64(i+1)*.4*s.spreads[leader])
	}
}

// locate estimates the posteriors' locations in round t, and returns an arm that probably has the largest sample.
func (s *samples) locate(t int, p posterior) (leader int) {
	for j := range s.modes {
		d := p.law(t, j)
		s.modes[j], s.spreads[j] = math.Log(d.A/d.B), math.Sqrt(1/d.A+1/d.B)
		if s.modes[j]-s.spreads[j] > s.modes[leader]-s.spreads[leader] {
			leader = j
		}
	}
	return leader
}

func init() {
	fastPath("thompson", newFastThompson)
	fastPath("ts-ldp-b", newFastThompson)
}

// fastThompson finds the largest sample of Thompson sampling by thresholds.
type fastThompson struct {
	thompson
	samples samples
	moves   []int // how many more rewards each arm's bounds cover
}

func newFastThompson(l *thompson) Learner {
	arms := len(l.scores)
	return &fastThompson{*l, newSamples(2, arms, l.posteriorSamples), make([]int, arms)}
}

func (l *fastThompson) Choose(t int) []int {
	l.round = t
	if t >= l.samples.until {
		l.samples.choose(t, t+4+t/16, &l.thompson)
		for j := range l.moves {
			l.renew(j)
		}
	}
	l.play[0] = l.samples.winner(t, &l.thompson)
	return l.play[:]
}

// renew makes arm j's bounds cover further successes or failures, fewer than would move its
// posterior by a quarter of its standard deviation.
func (l *fastThompson) renew(j int) {
	d := l.law(0, j)
	n := d.A + d.B
	m := math.Floor(.15 * math.Sqrt(d.A/n*d.B))
	l.moves[j] = int(m)
	l.samples.bound(j, noise.Beta{A: d.A, B: d.B + m}, noise.Beta{A: d.A + m, B: d.B})
}

func (l *fastThompson) Observe(t int, feedback []float64) {
	l.thompson.Observe(t, feedback)
	l.moved(1)
}

// moved counts rewards of the current play.
func (l *fastThompson) moved(n int) {
	j := l.play[0]
	if l.moves[j] -= n; l.moves[j] < 0 {
		l.renew(j)
	}
}

// Certain forecasts the rounds covered by the arm's bounds in which it is alone above the threshold.
func (l *fastThompson) Certain(t int) Forecast {
	j := l.play[0]
	return l.samples.forecast(t, l.moves[j], j)
}

func (l *fastThompson) Take(t int, b *Block) {
	j := l.play[0]
	l.round = t + b.Rounds - 1
	l.counts[j] += float64(b.Rounds)
	if b.Bits {
		l.sums[j].Add(b.Sums[0])
	} else {
		for k, x := range b.Values[0] {
			l.sums[j].Add(l.success(t+k, x))
		}
	}
	l.moved(b.Rounds)
}

func (l *fastThompson) Clone() Learner {
	return &fastThompson{*l.thompson.Clone().(*thompson), l.samples.clone(), slices.Clone(l.moves)}
}

func (l *fastThompson) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.thompson.Suppose(arm, more)
}

func (l *fastThompson) Explain() Explanation { return explainPlainly(l.round, l.thompson.Clone()) }

func init() {
	fastPath("lazy-dp-ts", func(l *lazyDPTS) Learner {
		return &fastLazyDPTS{*l, newSamples(6, len(l.arms), l.posteriorSamples)}
	})
}

// fastLazyDPTS finds the largest sample of Lazy-DP-TS by thresholds.
type fastLazyDPTS struct {
	lazyDPTS
	samples samples
}

func (l *fastLazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	if t >= l.samples.until {
		// Until then, optimism grows by about .15 successes, or by at most .003/ε if that is more.
		l.samples.choose(t, t+4+int(float64(t)*min(max(.05*l.epsilon, .001), .0625)), &l.lazyDPTS)
		for j := range l.arms {
			l.renew(t, j)
		}
	}
	l.play[0] = l.samples.winner(t, &l.lazyDPTS)
	return l.play[:]
}

// renew bounds arm j's samples from round t until thresholds are chosen again. Optimism only grows.
func (l *fastLazyDPTS) renew(t, j int) {
	l.samples.bound(j, l.law(t, j), l.law(max(l.samples.until-1, t), j))
}

func (l *fastLazyDPTS) Observe(t int, feedback []float64) {
	l.lazyDPTS.Observe(t, feedback)
	l.released(t)
}

// released renews the bounds of the arm that was released in round t.
func (l *fastLazyDPTS) released(t int) {
	if len(l.Releases()) > 0 && l.samples.until > 0 {
		l.renew(t+1, l.play[0])
	}
}

// Certain forecasts the rounds before the next release in which the arm is alone above the higher threshold.
func (l *fastLazyDPTS) Certain(t int) Forecast {
	j := l.play[0]
	a := &l.arms[j]
	return l.samples.forecast(t, a.target-a.batch-1, j)
}

func (l *fastLazyDPTS) Take(t int, b *Block) {
	l.lazyDPTS.Take(t, b)
	l.released(l.round)
}

func (l *fastLazyDPTS) Clone() Learner {
	return &fastLazyDPTS{*l.lazyDPTS.Clone().(*lazyDPTS), l.samples.clone()}
}

func (l *fastLazyDPTS) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.lazyDPTS.Suppose(arm, more)
}

func (l *fastLazyDPTS) Explain() Explanation { return explainPlainly(l.round, l.lazyDPTS.Clone()) }
