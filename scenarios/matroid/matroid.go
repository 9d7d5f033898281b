// Package matroid holds the combinatorial structure of matroid semi-bandits: which
// sets of base arms may be played together. It holds the five kinds of matroid
// (linear, graphic, uniform, partition, transversal), the greedy oracle of Chandak, Hu
// & Hegde (CHH, Algorithm 1), and a version of that oracle that keeps its work between rounds.
//
// Arms are numbered from 0 in code; constructors that take lists of arms, as a
// scenario file writes them, number them from 1 and say so. Loops (arms in no
// basis) and parallel arms are legal everywhere. A matroid of rank 0 has no
// basis to play and is refused.
package matroid

import (
	"fmt"

	"regretscope/noise/param"
)

// MaxArms is the largest number of base arms a matroid may have.
const MaxArms = 1000

// A Matroid says which sets of base arms are independent. It is immutable and
// safe for concurrent readers.
type Matroid interface {
	// Kind is the name that scenario files use, such as "linear".
	Kind() string
	// Size is L, the number of base arms, loops included.
	Size() int
	// Rank is K, the number of arms in every basis; at least 1.
	Rank() int
	// Loop reports whether arm e is in no independent set at all.
	Loop(e int) bool
	// Describe is what arm e is, in a few words: its vector, edge, block or sets.
	Describe(e int) string
	// NewBuilder returns a builder that holds the empty set.
	NewBuilder() Builder
}

// A Builder grows an independent set arm by arm. It belongs to one goroutine.
type Builder interface {
	// Reset empties the set.
	Reset()
	// Add adds arm e and reports true, or leaves the set as it is and reports
	// false if e is held already or the larger set would be dependent.
	Add(e int) bool
	// Dependence appends to dst, in ascending order, the held arms that e
	// depends on: the fundamental circuit of e without e itself. Exchanging e
	// for any one of them, and for no other arm, keeps independence. Nothing is
	// appended when e is held, could be added, or is a loop.
	Dependence(dst []int, e int) []int
}

// basics are what every matroid knows of itself.
type basics struct {
	kind       string
	size, rank int
}

func (b *basics) Kind() string { return b.kind }
func (b *basics) Size() int    { return b.size }
func (b *basics) Rank() int    { return b.rank }

// Independent reports whether set is an independent set of arms of m. A list that
// names an arm twice, or a number that is no arm, is not.
func Independent(m Matroid, set []int) bool {
	b := m.NewBuilder()
	for _, e := range set {
		if e < 0 || e >= m.Size() || !b.Add(e) {
			return false
		}
	}
	return true
}

// rankOf returns the size of any maximal independent set of arms 0, …, size−1.
func rankOf(b Builder, size int) int {
	rank := 0
	for e := range size {
		if b.Add(e) {
			rank++
		}
	}
	return rank
}

// refuse returns a *param.FieldError about an entry of a field, from 1, or with entry 0
// about the whole field.
func refuse(field string, entry int, format string, arguments ...any) error {
	err := fmt.Errorf(field+": "+format, arguments...)
	if entry > 0 {
		field = fmt.Sprintf("%s[%d]", field, entry-1)
	}
	return &param.FieldError{Field: field, Err: err}
}

// checkSize refuses sizes that no matroid may have; field is what was counted.
func checkSize(field string, arms int) error {
	if arms < 1 || arms > MaxArms {
		return refuse(field, 0, "%d given: must be 1 to %d", arms, MaxArms)
	}
	return nil
}

// errRankZero says that field leaves no arm that could be played.
func errRankZero(field, why string) error {
	return refuse(field, 0, "the matroid has rank 0, so no basis can be played: %s", why)
}
