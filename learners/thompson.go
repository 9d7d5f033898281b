package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "thompson", Name: "Thompson", Family: Bandit,
		Paper:    "HHMH Alg. 2 (Agrawal & Goyal 2017)",
		Brief:    "draws from Beta posteriors",
		Summary:  "pulls the best arm of a draw from the posterior, Beta(1,1) priors",
		Privacy:  NotPrivate,
		Audit:    manyPlaysTell,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{2, "S_j ← 0, F_j ← 0 for every arm j"},
			{3, "for t = 1, 2, …"},
			{4, "  draw θ_j ~ Beta(S_j + 1, F_j + 1) for every arm"},
			{5, "  pull the arm with the largest θ_j; count a success or a failure"},
		},
		New: func(s Setting, _ declare.Values) Learner { return newThompson(s, 4, 5) },
	})
}

type thompson struct {
	tallyBandit
	samples
	lines []int  // of the pseudo-code, that draw and pull
	coins uint64 // key of the coins that round rewards
	moves []int  // how many further rewards each arm's bounds are good for
}

func newThompson(s Setting, lines ...int) *thompson {
	l := &thompson{tallyBandit: newTallyBandit(s), lines: lines, moves: make([]int, s.Arms)}
	l.samples = newSamples(2, s.Arms, l.stream.Uint64())
	l.coins = l.stream.Uint64()
	return l
}

func (l *thompson) law(_, j int) noise.Beta {
	return noise.Beta{A: l.sums[j] + 1, B: l.counts[j] - l.sums[j] + 1}
}

func (l *thompson) Choose(t int) []int {
	if l.round = t; t >= l.until {
		l.choose(t, t+4+t/16, l)
		for j := range l.moves {
			l.renew(j)
		}
	}
	l.play[0] = l.winner(t, l)
	return l.play[:]
}

// renew makes the bounds of arm j good for the successes or failures of some rounds:
// fewer than would move its posterior by a quarter of its standard deviation.
func (l *thompson) renew(j int) {
	d := l.law(0, j)
	n := d.A + d.B
	m := math.Floor(.15 * math.Sqrt(d.A/n*d.B))
	l.moves[j] = int(m)
	l.bound(j, noise.Beta{A: d.A, B: d.B + m}, noise.Beta{A: d.A + m, B: d.B})
}

func (l *thompson) Observe(t int, feedback []float64) {
	l.add(l.play[0], l.rounded(t, feedback[0]))
	l.moved(1)
}

// moved counts rewards of the present play.
func (l *thompson) moved(n int) {
	j := l.play[0]
	if l.moves[j] -= n; l.moves[j] < 0 {
		l.renew(j)
	}
}

// rounded is a reward of round t as a success, 1, or a failure: a success with the
// reward as its probability.
func (l *thompson) rounded(t int, x float64) float64 {
	if x == 0 || x == 1 {
		return x
	}
	coin := noise.At(l.coins, t)
	return coin.Bernoulli(x)
}

// Steady implements Steady: for as long as the arm's bounds are good, rounds in which
// it is alone above the threshold.
func (l *thompson) Steady(t int) (rounds int, losses float64) {
	return l.steady(t, l.moves[l.play[0]], l.play[0])
}

// ObserveAll implements Steady.
func (l *thompson) ObserveAll(t int, s *Stretch) {
	j := l.play[0]
	l.round = t + s.Rounds - 1
	l.counts[j] += float64(s.Rounds)
	if s.Bits {
		l.sums[j] += s.Sums[0]
	} else {
		for k, x := range s.Values[0] {
			l.sums[j] += l.rounded(t+k, x)
		}
	}
	l.moved(s.Rounds)
}

func (l *thompson) Clone() Learner {
	return &thompson{l.tallyBandit.clone(), l.samples.clone(), l.lines, l.coins, slices.Clone(l.moves)}
}

func (l *thompson) Explain() Explanation {
	return l.explain(l.lines, betaColumns("S+1", "F+1"), func(j int) ([]float64, string) {
		return betaSample(l.sample(l.round, j, l), l.counts[j], l.sums[j])
	})
}
