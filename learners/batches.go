package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
)

// batches implements bandits that commit to one arm for a whole batch and release the batch's
// noisy sum at its end (AdaP-UCB, AdaP-KLUCB, AdaC-UCB, DP-KLUCB, DP-IMED). Each reward is in
// one release.
type batches struct {
	bandit
	armReleases
	arms    []batchArm
	epsilon float64
	scale   float64 // scale of the noise on a batch's sum
	normal  bool    // the noise is normal with standard deviation scale, not Laplace
	keeps   bool    // estimates use all batches of an arm and are clipped to [0,1]; otherwise only the latest batch
	length  int     // of the current batch; 0 before the first
	done    int     // observations in the current batch so far
	sum     float64 // of the current batch
	began   int     // the round in which the current batch was chosen
}

type batchArm struct {
	estimate float64 // the private mean; NaN before the first release
	size     float64 // number of observations in the estimate
	total    float64 // their noisy sum
	pulls    int     // observations in all finished batches
	batches  int     // number of finished batches
}

func newBatches(s Setting) batches {
	b := batches{
		bandit: newBandit(s), armReleases: newArmReleases(s.Arms), arms: make([]batchArm, s.Arms),
		epsilon: s.Epsilon, scale: 1 / s.Epsilon,
	}
	for j := range b.arms {
		b.arms[j].estimate = math.NaN()
	}
	return b
}

// goesOn reports whether the play of round t is already decided: a batch continues, or an arm's
// first pull, a batch of one, is due.
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

// commit starts a batch of the current play in round t.
func (b *batches) commit(t, length int) []int {
	b.began, b.length, b.done, b.sum = t, length, 0, 0
	return b.play[:]
}

// Observe adds a reward and releases the batch when it is complete.
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

// learn adds a batch's noisy sum to the arm's estimate.
func (b *batches) learn(a *batchArm, sum float64) {
	a.total += sum
	a.estimate = a.total / a.size
	if b.keeps {
		a.estimate = clip(a.estimate)
	}
}

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

func (b *batches) Estimate(arm int) float64 { return b.arms[arm].estimate }

// Pending returns the number of observations in the current batch.
func (b *batches) Pending() int {
	if b.done == b.length {
		return 0
	}
	return b.done
}

func (b *batches) Epoch() (done, length int) { return b.done, b.length }

// explain explains the latest decision. In the pseudocode of every learner with batches, line 1
// pulls each arm once, line 3 decides and line 4 plays the batch.
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
