package matroid

import (
	"fmt"
	"slices"
)

// Uniform is the matroid in which any set of at most rank arms is independent.
type Uniform struct {
	size, rank int
}

// NewUniform returns the uniform matroid of the given rank, 1 to arms, on the
// given number of arms, 1 to MaxArms.
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
	return &Uniform{size: arms, rank: rank}, nil
}

// Kind returns "uniform".
func (m *Uniform) Kind() string { return "uniform" }

// Size is the number of arms.
func (m *Uniform) Size() int { return m.size }

// Rank is the number of arms in a basis.
func (m *Uniform) Rank() int { return m.rank }

// Independent reports whether set has at most Rank arms, all different.
func (m *Uniform) Independent(set []int) bool { return independent(m, set) }

// Loop is false for every arm.
func (m *Uniform) Loop(int) bool { return false }

// Describe says how many arms may be played together.
func (m *Uniform) Describe(int) string { return fmt.Sprintf("any %d of %d", m.rank, m.size) }

// NewBuilder returns a builder that holds the empty set.
func (m *Uniform) NewBuilder() Builder {
	return &uniformBuilder{rank: m.rank, held: make([]bool, m.size)}
}

type uniformBuilder struct {
	rank, count int
	held        []bool
}

func (b *uniformBuilder) Reset() {
	clear(b.held)
	b.count = 0
}

func (b *uniformBuilder) Len() int { return b.count }

func (b *uniformBuilder) Add(e int) bool {
	if b.held[e] || b.count == b.rank {
		return false
	}
	b.held[e] = true
	b.count++
	return true
}

func (b *uniformBuilder) Dependence(dst []int, e int) []int {
	if b.held[e] || b.count < b.rank {
		return dst
	}
	for f, held := range b.held {
		if held {
			dst = append(dst, f)
		}
	}
	return dst
}

func (b *uniformBuilder) Clone() Builder {
	c := *b
	c.held = slices.Clone(b.held)
	return &c
}
