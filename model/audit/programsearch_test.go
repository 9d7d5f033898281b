package audit

import (
	"math"
	"slices"
	"testing"
)

func TestTelling(t *testing.T) {
	cases := []struct {
		name   string
		counts map[string][2]int
		want   float64
	}{
		{"nothing", nil, 0},
		{"alike", map[string][2]int{"a": {40, 40}, "b": {40, 40}}, 0},
		{"apart", map[string][2]int{"a": {80, 0}, "b": {0, 80}}, math.Log(83. / 3)},
		{"a union", map[string][2]int{"a": {20, 2}, "b": {20, 2}, "c": {40, 76}}, math.Log(43. / 7)},
		{"rare", map[string][2]int{"a": {1, 0}, "b": {79, 80}}, math.Log(4. / 3)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := largestLogRatio(c.counts); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestChunks(t *testing.T) {
	var ends []int
	for group := range chunked([]distinguisher{{to: 2}, {to: 3}, {to: 5}}) {
		ends = append(ends, len(group), group[0].to)
	}
	if len(ends) != 4 || ends[0] != 2 || ends[1] != 2 || ends[2] != 1 || ends[3] != 5 {
		t.Error(ends)
	}
}

// Lanes that differ once continue to differ, which is not another turn.
func TestTurns(t *testing.T) {
	plays := [][]string{
		{"a", "a", "a", "a", "a", "a", "a"},
		{"a", "b", "b", "b", "b", "b", "a"},
		{"a", "a", "a", "a", "a", "b", "b"},
	}
	if got := turns(plays, 7); !slices.Equal(got, []int{2, 6}) {
		t.Errorf("%v", got)
	}
}
