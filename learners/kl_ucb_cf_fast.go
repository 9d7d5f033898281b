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

// klUCBCFRule computes KL-UCB-CF's indices.
type klUCBCFRule struct{ *klUCBCF }

func (l *klUCBCF) rule() indexRule { return klUCBCFRule{l} }

func (r klUCBCFRule) level(t float64) float64 { return explorationLevel(t-1, 3) }

func (r klUCBCFRule) limit(j int, level float64) float64 {
	_, slope, _ := r.reports[j].Affine()
	return r.index(j, level) + klSlack(level/r.counts[j])/math.Abs(slope)
}

func (r klUCBCFRule) raise(j int, limit, lower, higher float64) float64 {
	n := r.counts[j]
	mean, bound := r.upwards(j, r.sums[j]/n, limit)
	_, slope, _ := r.reports[j].Affine()
	return limit + (klRaise(mean, bound, (higher-lower)/n)-bound)/math.Abs(slope)
}

func (r klUCBCFRule) above(j int, n, mean, level, rival float64) bool {
	mean, rival = r.upwards(j, mean, rival)
	return klAbove(n, mean, level, rival)
}

// upwards returns an arm's mean report and the mean report of a reward. It exchanges ones and
// zeros if ones mean less reward.
func (r klUCBCFRule) upwards(j int, mean, reward float64) (x, y float64) {
	intercept, slope, _ := r.reports[j].Affine()
	y = intercept + slope*reward
	if slope < 0 {
		return 1 - mean, 1 - y
	}
	return mean, y
}

func (r klUCBCFRule) scale(j int, index float64) (x float64, ok bool) {
	intercept, slope, _ := r.reports[j].Affine()
	return intercept + slope*index, slope > 0
}
