package matroid

import (
	"slices"

	"regretscope/noise"
)

// An Oracle answers what Greedy answers, from the same draws, and keeps the
// order of the arms and the independence work from one call to the next.
//
// Between two rounds all weights may change and the basis seldom does. A basis is
// the only heaviest one if and only if every arm outside it weighs less than
// every arm of its fundamental circuit, so the oracle remembers the circuits of
// a basis that has come up twice in a row, and as long as this test holds it
// neither sorts nor asks about independence. Otherwise, and whenever two arms
// tie, it sorts the arms, starting from their last order, and walks the matroid.
//
// An Oracle belongs to one goroutine. In steady state it allocates nothing.
type Oracle struct {
	matroid  Matroid
	builder  Builder // holds basis
	basis    []int   // ascending
	previous []int
	circuits circuits
	repeats  tieFinder

	keys   []uint64 // by arm
	order  []ranked // the latest walk, lots included, if walked
	walked bool     // the latest call sorted and walked
	words  []uint64 // scratch
}

// NewOracle returns an oracle for m.
func NewOracle(m Matroid) *Oracle {
	return &Oracle{
		matroid: m,
		builder: m.NewBuilder(),
		basis:   make([]int, 0, m.Rank()),
		repeats: newTieFinder(m),
		keys:    make([]uint64, m.Size()),
		order:   ranking(m),
		words:   make([]uint64, m.Size()),
	}
}

// Best appends the greedy basis for weights to dst[:0], in ascending order, and
// draws lots for ties as Greedy does.
func (o *Oracle) Best(weights []float64, ties *noise.Stream, dst []int) []int {
	for e, weight := range weights {
		o.keys[e] = key(weight)
	}
	if o.walked = !o.circuits.hold(o.keys) || o.repeats.any(o.keys); o.walked {
		sortByWords(o.order, o.keys, o.words)
		drawLots(o.order, ties)
		o.walk()
	}
	return append(dst[:0], o.basis...)
}

// walk finds the greedy basis for the present order.
func (o *Oracle) walk() {
	o.previous = append(o.previous[:0], o.basis...)
	o.basis = o.basis[:0]
	o.builder.Reset()
	for i := 0; len(o.basis) < o.matroid.Rank(); i++ {
		if arm := int(o.order[i].arm); o.builder.Add(arm) {
			o.basis = append(o.basis, arm)
		}
	}
	slices.Sort(o.basis)
	if !slices.Equal(o.basis, o.previous) {
		o.circuits.forget()
	} else if !o.circuits.known {
		o.circuits.learn(o.builder, o.matroid.Size())
	}
}

// Clone returns an independent copy.
func (o *Oracle) Clone() *Oracle {
	c := *o
	c.builder = o.builder.Clone()
	c.basis = slices.Clone(o.basis)
	c.previous = nil
	c.circuits = o.circuits.clone()
	c.repeats = o.repeats.clone()
	c.keys = slices.Clone(o.keys)
	c.order = slices.Clone(o.order)
	c.words = make([]uint64, len(o.words))
	return &c
}
