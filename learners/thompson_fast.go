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
	thompson
	samples samples
	moves   []int // how many more rewards each arm's bounds cover
}

func newFastThompson(l *thompson) Learner {
	arms := len(l.scores)
	return &fastThompson{*l, newSamples(2, arms, l.posteriorSamples), make([]int, arms)}
}

func (l *fastThompson) Choose(t int) []int {
	l.round = t
	if t >= l.samples.until {
		l.samples.choose(t, t+4+t/16, &l.thompson)
		for j := range l.moves {
			l.renew(j)
		}
	}
	l.play[0] = l.samples.winner(t, &l.thompson)
	return l.play[:]
}

// renew makes arm j's bounds cover further successes or failures, fewer than would move its
// posterior by a quarter of its standard deviation.
func (l *fastThompson) renew(j int) {
	d := l.law(0, j)
	n := d.A + d.B
	m := math.Floor(.15 * math.Sqrt(d.A/n*d.B))
	l.moves[j] = int(m)
	l.samples.bound(j, noise.Beta{A: d.A, B: d.B + m}, noise.Beta{A: d.A + m, B: d.B})
}

func (l *fastThompson) Observe(t int, feedback []float64) {
	l.thompson.Observe(t, feedback)
	l.moved(1)
}

// moved counts rewards of the current play.
func (l *fastThompson) moved(n int) {
	j := l.play[0]
	if l.moves[j] -= n; l.moves[j] < 0 {
		l.renew(j)
	}
}

// Certain forecasts the rounds covered by the arm's bounds in which it is alone above the
// threshold.
func (l *fastThompson) Certain(t int) Forecast {
	j := l.play[0]
	return l.samples.forecast(t, l.moves[j], j)
}

func (l *fastThompson) Take(t int, b *Block) {
	j := l.play[0]
	l.round = t + b.Rounds - 1
	l.counts[j] += float64(b.Rounds)
	if b.Bits {
		l.sums[j].Add(b.Sums[0])
	} else {
		for k, x := range b.Values[0] {
			l.sums[j].Add(l.success(t+k, x))
		}
	}
	l.moved(b.Rounds)
}

func (l *fastThompson) Clone() Learner {
	return &fastThompson{*l.thompson.Clone().(*thompson), l.samples.clone(), slices.Clone(l.moves)}
}

func (l *fastThompson) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.thompson.Suppose(arm, more)
}

func (l *fastThompson) Explain() Explanation { return explainPlainly(l.round, l.thompson.Clone()) }

func init() {
	fastPath("lazy-dp-ts", func(l *lazyDPTS) Learner {
		return &fastLazyDPTS{*l, newSamples(6, len(l.arms), l.posteriorSamples)}
	})
}

// fastLazyDPTS finds the largest sample of Lazy-DP-TS by thresholds.
type fastLazyDPTS struct {
	lazyDPTS
	samples samples
}

func (l *fastLazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	if t >= l.samples.until {
		// Until then, optimism grows by about .15 successes, or by at most .003/ε if that is
		// more.
		l.samples.choose(t, t+4+int(float64(t)*min(max(.05*l.epsilon, .001), .0625)), &l.lazyDPTS)
		for j := range l.arms {
			l.renew(t, j)
		}
	}
	l.play[0] = l.samples.winner(t, &l.lazyDPTS)
	return l.play[:]
}

// renew bounds arm j's samples from round t until thresholds are chosen again. Optimism only
// grows.
func (l *fastLazyDPTS) renew(t, j int) {
	l.samples.bound(j, l.law(t, j), l.law(max(l.samples.until-1, t), j))
}

func (l *fastLazyDPTS) Observe(t int, feedback []float64) {
	l.lazyDPTS.Observe(t, feedback)
	l.released(t)
}

// released renews the bounds of the arm that was released in round t.
func (l *fastLazyDPTS) released(t int) {
	if len(l.Releases()) > 0 && l.samples.until > 0 {
		l.renew(t+1, l.play[0])
	}
}

// Certain forecasts the rounds before the next release in which the arm is alone above the
// higher threshold.
func (l *fastLazyDPTS) Certain(t int) Forecast {
	j := l.play[0]
	a := &l.arms[j]
	return l.samples.forecast(t, a.target-a.batch-1, j)
}

func (l *fastLazyDPTS) Take(t int, b *Block) {
	l.lazyDPTS.Take(t, b)
	l.released(l.round)
}

func (l *fastLazyDPTS) Clone() Learner {
	return &fastLazyDPTS{*l.lazyDPTS.Clone().(*lazyDPTS), l.samples.clone()}
}

func (l *fastLazyDPTS) Suppose(arm int, more float64) bool {
	l.samples.until = 0
	return l.lazyDPTS.Suppose(arm, more)
}

func (l *fastLazyDPTS) Explain() Explanation { return explainPlainly(l.round, l.lazyDPTS.Clone()) }
