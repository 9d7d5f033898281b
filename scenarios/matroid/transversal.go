package matroid

import (
	"strconv"
	"strings"
)

// Transversal is the matroid of arms and sets of them: arms are independent if
// each can be given a set of its own that contains it.
type Transversal struct {
	sets [][]int // the sets, from 0, that contain each arm
	from int     // how many sets there are
	rank int
}

// NewTransversal returns the transversal matroid on the given number of arms, 1
// to MaxArms. Sets, 1 to MaxArms of them, list arms numbered from 1; an arm may
// be in several sets, and is a loop if it is in none.
func NewTransversal(arms int, sets [][]int) (*Transversal, error) {
	if err := checkSize("arms", arms); err != nil {
		return nil, err
	}
	if len(sets) > MaxArms {
		return nil, refuse("sets", 0, "%d given: must be 1 to %d", len(sets), MaxArms)
	}
	m := &Transversal{sets: make([][]int, arms), from: len(sets)}
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

// Kind returns "transversal".
func (m *Transversal) Kind() string { return "transversal" }

// Size is the number of arms.
func (m *Transversal) Size() int { return len(m.sets) }

// Rank is the largest number of arms that can have a set each.
func (m *Transversal) Rank() int { return m.rank }

// Independent reports whether each arm of set can have a set of its own.
func (m *Transversal) Independent(set []int) bool { return independent(m, set) }

// Loop reports whether arm e is in no set.
func (m *Transversal) Loop(e int) bool { return len(m.sets[e]) == 0 }

// Describe lists the sets that contain arm e, numbered from 1.
func (m *Transversal) Describe(e int) string {
	in := m.sets[e]
	if len(in) == 0 {
		return "in no set"
	}
	numbers := make([]string, len(in))
	for i, s := range in {
		numbers[i] = strconv.Itoa(s + 1)
	}
	if len(in) == 1 {
		return "set " + numbers[0]
	}
	return "sets " + strings.Join(numbers, ", ")
}

// Sets are the sets as NewTransversal takes them: arms numbered from 1, in
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
