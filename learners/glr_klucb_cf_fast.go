//go:build !plain

package learners

func init() { twin("glr-klucb-cf", func(l *glrKLUCBCF) Learner { return &fastGLR{*l} }) }

// fastGLR is GLR-KLUCB-CF that finds the indices of contenders alone.
type fastGLR struct{ glrKLUCBCF }

func (l *fastGLR) Choose(t int) []int {
	if l.explores(t) {
		return l.play[:]
	}
	l.scoreContenders(t - 1 - l.restart)
	return l.playBest()
}

func (l *fastGLR) Clone() Learner { return &fastGLR{*l.glrKLUCBCF.Clone().(*glrKLUCBCF)} }

func (l *fastGLR) Explain() Explanation { return explainPlainly(l.round, l.glrKLUCBCF.Clone()) }
