package kit

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// None stands in a table or panel where there is no number.
const None = "–"

// columnGap is how many blanks stand between two columns.
const columnGap = 2

// A Column is one column of a Table.
type Column struct {
	Title    string
	Right    bool // aligned at the right end, as numbers are
	Priority int  // where there is no room, columns of the lowest priority go first
	// Least makes the column flexible: it is cut down to this many cells before
	// any column is left out, and fills what the others leave. 0: the column is
	// always as wide as its widest cell. At most one column is flexible.
	Least int
}

// A Table is rows of cells below a header. Cells may be styled. An empty row is a
// blank line. No two columns ever touch: a column is as wide as the widest of its
// header and its cells. (The table of bubbles neither aligns to the right nor
// leaves out columns, and draws with the default renderer.)
type Table struct {
	Columns []Column
	Rows    [][]string // each with a cell a column, or empty
}

// Lines draws the header and the rows in exactly width cells each. With a width of
// 0 every column is shown, as wide as it is, and lines have no trailing blanks.
func (t *Table) Lines(width int) (header string, rows []string) {
	widths := t.natural()
	shown := t.shown(widths, width)
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		titles[i] = c.Title
	}
	header = t.line(titles, shown, widths, width)
	for _, row := range t.Rows {
		rows = append(rows, t.line(row, shown, widths, width))
	}
	return header, rows
}

// String is the header and all rows as wide as they are, each ended by a line
// break.
func (t *Table) String() string {
	header, rows := t.Lines(0)
	return strings.Join(append([]string{header}, rows...), "\n") + "\n"
}

// natural is the width of every column where there is room for all.
func (t *Table) natural() []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = ansi.StringWidth(c.Title)
		for _, row := range t.Rows {
			if len(row) > 0 {
				widths[i] = max(widths[i], ansi.StringWidth(row[i]))
			}
		}
	}
	return widths
}

// shown chooses the columns that fit into a width, and sets the width of the
// flexible one. One column always remains.
func (t *Table) shown(widths []int, width int) []int {
	shown := make([]int, len(t.Columns))
	for i := range shown {
		shown[i] = i
	}
	if width == 0 {
		return shown
	}
	for len(shown) > 1 && t.least(shown, widths) > width {
		drop := 0
		for i, k := range shown {
			if t.Columns[k].Priority <= t.Columns[shown[drop]].Priority {
				drop = i
			}
		}
		shown = slices.Delete(shown, drop, drop+1)
	}
	rest := width
	for _, k := range shown {
		rest -= widths[k] + columnGap
	}
	for _, k := range shown {
		if t.Columns[k].Least > 0 {
			widths[k] += rest + columnGap // which is negative where it must be cut
		}
	}
	return shown
}

// least is how many cells columns need with the flexible one cut down.
func (t *Table) least(shown, widths []int) int {
	need := columnGap * (len(shown) - 1)
	for _, k := range shown {
		need += widths[k]
		if least := t.Columns[k].Least; least > 0 {
			need -= max(widths[k]-least, 0)
		}
	}
	return need
}

func (t *Table) line(cells []string, shown, widths []int, width int) string {
	var b strings.Builder
	for i, k := range shown {
		if len(cells) == 0 {
			break
		}
		if i > 0 {
			b.WriteString(strings.Repeat(" ", columnGap))
		}
		if t.Columns[k].Right {
			b.WriteString(Spread("", cells[k], widths[k]))
		} else {
			b.WriteString(FitLine(cells[k], widths[k]))
		}
	}
	if width == 0 {
		return strings.TrimRight(b.String(), " ")
	}
	return FitLine(b.String(), width)
}
