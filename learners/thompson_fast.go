//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

func init() {
	twin("thompson", newFastThompson)
	twin("ts-ldp-b", newFastThompson)
}

// fastThompson finds the largest sample of Thompson sampling by thresholds.
type fastThompson struct {
	plainBandit
	plain   *thompson
	samples samples
	moves   []int // how many more rewards each arm's bounds cover
}

func newFastThompson(l *thompson) Learner {
	arms := len(l.scores)
	return &fastThompson{l, l, newSamples(2, arms, l.posteriorSamples), make([]int, arms)}
}

func (l *fastThompson) Choose(t int) []int {
	p := l.plain
	p.round = t
	if t >= l.samples.until {
		l.samples.choose(t, t+4+t/16, p)
		for j := range l.moves {
			l.renew(j)
		}
	}
	p.play[0] = l.samples.winner(t, p)
	return p.play[:]
}

// renew makes arm j's bounds cover further successes or failures, fewer than would move its
// posterior by a quarter of its standard deviation.
func (l *fastThompson) renew(j int) {
	d := l.plain.law(0, j)
	n := d.A + d.B
	m := math.Floor(.15 * math.Sqrt(d.A/n*d.B))
	l.moves[j] = int(m)
	l.samples.bound(j, noise.Beta{A: d.A, B: d.B + m}, noise.Beta{A: d.A + m, B: d.B})
}

func (l *fastThompson) Observe(t int, feedback []float64) {
	l.plain.Observe(t, feedback)
	l.moved(1)
}

// moved counts rewards of the current play.
func (l *fastThompson) moved(n int) {
	j := l.plain.play[0]
	if l.moves[j] -= n; l.moves[j] < 0 {
		l.renew(j)
	}
}

// Certain forecasts the rounds covered by the arm's bounds in which it is alone above the
// threshold.
func (l *fastThompson) Certain(t int) Forecast {
	j := l.plain.play[0]
	return l.samples.forecast(t, l.moves[j], j)
}

func (l *fastThompson) Take(t int, b *Block) {
	p, j := l.plain, l.plain.play[0]
	p.round = t + b.Rounds - 1
	p.counts[j] += float64(b.Rounds)
	if b.Bits {
		p.sums[j] += b.Sums[0]
	} else {
		for k, x := range b.Values[0] {
			p.sums[j] += p.success(t+k, x)
		}
	}
	l.moved(b.Rounds)
}

func (l *fastThompson) Clone() Learner {
	plain := l.plain.Clone().(*thompson)
	return &fastThompson{plain, plain, l.samples.clone(), slices.Clone(l.moves)}
}

func (l *fastThompson) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.plain.Suppose(arm, more)
}

func (l *fastThompson) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
