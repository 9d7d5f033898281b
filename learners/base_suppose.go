package learners

import (
	"math"

	"regretscope/noise"
)

// This file has how learners implement Supposer: what they know of an arm is changed in
// one place, for all that share it, and learners that have computed something from it
// forget that. Learners that play arms in turn do not implement it.

// suppose changes an arm's sum of rewards, or of its reports through a channel.
func (y *tally) suppose(arm int, more float64, r reports) bool {
	n, sum := y.counts[arm], y.sums[arm]+more
	if n == 0 || !r.possible(arm, sum/n) {
		return false
	}
	y.sums[arm] = sum
	return true
}

// A supposition is that the ones of an arm are more than they are; the zero value is none.
type supposition struct {
	arm  int
	more float64
}

// suppose makes a supposition part of a tally of ones.
func (q *supposition) suppose(y *tally, arm int, more float64) bool {
	if !y.suppose(arm, more, nil) {
		return false
	}
	*q = supposition{arm, more}
	return true
}

// beta draws arm j's sample of Beta(S+1, F+1) by a tally. The stream gives what it would
// give without a supposition, so that other arms' samples stay; the arm's own goes to
// the same quantile of the supposed posterior.
func (q *supposition) beta(y *tally, j int, stream *noise.Stream) float64 {
	n, ones := y.counts[j], y.sums[j]
	if q.more == 0 || j != q.arm {
		return stream.Beta(ones+1, n-ones+1)
	}
	real := math.Round(ones - q.more) // they are whole
	sample := stream.Beta(real+1, n-real+1)
	return noise.Beta{A: ones + 1, B: n - ones + 1}.Quantile(noise.Beta{A: real + 1, B: n - real + 1}.CDF(sample))
}

// Suppose implements Supposer.
func (l *tsCF) Suppose(arm int, more float64) bool {
	return l.supposition.suppose(&l.tally, arm, more)
}

// Suppose implements Supposer.
func (l *betaCTS) Suppose(arm int, more float64) bool {
	return l.supposition.suppose(&l.tally, arm, more)
}

// Suppose implements Supposer.
func (l *tallyBandit) Suppose(arm int, more float64) bool { return l.suppose(arm, more, l.reports) }

// Suppose implements Supposer.
func (l *windowBandit) Suppose(arm int, more float64) bool { return l.suppose(arm, more, l.reports) }

// Suppose implements Supposer.
func (l *ucb1) Suppose(arm int, more float64) bool {
	l.contest.forget()
	return l.tallyBandit.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *klUCB) Suppose(arm int, more float64) bool {
	l.contest.forget()
	return l.tallyBandit.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *thompson) Suppose(arm int, more float64) bool {
	l.until = 0
	return l.tallyBandit.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *klUCBCF) Suppose(arm int, more float64) bool {
	l.settled = false
	return l.windowBandit.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *wholeKLUCBCF) Suppose(arm int, more float64) bool {
	l.contest.forget()
	return l.klUCBCF.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *dUCB) Suppose(arm int, more float64) bool {
	n := l.counts[arm]
	mean := l.means[arm] + more/n
	if n == 0 || !l.reports.possible(arm, mean) {
		return false
	}
	l.means[arm] = mean
	return true
}

// Suppose implements Supposer.
func (l *gaussianTS) Suppose(arm int, more float64) bool { return l.suppose(arm, more, nil) }

// Suppose implements Supposer: it changes an arm's released sum.
func (m *freshMeans) Suppose(arm int, more float64) bool {
	a := &m.arms[arm]
	if a.size == 0 {
		return false
	}
	a.estimate += more / a.size
	return true
}

// Suppose implements Supposer.
func (l *lazyDPTS) Suppose(arm int, more float64) bool {
	l.until = 0
	return l.freshMeans.Suppose(arm, more)
}

// Suppose implements Supposer.
func (l *lazyMatroid) Suppose(arm int, more float64) bool {
	l.until = 0
	return l.freshMeans.Suppose(arm, more)
}

// Committed implements Committer.
func (b *batches) Committed(t int) int {
	if b.done < b.length {
		return b.began
	}
	return t
}

// Suppose implements Supposer.
func (b *batches) Suppose(arm int, more float64) bool {
	a := &b.arms[arm]
	if a.size == 0 {
		return false
	}
	b.learn(a, more)
	return true
}

// Suppose implements Supposer: it changes what an arm's tree gives.
func (m *treeSums) Suppose(arm int, more float64) bool {
	if m.count(arm) == 0 {
		return false
	}
	m.sums[arm] += more
	return true
}

// Suppose implements Supposer.
func (l *dpTSUCB) Suppose(arm int, more float64) bool {
	a := &l.arms[arm]
	if a.size == 0 || a.left == 0 { // then the largest sample so far counts
		return false
	}
	a.mean += more / a.size
	return true
}

// Suppose implements Supposer.
func (l *tallyMatroid) Suppose(arm int, more float64) bool { return l.suppose(arm, more, nil) }

// Suppose implements Supposer: the number that Hedge draws its play by stays.
func (l *totals) Suppose(arm int, more float64) bool {
	sum := l.sums[arm] + more
	if !(sum >= 0 && sum <= float64(l.round)) {
		return false
	}
	l.sums[arm] = sum
	return true
}

// Committed implements Committer: an epoch is decided at its beginning.
func (l *ftnl) Committed(t int) int { return min(l.began, t) }

// Suppose implements Supposer: of the epoch before, whose noise stays.
func (l *ftnl) Suppose(arm int, more float64) bool {
	if l.began == 1 {
		return false
	}
	l.scores[arm] += more
	for j := range l.scores {
		if l.scores[j]+l.noises[j] > l.scores[l.play[0]]+l.noises[l.play[0]] {
			l.play[0] = j
		}
	}
	return true
}
