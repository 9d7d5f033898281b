package learners

import (
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// freshBatches holds the arms' private means of fresh, doubling batches (HHMH Alg. 1 and 3, CHH
// Alg. 2 and 3). An arm's first observation is released alone. From then on, every 2^(r+1) new
// observations are released as a noisy mean that replaces the previous one. Each observation is
// in one release, so an arm costs ε in total.
type freshBatches struct {
	newest  armReleases
	arms    []freshArm
	epsilon float64 // ε of one arm's releases
	scale   float64 // of the Laplace noise on a sum: 1/ε
	pending int
}

type freshArm struct {
	estimate float64 // μ̃_j; NaN before the first release
	size     float64 // O_j: number of observations in the estimate, a power of two
	batch    int     // N_j: observations in the current batch so far
	target   int     // 2^(r_j+1): length of the current batch; 0 before the first release
	sum      float64 // Φ_j: sum of the current batch
	first    int     // the first round of the current batch
}

func newFreshBatches(arms int, epsilon float64) freshBatches {
	m := freshBatches{
		newest: newArmReleases(arms), arms: make([]freshArm, arms),
		epsilon: epsilon, scale: 1 / epsilon,
	}
	for j := range m.arms {
		m.arms[j].estimate = math.NaN()
	}
	return m
}

// add adds arm j's reward of round t and releases its batch when it is complete.
func (m *freshBatches) add(t, j int, reward float64, stream *noise.Stream) {
	a := &m.arms[j]
	if a.batch == 0 {
		a.first = t
	}
	a.batch++
	a.sum += reward
	m.pending++
	if a.batch >= a.target {
		m.release(t, j, stream)
	}
}

func (m *freshBatches) release(t, j int, stream *noise.Stream) {
	a := &m.arms[j]
	drawn := stream.Laplace(m.scale)
	before := a.estimate
	a.size = float64(a.batch)
	a.estimate = (a.sum + drawn) / a.size
	m.newest.enter(noise.Release{
		Round: t, Observations: a.batch, First: a.first, Last: t,
		Perturbation: noise.NoisySum(noise.LaplaceNoise, m.scale), Epsilon: m.epsilon,
	}, noise.ReleaseTerm{Arm: j, Sum: a.sum, Noise: drawn, Before: before, After: a.estimate})
	m.pending -= a.batch
	a.target = 2 * a.batch
	a.batch, a.sum = 0, 0
}

func (m *freshBatches) clone() freshBatches {
	c := *m
	c.newest, c.arms = m.newest.clone(), slices.Clone(m.arms)
	return c
}

func (m *freshBatches) Releases() []noise.Release { return m.newest.releases }

func (m *freshBatches) Estimate(arm int) float64 { return m.arms[arm].estimate }

// Pending returns the number of unreleased observations of all arms.
func (m *freshBatches) Pending() int { return m.pending }

// lazyBandit is the common state of HHMH's two lazy bandits.
type lazyBandit struct {
	bandit
	freshBatches
}

func newLazyBandit(s Setting) lazyBandit {
	return lazyBandit{bandit: newBandit(s), freshBatches: newFreshBatches(s.Arms, s.Epsilon)}
}

func (l *lazyBandit) clone() lazyBandit {
	return lazyBandit{bandit: l.bandit.clone(), freshBatches: l.freshBatches.clone()}
}

func (l *lazyBandit) Observe(t int, feedback []float64) {
	l.newest.begin()
	l.add(t, l.play[0], feedback[0], &l.stream)
}

// Epoch returns the current batch of the played arm.
func (l *lazyBandit) Epoch() (done, length int) {
	a := &l.arms[l.play[0]]
	return a.batch, a.target
}

// lazyMatroid is the common state of CHH's two algorithms, which play bases on private means of
// fresh batches. Each arm has ε_0 = ε/K, so the K arms of a round cost ε together.
type lazyMatroid struct {
	semiBandit
	freshBatches
	rank float64 // K
}

func newLazyMatroid(s Setting, v param.Values) lazyMatroid {
	rank := float64(s.Matroid.Rank())
	return lazyMatroid{
		semiBandit:   newInitialized(s, v),
		freshBatches: newFreshBatches(s.Arms, s.Epsilon/rank),
		rank:         rank,
	}
}

// registerLazyMatroid registers one of CHH's algorithms.
func registerLazyMatroid(d Declaration, start func(lazyMatroid) Learner) {
	d.Family, d.Privacy, d.Audit = Matroids, Central, auditLazyMatroid
	d.Parameters = param.List{initParameter}
	d.New = func(s Setting, v param.Values) Learner { return start(newLazyMatroid(s, v)) }
	Register(&d)
}

// auditLazyMatroid counts the K sums of a round at ε/K each, or, with init=paper, the L sums of
// round 0.
func auditLazyMatroid(s Setting, v param.Values) dpaudit.Transcript {
	rank := s.Matroid.Rank()
	if v.Text("init") == "paper" {
		return dpaudit.RoundZero(s.Arms, rank, s.Epsilon)
	}
	return dpaudit.NoisySums(s.Arms, rank, 1, 1/(s.Epsilon/float64(rank)))
}

func (l *lazyMatroid) clone() lazyMatroid {
	return lazyMatroid{l.semiBandit.clone(), l.freshBatches.clone(), l.rank}
}

// level returns 3 ln(Kt).
func (l *lazyMatroid) level(t int) float64 { return 3 * math.Log(l.rank*float64(t)) }

func (l *lazyMatroid) Initialize(rewards []float64) {
	l.unseen = 0
	for e, reward := range rewards {
		l.add(0, e, reward, &l.stream)
	}
}

func (l *lazyMatroid) Observe(t int, feedback []float64) {
	l.newest.begin()
	for i, e := range l.play {
		l.add(t, e, feedback[i], &l.stream)
	}
	l.see()
}

// Suppose changes an arm's released sum.
func (m *freshBatches) Suppose(arm int, more float64) bool {
	a := &m.arms[arm]
	if a.size == 0 {
		return false
	}
	a.estimate += more / a.size
	return true
}
