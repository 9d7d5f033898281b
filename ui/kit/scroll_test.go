package kit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestScrollerStaysWithinTheText(t *testing.T) {
	var s Scroller
	for _, step := range []struct{ by, total, room, from, n int }{
		{0, 10, 4, 0, 4},
		{3, 10, 4, 3, 4},
		{100, 10, 4, 6, 4},
		{-1, 10, 4, 5, 4}, // from the end, not from 103
		{-100, 10, 4, 0, 4},
		{5, 3, 4, 0, 3},
		{0, 3, -1, 0, 0},
	} {
		s.By(step.by)
		if from, n := s.Visible(step.total, step.room); from != step.from || n != step.n {
			t.Errorf("by %d of %d in %d: %d lines from %d, want %d from %d",
				step.by, step.total, step.room, n, from, step.n, step.from)
		}
	}
	s.Reveal(7, 3)
	if from, _ := s.Visible(10, 3); from != 5 {
		t.Errorf("line 7 revealed from %d, want 5", from)
	}
	s.Reveal(6, 3)
	if from, _ := s.Visible(10, 3); from != 5 {
		t.Errorf("a line in sight moved the window to %d", from)
	}
	s.Reveal(2, 3)
	if from, _ := s.Visible(10, 3); from != 2 {
		t.Errorf("line 2 revealed from %d", from)
	}
}

func TestAround(t *testing.T) {
	lines := []string{"0", "1", "2", "3", "4", "5"}
	for _, c := range []struct {
		from, to, height int
		want             []string
		above, below     int
	}{
		{0, 1, 9, lines, 0, 0},
		{0, 1, 3, lines[0:3], 0, 3},
		{3, 4, 3, lines[2:5], 2, 1},
		{5, 6, 3, lines[3:6], 3, 0},
		{1, 5, 2, lines[1:3], 1, 3}, // more than fits: its beginning
		{1, 2, -1, nil, 1, 5},
	} {
		got, above, below := Around(lines, c.from, c.to, c.height)
		if !slices.Equal(got, c.want) || above != c.above || below != c.below {
			t.Errorf("%d…%d in %d: %v, %d above, %d below", c.from, c.to, c.height, got, above, below)
		}
	}
}

// The window shows the wanted lines; no line is lost or counted twice.
func TestAroundLosesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n, height := random.IntN(30), random.IntN(30)
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprint(i)
		}
		from := random.IntN(n + 1)
		to := min(n, from+random.IntN(4))
		shown, above, below := Around(lines, from, to, height)
		if len(shown)+above+below != n || len(shown) != min(n, height) {
			t.Fatalf("%d lines in %d: %d shown, %d above, %d below", n, height, len(shown), above, below)
		}
		if to-from <= height && to > from && (from < above || to > above+len(shown)) {
			t.Fatalf("%d lines in %d: lines %d…%d are not among %d…%d", n, height, from, to, above, above+len(shown))
		}
	}
}

func TestPadding(t *testing.T) {
	if got := Right("ε", 3) + "|" + Right("long", 2); got != "  ε|long" {
		t.Errorf("got %q", got)
	}
}
