package learners

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"regretscope/noise"
	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// treeGamma is the failure probability in DP-UCB's bonus.
const treeGamma = 0.1

func init() {
	Register(&Declaration{
		ID: "dp-ucb-tree", Look: 8,
		Listing: Listing{
			Name: "DP-UCB (tree)", Family: PrivateBandit, Counterparts: []string{"ucb1"},
			Paper:   "Mishra & Thakurta 2015, Alg. 1; γ as in Azize & Basu 2022",
			Brief:   "UCB on sums from noisy trees",
			Summary: "UCB on running sums that a binary tree of noisy partial sums keeps private",
		},
		Guarantee:    Guarantee{Privacy: Central, Claim: "ε-DP (Mishra & Thakurta 2015)", Audit: auditTrees},
		KnowsHorizon: true,
		Parameters: param.List{{
			Name: "split", Meaning: "the ε of each arm's tree: all of ε, or ε/K as in the paper",
			Choices: []string{"none", "arms"},
			Notes:   []string{"a round shows one arm, so ε for each tree is enough", "ε/K for each tree, as in the paper"},
			Default: "none",
		}},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, a binary tree of noisy sums of its rewards.",
				"It chooses the arm whose noisy mean is largest with two bonuses: for few rewards, and for the noise.",
				"It pays for privacy with noise in every node of a tree, and with so large a bonus that it tries all arms for very long.",
			},
			Symbols: []Symbol{
				{Name: "B", Meaning: "the number of levels of a tree"},
				{Name: "S̃_j", Meaning: "the noisy sum of arm j's rewards, from its tree"},
				{Name: "n_j", Meaning: "the number of rewards of arm j"},
				{Name: "γ", Meaning: "how likely the bonus may be too small: 0.1"},
			},
			Pseudocode: []Line{
				{1, "one binary tree for each arm, B = ⌊log₂ T⌋ + 1 levels; pull each arm once"},
				{2, "for t = K+1, K+2, …"},
				{3, "  S̃_j ← noisy partial sums that make up arm j's n_j rewards"},
				{4, "  pull the largest S̃_j/n_j + √(2 ln t/n_j) + K ln²T ln(K T ln T/γ)/(ε n_j)"},
				{5, "  add the reward to the arm's tree: the node it completes gets Lap(B/ε)"},
			},
			ReleaseLines: []int{5},
			Bounds: []Bound{{
				Source: "Mishra & Thakurta 2015, with probability 1 − γ", Formula: "Σ K ln²T ln(KT/γ)/(εΔ)",
				Value: func(i Instance) float64 {
					k, log := float64(i.Arms), math.Log(i.Round)
					return i.overGaps(func(gap float64) float64 {
						return k * log * log * math.Log(k*i.Round/treeGamma) / (i.Epsilon * gap)
					})
				},
				Where: func(i Instance) bool { return !math.IsInf(i.Epsilon, 1) },
			}},
		},
		New: func(s Setting, v param.Values) Learner {
			return &dpUCBTree{newBandit(s), newTreeSums(s.Arms, s.Horizon, treeShare(s, v)), treeBonus(s)}
		},
	})
}

func treeShare(s Setting, v param.Values) float64 {
	if v.Text("split") == "arms" {
		return s.Epsilon / float64(s.Arms)
	}
	return s.Epsilon
}

// auditTrees counts one sum for each level that an arm's tree reaches: an arm's first observation
// is in a node of each. First pulls of the other arms limit an arm's pulls within the horizon.
func auditTrees(s Setting, v param.Values) dpaudit.Transcript {
	tree := noise.NewTree(s.Horizon, treeShare(s, v))
	t := dpaudit.NoisySums(s.Arms, 1, tree.Levels(), tree.Scale())
	t.Within *= float64(bits.Len(uint(max(1, s.Horizon-s.Arms+1)))) / float64(tree.Levels())
	return t
}

type dpUCBTree struct {
	bandit
	treeSums         // S̃_j and n_j
	bonus    float64 // K ln²T ln(K T ln T/γ)/ε
}

// treeBonus returns the bonus of the horizon; 0 at T = 1.
func treeBonus(s Setting) float64 {
	k, horizon := float64(s.Arms), float64(s.Horizon)
	log := math.Log(horizon)
	return max(0, k*log*log*math.Log(k*horizon*log/treeGamma)/s.Epsilon)
}

func (l *dpUCBTree) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := math.Log(float64(t))
	for j, sum := range l.sums {
		n := l.count(j)
		l.scores[j] = sum/n + math.Sqrt(2*log/n) + l.bonus/n
	}
	return l.playBest()
}

func (l *dpUCBTree) Observe(t int, feedback []float64) {
	l.begin()
	l.add(t, l.play[0], feedback[0], &l.stream)
}

func (l *dpUCBTree) Clone() Learner {
	return &dpUCBTree{l.bandit.clone(), l.treeSums.clone(), l.bonus}
}

func (l *dpUCBTree) Explain() Explanation {
	log := math.Log(float64(l.round))
	columns := []Column{{"S̃/n", Estimate}, {"√(2 ln t/n)", Confidence}, {"bonus/n", PrivacyBonus}, {"index", UpperIndex}}
	x := l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		n := l.count(j)
		values, text := sum(l.scores[j], l.sums[j]/n, math.Sqrt(2*log/n), l.bonus/n)
		return values, text + "; S̃ sums " + l.describe(j)
	})
	if len(x.Arms) > 0 {
		x.Nodes = l.trees[l.play[0]].Nodes()
	}
	return x
}

// treeSums holds the arms' private running sums by the binary mechanism, one tree for each arm.
// Every observation completes one node, which is one release.
type treeSums struct {
	armReleases
	trees  []noise.Tree
	starts [][]int // by arm and level: the round of the latest node's first observation
	sums   []float64
}

// newTreeSums returns trees for at most horizon observations each that keep one arm's observations ε-private.
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
