// Package matroid defines which sets of base arms may be played together: five kinds of matroid
// (linear, graphic, uniform, partition, transversal), the greedy oracle of Chandak, Hu & Hegde
// (CHH, Algorithm 1), and a version that reuses its work between rounds.
//
// Arms are numbered from 0. Constructors that take lists of arms, as in scenario files, number them from 1. Loops
// (arms in no basis) and parallel arms are allowed. A matroid of rank 0 is refused because it has no basis to play.
package matroid

import (
	"fmt"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MaxArms is the largest number of base arms of a matroid.
const MaxArms = 1000

// A Matroid defines the independent sets of base arms. It is immutable and safe for concurrent use.
type Matroid interface {
	// Kind returns the name in scenario files, such as "linear".
	Kind() string
	// Size returns L, the number of base arms, including loops.
	Size() int
	// Rank returns K, the number of arms in every basis; at least 1.
	Rank() int
	// Loop reports whether arm e is in no independent set.
	Loop(e int) bool
	// Describe describes arm e in a few words: its vector, edge, block or sets.
	Describe(e int) string
	// NewBuilder returns an empty builder.
	NewBuilder() Builder
}

// A Builder grows an independent set arm by arm. It is not safe for concurrent use.
type Builder interface {
	// Reset empties the set.
	Reset()
	// Add adds arm e and returns true. If e is already held or the set would become dependent,
	// it returns false and changes nothing.
	Add(e int) bool
	// Dependence appends to dst, in ascending order, the held arms on which e depends: the fundamental circuit of e
	// without e. Exactly these can be exchanged for e. It appends nothing if e is held, could be added, or is a loop.
	Dependence(dst []int, e int) []int
}

// basics implements the methods common to all matroids.
type basics struct {
	kind       string
	size, rank int
}

func (b *basics) Kind() string { return b.kind }
func (b *basics) Size() int    { return b.size }
func (b *basics) Rank() int    { return b.rank }

// Independent reports whether a list names an independent set of arms. A list with duplicates
// or invalid numbers is not independent.
func Independent(m Matroid, set []int) bool {
	b := m.NewBuilder()
	for _, e := range set {
		if e < 0 || e >= m.Size() || !b.Add(e) {
			return false
		}
	}
	return true
}

// rankOf returns the size of a maximal independent set of arms 0 to size−1.
func rankOf(b Builder, size int) int {
	rank := 0
	for e := range size {
		if b.Add(e) {
			rank++
		}
	}
	return rank
}

// refuse returns a *param.FieldError about an entry of a field, from 1, or about the whole field if entry is 0.
func refuse(field string, entry int, format string, arguments ...any) error {
	format = field + ": " + format
	if entry > 0 {
		field = fmt.Sprintf("%s[%d]", field, entry-1)
	}
	return param.Refuse(field, format, arguments...)
}

// checkSize refuses invalid sizes; field names what was counted.
func checkSize(field string, arms int) error {
	if arms < 1 || arms > MaxArms {
		return refuse(field, 0, "%s given: must be 1 to %s", number.Count(arms), number.Count(MaxArms))
	}
	return nil
}

// errRankZero returns the error for a field that leaves no arm to play.
func errRankZero(field, why string) error {
	return refuse(field, 0, "the matroid has rank 0, so no basis can be played: %s", why)
}
