package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

func init() {
	registerCorrupted(Declaration{
		ID: "glr-klucb-cf", Look: 27,
		Listing: Listing{
			Name:    "GLR-KLUCB-CF",
			Paper:   "this project's own: KL-UCB-CF with the change test of Besson, Kaufmann, Maillard & Seznec 2022",
			Brief:   "KL-UCB-CF that detects changes",
			Summary: "KL-UCB-CF that restarts when an arm's bits look changed; does not need the number of changes",
		},
		KnowsHorizon: true,
		Parameters: param.List{
			{
				Name: "delta", Meaning: "δ in the change test's threshold β: a smaller δ gives fewer false " +
					"alarms; their chance is not proven to be below δ",
				Min: 0, Above: true, Max: 1, Derived: "1/√T",
			},
			{
				Name: "explore", Meaning: "share of rounds that explore all arms before the first restart; " +
					"√k times that after k−1 restarts",
				Min: 0, Max: 1, Derived: "√(K ln T / T), at most 1",
			},
		},
		Derive: func(s Setting, _ param.Set, name string) float64 {
			horizon := float64(s.Horizon)
			if name == "delta" {
				return 1 / math.Sqrt(horizon)
			}
			return min(1, math.Sqrt(float64(s.Arms)*math.Log(horizon)/horizon))
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps all bits since its newest restart.",
				"It chooses the arm with the largest mean that its bits do not rule out yet, and restarts when an arm's bits look changed.",
				paysReports,
			},
			Symbols: append([]Symbol{
				{Name: "τ", Meaning: "the round of the newest restart"},
				{Name: "k", Meaning: "the number of stretches between restarts"},
				{Name: "n", Meaning: "how many bits the pulled arm has since τ"},
				{Name: "b", Meaning: "the step between the places that are tried for a change"},
				{Name: "s", Meaning: "a place where the mean may have changed"},
				{Name: "GLR", Meaning: "the evidence that it changed: generalized likelihood ratio"},
				{Name: "β(n, δ)", Meaning: "the evidence that a restart takes"},
				{Name: "δ", Meaning: "sets that: a smaller δ gives fewer false alarms"},
			}, levelSymbols...),
			Pseudocode: []Line{
				{1, "τ ← 0, k ← 1: the newest restart, and how many stretches there have been"},
				{2, "for t = 1, 2, …; λ̂_a is the mean of the N_a bits that a gave since τ"},
				{3, "  of every ⌊K/(explore √k)⌋ rounds since τ, the first K pull each arm once"},
				{4, "  in the others, index of arm a: largest q with N_a · kl(λ̂_a, g_a(q)) ≤ f(t−1−τ); f(x) = ln x + " +
					"3 ln max(1, ln x)"},
				{5, "  pull the arm with the largest index"},
				{6, "  if its n > 1 bits since τ fill blocks of b, the least power of 2 with n ≤ 128 b:"},
				{7, "    GLR: largest s·kl(λ̂_1..s, λ̂_1..n) + (n−s)·kl(λ̂_s+1..n, λ̂_1..n) over s = b, 2b, …, n−b"},
				{8, "    if GLR > β(n, δ) = ln(3n√n/δ): forget all bits, τ ← t, k ← k + 1"},
			},
		},
		New: func(s Setting, v param.Values) Learner { return newGLR(s, v.Number("delta"), v.Number("explore")) },
	})
}

// glrKLUCBCF is KL-UCB-CF on the rounds since the latest restart.
type glrKLUCBCF struct {
	windowBandit
	level          float64 // f(t) after the latest restart
	tests          []changeTest
	found          []float64 // the latest statistic of each arm
	delta, explore float64

	restart  int // the round of the latest restart; 0 before the first
	restarts int
	cause    int // the arm whose change caused it
	now      int // the latest observed round
	period   int // rounds between two explorations of all arms; 0 if there is only one
	forced   bool
}

func newGLR(s Setting, delta, explore float64) *glrKLUCBCF {
	l := &glrKLUCBCF{
		windowBandit: newWindowBandit(s, 0),
		tests:        make([]changeTest, s.Arms), found: make([]float64, s.Arms),
		delta: delta, explore: explore,
	}
	l.start()
	return l
}

func (l *glrKLUCBCF) start() {
	arms := len(l.tests)
	for j := range l.tests {
		l.tests[j], l.found[j] = newChangeTest(), 0
	}
	l.tally = newTally(arms)
	l.period = 0
	if share := l.explore * math.Sqrt(float64(l.restarts+1)); share > 0 {
		l.period = max(arms, int(min(float64(arms)/share, math.MaxInt32)))
	}
}

func (l *glrKLUCBCF) Choose(t int) []int {
	l.round = t
	turn := t - 1 - l.restart
	if l.period > 0 {
		turn %= l.period
	}
	if l.forced = turn < len(l.tests); l.forced {
		l.play[0] = turn
		return l.play[:]
	}
	l.level = l.scoreKL(t - 1 - l.restart)
	return l.playBest()
}

func (l *glrKLUCBCF) Observe(t int, feedback []float64) {
	l.now = t
	j := l.play[0]
	l.add(j, feedback[0])
	if !l.tests[j].add(feedback[0]) {
		return
	}
	l.found[j] = l.tests[j].statistic()
	if l.found[j] > changeThreshold(l.tests[j].n, l.delta) {
		l.restart, l.cause = t, j
		l.restarts++
		l.start()
	}
}

// Restarted reports whether the latest Observe detected a change.
func (l *glrKLUCBCF) Restarted() bool { return l.restarts > 0 && l.restart == l.now }

func (l *glrKLUCBCF) Clone() Learner {
	c := *l
	c.windowBandit = l.windowBandit.clone()
	c.tests = param.Map(l.tests, changeTest.clone)
	c.found = slices.Clone(l.found)
	return &c
}

func (l *glrKLUCBCF) Explain() Explanation {
	note := "no change found yet"
	if l.restarts > 0 {
		note = fmt.Sprintf("restart %d came after round %s: arm %d had changed", l.restarts, number.Count(l.restart), l.cause+1)
	}
	if l.forced {
		return Explanation{
			Lines: []int{3},
			Note:  fmt.Sprintf("explores arm %d regardless of the indices; %s", l.play[0]+1, note),
		}
	}
	columns := []Column{
		{"N", Detail},
		{"g⁻¹(λ̂)", Estimate},
		{"GLR", Detail},
		{"β(N,δ)", Detail},
		{"level/N", Detail},
		{"bound", Detail},
		{"index", UpperIndex},
	}
	e := l.explain([]int{4, 5}, columns, func(j int) ([]float64, string) {
		values, text := l.termsKL(j, l.level)
		found, threshold := l.found[j], changeThreshold(int(l.counts[j]), l.delta)
		// A detected change clears both, so the statistic is below the threshold here.
		return slices.Insert(values, 2, found, threshold),
			fmt.Sprintf("%s; no change: GLR %s ≤ %s", text, num(found), num(threshold))
	})
	e.Note = note
	return e
}

// changeTest detects a change in the mean of a sequence of bits by the generalized likelihood ratio test of Besson,
// Kaufmann, Maillard & Seznec (2022). It tests only splits between blocks of equal length, at most maxBlocks of them,
// and only when a block is complete, so it detects no change before the test of all splits does. Memory and the cost
// of a test are bounded; a bit costs at most maxBlocks²/n splits on average.
type changeTest struct {
	n, ones int
	block   int   // length of a block
	prefix  []int // ones in the first 1, 2, … blocks
}

const maxBlocks = 128

func newChangeTest() changeTest { return changeTest{block: 1} }

// add adds a bit and reports whether a block is complete, so that statistic has a new value.
func (c *changeTest) add(bit float64) bool {
	c.n++
	c.ones += int(bit)
	if c.n%c.block != 0 {
		return false
	}
	if len(c.prefix) == maxBlocks {
		c.block *= 2
		kept := c.prefix[:0]
		for i := 1; i < maxBlocks; i += 2 {
			kept = append(kept, c.prefix[i])
		}
		c.prefix = kept
		if c.n%c.block != 0 {
			return false
		}
	}
	c.prefix = append(c.prefix, c.ones)
	return len(c.prefix) > 1
}

// statistic returns the largest s·kl(λ̂_{1..s}, λ̂) + (n−s)·kl(λ̂_{s+1..n}, λ̂) over the splits
// s, the log-likelihood ratio of a change at s.
func (c *changeTest) statistic() float64 {
	largest, mean := 0.0, float64(c.ones)/float64(c.n)
	for i, ones := range c.prefix {
		s := (i + 1) * c.block
		if s >= c.n {
			break
		}
		before, after := float64(s), float64(c.n-s)
		largest = max(largest,
			before*klDivergence(float64(ones)/before, mean)+after*klDivergence(float64(c.ones-ones)/after, mean))
	}
	return largest
}

// changeThreshold is β(n, δ) = ln(3n√n/δ), which Besson et al. use in their experiments. They
// prove that the probability of a false alarm is below δ only for a threshold about three times
// as large; the tests check it for this one.
func changeThreshold(n int, delta float64) float64 {
	return math.Log(3/delta) + 1.5*math.Log(float64(n))
}

func (c changeTest) clone() changeTest {
	c.prefix = slices.Clone(c.prefix)
	return c
}
