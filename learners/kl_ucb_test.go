package learners_test

import (
	"math"
	"testing"
)

// klUCBPolicy is Garivier & Cappé 2011 for k arms at level weight·(ln t + c ln max(1, ln t)).
// The paper has weight 1.
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
	exactRegrets(t, []regretCase{
		{"kl-ucb", "kl-ucb", nil, 1, klUCBPolicy(2, 1, 0), []float64{.6, .1}, 10, true},
		{"kl-ucb, level 5% high", "kl-ucb", nil, 1, klUCBPolicy(2, 1.05, 0), []float64{.6, .1}, 10, false},
		{"kl-ucb c=3", "kl-ucb,c=3", nil, 1, klUCBPolicy(2, 1, 3), []float64{.7, .3}, 10, true},
		{"kl-ucb c=3, c one off", "kl-ucb,c=3", nil, 1, klUCBPolicy(2, 1, 2), []float64{.7, .3}, 10, false},
	})
	everyPlay(t, []playCase{
		{"kl-ucb", "kl-ucb", nil, "", klUCBPolicy(4, 1, 0), []float64{.6, .5, .1, .9}, 600, 4, true},
		{"kl-ucb, level 1% low", "kl-ucb", nil, "", klUCBPolicy(4, .99, 0), []float64{.6, .5, .1, .9}, 600, 4, false},
		{"kl-ucb, ties", "kl-ucb", nil, "", klUCBPolicy(3, 1, 0), []float64{1, 1, 1}, 9, 2000, true},
		{"kl-ucb c=3", "kl-ucb,c=3", nil, "", klUCBPolicy(4, 1, 3), []float64{.6, .5, .1, .9}, 600, 4, true},
		{"kl-ucb c=3, c 5% off", "kl-ucb,c=3", nil, "", klUCBPolicy(4, 1, 2.85), []float64{.6, .5, .1, .9}, 600, 4, false},
	})
}
