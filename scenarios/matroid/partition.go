package matroid

import (
	"fmt"
	"slices"
)

// Partition is the matroid of arms in blocks. A set is independent if it exceeds no block's capacity.
type Partition struct {
	basics
	block    []int // of each arm, from 0
	capacity []int // of each block
}

// NewPartition returns the partition matroid on 1 to MaxArms arms. Blocks list arms numbered
// from 1, every arm in exactly one block. Each block has a capacity of at least 0. Capacity 0
// makes its arms loops; a capacity above its size allows all of them.
func NewPartition(arms int, blocks [][]int, capacities []int) (*Partition, error) {
	if err := checkSize("arms", arms); err != nil {
		return nil, err
	}
	if len(capacities) != len(blocks) {
		return nil, refuse("capacities", 0, "%d given, blocks: %d given: must be one capacity for each block",
			len(capacities), len(blocks))
	}
	m := &Partition{
		basics: basics{kind: "partition", size: arms},
		block:  slices.Repeat([]int{-1}, arms), capacity: slices.Clone(capacities),
	}
	for i, list := range blocks {
		if len(list) == 0 {
			return nil, refuse("blocks", i+1, "block %d is empty: must list at least one arm", i+1)
		}
		if capacities[i] < 0 {
			return nil, refuse("capacities", i+1, "block %d: %d: must be 0 or more", i+1, capacities[i])
		}
		for _, arm := range list {
			if arm < 1 || arm > arms {
				return nil, refuse("blocks", i+1, "block %d: arm %d: must be 1 to %d", i+1, arm, arms)
			}
			if in := m.block[arm-1]; in >= 0 {
				return nil, refuse("blocks", i+1,
					"arm %d is in block %d and again in block %d: must be in exactly one", arm, in+1, i+1)
			}
			m.block[arm-1] = i
		}
		m.rank += min(capacities[i], len(list))
	}
	if e := slices.Index(m.block, -1); e >= 0 {
		return nil, refuse("blocks", 0, "arm %d is in no block: must be in exactly one", e+1)
	}
	if m.rank == 0 {
		return nil, errRankZero("capacities", "one must be 1 or more")
	}
	return m, nil
}

// Loop reports whether e's block has capacity 0.
func (m *Partition) Loop(e int) bool { return m.capacity[m.block[e]] == 0 }

// Describe names e's block, numbered from 1, and its capacity.
func (m *Partition) Describe(e int) string {
	return fmt.Sprintf("block %d of capacity %d", m.block[e]+1, m.capacity[m.block[e]])
}

// Blocks returns the arguments of NewPartition: arms numbered from 1, in ascending order.
func (m *Partition) Blocks() (blocks [][]int, capacities []int) {
	blocks = make([][]int, len(m.capacity))
	for e, block := range m.block {
		blocks[block] = append(blocks[block], e+1)
	}
	return blocks, slices.Clone(m.capacity)
}

func (m *Partition) NewBuilder() Builder {
	return &partitionBuilder{matroid: m, held: make([]bool, len(m.block)), used: make([]int, len(m.capacity))}
}

type partitionBuilder struct {
	matroid *Partition
	held    []bool
	used    []int // number of held arms in each block
}

func (b *partitionBuilder) Reset() {
	clear(b.held)
	clear(b.used)
}

func (b *partitionBuilder) full(block int) bool { return b.used[block] >= b.matroid.capacity[block] }

func (b *partitionBuilder) Add(e int) bool {
	if b.held[e] || b.full(b.matroid.block[e]) {
		return false
	}
	b.held[e] = true
	b.used[b.matroid.block[e]]++
	return true
}

func (b *partitionBuilder) Dependence(dst []int, e int) []int {
	block := b.matroid.block[e]
	if b.held[e] || !b.full(block) {
		return dst
	}
	for f, held := range b.held {
		if held && b.matroid.block[f] == block {
			dst = append(dst, f)
		}
	}
	return dst
}

// Uniform is the matroid in which any set of at most rank arms is independent: a partition with one block.
type Uniform struct{ Partition }

// NewUniform returns the uniform matroid of rank 1 to arms on 1 to MaxArms arms.
func NewUniform(arms, rank int) (*Uniform, error) {
	if err := checkSize("arms", arms); err != nil {
		return nil, err
	}
	if rank == 0 {
		return nil, errRankZero("rank", fmt.Sprintf("must be 1 to %d, the number of arms", arms))
	}
	if rank < 0 || rank > arms {
		return nil, refuse("rank", 0, "%d: must be 1 to %d, the number of arms", rank, arms)
	}
	return &Uniform{Partition{basics{"uniform", arms, rank}, make([]int, arms), []int{rank}}}, nil
}

// Describe describes every arm alike, by the number of arms that may be played together.
func (m *Uniform) Describe(int) string { return fmt.Sprintf("any %d of %d", m.rank, m.Size()) }
