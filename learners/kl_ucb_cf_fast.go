//go:build !plain

package learners

import "math"

func init() {
	twin("kl-ucb-cf", func(l *klUCBCF) Learner { return &fastKLUCBCF{newFastIndices(l), l} })
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

// A plainWindow is a plainBandit that may use a sliding window.
type plainWindow interface {
	plainBandit
	Windowed
}

// levelAt returns the level of KL-UCB-CF's indices.
func (l *klUCBCF) levelAt(t float64) float64 { return explorationLevel(t-1, 3) }

func (l *klUCBCF) limit(j int, level float64) float64 {
	_, slope, _ := l.reports[j].Affine()
	return l.index(j, level) + klSlack(level/l.counts[j])/math.Abs(slope)
}

func (l *klUCBCF) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	mean, bound := l.upwards(j, l.sums[j]/n, limit)
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
