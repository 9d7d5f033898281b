package learners

import "slices"

// A sighting is what one round showed: an arm and its report.
type sighting struct {
	arm    int
	report float64
}

// recent is a queue of sightings, the newest last. It is kept in blocks: a full
// one is never written again, so that clones share it, and however many clones
// there are they hold every round at most once, and a block each.
type recent struct {
	blocks [][]sighting
	block  int // sightings in a full block
	first  int // the oldest sighting's place in the first block
	length int
}

// newRecent returns an empty queue that is not expected to become longer.
func newRecent(length int) recent { return recent{block: min(max(length, 32), 512)} }

func (q *recent) push(s sighting) {
	last := len(q.blocks) - 1
	if last < 0 || len(q.blocks[last]) == q.block {
		q.blocks = append(q.blocks, make([]sighting, 0, q.block))
		last++
	}
	q.blocks[last] = append(q.blocks[last], s)
	q.length++
}

// pop takes the oldest sighting out; there must be one.
func (q *recent) pop() sighting {
	s := q.blocks[0][q.first]
	q.first++
	q.length--
	if q.first == q.block {
		q.blocks, q.first = q.blocks[1:], 0
	}
	return s
}

func (q *recent) clone() recent {
	c := *q
	c.blocks = slices.Clone(q.blocks)
	if last := len(c.blocks) - 1; last >= 0 {
		c.blocks[last] = append(make([]sighting, 0, q.block), c.blocks[last]...)
	}
	return c
}
