//go:build !plain

package learners

func init() {
	fastPath("sw-klucb-cf", func(l *klUCBCF) Learner { return newFastSWKLUCBCF(l) })
}

// fastSWKLUCBCF reuses indices of SW-KLUCB-CF. From t ≥ w on, the level is constant, so an
// index changes only with its arm's window: that of the arm last played and of the arm last
// forgotten.
type fastSWKLUCBCF struct {
	klUCBCF
	still     bool // the level is constant, and all scores are indices at it
	forgotten int
	known     map[uint64]float64
}

func newFastSWKLUCBCF(plain *klUCBCF) *fastSWKLUCBCF {
	return &fastSWKLUCBCF{klUCBCF: *plain, known: map[uint64]float64{}}
}

func (l *fastSWKLUCBCF) Choose(t int) []int {
	switch {
	case l.firstPull(t):
		return l.play[:]
	case !l.still:
		l.still = t > l.size
		l.level = l.scoreKL(t - 1)
	default:
		first := l.play[0]
		l.scores[first] = l.knownIndex(first)
		if l.forgotten != first {
			l.scores[l.forgotten] = l.knownIndex(l.forgotten)
		}
	}
	return l.playBest()
}

func (l *klUCBCF) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.reports.index(j, l.mean(j), n, level)
}

// mostKnown limits the cache to some megabytes.
const mostKnown = 1 << 16

// knownIndex returns the index at the constant level, if possible from a cache by the arm's N
// and ones. In a window, few pairs occur, again and again.
func (l *fastSWKLUCBCF) knownIndex(j int) float64 {
	if !l.sums[j].IsWhole() { // after Suppose
		return l.index(j, l.level)
	}
	key := uint64(j)<<48 | uint64(l.counts[j])<<24 | uint64(l.sums[j].Value()) // a window has less than 2²⁴ rounds
	index, known := l.known[key]
	if !known {
		index = l.index(j, l.level)
		if len(l.known) == mostKnown {
			clear(l.known)
		}
		l.known[key] = index
	}
	return index
}

func (l *fastSWKLUCBCF) Observe(_ int, feedback []float64) {
	l.forgotten = l.add(l.play[0], feedback[0])
}

func (l *fastSWKLUCBCF) Clone() Learner { // without the cache, which refills
	c := newFastSWKLUCBCF(l.klUCBCF.Clone().(*klUCBCF))
	c.still, c.forgotten = l.still, l.forgotten
	return c
}

func (l *fastSWKLUCBCF) Suppose(arm int, more float64) bool {
	l.still = false
	return l.klUCBCF.Suppose(arm, more)
}

func (l *fastSWKLUCBCF) Explain() Explanation { return explainPlainly(l.round, l.klUCBCF.Clone()) }
