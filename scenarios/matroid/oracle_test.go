package matroid

import (
	"math"
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

// Sequences of weights like those of learners: ties, slow drift, single jumps, new samples,
// differences in the last bits.
var weightPaths = map[string]func(random *noise.Stream, weights []float64){
	"ties and samples": randomWeights,
	"drift": func(random *noise.Stream, weights []float64) {
		for e := range weights {
			weights[e] += .1 * (random.Float64() - .5)
		}
	},
	"jumps": func(random *noise.Stream, weights []float64) {
		weights[random.IntN(len(weights))] = random.Float64()
	},
	"coarse jumps": func(random *noise.Stream, weights []float64) {
		weights[random.IntN(len(weights))] = float64(random.IntN(4))
	},
	"next floats": func(random *noise.Stream, weights []float64) {
		for e := range weights {
			weights[e] = 1 + float64(random.IntN(5000))*0x1p-52
		}
	},
	"still": func(*noise.Stream, []float64) {},
}

func TestOracleEqualsGreedy(t *testing.T) {
	random := noise.NewStream(noise.Key(11, noise.Learning))
	instances := randomInstances(t, 40)
	instances["genres"] = instance{Matroid: genreLike(t, 100, 17)}
	for name, m := range instances {
		for path, next := range weightPaths {
			oracle := NewOracle(m)
			weights := make([]float64, m.Size())
			var got []int
			for round := range 100 {
				next(&random, weights)
				slowTies := random
				want := Greedy(m, weights, &slowTies)
				got = oracle.Best(weights, &random, got)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, %s, round %d: Best = %v, Greedy = %v", name, path, round, got, want)
				}
				if slowTies != random {
					t.Fatalf("%s, %s, round %d: the two draw different lots", name, path, round)
				}
				if random.IntN(20) == 0 {
					oracle = oracle.Clone()
				}
			}
		}
	}
}

func TestClonesOfAnOracleGoTheirOwnWays(t *testing.T) {
	m := genreLike(t, 60, 12)
	random := noise.NewStream(noise.Key(12, noise.Learning))
	first := NewOracle(m)
	weights := make([]float64, m.Size())
	randomWeights(&random, weights)
	first.Best(weights, &random, nil)
	second := first.Clone()
	other := make([]float64, m.Size())
	for range 50 {
		weightPaths["drift"](&random, weights)
		randomWeights(&random, other)
		want, ties := Greedy(m, weights, nil), random
		second.Best(other, &ties, nil)
		if got := first.Best(weights, nil, nil); !slices.Equal(got, want) {
			t.Fatalf("Best = %v after a clone was used, want %v", got, want)
		}
	}
}

// While the neighbors of an order keep their order, the greedy walk finds the same basis. Random
// numbers are drawn if and only if arms tie.
func TestNeighborsKeepTheBasis(t *testing.T) {
	random := noise.NewStream(noise.Key(20, noise.Learning))
	kept, changed := 0, 0
	for name, m := range randomInstances(t, 40) {
		oracle := NewOracle(m)
		weights := make([]float64, m.Size())
		for range 20 {
			randomWeights(&random, weights)
			before := random
			basis := oracle.Best(weights, &random, nil)
			if oracle.Drawn() != (random != before) {
				t.Fatalf("%s: Drawn() = %v", name, oracle.Drawn())
			}
			neighbors := slices.Clone(oracle.Neighbors())
			for range 10 {
				for e := range weights {
					weights[e] += .1 * (random.Float64() - .5)
				}
				ordered := !slices.ContainsFunc(neighbors, func(p Pair) bool { return weights[p.Ahead] <= weights[p.Behind] })
				switch same := slices.Equal(Greedy(m, weights, nil), basis); {
				case ordered && !same:
					t.Fatalf("%s: %v after %v, all in order, and another basis", name, weights, basis)
				case ordered:
					kept++
				case !same:
					changed++
				}
			}
		}
	}
	if kept < 500 || changed < 500 {
		t.Errorf("%d kept and %d changed: too few to tell", kept, changed)
	}
}

func TestStepsRetellTheWalk(t *testing.T) {
	random := noise.NewStream(noise.Key(13, noise.Learning))
	for name, m := range randomInstances(t, 30) {
		oracle := NewOracle(m)
		if oracle.Steps() != nil {
			t.Fatalf("%s: steps before the first walk", name)
		}
		weights := make([]float64, m.Size())
		for range 5 {
			randomWeights(&random, weights)
			basis := oracle.Best(weights, &random, nil)
			steps := oracle.Steps()
			if len(steps) != m.Size() {
				t.Fatalf("%s: %d steps for %d arms", name, len(steps), m.Size())
			}
			var kept []int
			last := math.Inf(1)
			for _, step := range steps {
				if weights[step.Arm] > last {
					t.Fatalf("%s: the walk goes up at arm %d", name, step.Arm)
				}
				last = weights[step.Arm]
				if step.Loop != m.Loop(step.Arm) {
					t.Fatalf("%s: step %+v with %v kept", name, step, kept)
				}
				if slices.Contains(basis, step.Arm) {
					if len(step.LostTo) > 0 {
						t.Fatalf("%s: %v is kept, and lost to %v", name, step.Arm, step.LostTo)
					}
					kept = append(kept, step.Arm)
					continue
				}
				for _, f := range kept {
					exchange := m.slow(append(without(slices.Clone(kept), f), step.Arm))
					if exchange != slices.Contains(step.LostTo, f) {
						t.Fatalf("%s: step %+v: exchanging %d of %v is possible: %v", name, step, f, kept, exchange)
					}
				}
			}
		}
	}
}

func TestOracleAllocatesNothing(t *testing.T) {
	random := noise.NewStream(noise.Key(14, noise.Learning))
	instances := randomInstances(t, 2)
	instances["genres"] = instance{Matroid: genreLike(t, 100, 17)}
	for name, m := range instances {
		for path, next := range weightPaths {
			oracle := NewOracle(m)
			weights := make([]float64, m.Size())
			var basis []int
			round := func() {
				next(&random, weights)
				basis = oracle.Best(weights, &random, basis)
			}
			for range 10 {
				round()
			}
			if allocations := testing.AllocsPerRun(50, round); allocations > 0 {
				t.Errorf("%s, %s: %v allocations a round", name, path, allocations)
			}
		}
	}
}

// genreLike returns a linear matroid of random 0/1 vectors with about three ones, like movies'
// genres.
func genreLike(t testing.TB, arms, dimension int) *Linear {
	t.Helper()
	random := noise.NewStream(noise.Key(15, noise.Invention))
	vectors := make([][]float64, arms)
	for e := range vectors {
		vectors[e] = make([]float64, dimension)
		for range 3 {
			vectors[e][random.IntN(dimension)] = 1
		}
	}
	m := param.Must(NewLinear(vectors))
	if m.Rank() != dimension {
		t.Fatalf("rank %d, want %d", m.Rank(), dimension)
	}
	return m
}
