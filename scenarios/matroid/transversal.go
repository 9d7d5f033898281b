package matroid

import (
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/param"
)

// Transversal is the matroid of arms and sets of them: arms are independent if
// each can be given a set of its own that contains it.
type Transversal struct {
	basics
	sets [][]int // the sets, from 0, that contain each arm
	from int     // how many sets there are
}

// NewTransversal returns the transversal matroid on the given number of arms, 1 to
// MaxArms. Sets, 1 to MaxArms of them, list arms numbered from 1; an arm may be in several
// sets, and is a loop if it is in no set.
func NewTransversal(arms int, sets [][]int) (*Transversal, error) {
	if err := checkSize("arms", arms); err != nil {
		return nil, err
	}
	if len(sets) > MaxArms {
		return nil, refuse("sets", 0, "%d given: must be 1 to %d", len(sets), MaxArms)
	}
	m := &Transversal{basics: basics{kind: "transversal", size: arms}, sets: make([][]int, arms), from: len(sets)}
	for i, list := range sets {
		if len(list) == 0 {
			return nil, refuse("sets", i+1, "set %d is empty: must list at least one arm", i+1)
		}
		for _, arm := range list {
			if arm < 1 || arm > arms {
				return nil, refuse("sets", i+1, "set %d: arm %d: must be 1 to %d", i+1, arm, arms)
			}
			in := m.sets[arm-1]
			if len(in) > 0 && in[len(in)-1] == i {
				return nil, refuse("sets", i+1, "set %d lists arm %d twice: must list each arm once", i+1, arm)
			}
			m.sets[arm-1] = append(in, i)
		}
	}
	m.rank = rankOf(m.NewBuilder(), arms)
	if m.rank == 0 {
		return nil, errRankZero("sets", "one set must be given")
	}
	return m, nil
}

// Loop reports whether arm e is in no set.
func (m *Transversal) Loop(e int) bool { return len(m.sets[e]) == 0 }

// Describe lists the sets that contain arm e, numbered from 1.
func (m *Transversal) Describe(e int) string {
	in := m.sets[e]
	if len(in) == 0 {
		return "in no set"
	}
	numbers := param.Map(in, func(s int) string { return strconv.Itoa(s + 1) })
	if len(in) == 1 {
		return "set " + numbers[0]
	}
	return "sets " + strings.Join(numbers, ", ")
}

// Sets returns the sets as NewTransversal takes them: arms numbered from 1, in
// ascending order.
func (m *Transversal) Sets() [][]int {
	sets := make([][]int, m.from)
	for e, in := range m.sets {
		for _, s := range in {
			sets[s] = append(sets[s], e+1)
		}
	}
	return sets
}

// NewBuilder returns a builder that holds the empty set.
func (m *Transversal) NewBuilder() Builder {
	b := &transversalBuilder{
		matroid: m,
		owner:   make([]int, m.from),
		cameBy:  make([]int, m.from),
		seen:    make([]int, m.from),
		queue:   make([]int, 0, m.from),
		matched: make([]int, len(m.sets)),
	}
	b.Reset()
	return b
}

// transversalBuilder holds a matching of arms to sets. An arm can be added if an
// alternating path leads from it to a free set: each arm on the way moves on to
// the next set.
type transversalBuilder struct {
	matroid *Transversal
	owner   []int // the arm each set is given to, or −1
	matched []int // the set each arm has, or −1

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
}

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
