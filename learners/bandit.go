package learners

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise"
)

// bandit is what learners of one arm a round share: the play, the newest
// scores, and the stream that breaks ties.
type bandit struct {
	stream noise.Stream
	play   [1]int
	scores []float64 // the index or sample of each arm at the newest Choose
	round  int       // of the newest Choose
}

func newBandit(s Setting) bandit {
	return bandit{stream: s.Stream, scores: make([]float64, s.Arms)}
}

func (b *bandit) clone() bandit {
	c := *b
	c.scores = slices.Clone(b.scores)
	return c
}

// firstPull plays every arm once, in order, in rounds 1, …, K, and tells
// whether round t is one of them.
func (b *bandit) firstPull(t int) bool {
	b.round = t
	if t > len(b.scores) {
		return false
	}
	b.play[0] = t - 1
	return true
}

// playBest plays an arm with the largest score, ties at random.
func (b *bandit) playBest() []int {
	b.play[0] = b.stream.ArgMax(b.scores)
	return b.play[:]
}

// explainFirstPull is the explanation of a round in which an arm was played
// because every arm is played once.
func (b *bandit) explainFirstPull(line int) Explanation {
	return Explanation{
		Lines: []int{line},
		Note:  fmt.Sprintf("first pulls: rounds 1 to %d play each arm once, in order", len(b.scores)),
	}
}

// tally counts each arm's observations and adds them up.
type tally struct {
	counts, sums []float64
}

func newTally(arms int) tally {
	return tally{counts: make([]float64, arms), sums: make([]float64, arms)}
}

func (y *tally) clone() tally {
	return tally{counts: slices.Clone(y.counts), sums: slices.Clone(y.sums)}
}

func (y *tally) add(arm int, reward float64) {
	y.counts[arm]++
	y.sums[arm] += reward
}

// Estimate is the arm's empirical mean, NaN before its first observation.
func (y *tally) Estimate(arm int) float64 {
	if y.counts[arm] == 0 {
		return math.NaN()
	}
	return y.sums[arm] / y.counts[arm]
}

// num writes a number for a formula on screen: all digits of a whole number, and
// otherwise five significant ones, four after the point at most.
func num(x float64) string {
	size := math.Abs(x)
	var text string
	switch {
	case x == math.Trunc(x) && size < 1e15:
		text = strconv.FormatFloat(x, 'f', -1, 64)
	case size >= 1e9 || size < 1e-4:
		text = strconv.FormatFloat(x, 'g', 4, 64)
	default:
		digits := 4
		for limit := 10.; digits > 0 && size >= limit; limit *= 10 {
			digits--
		}
		text = strconv.FormatFloat(x, 'f', digits, 64)
	}
	return strings.Replace(text, "-", "−", 1)
}

// sumText writes a sum and its value: "0.75 + 0.031 = 0.781".
func sumText(total float64, terms ...float64) string {
	var b strings.Builder
	for i, x := range terms {
		switch {
		case i == 0:
			b.WriteString(num(x))
		case x < 0:
			b.WriteString(" − " + num(-x))
		default:
			b.WriteString(" + " + num(x))
		}
	}
	return b.String() + " = " + num(total)
}
