package learners

import (
	"slices"

	"regretscope/noise"
	"regretscope/noise/declare"
	"regretscope/scenarios/matroid"
)

func init() {
	register(&Declaration{
		ID: "random", Name: "Random", Family: Reference,
		Paper:   "by definition",
		Brief:   "a uniformly random arm",
		Summary: "plays a uniformly random arm; on matroids the greedy basis of a random order, not uniform over bases",
		Privacy: DataFree,
		Claim:   "uses no reward",
		Pseudocode: []Line{
			{1, "for t = 1, 2, …: play a uniformly random arm; on a matroid, the greedy basis of a random order"},
		},
		New: func(s Setting, _ declare.Values) Learner {
			if s.Matroid != nil {
				return &randomBasis{
					weights: make([]float64, s.Arms), oracle: matroid.NewOracle(s.Matroid), stream: s.Stream,
				}
			}
			return &random{arms: s.Arms, stream: s.Stream}
		},
	})
}

type random struct {
	arms   int
	stream noise.Stream
	play   [1]int
}

func (l *random) Choose(int) []int {
	l.play[0] = l.stream.IntN(l.arms)
	return l.play[:]
}
func (l *random) Observe(int, []float64) {}
func (l *random) Clone() Learner         { c := *l; return &c }
func (l *random) Explain() Explanation {
	return Explanation{Lines: []int{1}, Note: "every arm with the same chance, whatever was seen"}
}

// randomBasis plays the greedy basis of an order of the arms drawn uniformly at
// random. That is not uniform over bases: a basis whose arms depend on few others
// comes up more often. Drawing bases uniformly is possible for uniform and graphic
// matroids, but no exact method is known for all of them.
type randomBasis struct {
	weights []float64
	oracle  *matroid.Oracle
	stream  noise.Stream
	play    []int
}

func (l *randomBasis) Choose(int) []int {
	for e := range l.weights {
		l.weights[e] = l.stream.Float64()
	}
	l.play = l.oracle.Best(l.weights, &l.stream, l.play[:0])
	return l.play
}
func (l *randomBasis) Observe(int, []float64) {}
func (l *randomBasis) Clone() Learner {
	return &randomBasis{
		weights: slices.Clone(l.weights), oracle: l.oracle.Clone(),
		stream: l.stream, play: slices.Clone(l.play),
	}
}

func (l *randomBasis) Explain() Explanation {
	return Explanation{Lines: []int{1}, Note: "the greedy basis of a random order of the arms, whatever was seen"}
}
