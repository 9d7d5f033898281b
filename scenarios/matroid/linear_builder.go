package matroid

import "slices"

// linearBuilder eliminates modulo every prime. If the held set is dependent modulo a prime, so
// is every larger set, so the builder stops using that prime: its basis is "behind", shorter
// than the set.
type linearBuilder struct {
	matroid *Linear
	bases   []modularBasis
	held    []int
	met     []bool // by the first arm with the same vector: whether such an arm was added or refused
}

// NewBuilder returns an empty builder.
func (m *Linear) NewBuilder() Builder {
	b := &linearBuilder{
		matroid: m,
		bases:   make([]modularBasis, len(m.modular)),
		held:    make([]int, 0, m.rank),
		met:     make([]bool, len(m.equal)),
	}
	for i := range m.modular {
		b.bases[i] = newModularBasis(&m.modular[i], m.rank)
	}
	return b
}

func (b *linearBuilder) Reset() {
	for i := range b.bases {
		b.bases[i].reset()
	}
	b.held = b.held[:0]
	clear(b.met)
}

func (b *linearBuilder) Add(e int) bool {
	met := &b.met[b.matroid.equal[e]]
	if len(b.held) == b.matroid.rank || *met {
		return false
	}
	*met = true
	added := false
	for i := range b.bases {
		if basis := &b.bases[i]; len(basis.arms) == len(b.held) && basis.add(e) {
			added = true
		}
	}
	if added {
		b.held = append(b.held, e)
	}
	return added
}

func (b *linearBuilder) Dependence(dst []int, e int) []int {
	behind := false
	for i := range b.bases {
		basis := &b.bases[i]
		switch {
		case len(basis.arms) < len(b.held):
			behind = true
		case basis.pivot(e) < len(basis.rows):
			return dst // e could be added
		}
	}
	first := len(dst)
	for k, f := range b.held {
		if f == e {
			return dst[:first]
		}
		if b.exchangeable(k, e, behind) {
			dst = append(dst, f)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// exchangeable reports whether e, in the span of the set, could replace the k-th held arm.
// Modulo a prime that is not behind, it could if and only if that arm's coefficient in e is
// nonzero; if it could modulo one prime, it could over ℝ. If all primes say no and none is
// behind, it could not. Otherwise test the exchanged set.
func (b *linearBuilder) exchangeable(k, e int, behind bool) bool {
	for i := range b.bases {
		if basis := &b.bases[i]; len(basis.arms) == len(b.held) && basis.settled(k, e) != 0 {
			return true
		}
	}
	if !behind {
		return false
	}
	exchanged := slices.Clone(b.held)
	exchanged[k] = e
	return Independent(b.matroid, exchanged)
}
