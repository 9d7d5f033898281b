package kit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	. "regretscope/ui/kit"
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

// Permanent columns are cut once the others are left out, and a short row extends over columns without cells.
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
