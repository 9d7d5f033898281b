package audit

import (
	"math"
	"testing"
)

// Each half of the runs chooses the event that the other half counts, so a transcript seen once tells nothing.
func TestTelling(t *testing.T) {
	cases := []struct {
		name   string
		counts map[string][2]int // in each half
		want   float64
	}{
		{"nothing", nil, 0},
		{"alike", map[string][2]int{"a": {40, 40}, "b": {40, 40}}, 0},
		{"apart", map[string][2]int{"a": {80, 0}, "b": {0, 80}}, math.Log(163. / 3)},
		{"a union", map[string][2]int{"a": {20, 2}, "b": {20, 2}, "c": {40, 76}}, math.Log(83. / 11)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := new(claim).measure([2]map[string][2]int{c.counts, c.counts}, 160); math.Abs(got-c.want) > 1e-12 {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	unlike := [2]map[string][2]int{{"a": {9, 0}, "b": {0, 9}}, {"c": {9, 0}, "d": {0, 9}}}
	if got := new(claim).measure(unlike, 18); got != 0 {
		t.Errorf("transcripts of one half tell %v", got)
	}
}

// Lanes that differ once continue to differ, which is not another decision.
func TestTurns(t *testing.T) {
	plays := [][]string{
		{"a", "a", "a", "a", "a", "a", "a"},
		{"a", "b", "b", "b", "b", "b", "a"},
		{"a", "a", "a", "a", "a", "b", "b"},
	}
	for least, want := range map[int]int{1: 2, 2: 2, 3: 6, 6: 6, 7: 0} {
		if got := turn(plays, least); got != want {
			t.Errorf("from round %d: %d, want %d", least, got, want)
		}
	}
}
