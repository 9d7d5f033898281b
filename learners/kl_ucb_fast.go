//go:build !plain

package learners

import "math"

// levelAt returns the level of KL-UCB's indices.
func (l *klUCB) levelAt(t float64) float64 { return explorationLevel(t, l.c) }

// index returns the bound's rank (klRank).
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

// klRaise returns an upper limit of the bound on a mean after its level rises, given an upper
// limit q before. The bound is concave in its level, so a tangent lies above it, also one that
// touches below.
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

// fastKLUCBCF computes few indices of KL-UCB-CF. Without a window, only time and an arm's own
// bits move its index.
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
