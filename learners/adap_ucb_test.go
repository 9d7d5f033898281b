package learners_test

import "math"

var adapUCBWritings = []slowWriting{
	{"adap-ucb", 5000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaP(s, wrong, 3.1, false)
	}, []string{"scale", "width", "bias", "length", "late"}},
	{"adap-ucb,alpha=.7", 5000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaP(s, wrong, .7, false)
	}, []string{"scale", "width", "bias", "length", "late"}},
}

// newSlowAdaP is AdaP-UCB, or AdaP-KLUCB with kl.
func newSlowAdaP(s banditSetting, wrong slips, alpha float64, kl bool) slowLearner {
	e := newSlowEpisodes(s, wrong)
	e.forgets = true
	e.extend = func(arm int) int { return len(e.seen[arm]) }
	e.index = func(arm int, t float64) float64 {
		m, n := e.public[arm], e.last[arm]
		bias := wrong.bias * alpha * math.Log(t) / (s.epsilon * n)
		if kl {
			return slowUpper(unit(m+bias), wrong.width*alpha*math.Log(t)/n, bernoulliKL)
		}
		return m + math.Sqrt(wrong.width*alpha*math.Log(2*t)/(2*n)) + bias
	}
	return e
}
