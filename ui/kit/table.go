package kit

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
)

// None stands in a table or panel where there is no number.
const None = number.Unknown

// Always is the priority of columns that are never left out.
const Always = 9

// A Column is one column of a Table.
type Column struct {
	Title    string
	Right    bool // aligned at the right end, as numbers are
	Priority int  // if there is no room, columns of the lowest priority go first
	// Width is how many cells the column takes at least where there is room. A table
	// of which only some rows are drawn gives it, so nothing moves while they
	// are scrolled. The column is wider where its title or a cell of Rows is.
	Width int
	// Least makes the column flexible: it is cut down to this many cells before
	// any column is left out. 0: it is never cut.
	Least int
	Names bool // whose ends tell them apart: they are cut in the middle
	Fill  bool // takes cells that the other columns leave, up to mostFill
}

// A Table is rows of cells below a header. Cells may be styled. No two columns ever
// touch: a column is as wide as the widest of its header and its cells. (The table
// of bubbles neither aligns to the right nor leaves out columns, and draws with the
// default renderer.)
type Table struct {
	Columns []Column
	// Rows each have a cell a column. An empty row is a blank line; the last cell of
	// a shorter one runs on to the end of the line, and does not count for any width.
	Rows [][]string
	Gap  int // blanks between two columns; 0: two
}

// TableOf makes a table whose first columns, as many as text says, are text; the others
// are numbers.
func TableOf(text int, titles ...string) Table {
	var t Table
	for i, title := range titles {
		t.Columns = append(t.Columns, Column{Title: title, Right: i >= text})
	}
	return t
}

// Lines draws the header and the rows in exactly width cells each. With a width of
// 0 every column is shown, as wide as it is, and lines have no trailing blanks.
func (t *Table) Lines(width int) (header string, rows []string) {
	f := t.Fit(width)
	for _, row := range t.Rows {
		rows = append(rows, f.Line(row))
	}
	return f.Header(), rows
}

// String returns the header and all rows as wide as they are, each ended by a line
// break.
func (t *Table) String() string {
	header, rows := t.Lines(0)
	return strings.Join(append([]string{header}, rows...), "\n") + "\n"
}

// A Fitted is a table's columns at one width.
type Fitted struct {
	columns    []Column
	shown      []int // the columns that are drawn
	widths     []int // by column; 0 of those that are left out
	width, gap int
}

// Fit lays out the columns in width cells, as Lines does. It serves tables of many
// rows, of which only those in sight are drawn.
func (t *Table) Fit(width int) *Fitted {
	f := &Fitted{columns: t.Columns, widths: t.natural(), width: width, gap: t.Gap}
	if f.gap == 0 {
		f.gap = 2
	}
	for k := range t.Columns {
		f.shown = append(f.shown, k)
	}
	if width > 0 {
		f.leaveOut()
		f.cut()
		for _, k := range f.shown {
			if f.columns[k].Fill {
				f.widths[k] += min(max(f.spare(), 0), mostFill)
			}
		}
	}
	return f
}

// natural returns the width of every column where there is room for all.
func (t *Table) natural() []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = max(ansi.StringWidth(c.Title), c.Width)
		for _, row := range t.Rows {
			if len(row) == len(t.Columns) {
				widths[i] = max(widths[i], ansi.StringWidth(row[i]))
			}
		}
	}
	return widths
}

// leaveOut leaves out columns until the others fit with the flexible ones cut down,
// or only those are left that always stay. One column always remains.
func (f *Fitted) leaveOut() {
	for len(f.shown) > 1 {
		need := -f.spare()
		for _, k := range f.shown {
			need -= f.yields(k)
		}
		drop := -1
		for i, k := range f.shown {
			if p := f.columns[k].Priority; p < Always && (drop < 0 || p <= f.columns[f.shown[drop]].Priority) {
				drop = i
			}
		}
		if need <= 0 || drop < 0 {
			return
		}
		f.widths[f.shown[drop]] = 0
		f.shown = slices.Delete(f.shown, drop, drop+1)
	}
}

// cut cuts flexible columns down to their least width: those of the lowest priority
// first, of equal ones the last. Where that is not enough, the one that was cut last
// is cut further.
func (f *Fitted) cut() {
	order := slices.Clone(f.shown)
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b int) int { return f.columns[a].Priority - f.columns[b].Priority })
	last := -1
	for _, k := range order {
		f.widths[k] -= min(f.yields(k), max(-f.spare(), 0))
		if f.columns[k].Least > 0 {
			last = k
		}
	}
	if last >= 0 {
		f.widths[last] = max(f.widths[last]+min(f.spare(), 0), 1)
	}
}

// mostFill is how many cells a column is widened by at most: numbers that are far from
// their names cannot be read.
const mostFill = 40

// yields returns how many cells a flexible column can give up.
func (f *Fitted) yields(column int) int {
	if least := f.columns[column].Least; least > 0 {
		return max(f.widths[column]-least, 0)
	}
	return 0
}

// spare returns how many cells of the line are left; negative where it is too short.
func (f *Fitted) spare() int {
	spare := f.width - f.gap*(len(f.shown)-1)
	for _, k := range f.shown {
		spare -= f.widths[k]
	}
	return spare
}

// Total returns how many cells the columns that are drawn take with the gaps between them.
func (f *Fitted) Total() int { return f.width - f.spare() }

// Width returns how many cells a column has; 0 if it is left out.
func (f *Fitted) Width(column int) int { return f.widths[column] }

// Header draws the titles.
func (f *Fitted) Header() string {
	titles := make([]string, len(f.columns))
	for i, c := range f.columns {
		titles[i] = c.Title
	}
	return f.Line(titles)
}

// Line draws a row.
func (f *Fitted) Line(cells []string) string {
	var b strings.Builder
	last := len(cells) - 1
	for i, k := range f.shown {
		if last < 0 {
			break
		}
		if i > 0 {
			b.WriteString(strings.Repeat(" ", f.gap))
		}
		if k >= last && last < len(f.columns)-1 {
			b.WriteString(cells[last])
			break
		}
		switch c := &f.columns[k]; {
		case c.Right:
			b.WriteString(Spread("", cells[k], f.widths[k]))
		case c.Names:
			b.WriteString(FitLine(CutMiddle(cells[k], f.widths[k]), f.widths[k]))
		default:
			b.WriteString(FitLine(cells[k], f.widths[k]))
		}
	}
	if f.width == 0 {
		return strings.TrimRight(b.String(), " ")
	}
	return FitLine(b.String(), f.width)
}
