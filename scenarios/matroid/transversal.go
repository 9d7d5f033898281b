package matroid

import (
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Transversal is the matroid of arms and sets of arms. Arms are independent if each can be
// matched to its own set that contains it.
type Transversal struct {
	basics
	sets [][]int // the sets, from 0, that contain each arm
	from int     // number of sets
}

// NewTransversal returns the transversal matroid on 1 to MaxArms arms. Its 1 to MaxArms sets
// list arms numbered from 1. An arm may be in several sets; an arm in no set is a loop.
func NewTransversal(arms int, sets [][]int) (*Transversal, error) {
	if err := checkSize("arms", arms); err != nil {
		return nil, err
	}
	if len(sets) > MaxArms {
		return nil, refuse("sets", 0, "%s given: must be 1 to %s", number.Count(len(sets)), number.Count(MaxArms))
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

// Sets returns the argument of NewTransversal: arms numbered from 1, in ascending order.
func (m *Transversal) Sets() [][]int {
	sets := make([][]int, m.from)
	for e, in := range m.sets {
		for _, s := range in {
			sets[s] = append(sets[s], e+1)
		}
	}
	return sets
}

func (m *Transversal) NewBuilder() Builder {
	b := &transversalBuilder{
		matroid:     m,
		owner:       make([]int, m.from),
		reachedFrom: make([]int, m.from),
		seen:        make([]int, m.from),
		queue:       make([]int, 0, m.from),
		matched:     make([]int, len(m.sets)),
	}
	b.Reset()
	return b
}

// transversalBuilder holds a matching of arms to sets. An arm can be added if an alternating
// path leads from it to a free set: each arm on the path moves to the next set.
type transversalBuilder struct {
	matroid *Transversal
	owner   []int // the arm matched to each set, or −1
	matched []int // the set matched to each arm, or −1

	// Of the latest search: the arm from which each set was reached, the search that reached
	// it, and the reached sets in order.
	reachedFrom, seen []int
	searches          int
	queue             []int
}

func (b *transversalBuilder) Reset() {
	for s := range b.owner {
		b.owner[s] = -1
	}
	for e := range b.matched {
		b.matched[e] = -1
	}
}

// search runs a breadth-first search along alternating paths from arm e. It returns the first
// free set, or −1 with all reachable sets in b.queue.
func (b *transversalBuilder) search(e int) int {
	b.searches++
	b.queue = b.queue[:0]
	for arm, next := e, 0; ; next++ {
		for _, s := range b.matroid.sets[arm] {
			if b.seen[s] == b.searches {
				continue
			}
			b.seen[s], b.reachedFrom[s] = b.searches, arm
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
	for s := free; s >= 0; { // match every set on the path to the arm from which it was reached
		arm := b.reachedFrom[s]
		left := b.matched[arm]
		b.owner[s], b.matched[arm] = arm, s
		s = left
	}
	return true
}

// Dependence appends the arms matched to the sets that e can reach. Any of them could move
// aside for e. Together with e they outnumber their sets, so they are the circuit.
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
