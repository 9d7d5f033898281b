package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// bandit is the common state of learners that play one arm a round.
type bandit struct {
	stream noise.Stream
	play   [1]int
	scores []float64 // the index or sample of each arm at the latest Choose
	round  int       // of the latest Choose
}

func newBandit(s Setting) bandit {
	return bandit{stream: s.Stream, scores: make([]float64, s.Arms)}
}

func (b *bandit) Drawn() noise.Stream { return b.stream }

func (b *bandit) clone() bandit {
	c := *b
	c.scores = slices.Clone(b.scores)
	return c
}

// firstPull plays every arm once, in order, in rounds 1 to K, and reports whether round t is one of them.
func (b *bandit) firstPull(t int) bool {
	b.round = t
	if t > len(b.scores) {
		return false
	}
	b.play[0] = t - 1
	return true
}

// playBest plays an arm with the largest score, breaking ties at random.
func (b *bandit) playBest() []int {
	b.play[0] = b.stream.ArgMax(b.scores)
	return b.play[:]
}

// tally counts and sums each arm's observations.
type tally struct {
	counts []float64
	sums   []noise.Sum
}

func newTally(arms int) tally {
	return tally{counts: make([]float64, arms), sums: make([]noise.Sum, arms)}
}

func (y *tally) clone() tally {
	return tally{counts: slices.Clone(y.counts), sums: slices.Clone(y.sums)}
}

func (y *tally) add(arm int, reward float64) {
	y.counts[arm]++
	y.sums[arm].Add(reward)
}

func (y *tally) Estimate(arm int) float64 {
	if y.counts[arm] == 0 {
		return math.NaN()
	}
	return y.mean(arm)
}

func (y *tally) mean(arm int) float64 { return y.sums[arm].Value() / y.counts[arm] }

// tallyBandit is the common state of bandits that use the mean of all observations: rewards or,
// under local privacy, reports.
type tallyBandit struct {
	bandit
	tally
	reports reports // nil without local privacy
}

func newTallyBandit(s Setting) tallyBandit {
	return tallyBandit{bandit: newBandit(s), tally: newTally(s.Arms), reports: s.Channels}
}

func (l *tallyBandit) Observe(_ int, feedback []float64) { l.add(l.play[0], feedback[0]) }

// Estimate returns the mean reward, inverted through the channel if the channel allows it.
func (l *tallyBandit) Estimate(arm int) float64 {
	return l.reports.estimate(arm, l.tally.Estimate(arm))
}

func (l *tallyBandit) explainPulled(first int, lines []int, columns []Column, of terms) Explanation {
	return l.bandit.explainPulled(first, lines, columns, of).with([]string{"S", "N"}, func(j int) []float64 {
		return []float64{l.sums[j].Value(), l.counts[j]}
	})
}

func (l *tallyBandit) clone() tallyBandit {
	return tallyBandit{bandit: l.bandit.clone(), tally: l.tally.clone(), reports: l.reports}
}

// suppose adds to an arm's sum and reports whether its mean stays possible.
func (y *tally) suppose(arm int, more float64, r reports) bool {
	n, sum := y.counts[arm], y.sums[arm].With(more)
	if n == 0 || !r.possible(arm, sum.Value()/n) {
		return false
	}
	y.sums[arm] = sum
	return true
}

func (l *tallyBandit) Suppose(arm int, more float64) bool { return l.suppose(arm, more, l.reports) }
