package learners

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

func someMatroids(t *testing.T) map[string]matroid.Matroid {
	t.Helper()
	uniform, err := matroid.NewUniform(7, 3)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := matroid.NewPartition(6, [][]int{{1, 2, 3}, {4}, {5, 6}}, []int{1, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	graph, err := matroid.NewGraphic([][]string{{"a", "b"}, {"b", "c"}, {"a", "c"}, {"c", "c"}, {"c", "d"}, {"a", "d"}, {"d", "e"}})
	if err != nil {
		t.Fatal(err)
	}
	var edges [][]string
	for from := range "abcdefg" {
		for to := range from {
			edges = append(edges, []string{"abcdefg"[from : from+1], "abcdefg"[to : to+1]})
		}
	}
	complete, err := matroid.NewGraphic(edges)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]matroid.Matroid{"complete graph": complete, "uniform": uniform, "partition with a loop": blocks, "graph with a loop and a bridge": graph}
}

// By thresholds and stretches DPTS-MAT plays the greedy bases of its samples, all of
// which are computed in every round, and releases the same.
func TestDPTSMatPlaysTheGreedyBasis(t *testing.T) {
	const horizon = 6000
	total := 0
	for name, m := range someMatroids(t) {
		for _, epsilon := range []float64{.1, 10, math.Inf(1)} {
			for _, bits := range []bool{true, false} {
				s := setting(m.Size(), epsilon, 8)
				s.Matroid = m
				choice, err := ParseChoice("dpts-mat")
				if err != nil {
					t.Fatal(err)
				}
				fast := choice.Start(s).(*dpTSMat)
				slow, within := fast.Clone().(*dpTSMat), 0
				for round := 1; round <= horizon; {
					play := slices.Clone(fast.Choose(round))
					n, _ := fast.Steady(round)
					n = min(n, horizon+1-round, 1+round%97)
					within += n - 1
					stretch := Stretch{Rounds: n, Values: make([][]float64, len(play)), Sums: make([]float64, len(play)), Bits: bits}
					for k := round; k < round+n; k++ {
						if !slow.cover(k) {
							slow.draw(k)
							slow.playBest()
						}
						if !slices.Equal(slow.play, play) {
							t.Fatalf("%s, ε = %v, round %d: %v, want %v", name, epsilon, k, play, slow.play)
						}
						var weights []float64
						for i, e := range play {
							c := noise.At(uint64(e), k)
							x := c.Float64() * (1 - float64(e)/10)
							if bits {
								x = c.Bernoulli(.9 - float64(e)/10)
							}
							weights = append(weights, x)
							stretch.Values[i] = append(stretch.Values[i], x)
							stretch.Sums[i] += x
						}
						slow.Observe(k, weights)
					}
					fast.ObserveAll(round, &stretch)
					for e := range fast.arms {
						if got, want := fast.Estimate(e), slow.Estimate(e); got != want && !math.IsNaN(want) {
							t.Fatalf("%s, ε = %v, round %d: estimate %v, want %v", name, epsilon, round, got, want)
						}
					}
					round += n
				}
				total += within
			}
		}
	}
	if total < horizon {
		t.Errorf("only %d rounds within stretches", total)
	}
}

// The samples have the normal law: √n D of Kolmogorov and Smirnov is above 2.5 with
// probability 2·exp(−2·2.5²) < 10⁻⁵, and is so where the law is moved by 1 % of its mean.
func TestDPTSMatSamplesAreNormal(t *testing.T) {
	const n = 100_000
	l := dpTSMat{lazyMatroid: lazyMatroid{freshMeans: newFreshMeans(1, math.Inf(1)), rank: 1}, key: 3}
	l.arms[0].estimate, l.arms[0].size = .8, 100
	l.scores = []float64{0}
	draws := make([]float64, n)
	for i := range draws {
		l.draw(i + 1)
		draws[i] = l.scores[0]
	}
	slices.Sort(draws)
	for mean, accepted := range map[float64]bool{.8: true, .808: false} {
		law, distance := distuv.Normal{Mu: mean, Sigma: .1}, 0.0
		for i, x := range draws {
			p := law.CDF(x)
			distance = max(distance, p-float64(i)/n, float64(i+1)/n-p)
		}
		if d := distance * math.Sqrt(n); (d < 2.5) != accepted {
			t.Errorf("mean %v: √n D = %.2f", mean, d)
		}
	}
}
