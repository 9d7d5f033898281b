//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// An indexLearner is a plain learner that plays the largest of indices. An index depends only on
// time and on its arm's rewards.
type indexLearner interface {
	plainBandit
	parts() (*bandit, *tally)
	// levelAt returns the part of the indices that grows with the round.
	levelAt(t float64) float64
	// index returns the index of arm j at a level.
	index(j int, level float64) float64
	// limit returns a value that index does not exceed up to the level, rounding included.
	limit(j int, level float64) float64
	// raise returns a limit at the higher level, given a limit at the lower one.
	raise(j int, limit, lower, higher float64) float64
	// above reports whether arm j's index after n observations with this mean is certain to exceed a rival's. It
	// remains true for a larger mean, a higher level, or fewer observations.
	above(j int, n, mean, level, rival float64) bool
	// scale converts an index of arm j to the scale of observations; ok is false if the index decreases with them.
	scale(j int, index float64) (x float64, ok bool)
}

func (l *tallyBandit) parts() (*bandit, *tally)  { return &l.bandit, &l.tally }
func (w *windowBandit) parts() (*bandit, *tally) { return &w.bandit, &w.tally }

// fastIndices computes few indices. Upper limits that hold for many rounds replace them: the
// leader's index usually exceeds all other limits, so no other index is computed.
type fastIndices struct {
	indexLearner
	b *bandit // state of indexLearner
	y *tally  // state of indexLearner

	limits []float64 // upper limits of the indices before round until; the played arm's is out of date
	until  int
	top    float64 // the level of round until
	first  int     // the played arm
	rival  float64 // the largest limit of the other arms
	level  float64 // at the latest Choose
}

func init() {
	for _, id := range []string{"ucb1", "ucb-ldp-b", "kl-ucb"} {
		fastPath(id, func(l indexLearner) Learner { return newFastIndices(l) })
	}
}

func newFastIndices(l indexLearner) *fastIndices {
	b, y := l.parts()
	return &fastIndices{indexLearner: l, b: b, y: y, limits: make([]float64, len(b.scores))}
}

func (l *fastIndices) clone() *fastIndices {
	c := *l
	c.indexLearner = l.indexLearner.Clone().(indexLearner)
	c.b, c.y = c.parts()
	c.limits = slices.Clone(l.limits)
	return &c
}

func (l *fastIndices) Clone() Learner { return l.clone() }

func (l *fastIndices) Take(t int, taken *Block) {
	j := l.b.play[0]
	l.b.round = t + taken.Rounds - 1
	l.y.counts[j] += float64(taken.Rounds)
	l.y.sums[j] = taken.AddTo(l.y.sums[j], 0)
}

// Suppose makes the next Choose compute all limits again.
func (l *fastIndices) Suppose(arm int, more float64) bool {
	l.until, l.top = 0, 0
	return l.indexLearner.Suppose(arm, more)
}

func (l *fastIndices) Explain() Explanation { return explainPlainly(l.b.round, l.indexLearner.Clone()) }

// Choose pulls each arm once, then plays an arm with the largest index, breaking ties at random.
// It computes other indices than the leader's only in a close race.
func (l *fastIndices) Choose(t int) []int {
	if l.b.firstPull(t) {
		return l.b.play[:]
	}
	l.level = l.levelAt(float64(t))
	if first := l.b.play[0]; t < l.until {
		l.limits[first] = l.limit(first, l.top)
		if l.limits[first] <= l.rival { // otherwise the order is unchanged
			l.rank()
		}
	} else {
		l.renew(t, first)
		l.rank()
	}
	if l.above(l.first, l.y.counts[l.first], l.y.mean(l.first), l.level, l.rival) {
		l.b.play[0] = l.first
	} else {
		l.playContender()
	}
	return l.b.play[:]
}

// renew computes limits for many rounds.
func (l *fastIndices) renew(t, first int) {
	// This raises a level of ln t by 0.1%, and an index by less than 0.1% of its width.
	l.until = t + 1 + min(t/1024, 4096)
	before := l.top
	l.top = l.levelAt(float64(l.until))
	for j, limit := range l.limits {
		if before > 0 && j != first {
			l.limits[j] = l.raise(j, limit, before, l.top)
		} else {
			l.limits[j] = l.limit(j, l.top)
		}
	}
}

// rank finds the arm with the largest limit, and the second largest limit.
func (l *fastIndices) rank() {
	largest, second := math.Inf(-1), math.Inf(-1)
	for j, limit := range l.limits {
		if limit > second {
			if limit > largest {
				l.first, largest, second = j, limit, largest
			} else {
				second = limit
			}
		}
	}
	l.rival = second
}

// playContender plays the arm with the largest index among those whose limits reach the leader's
// index. Limits are above indices by more than indices that tie may differ.
func (l *fastIndices) playContender() {
	best, largest, second := l.first, l.index(l.first, l.level), math.Inf(-1)
	for j, limit := range l.limits {
		if j == l.first || limit < noise.TieLimit(largest) {
			continue
		}
		if index := l.index(j, l.level); index > largest {
			best, largest, second = j, index, largest
		} else {
			second = max(second, index)
		}
	}
	l.b.play[0] = best
	if second >= noise.TieLimit(largest) {
		for j := range l.b.scores {
			l.b.scores[j] = l.index(j, l.level)
		}
		l.b.playBest()
	}
	if l.b.play[0] != l.first {
		l.first, l.rival = l.b.play[0], l.limits[l.first]
	}
}

// Certain forecasts rounds with rewards in [0,1].
func (l *fastIndices) Certain(t int) Forecast {
	j, last := l.b.play[0], l.until-t
	if l.b.round <= len(l.b.scores) || last < 2 {
		return one
	}
	if len(l.b.scores) == 1 {
		return keeps(last)
	}
	n := l.y.counts[j]
	mean := l.y.mean(j)
	// A round moves the index by a fraction of its width, and by its loss divided by n. Allow
	// the expected losses and one standard deviation more.
	own, ok := l.scale(j, l.limits[j])
	rival, _ := l.scale(j, l.rival)
	lead, drift, variance := .9*(own-rival)*n, (own-mean)/2, mean*(1-mean)
	if !ok || !(lead > 0) {
		return one
	}
	guess := (lead - mean*(1+math.Sqrt(variance*lead/(drift+variance)))) / (drift + variance)
	for guess = min(guess, float64(last)); guess >= 2; guess *= .75 {
		losses := (1-mean)*guess + math.Sqrt(variance*guess) + 1
		// The mean is lowest if all losses come first, the width at the end.
		if l.above(j, n+guess, l.y.sums[j].Value()/(n+losses), l.level, l.rival) {
			return Forecast{Rounds: int(guess), Losses: losses}
		}
	}
	for guess = min(lead/drift, float64(last), 64); guess >= 2; guess *= .75 {
		if l.above(j, n+guess, mean, l.level, l.rival) {
			return Forecast{Rounds: int(guess)}
		}
	}
	return one
}

func (l *ucb1) levelAt(t float64) float64 { return 2 * math.Log(t) }

func (l *ucb1) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.mean(j) + math.Sqrt(level/n)
}

func (l *ucb1) limit(j int, level float64) float64        { return l.index(j, level) + slack }
func (l *ucb1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *ucb1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (l *ucb1) scale(_ int, index float64) (x float64, ok bool) { return index, true }

// levelAt returns the level of KL-UCB's indices.
func (l *klUCB) levelAt(t float64) float64 { return explorationLevel(t, l.c) }

func (l *klUCB) index(j int, level float64) float64 {
	n := l.counts[j]
	return klRank(l.mean(j), level/n)
}

func (l *klUCB) limit(j int, level float64) float64 {
	return l.index(j, level) + klSlack(level/l.counts[j])
}

func (l *klUCB) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	if limit = klRaise(l.mean(j), limit, (higher-lower)/n); limit > 1-slack {
		return math.Inf(1) // ranks above 1 − 1e−12 are not bounds
	}
	return limit
}

// above needs no root: the index exceeds the rival's if the rival's is within the arm's bound.
func (l *klUCB) above(_ int, n, mean, level, rival float64) bool {
	return klAbove(n, mean, level, rival)
}

func (l *klUCB) scale(_ int, rank float64) (x float64, ok bool) { return min(rank, 1), true }

// klRaise returns an upper limit of the bound on a mean after its level rises, given an upper limit q before. The
// bound is concave in its level, so a tangent lies above it, also one that touches below.
func klRaise(mean, q, rise float64) float64 {
	const room = 4 * slack
	u := q - room
	if u <= mean || u >= 1 {
		return 1 + room
	}
	return q + rise*u*(1-u)/(u-mean)
}

// klAbove reports whether the bound on a mean of n observations is certain to exceed q.
func klAbove(n, mean, level, q float64) bool {
	q += klSlack(level / n)
	return q <= mean || q < 1 && n*klDivergence(mean, q) <= level
}

// slack bounds the rounding error of a mean or an index.
const slack = 1e-11

// klSlack bounds the rounding error of a bound at a level, with a margin.
func klSlack(level float64) float64 { return slack + 1e-15/math.Sqrt(level) }

func init() {
	fastPath("kl-ucb-cf", func(l *klUCBCF) Learner { return &fastKLUCBCF{newFastIndices(l), l} })
}

// fastKLUCBCF computes few indices of KL-UCB-CF. Without a window, only time and an arm's own bits move its index.
type fastKLUCBCF struct {
	*fastIndices
	Windowed
}

func (l *fastKLUCBCF) Clone() Learner {
	c := l.clone()
	return &fastKLUCBCF{c, c.indexLearner.(Windowed)}
}

// levelAt returns the level of KL-UCB-CF's indices.
func (l *klUCBCF) levelAt(t float64) float64 { return explorationLevel(t-1, 3) }

func (l *klUCBCF) limit(j int, level float64) float64 {
	_, slope, _ := l.reports[j].Affine()
	return l.index(j, level) + klSlack(level/l.counts[j])/math.Abs(slope)
}

func (l *klUCBCF) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	mean, bound := l.upwards(j, l.mean(j), limit)
	_, slope, _ := l.reports[j].Affine()
	return limit + (klRaise(mean, bound, (higher-lower)/n)-bound)/math.Abs(slope)
}

func (l *klUCBCF) above(j int, n, mean, level, rival float64) bool {
	mean, rival = l.upwards(j, mean, rival)
	return klAbove(n, mean, level, rival)
}

// upwards returns an arm's mean report and the mean report of a reward. It exchanges ones and
// zeros if ones mean less reward.
func (l *klUCBCF) upwards(j int, mean, reward float64) (x, y float64) {
	intercept, slope, _ := l.reports[j].Affine()
	y = intercept + slope*reward
	if slope < 0 {
		return 1 - mean, 1 - y
	}
	return mean, y
}

func (l *klUCBCF) scale(j int, index float64) (x float64, ok bool) {
	intercept, slope, _ := l.reports[j].Affine()
	return intercept + slope*index, slope > 0
}

func init() {
	fastPath("sw-klucb-cf", func(l *klUCBCF) Learner { return newFastSWKLUCBCF(l) })
}

// fastSWKLUCBCF reuses indices of SW-KLUCB-CF. From t ≥ w on, the level is constant, so an index changes only with
// its arm's window: that of the arm last played and of the arm last forgotten.
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
