package matroid

import "slices"

type linearBuilder struct {
	matroid *Linear
	arms    []int
	set     int    // of a tabled matroid: the bit set of arms
	span    span   // of others: that of the arms
	met     []bool // of others: by the first arm with the same vector, whether such an arm was added or refused
}

// NewBuilder returns an empty builder.
func (m *Linear) NewBuilder() Builder {
	b := &linearBuilder{matroid: m, arms: make([]int, 0, m.rank)}
	if m.independent == nil {
		b.span, b.met = newSpan(m.rank, len(m.rows[0])), make([]bool, m.size)
	}
	return b
}

func (b *linearBuilder) Reset() {
	b.arms, b.set, b.span.held = b.arms[:0], 0, 0
	clear(b.met)
}

func (b *linearBuilder) Add(e int) bool {
	if len(b.arms) == b.matroid.rank || !b.adds(e) {
		return false
	}
	b.arms = append(b.arms, e)
	return true
}

func (b *linearBuilder) adds(e int) bool {
	if b.matroid.independent == nil {
		met := &b.met[b.matroid.equal[e]]
		added := !*met && b.span.add(b.matroid.rows[e])
		*met = true
		return added
	}
	set := b.set | 1<<e
	if set == b.set || !b.matroid.independent[set] {
		return false
	}
	b.set = set
	return true
}

// Dependence eliminates vectors that end with their coefficients of the held arms.
func (b *linearBuilder) Dependence(dst []int, e int) []int {
	dimension := len(b.matroid.rows[e])
	s := newSpan(len(b.arms)+1, dimension+len(b.arms))
	s.dimension = dimension
	for k, arm := range b.arms {
		unit := make([]uint64, len(b.arms))
		unit[k] = 1
		s.add(slices.Concat(b.matroid.rows[arm], unit))
	}
	if s.add(slices.Concat(b.matroid.rows[e], make([]uint64, len(b.arms)))) || slices.Contains(b.arms, e) {
		return dst
	}
	first := len(dst)
	for k, arm := range b.arms {
		if s.rows[s.held][dimension+k] != 0 {
			dst = append(dst, arm)
		}
	}
	slices.Sort(dst[first:])
	return dst
}
