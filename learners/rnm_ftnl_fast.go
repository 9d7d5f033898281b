//go:build !plain

package learners

func init() {
	fastPath("rnm-ftnl", newFastFTNL)
	fastPath("ftnl", newFastFTNL)
}

// fastFTNL takes the rest of an epoch at once.
type fastFTNL struct{ ftnl }

func newFastFTNL(l *ftnl) Learner { return &fastFTNL{*l} }

func (l *fastFTNL) Certain(t int) Forecast { return keeps(2*l.began - t) }

func (l *fastFTNL) Take(t int, b *Block) {
	l.releases = l.releases[:0]
	l.round = t + b.Rounds - 1
	if l.resample && !b.Bits {
		for k := range b.Rounds {
			for j := range l.sums {
				l.sums[j].Add(l.stream.Round(b.Values[j][k]))
			}
		}
	} else { // resampling keeps 0 and 1
		for j := range l.sums {
			l.sums[j] = b.AddTo(l.sums[j], j)
		}
	}
	if l.round == 2*l.began-1 {
		l.endEpoch(l.round)
	}
}

func (l *fastFTNL) Clone() Learner { return &fastFTNL{*l.ftnl.Clone().(*ftnl)} }
