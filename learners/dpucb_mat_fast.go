//go:build !plain

package learners

import "math"

func init() {
	twin("dpucb-mat", func(l *dpUCBMat) Learner { return &fastDPUCBMat{*l} })
}

// fastDPUCBMat is DPUCB-MAT that knows how long its basis stands.
type fastDPUCBMat struct{ dpUCBMat }

// Certain is of the rounds up to the next release, or fewer. While none comes, only t
// moves the indices, and of two arms the one with the smaller batch gains on the other
// for ever: the basis is kept until a batch of its arms is full, or an arm outside catches
// up with one whose place it could take.
func (l *fastDPUCBMat) Certain(t int) Forecast {
	if l.covering || l.oracle.Drawn() {
		return keeps(1)
	}
	stays := math.MaxInt
	for _, e := range l.play {
		stays = min(stays, l.arms[e].target-l.arms[e].batch)
	}
	end := math.Sqrt(l.level(t + stays + 2))
	for _, p := range l.oracle.Rivals() {
		ahead, behind := &l.arms[p.Ahead], &l.arms[p.Behind]
		if behind.size >= ahead.size || l.leads(ahead, behind, end) {
			continue
		}
		if until := l.catchesUp(ahead, behind, l.rank) - float64(t); until < float64(stays) {
			stays = max(1, int(until))
		}
	}
	return keeps(stays)
}

func (l *fastDPUCBMat) Take(t int, b *Block) { l.take(t, b) }

// Leap is the learner itself.
func (l *fastDPUCBMat) Leap() Ahead { return l }

func (l *fastDPUCBMat) Clone() Learner {
	return &fastDPUCBMat{*l.dpUCBMat.Clone().(*dpUCBMat)}
}
