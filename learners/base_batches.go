package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
)

// batches implements bandits that commit to one arm for a whole batch and
// release the batch's noisy sum at its end (AdaP-UCB, AdaP-KLUCB, AdaC-UCB,
// DP-KLUCB, DP-IMED). Each reward is in one release.
type batches struct {
	bandit
	arms     []batchArm
	epsilon  float64
	scale    float64 // of the noise on a batch's sum: 1/ε of Laplace's
	normal   bool    // the noise is normal instead, and scale its standard deviation
	length   int     // of the running batch; 0 before the first
	done     int     // observations of the running batch so far
	sum      float64 // of the running batch
	began    int     // the round in which the running batch was decided
	releases []noise.Release
}

type batchArm struct {
	estimate float64 // the private mean; NaN before the first release
	batch    float64 // the length of the arm's newest finished batch
	count    float64 // observations in all its finished batches
	total    float64 // noisy sum of all its finished batches
}

func newBatches(s Setting) batches {
	b := batches{
		bandit: newBandit(s), arms: make([]batchArm, s.Arms),
		epsilon: s.Epsilon, scale: noiseScale(s.Epsilon),
	}
	for j := range b.arms {
		b.arms[j].estimate = math.NaN()
	}
	return b
}

// settled reports whether the play of round t is decided already: the running batch goes
// on, or the round is one of the first pulls.
func (b *batches) settled(t int) bool {
	if b.done < b.length {
		b.round = t
		return true
	}
	if b.firstPull(t) {
		b.begin(t, 1)
		return true
	}
	return false
}

// begin starts a batch of the play that has been chosen.
func (b *batches) begin(t, length int) {
	b.began, b.length, b.done, b.sum = t, length, 0, 0
}

// add takes n rewards of the running batch, the last of round t, and releases
// the batch's sum when it is complete: it returns the arm's state for the
// estimate to be brought up to date, nil while the batch goes on.
func (b *batches) add(t, n int, rewards float64) *batchArm {
	b.releases = b.releases[:0]
	b.round = t
	b.done += n
	b.sum += rewards
	if b.done < b.length {
		return nil
	}
	j := b.play[0]
	a := &b.arms[j]
	law, drawn := b.draw()
	a.batch = float64(b.length)
	a.count += a.batch
	a.total += b.sum + drawn
	b.releases = append(b.releases, noise.Release{
		Round: t, Arms: []int{j}, Observations: b.length, First: t - b.length + 1, Last: t,
		Mechanism: noise.NoisySum(law, b.scale), Epsilon: b.epsilon, Winner: -1,
		Terms: []noise.ReleaseTerm{{Arm: j, Sum: b.sum, Noise: drawn, Before: a.estimate}},
	})
	return a
}

// draw draws the noise of a sum.
func (b *batches) draw() (law string, drawn float64) {
	if b.normal {
		return noise.GaussianNoise, b.stream.Normal(0, b.scale)
	}
	return noise.LaplaceNoise, b.stream.Laplace(b.scale)
}

// set makes the estimate of the arm whose batch has just been released.
func (b *batches) set(a *batchArm, estimate float64) {
	a.estimate = estimate
	b.releases[0].Terms[0].After = estimate
}

// fresh is the mean of the newest batch alone.
func (b *batches) fresh() float64 {
	term := b.releases[0].Terms[0]
	return (term.Sum + term.Noise) / float64(b.length)
}

func (b *batches) clone() batches {
	c := *b
	c.bandit, c.arms = b.bandit.clone(), slices.Clone(b.arms)
	c.releases = nil
	for _, r := range b.releases {
		r.Terms = slices.Clone(r.Terms)
		c.releases = append(c.releases, r)
	}
	return c
}

// Estimate is the arm's private mean.
func (b *batches) Estimate(arm int) float64 { return b.arms[arm].estimate }

// Releases are those of the newest round.
func (b *batches) Releases() []noise.Release { return b.releases }

// Pending counts the observations of the running batch.
func (b *batches) Pending() int {
	if b.done == b.length {
		return 0
	}
	return b.done
}

// Epoch is the running batch.
func (b *batches) Epoch() (done, length int) { return b.done, b.length }

// Hold implements Holder: a play is kept until its batch is complete.
func (b *batches) Hold(int) int { return b.length - b.done }

// explain is the explanation by the scores of the newest decision. In the
// pseudo-code of all learners of batches, line 1 pulls each arm once, line 3
// decides and line 4 plays the batch.
func (b *batches) explain(columns []Column, of terms) Explanation {
	e := b.explainPulled(1, []int{3}, columns, of)
	switch {
	case len(e.Arms) == 0: // a first pull
	case b.began == b.round:
		e.Note = fmt.Sprintf("a new batch of %d rounds is decided", b.length)
	default:
		e.Lines = []int{4}
		e.Note = fmt.Sprintf("decided in round %d, for %d rounds; the scores are of that round", b.began, b.length)
	}
	return e
}
