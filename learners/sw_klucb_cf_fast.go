//go:build !plain

package learners

import (
	"math"
	"math/bits"
)

func init() {
	twin("sw-klucb-cf", func(l *klUCBCF) Learner { return &fastSWKLUCBCF{plainWindow: l, plain: l} })
}

// fastSWKLUCBCF reuses indices of SW-KLUCB-CF. From t ≥ w on, the level is constant, so an
// index changes only with its arm's window: that of the arm last played and of the arm last
// forgotten.
type fastSWKLUCBCF struct {
	plainWindow
	plain     *klUCBCF
	still     bool // the level is constant, and all scores are indices at it
	forgotten int
	known     knownIndices
}

func (l *fastSWKLUCBCF) Choose(t int) []int {
	p := l.plain
	switch {
	case p.firstPull(t):
		return p.play[:]
	case !l.still:
		l.still = t > p.size
		p.level = p.scoreKL(t - 1)
	default:
		first := p.play[0]
		p.scores[first] = l.knownIndex(first)
		if l.forgotten != first {
			p.scores[l.forgotten] = l.knownIndex(l.forgotten)
		}
	}
	return p.playBest()
}

func (l *klUCBCF) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.reports.index(j, l.sums[j]/n, n, level)
}

// knownIndices caches indices at the constant level by an arm's N and ones. In a window, few
// pairs occur, again and again. The hash table grows fourfold after as many misses as slots.
type knownIndices struct {
	slots []knownIndex
	shift int // 64 − log₂ of the number of slots
	found int // misses since the table last grew
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

// knownIndex returns index from the cache, if possible.
func (l *fastSWKLUCBCF) knownIndex(j int) float64 {
	p := l.plain
	if p.sums[j] != math.Trunc(p.sums[j]) { // after Suppose
		return p.index(j, p.level)
	}
	k := &l.known
	if k.found >= len(k.slots) && len(k.slots) < maxKnown {
		k.grow()
	}
	// A window has less than 2²⁴ rounds. Only a forgotten arm 1 has key 0.
	key := uint64(j)<<48 | uint64(p.counts[j])<<24 | uint64(p.sums[j])
	slot := &k.slots[key*0x9e3779b97f4a7c15>>k.shift]
	if slot.key != key || key == 0 {
		slot.key, slot.index = key, p.index(j, p.level)
		k.found++
	}
	return slot.index
}

func (l *fastSWKLUCBCF) Observe(_ int, feedback []float64) {
	l.forgotten = l.plain.add(l.plain.play[0], feedback[0])
}

func (l *fastSWKLUCBCF) Clone() Learner { // without the cache, which refills
	plain := l.plain.Clone().(*klUCBCF)
	return &fastSWKLUCBCF{plainWindow: plain, plain: plain, still: l.still, forgotten: l.forgotten}
}

func (l *fastSWKLUCBCF) Suppose(arm int, more float64) bool {
	l.still = false
	return l.plain.Suppose(arm, more)
}

func (l *fastSWKLUCBCF) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
