package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
)

// batches are bandits that commit to one arm for a whole batch and
// release the batch's noisy sum at its end (AdaP-UCB, AdaP-KLUCB, AdaC-UCB,
// DP-KLUCB, DP-IMED). Each reward is in one release.
type batches struct {
	bandit
	armReleases
	arms    []batchArm
	epsilon float64
	scale   float64 // of the noise on a batch's sum: 1/ε of Laplace's
	normal  bool    // the noise is normal instead, and scale its standard deviation
	keeps   bool    // estimates are of all batches of an arm, in [0,1], not of its newest alone
	length  int     // of the running batch; 0 before the first
	done    int     // observations of the running batch so far
	sum     float64 // of the running batch
	began   int     // the round in which the running batch was decided
}

type batchArm struct {
	estimate float64 // the private mean; NaN before the first release
	size     float64 // of how many observations it is
	total    float64 // their noisy sum
	pulls    int     // observations in all its finished batches
	batches  int     // how many these are
}

func newBatches(s Setting) batches {
	b := batches{
		bandit: newBandit(s), armReleases: newArmReleases(s.Arms), arms: make([]batchArm, s.Arms),
		epsilon: s.Epsilon, scale: noiseScale(s.Epsilon),
	}
	for j := range b.arms {
		b.arms[j].estimate = math.NaN()
	}
	return b
}

// goesOn reports whether a batch goes on in round t, or the first pull of an arm, which
// is a batch, is due: the play stands then.
func (b *batches) goesOn(t int) bool {
	if b.done < b.length {
		b.round = t
		return true
	}
	first := b.firstPull(t)
	if first {
		b.commit(t, 1)
	}
	return first
}

// commit begins a batch of the play in round t.
func (b *batches) commit(t, length int) []int {
	b.began, b.length, b.done, b.sum = t, length, 0, 0
	return b.play[:]
}

// Observe releases the batch that the reward completes.
func (b *batches) Observe(_ int, feedback []float64) {
	b.begin()
	b.done++
	b.sum += feedback[0]
	if b.done == b.length {
		b.release()
	}
}

func (b *batches) release() {
	j := b.play[0]
	a := &b.arms[j]
	law, drawn := b.draw()
	if !b.keeps {
		a.size, a.total = 0, 0
	}
	before := a.estimate
	a.size += float64(b.length)
	a.pulls += b.length
	a.batches++
	b.learn(a, b.sum+drawn)
	b.enter(noise.Release{
		Round: b.round, Observations: b.length, First: b.round - b.length + 1, Last: b.round,
		Perturbation: noise.NoisySum(law, b.scale), Epsilon: b.epsilon,
	}, noise.ReleaseTerm{Arm: j, Sum: b.sum, Noise: drawn, Before: before, After: a.estimate})
}

// learn adds to the sum that an arm's estimate is made of.
func (b *batches) learn(a *batchArm, sum float64) {
	a.total += sum
	a.estimate = a.total / a.size
	if b.keeps {
		a.estimate = clip(a.estimate)
	}
}

// draw draws the noise of a sum.
func (b *batches) draw() (law string, drawn float64) {
	if b.normal {
		return noise.GaussianNoise, b.stream.Normal(0, b.scale)
	}
	return noise.LaplaceNoise, b.stream.Laplace(b.scale)
}

func (b *batches) clone() batches {
	c := *b
	c.bandit, c.armReleases, c.arms = b.bandit.clone(), b.armReleases.clone(), slices.Clone(b.arms)
	return c
}

// Estimate returns the arm's private mean.
func (b *batches) Estimate(arm int) float64 { return b.arms[arm].estimate }

// Pending counts the observations of the running batch.
func (b *batches) Pending() int {
	if b.done == b.length {
		return 0
	}
	return b.done
}

// Epoch returns the running batch.
func (b *batches) Epoch() (done, length int) { return b.done, b.length }

// explain explains by the scores of the newest decision. In the pseudo-code of all
// learners of batches, line 1 pulls each arm once, line 3 decides and line 4 plays the batch.
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

func (b *batches) Committed(t int) int {
	if b.done < b.length {
		return b.began
	}
	return t
}

func (b *batches) Suppose(arm int, more float64) bool {
	a := &b.arms[arm]
	if a.size == 0 {
		return false
	}
	b.learn(a, more)
	return true
}
