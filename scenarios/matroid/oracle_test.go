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

// genreLike returns a linear matroid of random 0/1 vectors with about three ones, like movies' genres.
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

// randomWeights usually have few values, some negative, so there are ties.
func randomWeights(random *noise.Stream, weights []float64) {
	coarse := random.IntN(3) > 0
	for e := range weights {
		weights[e] = 4*random.Float64() - 2
		if coarse {
			weights[e] = math.Round(weights[e])
		}
	}
}

func TestGreedyFindsTheHeaviestBasis(t *testing.T) {
	random := noise.NewStream(noise.Key(9, noise.Learning))
	for name, m := range randomInstances(t, 60) {
		weights := make([]float64, m.Size())
		for range 10 {
			randomWeights(&random, weights)
			best := math.Inf(-1)
			for mask := range 1 << m.Size() {
				if set := subset(mask); len(set) == m.Rank() && m.slow(set) {
					best = max(best, total(weights, set))
				}
			}
			for _, ties := range []*noise.Stream{nil, &random} {
				got := Greedy(m, weights, ties)
				if !m.slow(got) || len(got) != m.Rank() || !slices.IsSorted(got) {
					t.Fatalf("%s: Greedy(%v) = %v, which is no ascending basis", name, weights, got)
				}
				if w := total(weights, got); math.Abs(w-best) > 1e-12 {
					t.Fatalf("%s: Greedy(%v) = %v of weight %v, the best basis has %v", name, weights, got, w, best)
				}
			}
		}
	}
}

func total(weights []float64, set []int) float64 {
	sum := 0.
	for _, e := range set {
		sum += weights[e]
	}
	return sum
}

var chhMeans = []float64{.80, .75, .60, .20, .30, .40, .70}

func chhSynthetic() *Linear {
	return param.Must(NewLinear([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0}}))
}

func TestOptimalTakesTheLowestIndex(t *testing.T) {
	m := param.Must(NewPartition(5, [][]int{{5, 2, 1}, {3, 4}}, []int{1, 1}))
	if got := Optimal(m, []float64{0, math.Copysign(0, -1), 1, 1, 0}); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("Optimal = %v, want arms 0 and 2", got)
	}
}

// Six equal arms of the uniform matroid of rank 2: all 15 pairs are equally likely. Pearson's
// statistic with 14 degrees of freedom exceeds 50 with probability 6·10⁻⁶. Choosing the lowest
// index, or favoring an arm by 10%, far exceeds it.
func TestTiesAreUniform(t *testing.T) {
	m, _ := NewUniform(6, 2)
	equal := make([]float64, 6)
	statistic := func(weights func(round int) []float64) float64 {
		ties := noise.NewStream(noise.Key(10, noise.Learning))
		counts := make(map[[2]int]float64)
		const rounds = 30_000
		for round := range rounds {
			basis := Greedy(m, weights(round), &ties)
			counts[[2]int{basis[0], basis[1]}]++
		}
		sum, expected := 0., rounds/15.
		for a := range 6 {
			for b := a + 1; b < 6; b++ {
				d := counts[[2]int{a, b}] - expected
				sum += d * d / expected
			}
		}
		return sum
	}
	if s := statistic(func(int) []float64 { return equal }); s > 50 {
		t.Errorf("ties are not uniform: statistic %.1f", s)
	}
	favor := []float64{1, 0, 0, 0, 0, 0}
	if s := statistic(func(round int) []float64 {
		if round%10 == 0 {
			return favor
		}
		return equal
	}); s < 50 {
		t.Errorf("an arm that is favored every tenth round passes: statistic %.1f", s)
	}
}

func TestOnlyTiesThatMatterCostDraws(t *testing.T) {
	m := chhSynthetic()
	loops := param.Must(NewTransversal(4, [][]int{{1, 2}, {2}}))
	cases := []struct {
		name    string
		m       Matroid
		weights []float64
		draws   bool
	}{
		{"all different", m, chhMeans, false},
		{"a loop ties with an arm", m, []float64{.8, .7, .6, .5, .4, .3, .8}, false},
		{"two loops tie", loops, []float64{2, 1, 3, 3}, false},
		{"two arms tie", m, []float64{.8, .8, .6, .5, .4, .3, .2}, true},
	}
	for _, c := range cases {
		before := noise.NewStream(1)
		ties := before
		Greedy(c.m, c.weights, &ties)
		if (ties != before) != c.draws {
			t.Errorf("%s: drew = %v, want %v", c.name, ties != before, c.draws)
		}
	}
}

func TestOrderOfWeights(t *testing.T) {
	descending := []float64{
		math.Inf(1), math.MaxFloat64, 1, 0.5, math.SmallestNonzeroFloat64, 0,
		-math.SmallestNonzeroFloat64, -1, -math.MaxFloat64, math.Inf(-1), math.NaN(),
	}
	for i, x := range descending {
		for j, y := range descending {
			a, b := ranked{weight: x, tie: 1}, ranked{weight: y}
			if got := a.compare(b); (got < 0) != (i < j) || a.before(b) != (i < j) {
				t.Errorf("%v against %v: %d", x, y, got)
			}
		}
	}
	if minus := (ranked{weight: math.Copysign(0, -1)}); minus.compare(ranked{}) != 0 || minus.before(ranked{}) {
		t.Error("0 and −0 differ")
	}
}

// byWeight returns a basis with the heaviest arm first.
func byWeight(basis []int, weights []float64) []int {
	slices.SortFunc(basis, func(i, j int) int {
		return map[bool]int{true: -1, false: 1}[weights[i] > weights[j]]
	})
	return basis
}

// Pairs have the properties of CHH, §4.3: each best arm is in one pair, an arm of both bases is its
// own, the pair can take the arm's place in the greedy walk and has no larger score there, and the
// differences add up to the regret. Each is the first best arm that the definition allows.
func TestPairs(t *testing.T) {
	random := noise.NewStream(noise.Key(5, noise.Invention))
	others := 0
	for name, m := range randomInstances(t, 12) {
		means, scores := make([]float64, m.Size()), make([]float64, m.Size())
		for range 20 {
			for e := range means {
				means[e], scores[e] = random.Float64(), random.Float64()
			}
			play, best := byWeight(Greedy(m, scores, nil), scores), byWeight(Optimal(m, means), means)
			pairs := Pairs(m, play, best)
			if !slices.Equal(slices.Sorted(slices.Values(pairs)), slices.Sorted(slices.Values(best))) {
				t.Fatalf("%s: pairs %v of the best basis %v", name, pairs, best)
			}
			sum := 0.0
			for k, e := range play {
				pair := pairs[k]
				sum += means[pair] - means[e]
				if slices.Contains(best, e) && pair != e || scores[pair] > scores[e] || !m.slow(append(slices.Clone(play[:k]), pair)) {
					t.Errorf("%s: %d with score %g is paired with %d with score %g", name, e, scores[e], pair, scores[pair])
				}
				if slices.Contains(best, e) {
					continue
				}
				others++
				rest := slices.Concat(play[:k], pairs[k+1:])
				first := slices.IndexFunc(best, func(e int) bool {
					return !slices.Contains(rest, e) && m.slow(append(slices.Clone(rest), e))
				})
				if best[first] != pair {
					t.Errorf("%s: %d is paired with %d, want %d", name, e, pair, best[first])
				}
			}
			if regret := total(means, best) - total(means, play); math.Abs(sum-regret) > 1e-12 {
				t.Errorf("%s: differences of %g, regret %g", name, sum, regret)
			}
		}
	}
	if others < 100 {
		t.Errorf("only %d arms are not in the best basis", others)
	}
}
