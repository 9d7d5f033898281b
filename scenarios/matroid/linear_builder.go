package matroid

import "slices"

// linearBuilder eliminates modulo the prime.
type linearBuilder struct {
	matroid *Linear
	basis   modularBasis
	met     []bool // by the first arm with the same vector: whether such an arm was added or refused
}

// NewBuilder returns an empty builder.
func (m *Linear) NewBuilder() Builder {
	return &linearBuilder{m, newModularBasis(m), make([]bool, len(m.equal))}
}

func (b *linearBuilder) Reset() {
	b.basis.reset()
	clear(b.met)
}

func (b *linearBuilder) Add(e int) bool {
	met := &b.met[b.matroid.equal[e]]
	if len(b.basis.arms) == b.matroid.rank || *met {
		return false
	}
	*met = true
	return b.basis.add(e)
}

func (b *linearBuilder) Dependence(dst []int, e int) []int {
	if b.basis.pivot(e) < len(b.basis.rows) || slices.Contains(b.basis.arms, e) {
		return dst
	}
	first := len(dst)
	for k, f := range b.basis.arms {
		if b.basis.settled(k, e) != 0 {
			dst = append(dst, f)
		}
	}
	slices.Sort(dst[first:])
	return dst
}
