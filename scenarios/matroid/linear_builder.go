package matroid

import "slices"

// linearBuilder eliminates modulo every prime at once. A prime modulo which the
// set held has become dependent is dropped: every larger set is dependent modulo
// it too, so it has no further say.
type linearBuilder struct {
	matroid *Linear
	bases   []modularBasis
	held    []int
}

// modularBasis is the change of coordinates, modulo one prime, that turns every
// held vector into a multiple of a unit vector of its own.
type modularBasis struct {
	vectors *modularVectors
	rank    int
	dead    bool     // the set held is dependent modulo this prime
	change  []uint64 // rank × rank, by rows
	armOf   []int    // the held arm whose unit vector each row is, or −1
	image   []uint64 // scratch: the new coordinates of one arm
}

// NewBuilder returns a builder that holds the empty set.
func (m *Linear) NewBuilder() Builder {
	b := &linearBuilder{
		matroid: m,
		bases:   make([]modularBasis, len(m.modular)),
		held:    make([]int, 0, m.rank),
	}
	for i := range m.modular {
		b.bases[i] = modularBasis{
			vectors: &m.modular[i],
			rank:    m.rank,
			change:  make([]uint64, m.rank*m.rank),
			armOf:   make([]int, m.rank),
			image:   make([]uint64, m.rank),
		}
	}
	b.Reset()
	return b
}

func (b *linearBuilder) Reset() {
	for i := range b.bases {
		b.bases[i].reset()
	}
	b.held = b.held[:0]
}

func (b *linearBuilder) Len() int { return len(b.held) }

func (b *linearBuilder) Add(e int) bool {
	if len(b.held) == b.matroid.rank || !b.extends(e) {
		return false
	}
	for i := range b.bases {
		if basis := &b.bases[i]; !basis.dead {
			basis.dead = !basis.add(e)
		}
	}
	b.held = append(b.held, e)
	return true
}

// extends reports whether e is independent of the held set modulo some prime.
func (b *linearBuilder) extends(e int) bool {
	for i := range b.bases {
		if basis := &b.bases[i]; !basis.dead && basis.pivot(e) >= 0 {
			return true
		}
	}
	return false
}

func (b *linearBuilder) Dependence(dst []int, e int) []int {
	if slices.Contains(b.held, e) || b.extends(e) {
		return dst
	}
	first := len(dst)
	for _, f := range b.held {
		if b.dependsOn(e, f) {
			dst = append(dst, f)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// dependsOn reports whether held arm f is in the circuit of e, that is, whether
// e could take its place. The coefficient of f in e is a quotient of minors, so
// a prime by which it is not 0 proves that it is not 0; where a prime has been
// dropped, the coefficients of the others are no proof that it is 0.
func (b *linearBuilder) dependsOn(e, f int) bool {
	dropped := false
	for i := range b.bases {
		basis := &b.bases[i]
		if basis.dead {
			dropped = true
		} else if basis.coefficient(slices.Index(basis.armOf, f), e) != 0 {
			return true
		}
	}
	if !dropped {
		return false
	}
	exchanged := slices.Clone(b.held)
	exchanged[slices.Index(exchanged, f)] = e
	return b.matroid.Independent(exchanged)
}

func (b *linearBuilder) Clone() Builder {
	c := *b
	c.held = append(make([]int, 0, b.matroid.rank), b.held...)
	c.bases = slices.Clone(b.bases)
	for i := range c.bases {
		basis := &c.bases[i]
		basis.change, basis.armOf = slices.Clone(basis.change), slices.Clone(basis.armOf)
		basis.image = make([]uint64, basis.rank)
	}
	return &c
}

func (b *modularBasis) reset() {
	b.dead = false
	clear(b.change)
	for row := range b.armOf {
		b.change[row*b.rank+row] = b.vectors.one
		b.armOf[row] = -1
	}
}

// coefficient is the coordinate of arm e in the given row of the new
// coordinates, up to a factor that belongs to the row.
func (b *modularBasis) coefficient(row, e int) uint64 {
	f := b.vectors.field
	change := b.change[row*b.rank : (row+1)*b.rank]
	var sum uint64
	for _, c := range b.vectors.rows[e] {
		switch x := change[c.index]; {
		case x == 0:
		case c.value == f.one: // most entries of genre vectors
			sum = f.add(sum, x)
		default:
			sum = f.add(sum, f.mul(x, c.value))
		}
	}
	return sum
}

// pivot is a row in which e has a part outside the held set's span, or −1.
func (b *modularBasis) pivot(e int) int {
	for row, arm := range b.armOf {
		if arm < 0 && b.coefficient(row, e) != 0 {
			return row
		}
	}
	return -1
}

// add makes e a unit vector too, or reports false if e is in the span.
func (b *modularBasis) add(e int) bool {
	pivot := b.pivot(e)
	if pivot < 0 {
		return false
	}
	for row := range b.armOf {
		b.image[row] = b.coefficient(row, e)
	}
	by := b.change[pivot*b.rank : (pivot+1)*b.rank]
	for row, factor := range b.image {
		if row != pivot && factor != 0 {
			b.vectors.eliminate(b.change[row*b.rank:(row+1)*b.rank], by, factor, b.image[pivot])
		}
	}
	b.armOf[pivot] = e
	return true
}
