package matroid

import (
	"math"
	"slices"
	"testing"

	"regretscope/noise"
)

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
