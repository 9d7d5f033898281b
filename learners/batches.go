package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// armBatches holds the arms' private means of batches: a batch of an arm's observations is released as a noisy sum
// when it is complete. Each observation is in one release, so an arm costs ε in total.
type armBatches struct {
	newest  armReleases
	arms    []batchArm
	epsilon float64 // ε of one arm's releases
	scale   float64 // scale of the noise on a batch's sum
	law     string  // of the noise
	bits    bool    // people round their rewards to bits
	keeps   bool    // estimates use all batches of an arm and are clipped to [0,1]; otherwise only the latest batch
	pending int
}

type batchArm struct {
	estimate float64   // the private mean; NaN before the first release
	size     float64   // number of observations in the estimate
	total    noise.Sum // their noisy sum
	pulls    int       // observations in all finished batches

	batch  int       // observations in the current batch so far
	target int       // its length; 0 before the first release
	sum    noise.Sum // of the current batch
	first  int       // the first round of the current batch
}

func newArmBatches(arms int, epsilon float64) armBatches {
	m := armBatches{
		newest: newArmReleases(arms), arms: make([]batchArm, arms), epsilon: epsilon, scale: 1 / epsilon,
		law: noise.LaplaceNoise,
	}
	for j := range m.arms {
		m.arms[j].estimate = math.NaN()
	}
	return m
}

// add adds arm j's reward of round t and releases its batch when it is complete.
func (m *armBatches) add(t, j int, reward float64, stream *noise.Stream) {
	a := &m.arms[j]
	if a.batch == 0 {
		a.first = t
	}
	if m.bits {
		reward = stream.Round(reward)
	}
	a.batch++
	a.sum.Add(reward)
	m.pending++
	if a.batch >= a.target {
		m.release(t, j, stream)
	}
}

// release releases arm j's batch after round t. The next one is twice as long.
func (m *armBatches) release(t, j int, stream *noise.Stream) {
	a := &m.arms[j]
	drawn := m.draw(stream)
	before := a.estimate
	if !m.keeps {
		a.size, a.total = 0, noise.Sum{}
	}
	a.size += float64(a.batch)
	a.pulls += a.batch
	m.learn(a, a.sum.Value()+drawn)
	m.newest.enter(noise.Release{
		Round: t, Observations: a.batch, First: a.first, Last: t,
		Perturbation: noise.NoisySum(m.law, m.scale), Epsilon: m.epsilon,
	}, noise.ReleaseTerm{Arm: j, Sum: a.sum.Value(), Noise: drawn, Before: before, After: a.estimate})
	m.pending -= a.batch
	a.target = 2 * a.batch
	a.batch, a.sum = 0, noise.Sum{}
}

func (m *armBatches) draw(stream *noise.Stream) float64 {
	switch m.law {
	case noise.GaussianNoise:
		return stream.Normal(0, m.scale)
	case noise.DiscreteLaplaceNoise:
		return stream.DiscreteLaplace(m.scale)
	case noise.BinomialNoise:
		return stream.FairBits(m.scale)
	}
	return stream.Laplace(m.scale)
}

func (m *armBatches) learn(a *batchArm, sum float64) {
	a.total.Add(sum)
	a.estimate = a.total.Value() / a.size
	if m.keeps {
		a.estimate = clip(a.estimate)
	}
}

func (m *armBatches) clone() armBatches {
	c := *m
	c.newest, c.arms = m.newest.clone(), slices.Clone(m.arms)
	return c
}

func (m *armBatches) Releases() []noise.Release { return m.newest.releases }
func (m *armBatches) Estimate(arm int) float64  { return m.arms[arm].estimate }

func (m *armBatches) Pending() int { return m.pending }

// Suppose changes the arm's released sum.
func (m *armBatches) Suppose(arm int, more float64) bool {
	a := &m.arms[arm]
	if a.size == 0 {
		return false
	}
	m.learn(a, more)
	return true
}

// batches implements bandits that commit to one arm for a whole batch (AdaP-UCB, AdaP-KLUCB,
// AdaC-UCB, DP-KLUCB, DP-IMED).
type batches struct {
	bandit
	armBatches
	began  int // the round in which the current batch was chosen
	length int // of the current batch; 0 before the first
	done   int // observations in the current batch so far
}

func newBatches(s Setting) batches {
	return batches{bandit: newBandit(s), armBatches: newArmBatches(s.Arms, s.Epsilon)}
}

func (b *batches) clone() batches {
	c := *b
	c.bandit, c.armBatches = b.bandit.clone(), b.armBatches.clone()
	return c
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
	b.began, b.length, b.done = t, length, 0
	b.arms[b.play[0]].target = length
	return b.play[:]
}

func (b *batches) Observe(t int, feedback []float64) {
	b.newest.begin()
	b.done++
	b.add(t, b.play[0], feedback[0], &b.stream)
}

func (b *batches) Epoch() (done, length int) { return b.done, b.length }

// explain explains the latest decision. In the pseudocode of every learner with batches, line 1
// pulls each arm once, line 3 decides and line 4 plays the batch.
func (b *batches) explain(columns []Column, of terms) Explanation {
	e := b.explainPulled(1, []int{3}, columns, of)
	switch {
	case len(e.Arms) == 0: // a first pull
	case b.began == b.round:
		e.Note = fmt.Sprintf("a new batch of %s is decided", number.Plural(b.length, "round"))
	default:
		e.Lines = []int{4}
		e.Note = fmt.Sprintf("decided in round %s, for %s; the scores are of that round",
			number.Count(b.began), number.Plural(b.length, "round"))
	}
	return e
}

func (b *batches) Committed(t int) int {
	if b.done < b.length {
		return b.began
	}
	return t
}

// armReleases holds the releases of the latest round, each for one arm. It reuses their memory.
type armReleases struct {
	ids      []int // 0, 1, …; a release's arms are a slice of it
	terms    []noise.ReleaseTerm
	releases []noise.Release
}

func newArmReleases(arms int) armReleases {
	return armReleases{ids: param.Indices(arms)}
}

// begin clears the releases of the previous round.
func (m *armReleases) begin() { m.releases, m.terms = m.releases[:0], m.terms[:0] }

// enter adds a release of the term's arm.
func (m *armReleases) enter(r noise.Release, term noise.ReleaseTerm) {
	n := len(m.terms)
	m.terms = append(m.terms, term)
	r.Arms, r.Terms = m.ids[term.Arm:term.Arm+1:term.Arm+1], m.terms[n:n+1:n+1]
	r.Winner = -1
	m.releases = append(m.releases, r)
}

func (m *armReleases) Releases() []noise.Release { return m.releases }

func (m *armReleases) clone() armReleases {
	c := armReleases{ids: m.ids, terms: slices.Clone(m.terms), releases: slices.Clone(m.releases)}
	for i := range c.releases {
		c.releases[i].Terms = c.terms[i : i+1 : i+1]
	}
	return c
}
