package learners_test

import (
	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// chhVectors returns the vectors of CHH Table 2: the sixth is parallel to the first, the last
// is a loop.
func chhVectors() matroid.Matroid {
	return param.Must(matroid.NewLinear([][]float64{
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0},
	}))
}

// everyKind returns one matroid of each kind, with loops and parallel arms if possible.
func everyKind() map[string]matroid.Matroid {
	return map[string]matroid.Matroid{
		"linear": chhVectors(),
		"graphic": param.Must(matroid.NewGraphic([][]string{
			{"a", "b"}, {"b", "c"}, {"c", "a"}, {"a", "b"}, {"c", "c"}, {"c", "d"},
		})),
		"uniform":     param.Must(matroid.NewUniform(6, 2)),
		"partition":   param.Must(matroid.NewPartition(8, [][]int{{1, 2, 3}, {4, 5}, {6}, {7, 8}}, []int{2, 1, 0, 3})),
		"transversal": param.Must(matroid.NewTransversal(6, [][]int{{1, 2}, {2, 3, 4}, {5}})),
	}
}

const basisHorizon = 5000 // of startOn

// startOn starts a learner, given as in a flag, on a matroid.
func startOn(m matroid.Matroid, text string, epsilon float64, seed uint64) learners.Learner {
	return choose(text).Start(learners.Setting{
		Arms: m.Size(), Horizon: basisHorizon, Epsilon: epsilon, Phases: 1, Matroid: m,
		Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	})
}

// weight returns the weight of arm e in round t, a pure function of both: 0 or 1 if round is
// true, otherwise in [0,1].
func weight(e, t int, round bool) float64 {
	cell := noise.At(noise.Key(33, noise.Rewards, uint64(e)), t)
	mean := .9 - .11*float64(e%8)
	if round {
		return cell.Bernoulli(mean)
	}
	return min(1, mean*2*cell.Float64())
}

func feedbackOf(play []int, t int, round bool) []float64 {
	return param.Map(play, func(e int) float64 { return weight(e, t, round) })
}

// initialize passes weights before round 1 to a learner that wants them.
func initialize(l learners.Learner, arms int, round bool) {
	if initializer, ok := l.(learners.Initializer); ok && initializer.Initializes() {
		initializer.Initialize(feedbackOf(param.Indices(arms), 0, round))
	}
}
