//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

// sampleRanges finds the greedy basis of samples from N(mean, 1/n) without computing them. A basis
// stays while every arm outside has a smaller sample than the arms of the basis on which it depends.
// So it stays while samples stay in ranges, the arm's below those of these arms. A range is one of
// words, for every posterior that the arm can have before the range is renewed.
type sampleRanges struct {
	key    uint64
	oracle *matroid.Oracle
	basis  []int         // of the means
	ends   []sampleRange // by arm
	words  []wordRange   // by arm
	laws   []normalRange // by arm
	held   bool          // the latest play is basis
	until  int           // the round in which basis is chosen again

	// To choose basis costs as much as many rounds, so it pauses for twice as long if it was of little use.
	after  int // the round after which basis may be chosen again
	pause  int
	rounds int // with play basis since it was chosen
}

type sampleRange struct{ low, high float64 }

type wordRange struct{ low, high uint64 }

type normalRange struct{ leastMean, mostMean, leastN, mostN float64 }

func newSampleRanges(key uint64, m *semiBandit) sampleRanges {
	arms := len(m.scores)
	return sampleRanges{
		key: key, oracle: m.oracle.Clone(), after: cost * arms, pause: cost * arms / 2,
		ends: make([]sampleRange, arms), words: make([]wordRange, arms), laws: make([]normalRange, arms),
	}
}

func (s *sampleRanges) clone() sampleRanges {
	c := *s
	c.oracle, c.basis, c.ends = s.oracle.Clone(), slices.Clone(s.basis), slices.Clone(s.ends)
	c.words, c.laws = slices.Clone(s.words), slices.Clone(s.laws)
	return c
}

func (s *sampleRanges) holds(t int, arms []int) bool {
	cell := noise.At(s.key, t)
	for _, e := range arms {
		if word := cell.Word(e); word <= s.words[e].low || word >= s.words[e].high {
			return false
		}
	}
	return true
}

// choose plays the basis in round t if all samples are in their ranges, and reports whether they are.
func (s *sampleRanges) choose(t int, m *semiBandit) bool {
	s.held = t < s.until && s.holds(t, m.playable)
	if s.held {
		s.rounds++
		m.round, m.play = t, append(m.play[:0], s.basis...)
	}
	return s.held
}

// forecast forecasts the play of round t, whose ranges hold for most more rounds.
func (s *sampleRanges) forecast(t, most int, m *semiBandit) Forecast {
	if !s.held {
		return one
	}
	n := 1
	for most = min(most, s.until-t-1, 256); n <= most && s.holds(t+n, m.playable); n++ {
	}
	s.rounds += n - 1
	return keeps(n)
}

// explain explains the play of round t by a copy of the plain learner, which has chosen unless the
// latest play is basis.
func (s *sampleRanges) explain(t int, plain Learner) Explanation {
	if s.held {
		plain.Choose(t)
	}
	return plain.(Explainer).Explain()
}

// due reports whether basis may be chosen in round t.
func (s *sampleRanges) due(t int, m *semiBandit) bool {
	return t >= s.until && t > s.after && !m.covering
}

// cost is about how many rounds it costs to choose a basis, for each arm.
const cost = 4

// renew chooses the basis of the means in laws in round t, and the ranges until another round.
func (s *sampleRanges) renew(t, until int, m *semiBandit) {
	if s.pause *= 2; s.rounds >= cost*len(s.words) {
		s.pause = cost * len(s.words)
	}
	s.after, s.rounds, s.until = t+s.pause, 0, until
	means := slices.Repeat([]float64{math.Inf(-1)}, len(s.laws))
	for _, e := range m.playable {
		means[e] = s.laws[e].leastMean
	}
	s.basis = s.oracle.Best(means, nil, s.basis)
	for e := range s.ends {
		s.ends[e] = sampleRange{math.Inf(-1), math.Inf(1)}
	}
	for _, step := range s.oracle.Steps() {
		least := math.Inf(1)
		for _, e := range step.LostTo {
			x, y := s.laws[e], s.laws[step.Arm]
			p, q := 1/math.Sqrt(x.leastN), 1/math.Sqrt(y.leastN)
			if z := (x.leastMean - y.mostMean) / (p + q); z < least {
				least, s.ends[step.Arm].high = z, (x.leastMean*q+y.mostMean*p)/(p+q)
			}
		}
		for _, e := range step.LostTo {
			s.ends[e].low = max(s.ends[e].low, s.ends[step.Arm].high)
		}
	}
	for _, e := range m.playable {
		s.bound(e)
	}
}

// bound computes the range of words of arm e. Samples of ranges one above the other don't tie.
func (s *sampleRanges) bound(e int) {
	law, ends := s.laws[e], s.ends[e]
	// score is above (x − mean)√n for every n.
	score := func(x, mean float64) float64 {
		return max((x-mean)*math.Sqrt(law.leastN), (x-mean)*math.Sqrt(law.mostN)) + 1e-9
	}
	s.words[e] = wordRange{0, math.MaxUint64}
	if low := ends.low; !math.IsInf(low, 0) {
		s.words[e].low = wordAbove(noise.NormalCDF(score(low+tieWidth(low), law.leastMean)))
	}
	if high := ends.high; !math.IsInf(high, 0) {
		s.words[e].high = wordBelow(noise.NormalCDF(-score(law.mostMean, high-tieWidth(high))))
	}
}

// tieWidth is above the difference of numbers around x that tie, rounding included.
func tieWidth(x float64) float64 { return 4 * (math.Abs(x) - noise.TieLimit(math.Abs(x))) }

func init() {
	fastPath("dpts-mat", func(l *dpTSMat) Learner {
		return &fastDPTSMat{*l, newSampleRanges(l.key, &l.semiBandit)}
	})
	fastPath("cts", func(l *gaussianCTS) Learner {
		return &fastGaussianCTS{*l, newSampleRanges(l.key, &l.semiBandit), make([]int, len(l.scores))}
	})
}

// fastDPTSMat computes the samples of DPTS-MAT only where they may change the basis.
type fastDPTSMat struct {
	dpTSMat
	ranges sampleRanges
}

func (l *fastDPTSMat) Choose(t int) []int {
	if !l.ranges.choose(t, &l.semiBandit) {
		l.dpTSMat.Choose(t)
		if l.ranges.due(t, &l.semiBandit) {
			until := t + 4 + t/16
			for _, e := range l.playable {
				l.ranges.laws[e] = l.law(e, t, until)
			}
			l.ranges.renew(t, until, &l.semiBandit)
		}
	}
	return l.play
}

// law returns the posteriors of arm e from round t until another.
func (l *fastDPTSMat) law(e, t, until int) normalRange {
	a := &l.arms[e]
	return normalRange{l.center(a, l.level(t)), l.center(a, l.level(until)), a.size, a.size}
}

func (l *fastDPTSMat) Observe(t int, feedback []float64) {
	l.dpTSMat.Observe(t, feedback)
	l.released(t)
}

// released renews the ranges of arms that were released in round t.
func (l *fastDPTSMat) released(t int) {
	for _, e := range l.play {
		if s := &l.ranges; l.arms[e].batch == 0 && t+1 < s.until {
			s.laws[e] = l.law(e, t+1, s.until)
			if s.bound(e); s.laws[e].leastMean < s.ends[e].low || s.laws[e].mostMean > s.ends[e].high {
				s.until = 0
			}
		}
	}
}

// Certain forecasts the rounds up to the next release in which all samples are in their ranges.
func (l *fastDPTSMat) Certain(t int) Forecast {
	most := math.MaxInt
	for _, e := range l.play {
		most = min(most, l.arms[e].target-l.arms[e].batch-1)
	}
	return l.ranges.forecast(t, most, &l.semiBandit)
}

func (l *fastDPTSMat) Take(t int, b *Block) {
	l.dpTSMat.Take(t, b)
	l.released(l.round)
}

func (l *fastDPTSMat) Clone() Learner {
	return &fastDPTSMat{*l.dpTSMat.Clone().(*dpTSMat), l.ranges.clone()}
}

func (l *fastDPTSMat) Suppose(arm int, more float64) bool {
	l.ranges.until = 0
	return l.dpTSMat.Suppose(arm, more)
}

func (l *fastDPTSMat) Explain() Explanation { return l.ranges.explain(l.round, l.dpTSMat.Clone()) }

// fastGaussianCTS computes the samples of CTS only where they may change the basis.
type fastGaussianCTS struct {
	gaussianCTS
	ranges sampleRanges
	moves  []int // how many more rewards each arm's range covers
}

func (l *fastGaussianCTS) Choose(t int) []int {
	if !l.ranges.choose(t, &l.semiBandit) {
		l.gaussianCTS.Choose(t)
		if l.ranges.due(t, &l.semiBandit) {
			for _, e := range l.playable {
				l.allow(e)
			}
			l.ranges.renew(t, t+4+t/16, &l.semiBandit)
		}
	}
	return l.play
}

// allow lets arm e's range cover rewards that move its mean by less than a sixth of its standard deviation.
func (l *fastGaussianCTS) allow(e int) {
	n, sum := l.counts[e], l.sums[e].Value()
	more := math.Floor(.15 * math.Sqrt(n))
	l.moves[e] = int(more)
	l.ranges.laws[e] = normalRange{sum / (n + more), (sum + more) / (n + more), n, n + more}
}

func (l *fastGaussianCTS) Observe(t int, feedback []float64) {
	l.gaussianCTS.Observe(t, feedback)
	l.moved(1)
}

// moved counts rewards of the arms of the play.
func (l *fastGaussianCTS) moved(n int) {
	for _, e := range l.play {
		if l.moves[e] -= n; l.moves[e] < 0 && l.ranges.until > 0 {
			l.allow(e)
			l.ranges.bound(e)
		}
	}
}

// Certain forecasts the rounds covered by the arms' ranges in which all samples are in them.
func (l *fastGaussianCTS) Certain(t int) Forecast {
	most := math.MaxInt
	for _, e := range l.play {
		most = min(most, l.moves[e])
	}
	return l.ranges.forecast(t, most, &l.semiBandit)
}

func (l *fastGaussianCTS) Take(t int, b *Block) {
	l.round = t + b.Rounds - 1
	for i, e := range l.play {
		l.counts[e] += float64(b.Rounds)
		l.sums[e] = b.AddTo(l.sums[e], i)
	}
	l.see()
	l.moved(b.Rounds)
}

func (l *fastGaussianCTS) Clone() Learner {
	return &fastGaussianCTS{*l.gaussianCTS.Clone().(*gaussianCTS), l.ranges.clone(), slices.Clone(l.moves)}
}

func (l *fastGaussianCTS) Suppose(arm int, more float64) bool {
	l.ranges.until = 0
	return l.gaussianCTS.Suppose(arm, more)
}

func (l *fastGaussianCTS) Explain() Explanation {
	return l.ranges.explain(l.round, l.gaussianCTS.Clone())
}
