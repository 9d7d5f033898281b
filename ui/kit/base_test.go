package kit

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit/theme"
)

// A screen lists its commands once, and again after a command has run.
func TestCommandsAreListedOnce(t *testing.T) {
	var d Base
	times := 0
	list := func() []Command {
		times++
		return []Command{{Name: "go", Key: "g", Act: Do(func() {})}}
	}
	for want := 1; want <= 3; want++ {
		c := ForKey(d.List(&d, list), tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("g")})
		if again := &d.List(&d, list)[0]; c != again || times != want {
			t.Fatalf("listed %d times before run %d", times, want)
		}
		if _, err := c.Run(""); err != nil {
			t.Fatal(err)
		}
	}
}

// A screen is drawn once, and again after its size or its content has changed.
func TestDrawingDrawsWhatHasChanged(t *testing.T) {
	var d Base
	times := 0
	draw := func() Block {
		times++
		return Fit([]string{"x"}, d.Width, d.Height)
	}
	view := func(want int) {
		t.Helper()
		if d.Draw(nil, "", 0, 0, nil, draw); times != want {
			t.Errorf("drawn %d times, want %d", times, want)
		}
	}
	d.SetSize(3, 2)
	view(1)
	view(1)
	d.Changed()
	view(2)
	d.SetSize(4, -1)
	if view(3); d.Width != 4 || d.Height != 0 {
		t.Errorf("%+v", d)
	}
	if OnlyLearner(1) == "" || OnlyLearner(2) != "" {
		t.Error("two learners are one")
	}
}

// Digits of one size have the same width, so a growing number does not jump, and all of them differ.
func TestNumbersHaveTheRoomThatIsSaid(t *testing.T) {
	for _, size := range BigSizes {
		for _, set := range []theme.Charset{theme.Blocks, theme.ASCII} {
			seen := map[string]rune{}
			for _, digit := range "0123456789" {
				rows := BigNumber(string(digit), size, set)
				if len(rows) != size.Digits() {
					t.Errorf("%c: %d rows, want %d", digit, len(rows), size.Digits())
				}
				for _, row := range rows {
					if w := ansi.StringWidth(row); w != size.Width(string(digit)) {
						t.Errorf("%c: %d columns in %q, want %d", digit, w, row, size.Width(string(digit)))
					}
				}
				text := strings.Join(rows, "\n")
				if other, is := seen[text]; is {
					t.Errorf("%c looks like %c in\n%s", digit, other, text)
				}
				seen[text] = digit
				if first, last := rows[0], rows[len(rows)-1]; strings.TrimSpace(first) == "" || strings.TrimSpace(last) == "" {
					t.Errorf("%c does not fill its rows:\n%s", digit, text)
				}
			}
		}
	}
}

// A letter has the same shape in each size, with larger pixels.
func TestSizesShowTheSamePixels(t *testing.T) {
	const text = "Regret, 9.5"
	small, large := bigText(text, small, theme.Blocks), bigText(text, BigSizes[0], theme.Blocks)
	for y, row := range small {
		for x, glyph := range []rune(row) {
			for q := range 4 { // a pixel of the small letter is two cells of the large one
				set := theme.Blocks.Dot(glyph, q%2, q/2) == glyph
				cell := []rune(large[2*y+q/2])[4*x+q%2*2]
				if set != (cell == '█') || !set && cell != ' ' {
					t.Fatalf("row %d, column %d, quarter %d: %v, but %q", y, x, q, set, cell)
				}
			}
		}
	}
}

func TestKnown(t *testing.T) {
	for text, want := range map[string]bool{"": true, "Arm 1 won: 0.5": true, "−3": true, "ε = 1": false, "μ̃": false, "日": false} {
		if known(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
		if len(bigText(text, small, theme.Braille)) != small.rows() {
			t.Errorf("%q is not written", text)
		}
	}
}

func TestSentences(t *testing.T) {
	style := lipgloss.NewRenderer(io.Discard).NewStyle()
	for _, c := range []struct {
		name, text, same string // as large as the first, in the letters of the second
		width, rows      int
		lines            int // 0: it has no room
	}{
		{"a zero has no slash", "100", "1OO", 80, 7, 7},
		{"symbols are spelled out", "ε ≤ 1", "epsilon at most 1", 80, 7, 7},
		{"no word is alone on a line", "aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd", 60, 14, 14},
		{"too few rows", "aaaa bbbb", "", 20, 7, 0},
		{"no letter", "漢", "", 80, 7, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := BigSentence(c.text, c.width, c.rows, theme.Blocks, style)
			if len(got) != c.lines || c.lines > 0 && strings.Join(got, "\n") != strings.Join(BigSentence(c.same, c.width, c.rows, theme.Blocks, style), "\n") {
				t.Errorf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
			}
		})
	}
	even := BigSentence("aaaa bbbb cccc dddd", 60, 14, theme.Blocks, style)
	if first, second := ansi.StringWidth(even[0]), ansi.StringWidth(even[7]); first != second {
		t.Errorf("lines of %d and %d columns", first, second)
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 runs", 1: "1 run", 2: "2 runs", 48210: "48,210 runs", -1: "−1 runs"} {
		if got := number.Plural(n, "run"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "the rest": "The rest", "ε ≥ 1": "ε ≥ 1", "État": "État", "élan": "Élan"} {
		if got := Capital(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStyledAndInstead(t *testing.T) {
	if got := Styled("", 10, 0, lipgloss.Style{}); got != nil {
		t.Errorf("of nothing: %q", got)
	}
	got := (&Base{Width: 3, Height: 3}).Instead("a b c", lipgloss.Style{})
	if want := (Block{"a b", "c  ", "   "}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		width, indent int
		want          []string
	}{
		{"between words", "one two three", 8, 0, []string{"one two", "three"}},
		{"indented", "one two three four", 8, 2, []string{"one two", "  three", "  four"}},
		{"not within a number", "in 12,345,678 rounds", 10, 0, []string{"in", "12,345,678", "rounds"}},
		{"between numbers", "seeds 7 12 1234", 9, 0, []string{"seeds 7", "12 1234"}},
		{"not at a hyphen", "plays lazy-dp-ts", 12, 0, []string{"plays", "lazy-dp-ts"}},
		{"a word longer than a line", "abcdefghij", 4, 1, []string{"abcd", " efg", " hij"}},
		{"blanks in front", "  one two", 6, 0, []string{"  one", "two"}},
		{"a line break", "one\ntwo", 9, 2, []string{"one", "  two"}},
		{"wide letters", "δδ 日本 語", 5, 0, []string{"δδ", "日本", "語"}},
		{"to the last column", "pull the arm with the largest index", 12, 2, []string{"pull the arm", "  with the", "  largest", "  index"}},
		{"no word alone", "the claim is violated by far", 22, 0, []string{"the claim is violated", "by far"}},
		{"a word for the last", "a privacy loss of one release", 24, 2, []string{"a privacy loss of", "  one release"}},
		{"a last word in its own line", "the claim is violated\nsee", 22, 0, []string{"the claim is violated", "see"}},
		{"nothing", "", 5, 0, []string{""}},
		{"no room", "ab c", 0, 0, []string{"a", "b", "c"}},
	} {
		if got := Wrap(c.text, c.width, c.indent); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
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
