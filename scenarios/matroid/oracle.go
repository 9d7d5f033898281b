package matroid

import (
	"slices"

	"regretscope/noise"
)

// An Oracle answers what Greedy answers, from the same draws, and keeps the order
// of the arms and the latest walk through it from one call to the next. Between
// two rounds the order seldom changes much, so sorting starts from the last one.
//
// A walk alternates between runs of arms that it keeps and runs of arms that it
// leaves out. What it does with an arm depends only on the set kept before, so as
// long as arms change places within their runs only, the last basis stands.
//
// An Oracle belongs to one goroutine. In steady state it allocates nothing.
type Oracle struct {
	matroid Matroid
	builder Builder
	order   []ranked // the latest, lots included
	runs    []int32  // the run of each place in the order that the latest walk looked at
	run     []int32  // the run of each arm, unseen where the walk ended before it
	basis   []int    // that the walk found, ascending
	drawn   bool     // whether the latest Best drew lots

	rivals   []Pair // of rivalsOf
	rivalsOf []int  // a basis

	neighbors []Pair
}

// A Pair of arms, of which Ahead is in a basis and could give way to Behind.
type Pair struct{ Ahead, Behind int }

const unseen = -1

// NewOracle returns an oracle for m.
func NewOracle(m Matroid) *Oracle {
	return &Oracle{
		matroid: m,
		builder: m.NewBuilder(),
		order:   ranking(m),
		runs:    make([]int32, 0, m.Size()),
		run:     make([]int32, m.Size()),
		basis:   make([]int, 0, m.Rank()),
	}
}

// Best appends the greedy basis for weights to dst[:0], in ascending order, and
// draws lots for ties as Greedy does.
func (o *Oracle) Best(weights []float64, ties *noise.Stream, dst []int) []int {
	resort(o.order, weights)
	o.drawn = drawLots(o.order, ties)
	if len(o.basis) == 0 || !o.unchanged() {
		o.walk()
	}
	return append(dst[:0], o.basis...)
}

// unchanged reports whether a walk through the order would find the same basis.
func (o *Oracle) unchanged() bool {
	for i, run := range o.runs {
		if o.run[o.order[i].arm] != run {
			return false
		}
	}
	return true
}

// walk finds the basis for the order, and the runs.
func (o *Oracle) walk() {
	for e := range o.run {
		o.run[e] = unseen
	}
	o.basis, o.runs = o.basis[:0], o.runs[:0]
	o.builder.Reset()
	run, keeping := int32(0), true
	for i := 0; len(o.basis) < o.matroid.Rank(); i++ {
		arm := o.order[i].arm
		kept := o.builder.Add(int(arm))
		if kept {
			o.basis = append(o.basis, int(arm))
		}
		if kept != keeping {
			run, keeping = run+1, kept
		}
		o.runs, o.run[arm] = append(o.runs, run), run
	}
	slices.Sort(o.basis)
}

// Drawn reports whether the latest Best drew lots.
func (o *Oracle) Drawn() bool { return o.drawn }

// Rivals returns the pairs of arms on which the latest basis rests: an arm of the basis, and
// one outside that could take its place. Under any weights of which the first is above the
// second in every pair, this basis is the only heaviest one; if the second is above the
// first in any pair, this basis is not the heaviest. (An arm could take the places of its
// fundamental circuit, and a basis is the heaviest if no single exchange gains.) The slice
// is valid until the next Best.
func (o *Oracle) Rivals() []Pair {
	if !slices.Equal(o.basis, o.rivalsOf) {
		o.rivals, o.rivalsOf = o.rivals[:0], append(o.rivalsOf[:0], o.basis...)
		o.builder.Reset()
		for _, e := range o.basis {
			o.builder.Add(e)
		}
		var circuit []int
		for behind := range o.matroid.Size() {
			circuit = o.builder.Dependence(circuit[:0], behind)
			for _, ahead := range circuit {
				o.rivals = append(o.rivals, Pair{ahead, behind})
			}
		}
	}
	return o.rivals
}

// Neighbors returns the arms that follow each other in the latest order, without loops. Under any
// weights of which the first is above the second in every pair, Best finds the same basis and
// draws no lots. The slice is valid until the next call.
func (o *Oracle) Neighbors() []Pair {
	o.neighbors = o.neighbors[:0]
	ahead := -1
	for _, r := range o.order {
		if int(r.tie) >= len(o.order) {
			continue // a loop
		}
		if ahead >= 0 {
			o.neighbors = append(o.neighbors, Pair{ahead, int(r.arm)})
		}
		ahead = int(r.arm)
	}
	return o.neighbors
}

// Clone returns an independent copy.
func (o *Oracle) Clone() *Oracle {
	c := *o
	c.builder = o.matroid.NewBuilder() // a walk starts from the empty set
	c.order = slices.Clone(o.order)
	c.runs = slices.Clone(o.runs)
	c.run = slices.Clone(o.run)
	c.basis = slices.Clone(o.basis)
	c.rivals, c.rivalsOf = slices.Clone(o.rivals), slices.Clone(o.rivalsOf)
	c.neighbors = nil
	return &c
}

// A Step is what the greedy walk did with one arm, or would do, once the basis is
// complete.
type Step struct {
	Arm  int
	Loop bool
	// LostTo are the arms, in ascending order, that came first and that the arm
	// depends on: it would have been kept but for any one of them. Empty for
	// kept arms and loops.
	LostTo []int
}

// Steps returns what the latest Best did with each arm, in the order of the walk and with
// the lots that were drawn: one step for every arm, and no step before the first Best. It
// is for display: it allocates and walks through all arms.
func (o *Oracle) Steps() []Step {
	if len(o.basis) == 0 {
		return nil
	}
	held := o.matroid.NewBuilder()
	steps := make([]Step, len(o.order))
	for i, r := range o.order {
		arm := int(r.arm)
		steps[i] = Step{Arm: arm, Loop: o.matroid.Loop(arm)}
		if !held.Add(arm) {
			steps[i].LostTo = held.Dependence(nil, arm)
		}
	}
	return steps
}
