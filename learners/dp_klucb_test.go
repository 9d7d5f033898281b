package learners_test

import "math"

var dpKLUCBWritings = []slowWriting{
	{"dp-klucb", 2000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowBatches(s, wrong, 2, false)
	}, []string{"scale", "width", "bias", "length", "late"}},
	{"dp-klucb,alpha=1.1", 150, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowBatches(s, wrong, 1.1, false)
	}, []string{"scale", "width", "bias", "late"}},
	{"dp-klucb,alpha=3.7", 3000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowBatches(s, wrong, 3.7, false)
	}, []string{"scale", "width", "bias", "length", "late"}},
}

// newSlowBatches is DP-KLUCB, or DP-IMED with imed.
func newSlowBatches(s banditSetting, wrong slips, alpha float64, imed bool) slowLearner {
	e := newSlowEpisodes(s, wrong)
	e.extend = func(arm int) int { return int(math.Ceil(math.Pow(alpha, float64(e.batches[arm]+1)))) }
	divergence := func(x, y float64) float64 { return slowPrivateKL(x, y, wrong.bias*s.epsilon) }
	e.index = func(arm int, t float64) float64 {
		n := float64(len(e.seen[arm]))
		if !imed {
			return slowUpper(e.public[arm], wrong.width*math.Log(t)/n, divergence)
		}
		best := 0.0
		for _, m := range e.public {
			best = max(best, m)
		}
		return -(n*divergence(e.public[arm], best) + wrong.width*math.Log(n))
	}
	return e
}

// slowPrivateKL is d_ε(x,y) = min over z between x and y of ε|z−x| + kl(z,y),
// by ternary search: what is minimised is convex.
func slowPrivateKL(x, y, epsilon float64) float64 {
	if math.IsInf(epsilon, 1) || x == y {
		return bernoulliKL(x, y)
	}
	cost := func(z float64) float64 { return epsilon*math.Abs(z-x) + bernoulliKL(z, y) }
	least := math.Min(cost(x), cost(y))
	low, high := math.Min(x, y), math.Max(x, y)
	for range 50 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if cost(a) < cost(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Min(least, cost((low+high)/2))
}
