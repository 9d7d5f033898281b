package matroid

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
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

// For every reachable set: if e cannot be added, e depends on f if and only if exchanging them keeps independence.
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

// An instance is a matroid with an independent test of independence.
type instance struct {
	Matroid
	slow func(set []int) bool
}

// randomInstances returns small matroids of every kind, some with loops and parallel arms.
func randomInstances(t *testing.T, each int) map[string]instance {
	t.Helper()
	random := noise.NewStream(noise.Key(7, noise.Invention))
	instances := make(map[string]instance)
	makers := map[string]func(*noise.Stream) (instance, error){
		"linear":      randomLinear,
		"graphic":     randomGraphic,
		"uniform":     randomUniform,
		"partition":   randomPartition,
		"transversal": randomTransversal,
	}
	for _, kind := range []string{"linear", "graphic", "uniform", "partition", "transversal"} {
		for made := 0; made < each; {
			one, err := makers[kind](&random)
			if err != nil {
				continue // sometimes rank 0
			}
			if one.Kind() != kind {
				t.Fatalf("kind %q, want %q", one.Kind(), kind)
			}
			instances[fmt.Sprintf("%s %d", kind, made)] = one
			made++
		}
	}
	return instances
}

func randomLinear(random *noise.Stream) (instance, error) {
	arms, dimension := 2+random.IntN(7), 1+random.IntN(4)
	entries := []string{"0", "0", "0", "1", "1", "-1", "2", "0.1", "-0.30", "3e-2"}
	vectors := make([][]string, arms)
	for e := range vectors {
		for range dimension {
			vectors[e] = append(vectors[e], entries[random.IntN(len(entries))])
		}
		if e > 0 && random.IntN(3) == 0 {
			copy(vectors[e], vectors[random.IntN(e)])
		}
	}
	m, err := NewLinearText(vectors)
	return instance{m, func(set []int) bool { return rationalRank(vectors, set) == len(set) }}, err
}

// rationalRank is Gaussian elimination over ℚ.
func rationalRank(vectors [][]string, set []int) int {
	var rows [][]*big.Rat
	for _, e := range set {
		var row []*big.Rat
		for _, text := range vectors[e] {
			x, ok := new(big.Rat).SetString(text)
			if !ok {
				panic(text)
			}
			row = append(row, x)
		}
		rows = append(rows, row)
	}
	rank := 0
	for i := 0; len(rows) > 0 && i < len(rows[0]); i++ {
		for at := rank; at < len(rows); at++ {
			if rows[at][i].Sign() == 0 {
				continue
			}
			rows[rank], rows[at] = rows[at], rows[rank]
			for _, row := range rows[rank+1:] {
				factor := new(big.Rat).Quo(row[i], rows[rank][i])
				for j := range row {
					row[j] = new(big.Rat).Sub(row[j], new(big.Rat).Mul(factor, rows[rank][j]))
				}
			}
			rank++
			break
		}
	}
	return rank
}

func randomGraphic(random *noise.Stream) (instance, error) {
	arms, nodes := 2+random.IntN(7), 2+random.IntN(4)
	edges := make([][]int, arms)
	for e := range edges {
		edges[e] = []int{random.IntN(nodes), random.IntN(nodes)}
	}
	m, err := NewGraphic(numbered(edges))
	return instance{m, func(set []int) bool {
		// A forest has as many edges as nodes minus components. Count components by painting.
		paint := param.Indices(nodes)
		components := nodes
		for _, e := range set {
			from, to := paint[edges[e][0]], paint[edges[e][1]]
			if from != to {
				components--
			}
			for v := range paint {
				if paint[v] == from {
					paint[v] = to
				}
			}
		}
		return len(set) == nodes-components
	}}, err
}

func randomUniform(random *noise.Stream) (instance, error) {
	arms := 1 + random.IntN(8)
	rank := 1 + random.IntN(arms)
	m, err := NewUniform(arms, rank)
	return instance{m, func(set []int) bool { return len(set) <= rank }}, err
}

func randomPartition(random *noise.Stream) (instance, error) {
	arms := 1 + random.IntN(8)
	wanted := 1 + random.IntN(4)
	lists := make([][]int, wanted)
	for arm := 1; arm <= arms; arm++ {
		i := random.IntN(wanted)
		lists[i] = append(lists[i], arm)
	}
	var blocks [][]int
	var capacities []int
	for _, list := range lists {
		if len(list) > 0 {
			blocks, capacities = append(blocks, list), append(capacities, random.IntN(4))
		}
	}
	m, err := NewPartition(arms, blocks, capacities)
	return instance{m, func(set []int) bool {
		for i, block := range blocks {
			count := 0
			for _, e := range set {
				for _, arm := range block {
					if arm == e+1 {
						count++
					}
				}
			}
			if count > capacities[i] {
				return false
			}
		}
		return true
	}}, err
}

func randomTransversal(random *noise.Stream) (instance, error) {
	arms := 2 + random.IntN(7)
	contains := make([]map[int]bool, 1+random.IntN(4)) // of each set, its arms from 0
	var sets [][]int
	for i := range contains {
		contains[i] = make(map[int]bool)
		var list []int
		for e := range arms {
			if random.IntN(3) == 0 {
				contains[i][e] = true
				list = append(list, e+1)
			}
		}
		if len(list) > 0 {
			sets = append(sets, list)
		}
	}
	m, err := NewTransversal(arms, sets)
	var match func(set []int, used int) bool // tries every matching
	match = func(set []int, used int) bool {
		if len(set) == 0 {
			return true
		}
		for i, in := range contains {
			if used&(1<<i) == 0 && in[set[0]] && match(set[1:], used|1<<i) {
				return true
			}
		}
		return false
	}
	return instance{m, func(set []int) bool { return match(set, 0) }}, err
}

// subset lists the arms of a bit mask.
func subset(mask int) []int {
	var set []int
	for e := 0; mask>>e != 0; e++ {
		if mask>>e&1 == 1 {
			set = append(set, e)
		}
	}
	return set
}

func numbered(edges [][]int) [][]string {
	named := make([][]string, len(edges))
	for e, edge := range edges {
		for _, node := range edge {
			named[e] = append(named[e], strconv.Itoa(node))
		}
	}
	return named
}
