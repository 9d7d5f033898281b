package matroid

import "slices"

// circuits are the fundamental circuits of one basis, as far as they fit.
type circuits struct {
	known bool
	arms  []int32 // all circuits' basis arms, one circuit after the other
	ends  []int32 // of each arm's circuit in arms; empty for basis arms and loops
	found []int   // scratch
}

// circuitRoom is how many basis arms a circuit may have on average: beyond it,
// testing the circuits costs as much as walking the matroid.
const circuitRoom = 20

func (c *circuits) forget() { c.known = false }

// learn asks the builder, which holds a basis, for all circuits.
func (c *circuits) learn(basis Builder, size int) {
	c.arms, c.ends = c.arms[:0], c.ends[:0]
	for e := range size {
		c.found = basis.Dependence(c.found[:0], e)
		if len(c.arms)+len(c.found) > circuitRoom*size {
			return
		}
		for _, f := range c.found {
			c.arms = append(c.arms, int32(f))
		}
		c.ends = append(c.ends, int32(len(c.arms)))
	}
	c.known = true
}

// hold reports that every arm outside the basis has a smaller key than each arm
// of its circuit: then no exchange keeps the weight, and the basis is the only
// one of largest weight.
func (c *circuits) hold(keys []uint64) bool {
	if !c.known {
		return false
	}
	first := int32(0)
	for e, end := range c.ends {
		outside := keys[e]
		for _, f := range c.arms[first:end] {
			if keys[f] <= outside {
				return false
			}
		}
		first = end
	}
	return true
}

func (c *circuits) clone() circuits {
	return circuits{known: c.known, arms: slices.Clone(c.arms), ends: slices.Clone(c.ends)}
}

// tieFinder finds equal keys with a hash table.
type tieFinder struct {
	arms  []int    // all that are not loops
	slots []uint64 // a power of two of them, at least four an arm
	shift int
}

func newTieFinder(m Matroid) tieFinder {
	t := tieFinder{shift: 64}
	for e := range m.Size() {
		if !m.Loop(e) {
			t.arms = append(t.arms, e)
		}
	}
	for 1<<(64-t.shift) < 4*len(t.arms) {
		t.shift--
	}
	t.slots = make([]uint64, 1<<(64-t.shift))
	return t
}

// any reports whether two arms, neither a loop, have the same key. NaN, whose
// key 0 marks free slots, counts as a tie.
func (t *tieFinder) any(keys []uint64) bool {
	clear(t.slots)
	mask := uint64(len(t.slots) - 1)
	for _, e := range t.arms {
		k := keys[e]
		if k == 0 {
			return true
		}
		// Multiplying by 2⁶⁴ over the golden ratio spreads neighbours apart.
		slot := k * 0x9e3779b97f4a7c15 >> t.shift
		for ; t.slots[slot] != 0; slot = (slot + 1) & mask {
			if t.slots[slot] == k {
				return true
			}
		}
		t.slots[slot] = k
	}
	return false
}

func (t *tieFinder) clone() tieFinder {
	c := *t
	c.slots = make([]uint64, len(t.slots))
	return c
}
