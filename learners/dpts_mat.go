package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
)

func init() {
	registerLazyMatroid(Declaration{
		ID: "dpts-mat", Name: "DPTS-MAT", Paper: "CHH Alg. 3", Featured: 2, Claim: "ε-DP (CHH Thm. 3)",
		Brief:   "greedy basis of private samples",
		Summary: "greedy basis of Gaussian samples around boosted private means of fresh, doubling batches",
		Pseudocode: []Line{
			{2, "first observation w of every arm e (init): T_e ← 1, s_e ← 0, w̃_e ← w + Lap(1/ε₀), ε₀ = ε/K"},
			{3, "for t = 1, 2, …"},
			{5, "  w′_e = w̃_e + 3 ln(Kt)/(ε₀ T_e) for every arm"},
			{6, "  draw θ_e ~ N(w′_e, 1/T_e) for every arm"},
			{8, "  A ← greedy basis for θ"},
			{9, "  play A"},
			{10, "  each weight of A joins its arm's fresh observations"},
			{11, "  for each arm e of A that has 2^(s_e+1) of them"},
			{13, "    T_e ← 2^(s_e+1), w̃_e ← (their sum + Lap(1/ε₀))/T_e"},
			{14, "    s_e ← s_e + 1, none is fresh any more"},
		},
		ReleaseLines: []int{2, 11, 13, 14},
		Bounds: []Bound{{
			Source: "CHH Thm 4", Formula: "Σ_e (ln(KT)/Δ_e + min(K, ln KT) ln(KT) K/ε) + Σ_k ln(KT)/Δ_k",
			Value: func(i Instance) float64 {
				rate := matroidRate(i)
				for _, gap := range i.BasisGaps {
					rate += math.Log(float64(i.Rank)*i.Round) / gap
				}
				return rate
			},
		}},
	}, newDPTSMat)
}

// dpTSMat draws θ_e by inversion at a uniform number that depends on (key, t, e)
// alone. Its usual basis is the greedy one for the samples' means. It is played where
// the samples of each of its arms and of each arm that could take its place lie on
// different sides of a threshold, which the uniform numbers tell without the samples.
// Elsewhere the greedy walk begins with the arms whose samples may be above a cut, and
// draws of the others only those that it does not span by then.
type dpTSMat struct {
	lazyMatroid
	key    uint64
	basis  []int   // the usual one; empty where there is none
	within []sides // words strictly between low and high keep the arm on its side
	usual  bool    // the newest play is the usual basis, by thresholds
	paid   bool    // it has been played since the usual basis was chosen by time

	cut          float64
	below        []uint64 // words below keep the arm's sample below the cut
	words        []uint64 // of the newest round
	heavy, light []int
}

func newDPTSMat(m lazyMatroid) Learner {
	l, arms := &dpTSMat{lazyMatroid: m}, len(m.arms)
	l.key = l.stream.Uint64()
	l.within, l.below, l.words = make([]sides, arms), make([]uint64, arms), make([]uint64, arms)
	return l
}

func (l *dpTSMat) Choose(t int) []int {
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
func (l *dpTSMat) playParts(t int) []int {
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

// theta is arm e's sample.
func (l *dpTSMat) theta(e int, bias float64, word uint64) float64 {
	a := &l.arms[e]
	return a.estimate + bias/a.size + noise.NormalQuantile(uniform(word))/math.Sqrt(a.size)
}

// draw computes the samples of round t.
func (l *dpTSMat) draw(t int) {
	bias, cell := l.level(t)/l.epsilon, noise.At(l.key, t)
	for e := range l.arms {
		word := cell.Uint64()
		if !math.IsInf(l.scores[e], -1) { // no loop
			l.scores[e] = l.theta(e, bias, word)
		}
	}
}

// caution is a number of standard deviations that covers rounding.
const caution = 1e-9

// renew chooses the usual basis and thresholds for the rounds from t on: of two rivals,
// at the same number of standard deviations from both means.
func (l *dpTSMat) renew(t int) {
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
func (l *dpTSMat) chooseCut() {
	means := slices.Sorted(slices.Values(l.scores))
	l.cut = means[max(0, len(means)-2*len(l.basis))]
	for e := range l.below {
		l.bound(e)
	}
}

// bound renews what words keep arm e's sample below the cut in rounds before until.
func (l *dpTSMat) bound(e int) {
	a := &l.arms[e]
	if l.below[e] = math.MaxUint64; !math.IsInf(l.scores[e], -1) { // no loop
		z := (l.cut - a.estimate - l.level(l.until-1)/(l.epsilon*a.size)) * math.Sqrt(a.size)
		l.below[e] = wordBelow(noise.NormalCDF(z - caution))
	}
}

// certain counts the rounds from t on in which thresholds tell that the usual basis is
// played, up to most.
func (l *dpTSMat) certain(t, most int) int {
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

// Steady implements Steady: until a release is due or thresholds are renewed, rounds
// of the usual basis.
func (l *dpTSMat) Steady(t int) (rounds int, losses float64) {
	if !l.usual {
		return 1, math.Inf(1)
	}
	most := min(l.until-t-1, 256)
	for _, e := range l.play {
		most = min(most, l.arms[e].target-l.arms[e].batch-1)
	}
	return 1 + l.certain(t+1, most), math.Inf(1)
}

// ObserveAll implements Steady.
func (l *dpTSMat) ObserveAll(t int, s *Stretch) {
	l.begin()
	l.round = t + s.Rounds - 1
	for i, e := range l.play {
		l.arms[e].sum = s.AddTo(l.arms[e].sum, i)
		l.add(t, s.Rounds, e, 0, &l.stream)
	}
	l.see()
	l.released()
}

func (l *dpTSMat) Observe(t int, feedback []float64) {
	l.lazyMatroid.Observe(t, feedback)
	l.released()
}

// released renews what depends on new estimates; where the usual basis is of no use, that
// is the bounds of these arms.
func (l *dpTSMat) released() {
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

func (l *dpTSMat) Clone() Learner {
	c := *l
	c.lazyMatroid, c.basis = l.clone(), slices.Clone(l.basis)
	c.within, c.below = slices.Clone(l.within), slices.Clone(l.below)
	c.words, c.heavy, c.light = slices.Clone(l.words), nil, nil
	return &c
}

func (l *dpTSMat) Explain() Explanation {
	if !l.covering { // the basis was known without all samples
		l.draw(l.round)
		l.oracle.Best(l.scores, nil, nil)
	}
	level := l.level(l.round)
	columns := []Column{{"w̃", Estimate}, {"3 ln(Kt)/(ε₀T)", PrivacyBonus}, {"w′", Center}, {"θ", Sample}}
	return l.explainCovered(2, []int{5, 6, 8, 9}, columns, func(e int) ([]float64, string) {
		a, theta := &l.arms[e], l.scores[e]
		bonus := level / (l.epsilon * a.size)
		boosted := a.estimate + bonus
		return []float64{a.estimate, bonus, boosted, theta}, fmt.Sprintf("w′ = %s, θ = %s drawn from N(w′, 1/%s)",
			sumText(boosted, a.estimate, bonus), num(theta), num(a.size))
	})
}
