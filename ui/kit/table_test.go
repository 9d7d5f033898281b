package kit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/uitest"
)

func sample() *Table {
	return &Table{
		Columns: []Column{
			{Title: "learner", Priority: Always, Least: 8, Fill: true},
			{Title: "ε", Right: true, Priority: 1},
			{Title: "regret", Right: true, Priority: 2},
		},
		Rows: [][]string{
			{"Lazy-DP-TS", "0.5", "1,234.5"},
			{"UCB1", None, "9.5"},
		},
	}
}

func TestTableNarrowsByPriority(t *testing.T) {
	for width, want := range map[int]string{
		0: `
learner       ε   regret
Lazy-DP-TS  0.5  1,234.5
UCB1          –      9.5`,
		30: `
learner             ε   regret
Lazy-DP-TS        0.5  1,234.5
UCB1                –      9.5`,
		22: `
learner     ε   regret
Lazy-DP…  0.5  1,234.5
UCB1        –      9.5`,
		21: `
learner        regret
Lazy-DP-TS    1,234.5
UCB1              9.5`,
		16: `
learner
Lazy-DP-TS
UCB1`,
		5: `
lear…
Lazy…
UCB1`,
	} {
		header, rows := sample().Lines(width)
		lines := slices.Concat([]string{header}, rows)
		for i, line := range lines {
			if w := ansi.StringWidth(line); width > 0 && w != width {
				t.Errorf("%q takes %d cells of %d", line, w, width)
			}
			lines[i] = strings.TrimRight(line, " ")
		}
		if got := "\n" + strings.Join(lines, "\n"); got != want {
			t.Errorf("in %d cells:%s\nwant:%s", width, got, want)
		}
	}
}

// Permanent columns are cut once the others are left out, and a short row extends over columns
// without cells.
func TestTableOfFixedWidths(t *testing.T) {
	table := Table{
		Gap: 1,
		Columns: []Column{
			{Title: "arm", Width: 6, Priority: Always, Least: 4},
			{Priority: 1, Width: 8, Least: 3, Fill: true},
			{Title: "pulls", Right: true, Priority: Always, Width: 6},
			{Title: "μ", Right: true, Priority: 2, Width: 4},
		},
	}
	rows := [][]string{{"Heat", "▇▇", "12", "0.5"}, {"Alien", "not in any basis"}, nil}
	for width, want := range map[int]string{
		0: `
arm              pulls    μ
Heat   ▇▇           12  0.5
Alien  not in any basis`,
		30: `
arm                 pulls    μ
Heat   ▇▇              12  0.5
Alien  not in any basis`,
		24: `
arm           pulls    μ
Heat   ▇▇        12  0.5
Alien  not in any basis`,
		20: `
arm       pulls    μ
Heat ▇▇      12  0.5
Ali… not in any bas…`,
		17: `
arm    pulls    μ
Heat      12  0.5
Alien not in any…`,
		9: `
a…  pulls
H…     12
A… not i…`,
	} {
		f := table.Fit(width)
		got := "\n" + f.Header()
		for _, row := range rows {
			got += "\n" + strings.TrimRight(f.Line(row), " ")
		}
		if got = strings.TrimRight(got, "\n"); got != want {
			t.Errorf("in %d cells:%s\nwant:%s", width, got, want)
		}
	}
}

// At any width there is a blank between neighboring columns, styled or not.
func TestTableColumnsNeverTouch(t *testing.T) {
	table := sample()
	table.Rows = append(table.Rows, nil, []string{uitest.Theme(termenv.TrueColor).Bad.Render("κλ"), "∞", "−0.1"})
	for width := 1; width < 60; width++ {
		header, rows := table.Lines(width)
		for _, line := range append(rows, header) {
			if w := ansi.StringWidth(line); w != width {
				t.Fatalf("%q takes %d cells of %d", line, w, width)
			}
		}
		for _, pair := range []string{"learnerε", "εregret", "learnerregret"} {
			if strings.Contains(header, pair) {
				t.Errorf("in %d cells: %q", width, header)
			}
		}
	}
}

func TestNamesAreCutInTheMiddle(t *testing.T) {
	table := Table{
		Columns: []Column{{Title: "learner", Priority: Always, Least: 8, Names: true}, {Title: "ε", Right: true, Priority: Always}},
		Rows:    [][]string{{"RNM-FTNL scale=1", "2"}, {"\x1b[1mRNM-FTNL scale=2\x1b[0m", "1"}, {"FTNL", "1"}},
	}
	_, rows := table.Lines(14)
	for i, want := range []string{"RNM-F…ale=1  2", "RNM-F…ale=2  1", "FTNL         1"} {
		if got := ansi.Strip(rows[i]); got != want {
			t.Errorf("row %d: %q, want %q", i, got, want)
		}
	}
}

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

func TestFitIsExact(t *testing.T) {
	styled := uitest.Theme(termenv.ANSI256).Accent.Render("coloured text")
	for _, line := range []string{"", "short", "a line that is too long for most", "μ̃ = .7482 → ε", styled, "宽字符"} {
		t.Run(line, func(t *testing.T) {
			for width := range 20 {
				for _, got := range Fit([]string{line}, width, 2) {
					if w := ansi.StringWidth(got); w != width {
						t.Fatalf("%q in %d cells: %q takes %d", line, width, got, w)
					}
				}
			}
		})
	}
	if got := len(Fit([]string{"a", "b", "c"}, 3, 2)); got != 2 {
		t.Errorf("%d lines, want 2", got)
	}
}

func TestFrame(t *testing.T) {
	got := Frame{Title: "1 Regret", Remark: "log"}.Draw(uitest.Theme(termenv.Ascii), []string{"body"}, 22, 4)
	want := Block{
		"╭─ 1 Regret ─── log ─╮",
		"│ body               │",
		"│                    │",
		"╰────────────────────╯",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got = Frame{Title: "1 Regret", Remark: "log", Focused: true}.Draw(uitest.Theme(termenv.Ascii), nil, 18, 2)
	if want := (Block{"╭─ ▸ 1 Regret ───╮", "╰────────────────╯"}); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFrameIsExactAtAnySize(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.ANSI256} {
		theme := uitest.Theme(profile)
		for width := range 40 {
			for height := range 5 {
				for _, focused := range []bool{true, false} {
					f := Frame{Title: "2 Arms · Anytime-Lazy-UCB", Remark: "scroll", Focused: focused}
					b := f.Draw(theme, []string{strings.Repeat("x", 50)}, width, height)
					if len(b) != height {
						t.Fatalf("%dx%d: %d lines", width, height, len(b))
					}
					for _, line := range b {
						if w := ansi.StringWidth(line); w != width {
							t.Fatalf("%dx%d: %q takes %d cells", width, height, line, w)
						}
					}
				}
			}
		}
	}
}

func TestBar(t *testing.T) {
	tests := []struct {
		share float64
		want  string
	}{
		{0, "    "},
		{-1, "    "},
		{math.NaN(), "    "},
		{0.5, "██  "},
		{0.001, "▏   "},
		{0.6, "██▍ "},
		{0.9999, "███▉"},
		{1, "████"},
		{math.Inf(1), "████"},
	}
	for _, test := range tests {
		if got := Bar(test.share, 4); got != test.want {
			t.Errorf("Bar(%v, 4) = %q, want %q", test.share, got, test.want)
		}
	}
}

func TestWrapNeverExceedsTheWidth(t *testing.T) {
	text := "  draw θ_j ~ Beta(m_j O_j + 1, (1 − m_j) O_j + 1), m_j = clip(μ̃_j + 3 ln t/(ε O_j))"
	for width := 4; width < 90; width++ {
		lines := Wrap(text, width, 6)
		for _, line := range lines {
			if ansi.StringWidth(line) > width {
				t.Fatalf("width %d: %q", width, line)
			}
		}
		letters := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if letters(strings.Join(lines, "")) != letters(text) {
			t.Fatalf("width %d lost something: %q", width, lines)
		}
	}
}

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
		if from, n := s.Window(step.total, step.room); from != step.from || n != step.n {
			t.Errorf("by %d of %d in %d: %d lines from %d, want %d from %d",
				step.by, step.total, step.room, n, from, step.n, step.from)
		}
	}
	s.Reveal(7, 3)
	if from, _ := s.Window(10, 3); from != 5 {
		t.Errorf("line 7 revealed from %d, want 5", from)
	}
	s.Reveal(6, 3)
	if from, _ := s.Window(10, 3); from != 5 {
		t.Errorf("a line in sight moved the window to %d", from)
	}
	s.Reveal(2, 3)
	if from, _ := s.Window(10, 3); from != 2 {
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
