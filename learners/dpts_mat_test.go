package learners_test

import "regretscope/scenarios/matroid"

var dptsMatTwins = []slowTwin{
	{"dpts-mat", func(m matroid.Matroid, epsilon float64, c constants) *slow {
		return slowLazy(m, epsilon, lockstepSeed, c, true)
	}, lazyMistakes},
	{"dpts-mat,init=paper", func(m matroid.Matroid, epsilon float64, c constants) *slow {
		return fromPaper(slowLazy(m, epsilon, lockstepSeed, c, true))
	}, lazyMistakes},
}
