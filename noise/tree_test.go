package noise

import (
	"math"
	"math/bits"
	"testing"
)

func TestTreeWithoutNoiseSumsExactly(t *testing.T) {
	const horizon = 5000
	s := NewStream(1)
	before := s
	counter, want := NewTree(horizon, math.Inf(1)), 0.0
	for n := 1; n <= horizon; n++ {
		x := float64(n * n % 17) // whole numbers: every order of adding gives the same
		want += x
		if counter.Add(x, &s); counter.Sum() != want || counter.Count() != n {
			t.Fatalf("after %d observations: sum %v, want %v", n, counter.Sum(), want)
		}
	}
	if s != before {
		t.Error("a tree without noise drew random numbers")
	}
}

// The slow obvious tree keeps every observation and every node's noise.
func TestTreeReleasesTheNodesOfTheBinaryDigits(t *testing.T) {
	const horizon = 2000
	s := NewStream(2)
	counter := NewTree(horizon, .5)
	observed := []float64{0}
	noises := map[[2]int]float64{}
	for n := 1; n <= horizon; n++ {
		observed = append(observed, s.Float64())
		counter.Add(observed[n], &s)
		newest := counter.Newest()
		if newest.Last != n || newest.First != n-(n&-n)+1 {
			t.Fatalf("observation %d completed %+v", n, newest)
		}
		noises[[2]int{newest.First, newest.Last}] = newest.Noise

		nodes := counter.Nodes()
		if len(nodes) != bits.OnesCount(uint(n)) {
			t.Fatalf("n = %d: %d nodes summed, want %d", n, len(nodes), bits.OnesCount(uint(n)))
		}
		next, released := 1, 0.0
		for _, node := range nodes {
			if node.First != next || node.Last != next+1<<node.Level-1 {
				t.Fatalf("n = %d: node %+v does not follow observation %d", n, node, next-1)
			}
			next = node.Last + 1
			sum := 0.0
			for i := node.First; i <= node.Last; i++ {
				sum += observed[i]
			}
			if math.Abs(node.Sum-sum) > 1e-9 {
				t.Fatalf("n = %d: node %+v should sum to %v", n, node, sum)
			}
			noise, drawn := noises[[2]int{node.First, node.Last}]
			if !drawn || noise != node.Noise {
				t.Fatalf("n = %d: node %+v was released with noise %v before", n, node, noise)
			}
			released += sum + noise
		}
		if next != n+1 || math.Abs(counter.Sum()-released) > 1e-9 {
			t.Fatalf("n = %d: nodes end at %d; sum %v, want %v", n, next-1, counter.Sum(), released)
		}
	}
}

// No observation is in more nodes than levels, and the first one is in as many.
func TestTreeSpendsAtMostEpsilonOnAnyObservation(t *testing.T) {
	const epsilon = .7
	for _, horizon := range []int{1, 2, 3, 7, 8, 1000, 1023, 1024} {
		s := NewStream(3)
		counter := NewTree(horizon, epsilon)
		if want := int(math.Log2(float64(horizon))) + 1; counter.Levels() != want {
			t.Errorf("horizon %d: %d levels, want %d", horizon, counter.Levels(), want)
		}
		covered := make([]int, horizon+1)
		for range horizon {
			counter.Add(1, &s)
			node := counter.Newest()
			for i := node.First; i <= node.Last; i++ {
				covered[i]++
			}
		}
		for i := 1; i <= horizon; i++ {
			if spent := float64(covered[i]) * counter.NodeEpsilon(); spent > epsilon*(1+1e-12) {
				t.Errorf("horizon %d: observation %d costs %v", horizon, i, spent)
			}
		}
		if spent := float64(covered[1]) * counter.NodeEpsilon(); math.Abs(spent-epsilon) > 1e-12 {
			t.Errorf("horizon %d: the first observation costs %v, want all of %v", horizon, spent, epsilon)
		}
	}
}

// The released error after n observations is a sum of popcount(n) Laplace noises: variance popcount(n)·2·(levels/ε)².
// The standard error of its estimate from 160,000 trees is at most √(5/160,000) = .56%, so the band of 3% has a
// false-alarm rate below 10⁻⁶ a case. A scale 5% off moves the variance by 10% and must be outside the same band.
func TestTreeNoiseHasItsVariance(t *testing.T) {
	const horizon, epsilon, runs, band = 100, .5, 160_000, .03
	s := NewStream(Key(11, Learning))
	for _, n := range []int{1, 7, 31, 32} {
		variance, scale := 0.0, 0.0
		for range runs {
			counter := NewTree(horizon, epsilon)
			for range n {
				counter.Add(1, &s)
			}
			scale = counter.Scale()
			deviation := counter.Sum() - float64(n)
			variance += deviation * deviation / runs
		}
		if scale != 7/epsilon {
			t.Fatalf("scale %v, want levels/ε = %v", scale, 7/epsilon)
		}
		for factor, accept := range map[float64]bool{1: true, .95: false, 1.05: false} {
			want := float64(bits.OnesCount(uint(n))) * 2 * (factor * scale) * (factor * scale)
			if (math.Abs(variance/want-1) < band) != accept {
				t.Errorf("n = %d: variance %.1f against %.1f (scale × %v): accepted %v, want %v",
					n, variance, want, factor, !accept, accept)
			}
		}
	}
}

// The levels suffice for the longest horizon.
func TestLongestTree(t *testing.T) {
	s := NewStream(5)
	longest := NewTree(1e15, 1)
	longest.count = 1<<49 - 1
	longest.Add(1, &s)
	if newest := longest.Newest(); newest.Level != longest.Levels()-1 || newest.First != 1 {
		t.Errorf("observation 2^49 completes %+v of %d levels", newest, longest.Levels())
	}
}
