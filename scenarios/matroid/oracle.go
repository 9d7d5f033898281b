package matroid

import (
	"slices"

	"regretscope/noise"
)

// An Oracle answers what Greedy answers, from the same draws, and keeps the
// order of the arms and the independence work from one call to the next.
//
// Between two rounds the order changes little, and a basis less. Sorting by
// insertion makes the new order from the old by swaps of neighbours, and a swap
// can change the greedy basis only if an arm in the basis is overtaken by an arm
// outside it that depends on it: then, and only then, the second takes the place
// of the first. So the oracle looks at the swaps, and walks the matroid again
// only after a swap that counts, or when the new order is far from the old.
//
// An Oracle belongs to one goroutine. After its first calls it allocates nothing.
type Oracle struct {
	matroid Matroid
	builder Builder  // holds basis
	order   []ranked // the latest walk, lots included
	inBasis []bool
	basis   []int // ascending
	circuit []int // scratch
	ready   bool  // there was a call before
}

// NewOracle returns an oracle for m.
func NewOracle(m Matroid) *Oracle {
	return &Oracle{
		matroid: m,
		builder: m.NewBuilder(),
		order:   ranking(m),
		inBasis: make([]bool, m.Size()),
		basis:   make([]int, 0, m.Rank()),
		circuit: make([]int, 0, m.Rank()),
	}
}

// Best appends the greedy basis for weights to dst[:0], in ascending order, and
// draws lots for ties as Greedy does.
func (o *Oracle) Best(weights []float64, ties *noise.Stream, dst []int) []int {
	for i := range o.order {
		o.order[i].key = key(weights[o.order[i].arm])
	}
	same := o.sort() && o.ready
	if drawLots(o.order, ties) {
		same = false
	}
	if !same {
		o.rebuild()
		o.ready = true
	}
	return append(dst[:0], o.basis...)
}

// insertionMoves is how many places an arm may move on average before sorting
// anew is cheaper than sorting by insertion.
const insertionMoves = 6

// sort sorts the order and reports whether the basis is sure to have stayed.
func (o *Oracle) sort() (same bool) {
	same = true
	budget := insertionMoves * len(o.order)
	for i := 1; i < len(o.order); i++ {
		mover := o.order[i]
		j := i
		for ; j > 0 && mover.compare(o.order[j-1]) < 0; j-- {
			passed := o.order[j-1]
			if same && o.inBasis[passed.arm] && !o.inBasis[mover.arm] {
				same = !o.dependsOn(mover.arm, passed.arm)
			}
			o.order[j] = passed
		}
		o.order[j] = mover
		if budget -= i - j; budget < 0 {
			slices.SortFunc(o.order, ranked.compare)
			return false
		}
	}
	return same
}

func (o *Oracle) dependsOn(e, kept int) bool {
	o.circuit = o.builder.Dependence(o.circuit[:0], e)
	return slices.Contains(o.circuit, kept)
}

// rebuild walks the matroid anew.
func (o *Oracle) rebuild() {
	clear(o.inBasis)
	o.builder.Reset()
	for i := 0; o.builder.Len() < o.matroid.Rank(); i++ {
		arm := o.order[i].arm
		o.inBasis[arm] = o.builder.Add(arm)
	}
	o.basis = o.basis[:0]
	for e, in := range o.inBasis {
		if in {
			o.basis = append(o.basis, e)
		}
	}
}

// Clone returns an independent copy.
func (o *Oracle) Clone() *Oracle {
	c := *o
	c.builder = o.builder.Clone()
	c.order = slices.Clone(o.order)
	c.inBasis = slices.Clone(o.inBasis)
	c.basis = append(make([]int, 0, cap(o.basis)), o.basis...)
	c.circuit = make([]int, 0, cap(o.circuit))
	return &c
}
