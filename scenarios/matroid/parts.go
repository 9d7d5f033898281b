package matroid

import "slices"

// An Oracle finds a greedy basis in parts, too, where weights are costly to know: all arms
// of a part are heavier than those of later parts, and what a later part's arms weigh does
// not matter where the basis spans them already. Begin is called first, then WalkPart
// for each part until it reports that the basis is complete.

// Begin forgets all parts.
func (o *Oracle) Begin() {
	o.builder.Reset()
	o.kept = o.kept[:0]
}

// WalkPart walks through a part, the lowest index first where weights are equal, and
// reports whether the basis is complete. weights holds one number an arm of the matroid.
func (o *Oracle) WalkPart(arms []int, weights []float64) (complete bool) {
	o.part = o.part[:0]
	for _, e := range arms {
		o.part = append(o.part, ranked{arm: int32(e), tie: int32(e)})
	}
	resort(o.part, weights)
	rank := o.matroid.Rank()
	for i := 0; i < len(o.part) && len(o.kept) < rank; i++ {
		if e := int(o.part[i].arm); o.builder.Add(e) {
			o.kept = append(o.kept, e)
		}
	}
	return len(o.kept) == rank
}

// Spans reports whether the parts so far keep arm e out of the basis.
func (o *Oracle) Spans(e int) bool { return o.builder.Spans(e) }

// Kept appends the arms of all parts that are in the basis to dst[:0], in ascending order.
func (o *Oracle) Kept(dst []int) []int {
	dst = append(dst[:0], o.kept...)
	slices.Sort(dst)
	return dst
}
