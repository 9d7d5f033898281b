package matroid

import "slices"

// transversalBuilder holds a matching of arms to sets. An arm can be added if an
// alternating path leads from it to a free set: each arm on the way moves on to
// the next set.
type transversalBuilder struct {
	matroid *Transversal
	owner   []int // the arm each set is given to, or −1
	matched []int // the set each arm has, or −1
	count   int

	// Of the latest search: the arm from which each set was reached, the search
	// in which it was, and the sets reached, in order.
	cameBy, seen []int
	searches     int
	queue        []int
}

func (b *transversalBuilder) Reset() {
	for s := range b.owner {
		b.owner[s] = -1
	}
	for e := range b.matched {
		b.matched[e] = -1
	}
	b.count = 0
}

func (b *transversalBuilder) Len() int { return b.count }

// search goes breadth first along the alternating paths from arm e, and returns
// the first free set that it meets, or −1 with all reachable sets in b.queue.
func (b *transversalBuilder) search(e int) int {
	b.searches++
	b.queue = b.queue[:0]
	for arm, next := e, 0; ; next++ {
		for _, s := range b.matroid.sets[arm] {
			if b.seen[s] == b.searches {
				continue
			}
			b.seen[s], b.cameBy[s] = b.searches, arm
			if b.owner[s] < 0 {
				return s
			}
			b.queue = append(b.queue, s)
		}
		if next == len(b.queue) {
			return -1
		}
		arm = b.owner[b.queue[next]]
	}
}

func (b *transversalBuilder) Add(e int) bool {
	if b.matched[e] >= 0 {
		return false
	}
	free := b.search(e)
	if free < 0 {
		return false
	}
	for s := free; s >= 0; { // hand every set on the path to the arm it came by
		arm := b.cameBy[s]
		left := b.matched[arm]
		b.owner[s], b.matched[arm] = arm, s
		s = left
	}
	b.count++
	return true
}

// Dependence: the owners of the sets that e can reach. Any of them could give
// way to e along its path; and they and e are one more than the sets they lie
// in, hence dependent: together the circuit.
func (b *transversalBuilder) Dependence(dst []int, e int) []int {
	if b.matched[e] >= 0 || b.search(e) >= 0 {
		return dst
	}
	first := len(dst)
	for _, s := range b.queue {
		dst = append(dst, b.owner[s])
	}
	slices.Sort(dst[first:])
	return dst
}

func (b *transversalBuilder) Clone() Builder {
	c := *b
	c.owner, c.matched = slices.Clone(b.owner), slices.Clone(b.matched)
	c.cameBy, c.seen = slices.Clone(b.cameBy), slices.Clone(b.seen)
	c.queue = make([]int, 0, cap(b.queue))
	return &c
}
