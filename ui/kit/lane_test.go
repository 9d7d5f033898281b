package kit

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestFit(t *testing.T) {
	cases := []struct {
		arms, width, cells, shown int
	}{
		{5, 40, 3, 5},
		{10, 30, 3, 10},
		{10, 29, 2, 10},
		{20, 30, 1, 20},
		{30, 30, 1, 30},
		{31, 30, 1, 29}, // one cell tells that there are more
		{5, 0, 1, 0},
		{1, 0, 1, 0},
		{1, 1, 1, 0},
	}
	for _, c := range cases {
		l := FitLanes(c.arms, c.width)
		if l.Cells != c.cells || l.Shown != c.shown || (c.width > 0 && l.Width() > c.width) {
			t.Errorf("%d arms in %d: %+v of width %d", c.arms, c.width, l, l.Width())
		}
	}
}

// Every row has the width of the numbers above it, and numbers end where their arm's lane ends.
func TestRowsStandBelowTheirNumbers(t *testing.T) {
	for _, arms := range []int{1, 2, 9, 10, 12, 25, 100, 1000} {
		for width := range 80 {
			l := FitLanes(arms, width)
			numbers := l.Numbers()
			row := l.Row(func(arm int) string { return string(rune('a' + arm%10)) })
			if a, b := ansi.StringWidth(numbers), ansi.StringWidth(row); a != b || (a > width && width > 0) {
				t.Fatalf("%d arms in %d: %d and %d cells", arms, width, a, b)
			}
			at := 0
			for _, number := range strings.Fields(numbers) {
				at += strings.Index(numbers[at:], number) + len(number)
				if at%l.Cells != 0 || number != itoa(at/l.Cells) {
					t.Fatalf("%d arms in %d: number %s ends at %d: %q", arms, width, number, at, numbers)
				}
			}
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func TestNumbers(t *testing.T) {
	cases := []struct {
		lanes Lanes
		want  string
	}{
		{Lanes{4, 3, 4}, "  1  2  3  4"},
		{Lanes{10, 3, 10}, "  1  2  3  4  5  6  7  8  9 10"},
		{Lanes{4, 2, 4}, " 1 2 3 4"},
		{Lanes{9, 2, 9}, " 1 2 3 4 5 6 7 8 9"},
		{Lanes{10, 2, 10}, " 1       5        10"}, // the last is not left out
		{Lanes{11, 2, 11}, " 1       5        10  "},
		{Lanes{16, 1, 16}, "1   5   10   15 "},
	}
	for _, c := range cases {
		if got := c.lanes.Numbers(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.lanes, got, c.want)
		}
	}
}

func TestRewardTakesOneCell(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", .5: "½", .01: "▁", .99: "█", -3: "▁", 7: "█"} {
		if got := RewardBar(x); got != want || ansi.StringWidth(got) != 1 {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
}
