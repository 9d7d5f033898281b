package matroid

import (
	"math/bits"
	"slices"
	"testing"

	"regretscope/noise"
)

func TestMatroidAxioms(t *testing.T) {
	for name, m := range randomInstances(t, 60) {
		all := 1 << m.Size()
		is := make([]bool, all)
		rank := 0
		for mask := range all {
			set := subset(mask)
			is[mask] = Independent(m, set)
			if slow := m.slow(set); is[mask] != slow {
				t.Fatalf("%s: Independent(%v) = %v, the slow test says %v", name, set, is[mask], slow)
			}
			if is[mask] {
				rank = max(rank, len(set))
			}
		}
		if rank != m.Rank() {
			t.Fatalf("%s: Rank() = %d, the largest independent set has %d arms", name, m.Rank(), rank)
		}
		if !is[0] {
			t.Error(name, "the empty set is dependent")
		}
		for large := range all {
			if !is[large] {
				continue
			}
			for e := range m.Size() {
				if without := large &^ (1 << e); !is[without] {
					t.Fatalf("%s: %v is independent and %v is not", name, subset(large), subset(without))
				}
			}
			for small := range all {
				if is[small] && bits.OnesCount(uint(small)) < bits.OnesCount(uint(large)) && !augments(is, small, large) {
					t.Fatalf("%s: no arm of %v can be added to %v", name, subset(large), subset(small))
				}
			}
		}
		for e := range m.Size() {
			if m.Loop(e) == is[1<<e] {
				t.Errorf("%s: Loop(%d) = %v", name, e, m.Loop(e))
			}
		}
	}
}

func augments(is []bool, small, large int) bool {
	for _, e := range subset(large &^ small) {
		if is[small|1<<e] {
			return true
		}
	}
	return false
}

func TestIndependentTakesOnlySetsOfArms(t *testing.T) {
	for name, m := range randomInstances(t, 3) {
		for _, set := range [][]int{{-1}, {m.Size()}, {0, 0}, {0, 1 << 40}} {
			if Independent(m, set) {
				t.Errorf("%s: Independent(%v) = true", name, set)
			}
		}
	}
}

// For every reachable set: if e cannot be added, e depends on f if and only if exchanging them
// keeps independence.
func TestDependenceIsTheFundamentalCircuit(t *testing.T) {
	random := noise.NewStream(noise.Key(8, noise.Invention))
	for name, m := range randomInstances(t, 40) {
		b := m.NewBuilder()
		for range 20 {
			b.Reset()
			held := []int{}
			for _, e := range permutation(&random, m.Size()) {
				want := []int{}
				for _, f := range held {
					if m.slow(without(append(slices.Clone(held), e), f)) {
						want = append(want, f)
					}
				}
				fits := m.slow(append(slices.Clone(held), e))
				if fits {
					want = []int{}
				}
				slices.Sort(want)
				if got := b.Dependence([]int{}, e); !slices.Equal(got, want) {
					t.Fatalf("%s: Dependence of %d on %v = %v, want %v", name, e, held, got, want)
				}
				if b.Add(e) != fits {
					t.Fatalf("%s: %d to be added to %v: %v is wanted", name, e, held, fits)
				}
				if fits {
					held = append(held, e)
				}
				if b.Add(e) {
					t.Fatalf("%s: arm %d was added twice", name, e)
				}
				for _, f := range held {
					if circuit := b.Dependence(nil, f); len(circuit) > 0 {
						t.Fatalf("%s: arm %d is held and depends on %v", name, f, circuit)
					}
				}
			}
		}
	}
}

func without(set []int, e int) []int {
	return slices.DeleteFunc(set, func(f int) bool { return f == e })
}

func permutation(random *noise.Stream, n int) []int {
	p := make([]int, n)
	for i := range p {
		j := random.IntN(i + 1)
		p[i], p[j] = p[j], i
	}
	return p
}
