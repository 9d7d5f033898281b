//go:build !plain

package learners

func init() {
	twin("lazy-dp-ts", func(l *lazyDPTS) Learner {
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
