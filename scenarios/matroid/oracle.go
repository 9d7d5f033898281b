package matroid

import (
	"cmp"
	"math"
	"slices"

	"regretscope/noise"
)

// An Oracle returns the same bases as Greedy, from the same random numbers, but reuses its
// sorted order and walk. The order seldom changes much between rounds.
//
// A walk alternates between runs of arms that it keeps and runs of arms that it leaves out. This depends only on the
// set of arms kept before, so the basis stays as long as arms move only within their runs.
//
// An Oracle is not safe for concurrent use. In steady state it allocates nothing.
type Oracle struct {
	matroid Matroid
	builder Builder
	order   []ranked // the latest order, ties broken
	runs    []int32  // by place in the order: the run in the latest walk
	run     []int32  // by arm: its run, or unseen if the walk ended before it
	basis   []int    // of the latest walk, ascending
	drawn   bool     // the latest Best drew random numbers

	neighbors []Pair
}

// A Pair is two arms: Ahead comes before Behind in an order.
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

// Best appends the greedy basis for weights to dst[:0], in ascending order. It breaks ties as Greedy does.
func (o *Oracle) Best(weights []float64, ties *noise.Stream, dst []int) []int {
	resort(o.order, weights)
	o.drawn = shuffleTies(o.order, ties)
	if len(o.basis) == 0 || !o.unchanged() {
		o.walk()
	}
	return append(dst[:0], o.basis...)
}

// unchanged reports whether a walk through the new order would find the same basis.
func (o *Oracle) unchanged() bool {
	for i, run := range o.runs {
		if o.run[o.order[i].arm] != run {
			return false
		}
	}
	return true
}

// walk computes the basis and the runs for the order.
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

// Drawn reports whether the latest Best drew random numbers.
func (o *Oracle) Drawn() bool { return o.drawn }

// Neighbors returns the pairs of consecutive arms in the latest order, without loops. If the first arm has the larger
// weight in every pair, Best finds the same basis and draws no random number. The slice is valid until the next call.
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
	c.neighbors = nil
	return &c
}

// A Step is the decision of the greedy walk about one arm. It continues after the basis is complete.
type Step struct {
	Arm  int
	Loop bool
	// LostTo lists, in ascending order, the earlier arms on which the arm depends: without any
	// one of them, it would have been kept. Empty for kept arms and loops.
	LostTo []int
}

// Steps returns one step for each arm, in the order of the latest walk, or nil before the first
// Best. It is for display: it allocates and walks through all arms.
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

// Greedy is CHH Algorithm 1: it walks the arms by descending weight and keeps each arm that preserves independence
// until it has a basis. It keeps negative weights too, so the basis always has m.Rank() arms. It returns them in
// ascending order. weights has one number for each arm.
//
// It walks arms whose weights tie (noise.TieLimit) in a random order drawn from ties. If ties is
// nil, the lowest index comes first.
func Greedy(m Matroid, weights []float64, ties *noise.Stream) []int {
	order := ranking(m)
	for e := range order {
		order[e].weight = weights[e]
	}
	slices.SortFunc(order, ranked.compare)
	shuffleTies(order, ties)
	held := m.NewBuilder()
	basis := make([]int, 0, m.Rank())
	for i := 0; len(basis) < m.Rank(); i++ {
		if arm := int(order[i].arm); held.Add(arm) {
			basis = append(basis, arm)
		}
	}
	slices.Sort(basis)
	return basis
}

// Optimal returns A*, the basis with the largest total mean. If several have it, it returns the
// one of the greedy walk with the lowest index first.
func Optimal(m Matroid, means []float64) []int { return Greedy(m, means, nil) }

// Pairs returns π_t of CHH (§4.3): for each arm of a played basis, the arm of the best basis whose
// place it takes, so that the round's regret is the sum of the differences of their means. An arm
// of both is its own pair. The play is in the order of its scores and the best basis in that of its
// means, the largest first: then no arm of the play has a smaller score than its pair.
func Pairs(m Matroid, play, best []int) []int {
	pairs := make([]int, len(play))
	held := m.NewBuilder()
	for k := len(play) - 1; k >= 0; k-- {
		if slices.Contains(best, play[k]) {
			pairs[k] = play[k]
			continue
		}
		held.Reset()
		for _, e := range slices.Concat(play[:k], pairs[k+1:]) {
			held.Add(e)
		}
		pairs[k] = best[slices.IndexFunc(best, held.Add)]
	}
	return pairs
}

// A ranked is one arm in the order of the greedy walk.
type ranked struct {
	weight float64
	arm    int32
	tie    int32 // order among equal weights before ties are broken: loops last
}

// before reports whether r has the larger weight or, if they are equal, the smaller tie. −0
// equals 0. NaN is the lowest weight.
func (r ranked) before(other ranked) bool {
	return r.weight > other.weight || !(r.weight < other.weight) && r.compare(other) < 0
}

func (r ranked) compare(other ranked) int {
	return cmp.Or(cmp.Compare(other.weight, r.weight), cmp.Compare(r.tie, other.tie))
}

// resort sorts order by new weights. It uses insertion, which is fast for a nearly sorted
// order, and falls back to slices.SortFunc.
func resort(order []ranked, weights []float64) {
	for i := range order {
		order[i].weight = weights[order[i].arm]
	}
	moves := 32 * len(order)
	for i := 1; i < len(order); i++ {
		r, j := order[i], i
		for ; j > 0 && r.before(order[j-1]); j-- {
			order[j] = order[j-1]
		}
		order[j] = r
		if moves -= i - j; moves < 0 {
			slices.SortFunc(order, ranked.compare)
			return
		}
	}
}

// ranking lists the arms by index, without weights.
func ranking(m Matroid) []ranked {
	order := make([]ranked, m.Size())
	for e := range order {
		order[e] = ranked{arm: int32(e), tie: int32(e)}
		if m.Loop(e) {
			order[e].tie += int32(len(order))
		}
	}
	return order
}

// shuffleTies shuffles each group of weights in a sorted order that tie with its largest, and
// reports whether it drew a number. If ties is nil, the lowest index comes first. Loops stay at the
// end of the order of a group, because their order does not matter.
func shuffleTies(order []ranked, ties *noise.Stream) (drawn bool) {
	for first, end := 0, 0; first < len(order); first = end {
		top := order[first].weight
		least := noise.TieLimit(top)
		for end = first + 1; end < len(order) && (order[end].weight >= least || math.IsNaN(top)); end++ {
		}
		if end == first+1 {
			continue
		}
		slices.SortFunc(order[first:end], func(a, b ranked) int { return cmp.Compare(a.tie, b.tie) })
		if ties == nil {
			continue
		}
		arms := end
		for arms > first && int(order[arms-1].tie) >= len(order) {
			arms--
		}
		for i := arms - 1; i > first; i-- {
			j := first + ties.IntN(i-first+1)
			order[i], order[j] = order[j], order[i]
			drawn = true
		}
	}
	return drawn
}
