package noise

import (
	"math"
	"math/bits"
)

// maxTreeLevels bounds the levels of a Tree. No horizon allows 2^50 observations, and a fixed size
// lets a tree be cloned by copying it.
const maxTreeLevels = 50

// A Tree is the binary mechanism (Chan, Shi, Song 2011; Dwork, Naor, Pitassi, Rothblum 2010): it
// publishes the running sum of a stream after every observation. It gathers observations in dyadic
// nodes and adds noise once to each node's partial sum. The sum after n observations adds up one
// node for each binary digit 1 of n. Copying the value clones a tree.
//
// An observation enters at most one node of each level. With Laplace noise of scale levels/ε on
// every node, the whole stream of sums is therefore ε-private for observations in [0,1].
type Tree struct {
	scale    float64
	levels   int
	count    int
	partials [maxTreeLevels]partial
}

// partial is the newest node of one level: its true sum and its noise.
type partial struct{ sum, noise float64 }

// A TreeNode is one noised partial sum of a Tree: it covers the observations
// First to Last, numbered from 1, of which there are 2^Level.
type TreeNode struct {
	Level       int
	First, Last int
	Sum, Noise  float64
}

// NewTree returns a tree for at most horizon observations that keeps them epsilon-private. horizon
// is at least 1 and below 2^50; epsilon is positive, and +Inf means no noise.
func NewTree(horizon int, epsilon float64) Tree {
	levels := bits.Len(uint(horizon))
	return Tree{scale: float64(levels) / epsilon, levels: levels}
}

// Add adds the next observation, of at most horizon in all, and draws the noise of the node that it completes.
func (t *Tree) Add(x float64, s *Stream) {
	t.count++
	// Adding 1 to a binary number carries through its trailing ones: their
	// nodes merge into the one that takes the carry.
	level := bits.TrailingZeros(uint(t.count))
	sum := x
	for i := range level {
		sum += t.partials[i].sum
		t.partials[i] = partial{}
	}
	t.partials[level] = partial{sum: sum, noise: s.Laplace(t.scale)}
}

// Sum returns the released sum of all observations so far: the true sum plus the noise of one node
// for each binary digit 1 of their number.
func (t *Tree) Sum() float64 {
	sum := 0.0
	for digits := uint(t.count); digits != 0; digits &= digits - 1 {
		p := &t.partials[bits.TrailingZeros(digits)]
		sum += p.sum + p.noise
	}
	return sum
}

// Nodes returns the nodes whose noisy sums add up to Sum, in the order of their observations.
func (t *Tree) Nodes() (nodes []TreeNode) {
	last := 0
	for level := t.levels - 1; level >= 0; level-- {
		if t.count>>level&1 == 1 {
			last += 1 << level
			nodes = append(nodes, t.node(level, last))
		}
	}
	return nodes
}

// Newest returns the node that the newest observation completed, the only release that it caused.
func (t *Tree) Newest() TreeNode { return t.node(bits.TrailingZeros(uint(t.count)), t.count) }

func (t *Tree) node(level, last int) TreeNode {
	p := t.partials[level]
	return TreeNode{Level: level, First: last - 1<<level + 1, Last: last, Sum: p.sum, Noise: p.noise}
}

// Count returns the number of observations so far.
func (t *Tree) Count() int { return t.count }

// Levels is ⌊log₂ horizon⌋ + 1, the most nodes that one observation enters.
func (t *Tree) Levels() int { return t.levels }

// Scale returns the scale of the Laplace noise on each node, levels/ε.
func (t *Tree) Scale() float64 { return t.scale }

// NodeEpsilon returns the privacy loss that one node causes for an observation in it: ε/levels, or
// +Inf without noise.
func (t *Tree) NodeEpsilon() float64 {
	if t.scale == 0 {
		return math.Inf(1)
	}
	return 1 / t.scale
}
