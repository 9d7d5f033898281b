package model

import (
	"slices"
	"strings"
	"testing"
)

func TestDiffer(t *testing.T) {
	a := [][]float64{{1, 0}, {1, 0}, {.5, 0}, {.5, 0}}
	b := [][]float64{{1, 0}, {0, 1}, {.5, 0}, {.5, 0}}
	n, err := Differ(a, b)
	if err != nil || n.Round != 2 || len(n.Others) != 2 {
		t.Fatalf("%+v, %v", n, err)
	}
	for i := range a {
		if !slices.Equal(n.At(0, i+1), a[i]) || !slices.Equal(n.At(1, i+1), b[i]) {
			t.Errorf("round %d: %v and %v", i+1, n.At(0, i+1), n.At(1, i+1))
		}
	}
	for _, c := range []struct {
		b    [][]float64
		says string
	}{
		{a, "the tables are equal"},
		{b[:3], "the tables have 4 and 3 rows"},
		{[][]float64{{0, 0}, {1, 0}, {.5, 0}, {0, 0}}, "the tables differ in rows 1 and 4"},
	} {
		if _, err := Differ(a, c.b); err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%v, want %s", err, c.says)
		}
	}
}
