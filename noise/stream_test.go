package noise

import (
	"math"
	"testing"
)

func TestCellsArePureFunctionsOfKeyAndRound(t *testing.T) {
	key := Key(1, Rewards, 3)
	forward := make([]float64, 100)
	for round := range forward {
		c := At(key, round)
		forward[round] = c.Float64()
	}
	for round := len(forward) - 1; round >= 0; round-- {
		c := At(key, round)
		if c.Float64() != forward[round] {
			t.Fatalf("round %d differs when drawn again", round)
		}
		for i, ahead := range []uint64{c.Word(0), c.Word(1), c.Word(2)} {
			if c.Uint64() != ahead {
				t.Fatalf("round %d: word %d ahead is not the one that is drawn", round, i)
			}
		}
	}
}

func TestKeysDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(20) {
		for purpose := Rewards; purpose <= Shuffling; purpose++ {
			for index := range uint64(20) {
				key := Key(seed, purpose, index)
				if _, twice := seen[key]; twice {
					t.Fatalf("seed %d purpose %d index %d: key seen before", seed, purpose, index)
				}
				seen[key] = ""
			}
		}
	}
}

// Correlation between neighboring rounds, arms and seeds: |r|·√n is standard
// normal, so 5 is exceeded with probability below 10⁻⁶ a case.
func TestNeighboringCellsAreUncorrelated(t *testing.T) {
	const n = 100_000
	at := func(seed, arm uint64, round int) float64 {
		c := At(Key(seed, Rewards, arm), round)
		return c.Float64() - .5
	}
	cases := map[string]func(i int) (float64, float64){
		"rounds": func(i int) (float64, float64) { return at(1, 0, i), at(1, 0, i+1) },
		"arms":   func(i int) (float64, float64) { return at(1, 0, i), at(1, 1, i) },
		"seeds":  func(i int) (float64, float64) { return at(uint64(i), 0, 1), at(uint64(i)+1, 0, 1) },
		"words": func(i int) (float64, float64) {
			c := At(Key(1, Rewards, 0), i)
			return c.Float64() - .5, c.Float64() - .5
		},
	}
	for name, pair := range cases {
		var xy, xx, yy float64
		for i := range n {
			x, y := pair(i)
			xy, xx, yy = xy+x*y, xx+x*x, yy+y*y
		}
		if z := xy / math.Sqrt(xx*yy) * math.Sqrt(n); math.Abs(z) > 5 {
			t.Errorf("%s: correlation is %.1f standard errors from 0", name, z)
		}
	}
}

func TestIntNIsUniform(t *testing.T) {
	// χ² with 6 degrees of freedom exceeds 35 with probability below 10⁻⁵.
	s := NewStream(5)
	const n, sides = 70_000, 7
	var counts [sides]float64
	for range n {
		counts[s.IntN(sides)]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += (c - n/sides) * (c - n/sides) / (n / sides)
	}
	if chi > 35 {
		t.Errorf("χ² = %.1f over %v", chi, counts)
	}
}

func TestArgMaxBreaksTiesUniformly(t *testing.T) {
	s := NewStream(9)
	const n = 30_000
	var counts [5]float64
	for range n {
		counts[s.ArgMax([]float64{2, 1, 2, math.NaN(), 2})]++
	}
	if counts[1]+counts[3] != 0 {
		t.Fatalf("a smaller value or NaN won: %v", counts)
	}
	// 5 standard errors of a share of one third: false-alarm rate below 10⁻⁶.
	for _, i := range []int{0, 2, 4} {
		if math.Abs(counts[i]-n/3) > 5*math.Sqrt(n*2./9) {
			t.Errorf("tied value %d won %v of %d", i, counts[i], n)
		}
	}
	before := s
	for _, c := range []struct {
		values []float64
		want   int
	}{
		{[]float64{1, 3, 2}, 1},
		{[]float64{2, 2, 3}, 2}, // the tie is not for the first place
		{[]float64{math.NaN(), 1}, 1},
		{[]float64{math.Inf(1), 5}, 0},
		{[]float64{math.NaN(), math.Inf(-1)}, 1},
	} {
		if got := s.ArgMax(c.values); got != c.want || s != before {
			t.Errorf("%v: %d won, drawn %v; want %d without a draw", c.values, got, s != before, c.want)
		}
	}
}

// The first outputs of SplitMix64 from the seed 1234567, as they are published with
// implementations in many languages.
func TestMixIsSplitMix64(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		state += golden
		if got := mix(state); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
}
