//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

func init() {
	fastPath("thompson", newFastThompson)
	fastPath("ts-ldp-b", newFastThompson)
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
		p.sums[j].Add(b.Sums[0])
	} else {
		for k, x := range b.Values[0] {
			p.sums[j].Add(p.success(t+k, x))
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

func init() {
	fastPath("lazy-dp-ts", func(l *lazyDPTS) Learner {
		return &fastLazyDPTS{l, l, newSamples(6, len(l.arms), l.posteriorSamples)}
	})
}

// fastLazyDPTS finds the largest sample of Lazy-DP-TS by thresholds.
type fastLazyDPTS struct {
	plainLazy
	plain   *lazyDPTS
	samples samples
}

func (l *fastLazyDPTS) Choose(t int) []int {
	p := l.plain
	if p.firstPull(t) {
		return p.play[:]
	}
	if t >= l.samples.until {
		// Until then, optimism grows by about .15 successes, or by at most .003/ε if that is
		// more.
		l.samples.choose(t, t+4+int(float64(t)*min(max(.05*p.epsilon, .001), .0625)), p)
		for j := range p.arms {
			l.renew(t, j)
		}
	}
	p.play[0] = l.samples.winner(t, p)
	return p.play[:]
}

// renew bounds arm j's samples from round t until thresholds are chosen again. Optimism only
// grows.
func (l *fastLazyDPTS) renew(t, j int) {
	l.samples.bound(j, l.plain.law(t, j), l.plain.law(max(l.samples.until-1, t), j))
}

func (l *fastLazyDPTS) Observe(t int, feedback []float64) {
	l.plain.Observe(t, feedback)
	l.released(t)
}

// released renews the bounds of the arm that was released in round t.
func (l *fastLazyDPTS) released(t int) {
	if len(l.plain.Releases()) > 0 && l.samples.until > 0 {
		l.renew(t+1, l.plain.play[0])
	}
}

// Certain forecasts the rounds before the next release in which the arm is alone above the
// higher threshold.
func (l *fastLazyDPTS) Certain(t int) Forecast {
	j := l.plain.play[0]
	a := &l.plain.arms[j]
	return l.samples.forecast(t, a.target-a.batch-1, j)
}

func (l *fastLazyDPTS) Take(t int, b *Block) {
	l.plain.take(t, b)
	l.released(l.plain.round)
}

func (l *fastLazyDPTS) Clone() Learner {
	plain := l.plain.Clone().(*lazyDPTS)
	return &fastLazyDPTS{plain, plain, l.samples.clone()}
}

func (l *fastLazyDPTS) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.plain.Suppose(arm, more)
}

func (l *fastLazyDPTS) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
