package matroid

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

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

// numbered names nodes by their numbers.
func numbered(edges [][]int) [][]string {
	named := make([][]string, len(edges))
	for e, edge := range edges {
		for _, node := range edge {
			named[e] = append(named[e], strconv.Itoa(node))
		}
	}
	return named
}
