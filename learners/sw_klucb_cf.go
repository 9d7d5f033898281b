package learners

import (
	"fmt"
	"math"
	"math/bits"

	"regretscope/noise/declare"
)

func init() {
	registerCorrupted(Declaration{
		ID: "sw-klucb-cf", Name: "SW-KLUCB-CF", Featured: 1,
		Paper:        "GAJ Alg. 1",
		Brief:        "KL-UCB on a window of bits",
		Summary:      "KL-UCB on the bits of a sliding window, taken back through each arm's channel",
		KnowsHorizon: true,
		Parameters:   declare.List{windowParameter},
		Derive:       func(s Setting, _ string) float64 { return windowLength(s) },
		Bounds: []Bound{{
			Source: "GAJ Thm 1", Formula: "√(L_T T)", Value: changingRate, Changing: true,
			Where: func(i Instance) bool { return i.Bernoulli && i.Values.Number("w") == windowLength(i.Setting) },
		}},
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K, K+1, …, T−1; λ̂_a is the mean of the N_a bits that a gave in rounds t−w+1, …, t"},
			{3, "  (a) index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(min(t, w)), +∞ if N_a = 0; f(x) = ln x + 3 ln max(1, ln x)"},
			{4, "  (b) pull the arm with the largest index in round t+1 and observe its bit"},
		},
		New: func(s Setting, v declare.Values) Learner { return newKLUCBCF(s, windowSize(v)) },
	})
}

// klUCBCF is KL-UCB with corrupted feedback, on a window or on all history.
type klUCBCF struct {
	windowBandit
	level float64

	// Once t ≥ w the level stands still, and so does the index of every arm whose
	// window did not change: all scores are indices, and only those of the arm
	// last played and of the arm last forgotten have to be found anew.
	settled   bool
	forgotten int
	known     knownIndices
}

func newKLUCBCF(s Setting, size int) *klUCBCF {
	return &klUCBCF{windowBandit: newWindowBandit(s, size)}
}

func (l *klUCBCF) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	l.score(t - 1)
	return l.playBest()
}

// score sets the scores after t rounds.
func (l *klUCBCF) score(t int) {
	switch {
	case l.settled:
		l.scores[l.play[0]] = l.settledIndex(l.play[0])
		if l.forgotten != l.play[0] {
			l.scores[l.forgotten] = l.settledIndex(l.forgotten)
		}
	case l.size > 0 && t >= l.size:
		l.settled = true
		l.level = explorationLevel(float64(l.size), 3)
		for j := range l.scores {
			l.scores[j] = l.index(j, l.level)
		}
	default:
		l.level = explorationLevel(float64(t), 3)
		l.scoreContenders()
	}
}

// scoreContenders finds the indices that may be the largest; the others' scores
// are −∞.
func (l *klUCBCF) scoreContenders() {
	best := l.index(l.play[0], l.level) // as a rule the largest, or near it
	for j, n := range l.counts {
		if !l.reports.mayReach(j, l.sums[j]/n, n, l.level, best) {
			l.scores[j] = math.Inf(-1)
			continue
		}
		l.scores[j] = l.index(j, l.level)
		best = max(best, l.scores[j])
	}
}

func (l *klUCBCF) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.reports.index(j, l.sums[j]/n, n, level)
}

// knownIndices remembers indices that were found at the level that stands still. They
// are functions of an arm's N and ones, and in a window the same few of these come back
// again and again. A slot is theirs by a hash; there are four times as many once as
// many had to be found anew.
type knownIndices struct {
	slots []knownIndex
	shift int // 64 − log₂ of their number
	found int // since there are so many slots
}

type knownIndex struct {
	key   uint64
	index float64
}

const maxKnown = 1 << 16 // a megabyte

func (k *knownIndices) grow() {
	size := max(64, 4*len(k.slots))
	*k = knownIndices{slots: make([]knownIndex, size), shift: 65 - bits.Len(uint(size))}
}

// settledIndex is index, from memory where it has been found before.
func (l *klUCBCF) settledIndex(j int) float64 {
	k := &l.known
	if k.found >= len(k.slots) && len(k.slots) < maxKnown {
		k.grow()
	}
	// A window has less than 2²⁴ rounds. No key is 0 but that of arm 1 forgotten.
	key := uint64(j)<<48 | uint64(l.counts[j])<<24 | uint64(l.sums[j])
	slot := &k.slots[key*0x9e3779b97f4a7c15>>k.shift]
	if slot.key != key || key == 0 {
		slot.key, slot.index = key, l.index(j, l.level)
		k.found++
	}
	return slot.index
}

func (l *klUCBCF) Observe(_ int, feedback []float64) {
	l.forgotten = l.add(l.play[0], feedback[0])
}

func (l *klUCBCF) clone() klUCBCF {
	c := *l
	c.windowBandit = l.windowBandit.clone()
	c.known = knownIndices{} // it will find them again
	return c
}

func (l *klUCBCF) Clone() Learner {
	c := l.clone()
	return &c
}

func (l *klUCBCF) Explain() Explanation {
	columns := []Column{{"N", Detail}, {"g⁻¹(λ̂)", Estimate}, {"level/N", Detail}, {"bound", Detail}, {"index", Score}}
	return l.noteForgotten(l.explainPulled(1, []int{3, 4}, columns, l.terms), "index +∞")
}

// terms gives N, g⁻¹(λ̂), level/N, the bound on the mean bit, and g⁻¹ of that.
func (l *klUCBCF) terms(j int) ([]float64, string) {
	n, mean := l.counts[j], l.window.Estimate(j)
	if n == 0 {
		return []float64{0, mean, math.Inf(1), math.NaN(), math.Inf(1)},
			fmt.Sprintf("no bit in the last %d rounds: +∞", l.size)
	}
	bound, index := l.reports.farthest(j, mean, n, l.level), l.index(j, l.level)
	which := "largest"
	if !l.reports.increases(j) {
		which = "smallest"
	}
	return []float64{n, l.Estimate(j), l.level / n, bound, index},
		fmt.Sprintf("%s y with kl(%s, y) ≤ %s/%s is %s; g⁻¹(%s) = %s",
			which, num(mean), num(l.level), num(n), num(bound), num(bound), num(index))
}
