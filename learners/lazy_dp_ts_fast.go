//go:build !plain

package learners

func init() {
	twin("lazy-dp-ts", func(l *lazyDPTS) Learner {
		return &fastLazyDPTS{lazyDPTS: *l, samples: newSamples(6, len(l.arms), l.posteriorSamples)}
	})
}

// fastLazyDPTS is Lazy-DP-TS that finds the largest sample by thresholds.
type fastLazyDPTS struct {
	lazyDPTS
	samples
}

func (l *fastLazyDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	if t >= l.until {
		// Until then, optimism grows by .15 successes or so, by .003/ε at most below.
		l.choose(t, t+4+int(float64(t)*min(max(.05*l.epsilon, .001), .0625)), l)
		for j := range l.arms {
			l.renew(t, j)
		}
	}
	l.play[0] = l.winner(t, l)
	return l.play[:]
}

// renew makes the bounds of arm j good for its present release in the rounds from t on
// for which thresholds are chosen: optimism only grows.
func (l *fastLazyDPTS) renew(t, j int) { l.bound(j, l.law(t, j), l.law(max(l.until-1, t), j)) }

func (l *fastLazyDPTS) Observe(t int, feedback []float64) {
	l.lazyDPTS.Observe(t, feedback)
	l.released(t)
}

// released renews the bounds of an arm that got a new estimate in round t.
func (l *fastLazyDPTS) released(t int) {
	if len(l.newest.releases) > 0 && l.until > 0 {
		l.renew(t+1, l.play[0])
	}
}

// Certain is, for as long as no release is due and thresholds are good, of rounds in
// which the arm is alone above the higher one.
func (l *fastLazyDPTS) Certain(t int) Forecast {
	a := &l.arms[l.play[0]]
	return l.forecast(t, a.target-a.batch-1, l.play[0])
}

func (l *fastLazyDPTS) Take(t int, b *Block) {
	l.lazyBandit.take(t, b)
	l.released(l.round)
}

func (l *fastLazyDPTS) Clone() Learner {
	return &fastLazyDPTS{*l.lazyDPTS.Clone().(*lazyDPTS), l.samples.clone()}
}

func (l *fastLazyDPTS) Suppose(arm int, more float64) bool {
	l.until = 0
	return l.lazyDPTS.Suppose(arm, more)
}

func (l *fastLazyDPTS) Explain() Explanation { return explainPlainly(l.round, l.lazyDPTS.Clone()) }
