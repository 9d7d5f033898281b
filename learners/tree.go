package learners

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/param"
)

// treeSums holds the arms' private running sums by the binary mechanism, one tree for each arm.
// Every observation completes one node, which is one release.
type treeSums struct {
	armReleases
	trees  []noise.Tree
	starts [][]int // by arm and level: the round of the latest node's first observation
	sums   []float64
}

// newTreeSums returns trees for at most horizon observations each that keep one arm's
// observations ε-private.
func newTreeSums(arms, horizon int, epsilon float64) treeSums {
	m := treeSums{
		armReleases: newArmReleases(arms),
		trees:       make([]noise.Tree, arms), starts: make([][]int, arms), sums: make([]float64, arms),
	}
	for j := range arms {
		m.trees[j] = noise.NewTree(horizon, epsilon)
		m.starts[j] = make([]int, m.trees[j].Levels())
	}
	return m
}

// add adds arm j's reward of round t.
func (m *treeSums) add(t, j int, reward float64, stream *noise.Stream) {
	tree, starts := &m.trees[j], m.starts[j]
	before := m.Estimate(j)
	tree.Add(reward, stream)
	m.sums[j] = tree.Sum()
	node := tree.Newest()
	starts[node.Level] = t
	if node.Level > 0 {
		starts[node.Level] = starts[node.Level-1] // of the oldest node that it merges
	}
	m.enter(noise.Release{
		Round: t, Observations: 1 << node.Level, First: starts[node.Level], Last: t,
		Perturbation: noise.NoisySum(noise.LaplaceNoise, tree.Scale()), Epsilon: tree.NodeEpsilon(),
	}, noise.ReleaseTerm{Arm: j, Sum: node.Sum, Noise: node.Noise, Before: before, After: m.Estimate(j)})
}

// count returns the number of observations of the arm.
func (m *treeSums) count(j int) float64 { return float64(m.trees[j].Count()) }

// describe lists the nodes in the arm's sum by their observations.
func (m *treeSums) describe(j int) string {
	var parts []string
	for _, node := range m.trees[j].Nodes() {
		part := fmt.Sprintf("[%d–%d]", node.First, node.Last)
		if node.First == node.Last {
			part = fmt.Sprintf("[%d]", node.First)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " + ")
}

func (m *treeSums) clone() treeSums {
	c := *m
	c.armReleases, c.trees, c.sums = m.armReleases.clone(), slices.Clone(m.trees), slices.Clone(m.sums)
	c.starts = param.Map(m.starts, slices.Clone[[]int])
	return c
}

// Estimate returns the arm's private mean; before its first observation, 0/0 is NaN.
func (m *treeSums) Estimate(arm int) float64 { return m.sums[arm] / m.count(arm) }

// Pending returns 0: a tree releases every observation.
func (m *treeSums) Pending() int { return 0 }

// Suppose changes the sum of an arm's tree.
func (m *treeSums) Suppose(arm int, more float64) bool {
	if m.count(arm) == 0 {
		return false
	}
	m.sums[arm] += more
	return true
}
