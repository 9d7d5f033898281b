package kit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// None is the cell of a table or panel without a number.
const None = number.Unknown

// Always is the priority of columns that are never left out.
const Always = 9

// A Column is one column of a Table.
type Column struct {
	Title    string
	Right    bool // right-aligned, as numbers are
	Priority int  // if there is not enough room, columns of the lowest priority go first
	// Width is the least width of the column, in cells, if there is room. A table that draws only some rows sets it,
	// so that nothing moves while scrolling. The column is wider if its title or a cell of Rows is.
	Width int
	// Least makes the column flexible: it may shrink to this many cells before any column is
	// left out. 0: it never shrinks.
	Least int
	Names bool // cells are cut in the middle, because their ends tell them apart
	Fill  bool // takes cells that other columns leave, up to maxFill
}

// A Table is rows of cells below a header. Cells may be styled. Columns never touch: each is as
// wide as the widest of its header and its cells. (The table of bubbles neither right-aligns
// nor leaves out columns, and uses the default renderer.)
type Table struct {
	Columns []Column
	// Rows have one cell per column. An empty row is a blank line; the last cell of a shorter
	// row runs on to the end of the line, and does not affect column widths.
	Rows [][]string
	Gap  int // blanks between two columns; 0: two
}

// TableOf returns a table whose first text columns are text; the others are numbers.
func TableOf(text int, titles ...string) Table {
	var t Table
	for i, title := range titles {
		t.Columns = append(t.Columns, Column{Title: title, Right: i >= text})
	}
	return t
}

// Lines draws the header and the rows in exactly width cells each. With width 0, every column
// is shown at its full width, without trailing blanks.
func (t *Table) Lines(width int) (header string, rows []string) {
	f := t.Fit(width)
	return f.Header(), param.Map(t.Rows, f.Line)
}

// String returns the header and all rows at full width, each ended by a line break.
func (t *Table) String() string {
	header, rows := t.Lines(0)
	return strings.Join(append([]string{header}, rows...), "\n") + "\n"
}

// A Fitted is the layout of a table's columns at one width.
type Fitted struct {
	columns    []Column
	shown      []int // the columns shown
	widths     []int // by column; 0 for hidden ones
	width, gap int
}

// Fit lays out the columns in width cells, as Lines does. Use it for tables of many rows, of
// which only the visible ones are drawn.
func (t *Table) Fit(width int) *Fitted {
	f := &Fitted{columns: t.Columns, widths: t.natural(), width: width, gap: cmp.Or(t.Gap, 2)}
	f.shown = param.Indices(len(t.Columns))
	if width > 0 {
		f.leaveOut()
		f.cut()
		for _, k := range f.shown {
			if f.columns[k].Fill {
				f.widths[k] += min(max(f.spare(), 0), maxFill)
			}
		}
	}
	return f
}

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

// leaveOut leaves out columns until the others fit with flexible ones shrunk, or only those
// that always stay are left. One column always remains.
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

// cut shrinks flexible columns to their least width: those of the lowest priority first, among
// equals the last. If that is not enough, the column shrunk last shrinks further.
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

// maxFill limits by how much a column is widened: numbers far from their names are hard to read.
const maxFill = 40

// yields returns how many cells a flexible column can give up.
func (f *Fitted) yields(column int) int {
	if least := f.columns[column].Least; least > 0 {
		return max(f.widths[column]-least, 0)
	}
	return 0
}

// spare returns the number of free cells in the line; negative if it is too short.
func (f *Fitted) spare() int {
	spare := f.width - f.gap*(len(f.shown)-1)
	for _, k := range f.shown {
		spare -= f.widths[k]
	}
	return spare
}

// Total returns the width of the shown columns with the gaps between them.
func (f *Fitted) Total() int { return f.width - f.spare() }

// Width returns the width of a column; 0 if it is left out.
func (f *Fitted) Width(column int) int { return f.widths[column] }

// Header draws the titles.
func (f *Fitted) Header() string {
	return f.Line(param.Map(f.columns, func(c Column) string { return c.Title }))
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

// symbols has what LaTeX does not take as it is, and how it is written there.
var symbols = []string{
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", "$<$", ">", "$>$", "|", "$|$",
	"α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`, "δ", `$\delta$`, "ε", `$\varepsilon$`, "η", `$\eta$`, "λ", `$\lambda$`,
	"μ", `$\mu$`, "π", `$\pi$`, "ρ", `$\rho$`, "σ", `$\sigma$`, "τ", `$\tau$`, "ω", `$\omega$`, "Δ", `$\Delta$`,
	"−", "$-$", "×", `$\times$`, "·", `$\cdot$`, "±", `$\pm$`, "≤", `$\leq$`, "≥", `$\geq$`, "≈", `$\approx$`, "∞", `$\infty$`,
	"√", `$\surd$`, "→", `$\to$`, "…", `\ldots{}`,
}

// InLaTeX returns what writes text in LaTeX. More pairs come before the usual ones.
func InLaTeX(more ...string) *strings.Replacer {
	return strings.NewReplacer(slices.Concat(more, symbols)...)
}
