package matroid

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

func many[T any](n int, x T) []T { return slices.Repeat([]T{x}, n) }

func TestBadInputIsOneSentence(t *testing.T) {
	linear := func(vectors ...[]float64) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewLinear(vectors)) }
	}
	text := func(vectors ...[]string) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewLinearText(vectors)) }
	}
	graphic := func(edges ...[]string) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewGraphic(edges)) }
	}
	uniform := func(arms, rank int) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewUniform(arms, rank)) }
	}
	partition := func(arms int, blocks [][]int, capacities ...int) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewPartition(arms, blocks, capacities)) }
	}
	transversal := func(arms int, sets ...[]int) func() (Matroid, error) {
		return func() (Matroid, error) { return wrap(NewTransversal(arms, sets)) }
	}
	wide := make([][]string, 200)
	for e := range wide {
		wide[e] = many(200, "0")
		wide[e][e] = "12345678901234567890"
		wide[e][199-e] = "1234567891"
	}
	cases := []struct {
		make func() (Matroid, error)
		want string
	}{
		{linear(), "vectors: 0 given: must be 1 to 1,000"},
		{linear(many(1001, []float64{1})...), "vectors: 1,001 given: must be 1 to 1,000"},
		{linear([]float64{}), "vectors: vector 1 has 0 entries: must have 1 to 200"},
		{linear(many(201, 1.)), "vectors: vector 1 has 201 entries: must have 1 to 200"},
		{linear([]float64{1, 2}, []float64{1}), "vectors: vector 2 has 1 entry, vector 1 has 2: all must have the same number"},
		{linear([]float64{1, math.NaN()}), "vectors: vector 1, entry 2: \"NaN\": must be a finite integer or decimal"},
		{linear([]float64{1}, []float64{math.Inf(-1)}), "vectors: vector 2, entry 1: \"-Inf\": must be a finite integer or decimal"},
		{linear([]float64{0, 0}, []float64{0, 0}), "vectors: the matroid has rank 0, so no basis can be played: one must have an entry other than 0"},
		{text([]string{"1/3"}), `vectors: vector 1, entry 1: "1/3": must be a finite integer or decimal`},
		{text([]string{""}), `vectors: vector 1, entry 1: "": must be a finite integer or decimal`},
		{text([]string{"."}), `vectors: vector 1, entry 1: ".": must be a finite integer or decimal`},
		{text([]string{"1.2.3"}), `vectors: vector 1, entry 1: "1.2.3": must be a finite integer or decimal`},
		{text([]string{"1e"}), `vectors: vector 1, entry 1: "1e": must be a finite integer or decimal`},
		{text([]string{"0x10"}), `vectors: vector 1, entry 1: "0x10": must be a finite integer or decimal`},
		{text([]string{"1_000"}), `vectors: vector 1, entry 1: "1_000": must be a finite integer or decimal`},
		{text([]string{"1p3"}), `vectors: vector 1, entry 1: "1p3": must be a finite integer or decimal`},
		{text([]string{"1e99999999999999999999"}), `vectors: vector 1, entry 1: "1e99999999999999999999": must have at most 400 digits and an exponent from -400 to 400`},
		{text([]string{strings.Repeat("7", 401) + "."}), `vectors: vector 1, entry 1: "` + strings.Repeat("7", 40) + `": must have at most 400 digits and an exponent from -400 to 400`},
		{text([]string{"1e401"}), `vectors: vector 1, entry 1: "1e401": must have at most 400 digits and an exponent from -400 to 400`},
		{text(wide...), "vectors: determinants of these vectors may have 12,685 bits: must have less than 61 for exact ranks; use fewer digits"},
		{graphic(), "edges: 0 given: must be 1 to 1,000"},
		{graphic([]string{"Bern"}), "edges: edge 1: must have exactly 2 ends, has 1"},
		{graphic([]string{"Bern", "Chur"}, []string{"Bern", "Chur", "Bern"}), "edges: edge 2: must have exactly 2 ends, has 3"},
		{graphic([]string{"Bern", ""}), "edges: edge 1: a node has no name: must be a number from 0 or a name that is not empty"},
		{graphic([]string{"Bern", "Bern"}), "edges: the matroid has rank 0, so no basis can be played: one must join two different nodes"},
		{uniform(0, 1), "arms: 0 given: must be 1 to 1,000"},
		{uniform(5, 6), "rank: 6: must be 1 to 5, the number of arms"},
		{uniform(5, -1), "rank: -1: must be 1 to 5, the number of arms"},
		{uniform(5, 0), "rank: the matroid has rank 0, so no basis can be played: must be 1 to 5, the number of arms"},
		{partition(0, nil), "arms: 0 given: must be 1 to 1,000"},
		{partition(2, [][]int{{1, 2}}), "capacities: 0 given, blocks: 1 given: must be one capacity for each block"},
		{partition(2, [][]int{{1, 2}, {}}, 1, 1), "blocks: block 2 is empty: must list at least one arm"},
		{partition(2, [][]int{{1, 2}}, -1), "capacities: block 1: -1: must be 0 or more"},
		{partition(2, [][]int{{0, 1}}, 1), "blocks: block 1: arm 0: must be 1 to 2"},
		{partition(2, [][]int{{1, 3}}, 1), "blocks: block 1: arm 3: must be 1 to 2"},
		{partition(2, [][]int{{1}, {2, 1}}, 1, 1), "blocks: arm 1 is in block 1 and again in block 2: must be in exactly one"},
		{partition(3, [][]int{{1}, {3}}, 1, 1), "blocks: arm 2 is in no block: must be in exactly one"},
		{partition(2, [][]int{{1}, {2}}, 0, 0), "capacities: the matroid has rank 0, so no basis can be played: one must be 1 or more"},
		{transversal(-1), "arms: −1 given: must be 1 to 1,000"},
		{transversal(2), "sets: the matroid has rank 0, so no basis can be played: one set must be given"},
		{transversal(2, many(1001, []int{1})...), "sets: 1,001 given: must be 1 to 1,000"},
		{transversal(2, []int{1}, nil), "sets: set 2 is empty: must list at least one arm"},
		{transversal(2, []int{1, 3}), "sets: set 1: arm 3: must be 1 to 2"},
		{transversal(2, []int{1, 2, 1}), "sets: set 1 lists arm 1 twice: must list each arm once"},
	}
	for _, c := range cases {
		m, err := c.make()
		switch {
		case err == nil:
			t.Errorf("%v was accepted, want the error %q", m, c.want)
		case err.Error() != c.want:
			t.Errorf("error %q,\nwant  %q", err, c.want)
		}
	}
}

// wrap converts a constructor's result to the interface.
func wrap[M Matroid](m M, err error) (Matroid, error) { return m, err }

func TestLargestSizesAreAccepted(t *testing.T) {
	vectors := make([][]float64, MaxArms)
	for e := range vectors {
		vectors[e] = make([]float64, 60)
		vectors[e][e%60], vectors[e][e*e%60] = 1, 1
	}
	linear := param.Must(NewLinear(vectors))
	if got := len(Optimal(linear, make([]float64, MaxArms))); got != linear.Rank() {
		t.Errorf("basis of %d arms, rank %d", got, linear.Rank())
	}
	if _, err := NewUniform(MaxArms, MaxArms); err != nil {
		t.Error(err)
	}
}

func checkMatroid(t *testing.T, m Matroid, err error) {
	t.Helper()
	if err != nil {
		if !param.IsPrintable(err.Error()) {
			t.Errorf("unusable message %q", err)
		}
		return
	}
	basis := Optimal(m, make([]float64, m.Size()))
	if m.Rank() < 1 || len(basis) != m.Rank() || !Independent(m, basis) {
		t.Fatalf("%s: rank %d, basis %v", m.Kind(), m.Rank(), basis)
	}
	b := m.NewBuilder()
	for _, e := range basis {
		b.Add(e)
	}
	for e := range m.Size() {
		m.Describe(e)
		circuit := b.Dependence(nil, e)
		if (len(circuit) == 0) != (m.Loop(e) || slices.Contains(basis, e)) {
			t.Fatalf("%s: arm %d depends on %v in the basis %v", m.Kind(), e, circuit, basis)
		}
	}
}

// Vectors are separated by ';', entries by ','.
func FuzzLinear(f *testing.F) {
	for _, seed := range []string{"1,0;0,1;1,1", "0.1,0.3;.3,.9", "1e300,1e-300;2,3", "0", "1,2;3", "NaN", "-0;+1e-400", "4611686018427387847,1;0,1;1,1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		if len(input) > 2000 {
			return
		}
		vectors := param.Map(strings.Split(input, ";"), func(vector string) []string { return strings.Split(vector, ",") })
		m, err := NewLinearText(vectors)
		checkMatroid(t, m, err)
	})
}

func FuzzGraphic(f *testing.F) {
	f.Add("a b;b c;c a;a a")
	f.Add(";;")
	f.Fuzz(func(t *testing.T, input string) {
		edges := param.Map(strings.Split(input, ";"), func(edge string) []string { return strings.Split(edge, " ") })
		m, err := NewGraphic(edges)
		checkMatroid(t, m, err)
	})
}

// Bytes are arms, numbered from 1; 0 ends a list. Capacities are derived from first arms, so they are often invalid.
func FuzzPartitionAndTransversal(f *testing.F) {
	f.Add(4, []byte{1, 2, 0, 3, 4})
	f.Add(2, []byte{2, 1, 0, 1})
	f.Add(-1, []byte{})
	f.Fuzz(func(t *testing.T, arms int, input []byte) {
		lists := [][]int{nil}
		for _, arm := range input {
			if last := len(lists) - 1; arm == 0 {
				lists = append(lists, nil)
			} else {
				lists[last] = append(lists[last], int(arm))
			}
		}
		var capacities []int
		for _, list := range lists {
			if len(list) > 0 {
				capacities = append(capacities, list[0]-2)
			}
		}
		partition, err := NewPartition(arms, lists, capacities)
		checkMatroid(t, partition, err)
		transversal, err := NewTransversal(arms, lists)
		checkMatroid(t, transversal, err)
		uniform, err := NewUniform(arms, len(lists))
		checkMatroid(t, uniform, err)
	})
}
