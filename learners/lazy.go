package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// freshMeans are the arms' private mean estimates from fresh, doubling batches
// (HHMH Alg. 1 and 3, CHH Alg. 2 and 3): an arm's first observation is released
// by itself, and from then on whenever 2^(r+1) new ones have come together
// their noisy mean replaces the old estimate and everything before is
// forgotten. Each observation is in one release, so that an arm costs epsilon
// however long it is played.
type freshMeans struct {
	arms     []freshArm
	epsilon  float64 // ε of one arm's releases
	scale    float64 // of the Laplace noise on a sum: 1/ε
	releases []noise.Release
	pending  int
}

type freshArm struct {
	estimate float64 // μ̃_j; NaN before the first release
	size     float64 // O_j: how many observations it was made of
	batch    int     // N_j: fresh observations so far
	target   int     // 2^(r_j+1): how many make the next release; 0 before the first
	sum      float64 // Φ_j: their sum
	first    int     // the round of the oldest of them
}

func newFreshMeans(arms int, epsilon float64) freshMeans {
	m := freshMeans{arms: make([]freshArm, arms), epsilon: epsilon, scale: noiseScale(epsilon)}
	for j := range m.arms {
		m.arms[j].estimate = math.NaN()
	}
	return m
}

// begin forgets the releases of the round before.
func (m *freshMeans) begin() { m.releases = m.releases[:0] }

// add takes arm j's reward of round t, and releases where a batch is full.
func (m *freshMeans) add(t, j int, reward float64, stream *noise.Stream) {
	a := &m.arms[j]
	if a.batch == 0 {
		a.first = t
	}
	a.batch++
	a.sum += reward
	m.pending++
	if a.batch < a.target {
		return
	}
	m.release(t, j, stream)
}

func (m *freshMeans) release(t, j int, stream *noise.Stream) {
	a := &m.arms[j]
	drawn := stream.Laplace(m.scale)
	before := a.estimate
	a.size = float64(a.batch)
	a.estimate = (a.sum + drawn) / a.size
	m.releases = append(m.releases, noise.Release{
		Round: t, Arms: []int{j}, Observations: a.batch, First: a.first, Last: t,
		Noise: "Laplace", Scale: m.scale, Sensitivity: 1, Epsilon: m.epsilon, Winner: -1,
		Terms: []noise.ReleaseTerm{{Arm: j, Sum: a.sum, Noise: drawn, Before: before, After: a.estimate}},
	})
	m.pending -= a.batch
	a.target = 2 * a.batch
	a.batch, a.sum = 0, 0
}

func (m *freshMeans) clone() freshMeans {
	c := *m
	c.arms = slices.Clone(m.arms)
	c.releases = slices.Clone(m.releases) // a release is never changed once made
	return c
}

// Estimate is the arm's private mean of its newest release.
func (m *freshMeans) Estimate(arm int) float64 { return m.arms[arm].estimate }

// Releases are those of the newest round.
func (m *freshMeans) Releases() []noise.Release { return m.releases }

// Pending counts the fresh observations of all arms.
func (m *freshMeans) Pending() int { return m.pending }
