//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

func init() { twin("dpts-mat", newFastDPTSMat) }

// fastDPTSMat is DPTS-MAT that draws few samples. Its usual basis is the greedy one for
// the samples' means. It is played where the samples of each of its arms and of each arm
// that could take its place lie on different sides of a threshold, which the uniform
// numbers show without the samples. Elsewhere the greedy walk begins with the arms whose
// samples may be above a cut, and draws of the others only those that it does not span by
// then.
type fastDPTSMat struct {
	dpTSMat
	until  int     // the first round that what is known of plays to come does not hold for
	basis  []int   // the usual one, or empty
	within []sides // words strictly between low and high keep the arm on its side
	usual  bool    // the newest play is the usual basis, by thresholds
	paid   bool    // it has been played since the usual basis was chosen by time

	cut          float64
	below        []uint64 // words below keep the arm's sample below the cut
	words        []uint64 // of the newest round
	heavy, light []int
}

func newFastDPTSMat(m *dpTSMat) Learner {
	l, arms := &fastDPTSMat{dpTSMat: *m}, len(m.arms)
	l.within, l.below, l.words = make([]sides, arms), make([]uint64, arms), make([]uint64, arms)
	return l
}

func (l *fastDPTSMat) Choose(t int) []int {
	l.usual = false
	if l.cover(t) {
		return l.play
	}
	if t >= l.until {
		l.renew(t)
	}
	if l.usual = l.certain(t, 1) == 1; l.usual {
		l.paid = true
		l.play = append(l.play[:0], l.basis...)
		return l.play
	}
	return l.playParts(t)
}

// playParts plays the greedy basis of the samples of round t. (Two samples are equal
// with probability 2⁻⁵², so no lots are drawn.)
func (l *fastDPTSMat) playParts(t int) []int {
	bias, cell := l.level(t)/l.epsilon, noise.At(l.key, t)
	l.heavy, l.light = l.heavy[:0], l.light[:0]
	for e, below := range l.below {
		word := cell.Uint64()
		l.words[e] = word
		if word >= below && !math.IsInf(l.scores[e], -1) { // no loop
			if l.scores[e] = l.theta(e, bias, word); l.scores[e] > l.cut {
				l.heavy = append(l.heavy, e)
				continue
			}
		}
		l.light = append(l.light, e)
	}
	l.oracle.Begin()
	if !l.oracle.WalkPart(l.heavy, l.scores) {
		open := l.light[:0]
		for _, e := range l.light {
			if !l.oracle.Spans(e) {
				l.scores[e] = l.theta(e, bias, l.words[e])
				open = append(open, e)
			}
		}
		l.oracle.WalkPart(open, l.scores)
	}
	l.play = l.oracle.Kept(l.play)
	return l.play
}

// theta is arm e's sample, at a uniform number.
func (l *fastDPTSMat) theta(e int, bias float64, word uint64) float64 {
	a := &l.arms[e]
	return a.estimate + bias/a.size + noise.NormalQuantile(uniform(word))/math.Sqrt(a.size)
}

// caution is a number of standard deviations that covers rounding.
const caution = 1e-9

// renew chooses the usual basis and thresholds for the rounds from t on: of two rivals,
// at the same number of standard deviations from both means.
func (l *fastDPTSMat) renew(t int) {
	l.until = t + 2 + t/50
	now, last := l.level(t)/l.epsilon, l.level(l.until-1)/l.epsilon
	for _, e := range l.playable {
		l.scores[e] = l.arms[e].estimate + now/l.arms[e].size
	}
	l.basis = l.oracle.Best(l.scores, nil, l.basis)
	lines := slices.Repeat([]float64{math.Inf(1)}, len(l.arms)) // each arm's threshold
	for e := range l.within {
		l.within[e] = sides{0, math.MaxUint64}
	}
	rivals := l.oracle.Rivals()
	for _, p := range rivals {
		a, b := math.Sqrt(l.arms[p.Ahead].size), math.Sqrt(l.arms[p.Behind].size)
		lines[p.Ahead] = min(lines[p.Ahead], (l.scores[p.Ahead]*a+l.scores[p.Behind]*b)/(a+b))
	}
	for _, p := range rivals {
		lines[p.Behind] = min(lines[p.Behind], lines[p.Ahead])
	}
	for _, p := range rivals {
		a, b := &l.arms[p.Ahead], &l.arms[p.Behind]
		z := (lines[p.Ahead] - l.scores[p.Ahead]) * math.Sqrt(a.size)
		l.within[p.Ahead].low = wordAbove(noise.NormalCDF(z + caution))
		z = (lines[p.Behind] - b.estimate - last/b.size) * math.Sqrt(b.size)
		l.within[p.Behind].high = wordBelow(noise.NormalCDF(z - caution))
	}
	l.paid = false
	l.chooseCut()
}

// chooseCut puts the cut where about twice as many arms as are played are above it.
func (l *fastDPTSMat) chooseCut() {
	means := slices.Sorted(slices.Values(l.scores))
	l.cut = means[max(0, len(means)-2*len(l.basis))]
	for e := range l.below {
		l.bound(e)
	}
}

// bound renews what words keep arm e's sample below the cut in rounds before until.
func (l *fastDPTSMat) bound(e int) {
	a := &l.arms[e]
	if l.below[e] = math.MaxUint64; !math.IsInf(l.scores[e], -1) { // no loop
		z := (l.cut - a.estimate - l.level(l.until-1)/(l.epsilon*a.size)) * math.Sqrt(a.size)
		l.below[e] = wordBelow(noise.NormalCDF(z - caution))
	}
}

// certain counts the rounds from t on in which thresholds tell that the usual basis is
// played, up to most.
func (l *fastDPTSMat) certain(t, most int) int {
	if len(l.basis) == 0 {
		return 0
	}
	for n := range most {
		cell := noise.At(l.key, t+n)
		for e := range l.within {
			if word := cell.Uint64(); word <= l.within[e].low || word >= l.within[e].high {
				return n
			}
		}
	}
	return most
}

// Certain is, until a release is due or thresholds are renewed, of rounds of the usual
// basis.
func (l *fastDPTSMat) Certain(t int) Forecast {
	if !l.usual {
		return one
	}
	most := min(l.until-t-1, 256)
	for _, e := range l.play {
		most = min(most, l.arms[e].target-l.arms[e].batch-1)
	}
	return keeps(1 + l.certain(t+1, most))
}

func (l *fastDPTSMat) Take(t int, b *Block) {
	l.take(t, b)
	l.released()
}

func (l *fastDPTSMat) Observe(t int, feedback []float64) {
	l.dpTSMat.Observe(t, feedback)
	l.released()
}

// released renews what depends on new estimates; where the usual basis is of no use, that
// is the bounds of these arms.
func (l *fastDPTSMat) released() {
	switch {
	case len(l.releases) == 0 || l.until == 0:
	case l.paid:
		l.until = 0
	default:
		l.basis = l.basis[:0]
		for _, r := range l.releases {
			l.bound(r.Arms[0])
		}
	}
}

func (l *fastDPTSMat) Clone() Learner {
	c := *l
	c.dpTSMat, c.basis = *l.dpTSMat.Clone().(*dpTSMat), slices.Clone(l.basis)
	c.within, c.below = slices.Clone(l.within), slices.Clone(l.below)
	c.words, c.heavy, c.light = slices.Clone(l.words), nil, nil
	return &c
}

func (l *fastDPTSMat) Suppose(arm int, more float64) bool {
	l.until = 0
	return l.dpTSMat.Suppose(arm, more)
}

func (l *fastDPTSMat) Explain() Explanation {
	if l.covering {
		return l.dpTSMat.Explain()
	}
	return explainPlainly(l.round, l.dpTSMat.Clone())
}
