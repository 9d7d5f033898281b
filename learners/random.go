package learners

import "regretscope/noise/param"

func init() {
	Register(&Declaration{
		ID: "random", Look: 34,
		Listing: Listing{
			Name: "Random", Family: Reference,
			Paper:   "by definition",
			Brief:   "a uniformly random arm",
			Summary: "plays a uniformly random arm; on matroids the greedy basis of a random order, not uniform over bases",
		},
		Guarantee: Guarantee{Privacy: DataFree, Claim: "uses no reward"},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps nothing.",
				"It draws its play at random and ignores all rewards.",
				"It pays nothing for privacy, because it never uses a reward.",
			},
			Pseudocode: []Line{
				{1, "for t = 1, 2, …: play a uniformly random arm; on a matroid, the greedy basis of a random order"},
			},
		},
		New: func(s Setting, _ param.Values) Learner {
			if s.Matroid != nil {
				return &randomBasis{newSemiBandit(s)}
			}
			return &random{newBandit(s)}
		},
	})
}

type random struct{ bandit }

func (l *random) Choose(int) []int {
	l.play[0] = l.stream.IntN(len(l.scores))
	return l.play[:]
}
func (l *random) Observe(int, []float64) {}
func (l *random) Clone() Learner         { return &random{l.clone()} }
func (l *random) Explain() Explanation {
	return Explanation{Lines: []int{1}, Note: "every arm with the same probability"}
}

// randomBasis plays the greedy basis of a uniformly random order of the arms. Bases are not
// equally likely: those whose arms depend on few others are more likely. No exact method is
// known for drawing uniform bases of every matroid.
type randomBasis struct{ semiBandit }

func (l *randomBasis) Choose(int) []int {
	for e := range l.scores {
		l.scores[e] = l.stream.Float64()
	}
	return l.playBest()
}
func (l *randomBasis) Observe(int, []float64) {}
func (l *randomBasis) Clone() Learner         { return &randomBasis{l.clone()} }
func (l *randomBasis) Explain() Explanation {
	return Explanation{Lines: []int{1}, Note: "the greedy basis of a random order of the arms"}
}
