package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

func init() {
	roundLines["kl-ucb"] = []string{"1", "4 5"}
	scoreRules["kl-ucb"] = func(x explained) float64 { return x.ranked(2, learners.KLRank(x.arm.Values[0], x.arm.Values[1])) }
}

// klUCBPolicy is Garivier & Cappé 2011 for k arms at level weight·(ln t + c ln max(1, ln t)). The paper has weight 1.
func klUCBPolicy(k int, weight, c float64) policy {
	return indexPolicy(k, math.MaxInt, func(_ int, t, n, mean float64) float64 {
		log := math.Log(t)
		return corruptIndex(matrix{1, 1}, mean, n, weight*(log+c*math.Log(max(1, log))))
	})
}

// bernoulliKL is kl(p,q) for q inside (0,1), with 0 ln 0 = 0.
func bernoulliKL(p, q float64) float64 {
	term := func(a, b float64) float64 {
		if a == 0 {
			return 0
		}
		return a * math.Log(a/b)
	}
	return term(p, q) + term(1-p, 1-q)
}

func TestKLUCBIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{
			learner: "kl-ucb", oracle: klUCBPolicy(2, 1, 0), means: []float64{.6, .1}, rounds: 10,
			wrong: policies{"level 5% high": klUCBPolicy(2, 1.05, 0)},
		},
		{
			learner: "kl-ucb,c=3", oracle: klUCBPolicy(2, 1, 3), means: []float64{.7, .3}, rounds: 10,
			wrong: policies{"c one off": klUCBPolicy(2, 1, 2)},
		},
	})
	everyPlay(t, []policyCase{
		{
			learner: "kl-ucb", oracle: klUCBPolicy(4, 1, 0), means: fourMeans, rounds: 600, runs: 4,
			wrong: policies{"level 1% low": klUCBPolicy(4, .99, 0)},
		},
		{learner: "kl-ucb", oracle: klUCBPolicy(3, 1, 0), means: []float64{1, 1, 1}, rounds: 9, runs: 2000},
		{
			learner: "kl-ucb,c=3", oracle: klUCBPolicy(4, 1, 3), means: fourMeans, rounds: 600, runs: 4,
			wrong: policies{"c 5% off": klUCBPolicy(4, 1, 2.85)},
		},
	})
}
