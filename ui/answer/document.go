// Package answer writes the answers to questions, one type for each command that finds out something: experiments,
// audits, solutions, worst cases, and reproductions of figures; and lists of what can be chosen. An answer is put into
// words in its Document, which is written as text, Markdown, or LaTeX.
package answer

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// An Answer is what a command found out. Its Document is the only place where it is put into words.
type Answer interface {
	Document(o Options) *Document
	WriteJSON(w io.Writer, by *trials.Made) error
}

// Options say what of an answer to write, and how.
type Options struct {
	Columns []string // of the table of an experiment, of ColumnWords; empty: those that its results need
	Rounds  bool     // all reported rounds, not only the last
	Some    bool     // of many rounds, only powers of ten that fit on a screen
	Brief   bool     // of an experiment one table and warnings, of a listing a line for each entry; not LaTeX or Markdown
	Width   int      // in columns, at which lines of text are broken; 0: no limit
	Format  string   // JSON, CSV, LaTeX, Markdown, or anything else for text
	Signed  bool     // with what made it, at the end; JSON and CSV always have it
}

// The formats besides text.
const (
	JSON     = "json"
	CSV      = "csv"
	LaTeX    = "latex"
	Markdown = "markdown"
)

// brief reports whether only the shortest form is asked for.
func (o *Options) brief() bool { return o.Brief && o.Format != LaTeX && o.Format != Markdown }

func (o *Options) limited() bool { return o.Format != LaTeX && o.Format != Markdown && o.Width > 0 }

// Write writes an answer. JSON and CSV are for programs, with all digits; all other formats have its document.
func Write(w io.Writer, a Answer, o Options, by *trials.Made) error {
	switch o.Format {
	case JSON:
		return a.WriteJSON(w, by)
	case CSV:
		return a.(interface {
			WriteCSV(w io.Writer, by *trials.Made) error
		}).WriteCSV(w, by)
	}
	text, signature := a.Document(o).In(o.Format, o.Width), "\n%s\n"
	switch o.Format {
	case LaTeX:
		signature = "%% %s\n"
	case Markdown:
		signature = "\n<!-- %s -->\n"
	}
	if o.Signed {
		text += fmt.Sprintf(signature, by.Text())
	}
	_, err := io.WriteString(w, text)
	return err
}

// A Document is an answer in words: blocks, with an empty line between two.
type Document struct {
	Blocks []Block
	Hang   int // the indent of all lines but the first into which a long one is broken
}

func (d *Document) add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// In returns the document in a format; text in lines of a width, where 0 is no limit.
func (d *Document) In(format string, width int) string {
	switch format {
	case LaTeX:
		return strings.Join(param.Map(d.Blocks, latex), "")
	case Markdown:
		return strings.Join(param.Map(d.Blocks, markdown), "\n")
	}
	return strings.Join(param.Map(d.Blocks, func(b Block) string { return b.text(width, d.Hang) }), "\n")
}

// A Block is a part of a document. Markdown and LaTeX have tables and sentences of their own (below), and all
// other blocks as in text.
type Block interface {
	text(width, hang int) string
}

// A Heading says what all that follows has in common. Its first words may have a style.
type Heading struct {
	First, Rest string
	Style       func(...string) string // of First; nil: none
}

func (h Heading) text(width, hang int) string {
	text := broken(h.First+h.Rest, width, hang) + "\n"
	if h.Style != nil {
		text = h.Style(h.First) + text[len(h.First):]
	}
	return text
}

// Sentences begin a line each.
type Sentences []string

func (s Sentences) text(width, hang int) string {
	return strings.Join(param.Map(s, func(line string) string { return broken(line, width, hang) + "\n" }), "")
}

func (s *Sentences) say(format string, arguments ...any) {
	*s = append(*s, fmt.Sprintf(format, arguments...))
}

// A Command is a command line for a shell, which is never broken.
type Command string

func (c Command) text(int, int) string { return "    " + string(c) + "\n" }

// Details are facts about one part of an answer, with their titles beside them.
type Details struct {
	Of    string
	Facts []facts.Fact
}

func (d Details) text(width, _ int) string {
	const indent = 13
	text := d.Of + "\n"
	for _, fact := range d.Facts {
		title := fact.Title
		for _, part := range fact.Lines {
			for line := range strings.SplitSeq(broken(part.Lead+part.Rest, max(width-indent, 0), 0), "\n") {
				text += fmt.Sprintf("  %-11s%s\n", title, line)
				title = ""
			}
		}
	}
	return text
}

// A Table is rows of cells, with the meaning of its columns below.
type Table struct {
	kit.Table
	Foot string // may be empty
	// Long is the column of which cells are broken if lines are too long. If it is 0, lines are broken between
	// columns, into tables below each other.
	Long int
}

func (t Table) text(width, hang int) string {
	text := ""
	if t.Long == 0 {
		text = pieces(t.Table, width)
	} else {
		text = t.folded(width)
	}
	if t.Foot != "" {
		text += "\n" + broken(t.Foot, width, hang) + "\n"
	}
	return text
}

// folded returns the table with the cells of column Long broken.
func (t Table) folded(width int) string {
	const least = 24
	if width > 0 {
		whole := t.Fit(0)
		width = max(width-whole.Total()+whole.Width(t.Long), least)
	}
	var rows [][]string
	for _, row := range t.Rows {
		for i, line := range strings.Split(broken(row[t.Long], width, 2), "\n") {
			cells := make([]string, len(row))
			if i == 0 {
				copy(cells, row)
			}
			cells[t.Long] = line
			rows = append(rows, cells)
		}
	}
	t.Rows = rows
	return t.String()
}

// pieces returns the text of a table, broken between columns into pieces of at most width cells,
// each with the columns of names.
func pieces(t kit.Table, width int) string {
	if t.Fit(0).Total() <= width || width == 0 {
		return t.String()
	}
	var texts []string
	for from := names(t); from < len(t.Columns); {
		to := from + 1
		part := piece(t, from, to)
		for ; to < len(t.Columns); to++ {
			wider := piece(t, from, to+1)
			if wider.Fit(0).Total() > width {
				break
			}
			part = wider
		}
		texts, from = append(texts, part.String()), to
	}
	return strings.Join(texts, "\n")
}

// narrowed returns a table without the least important columns that a width has no room for, and the titles of these.
func narrowed(t kit.Table, width int) (kit.Table, []string) {
	fit, own, out := t.Fit(width), kit.Table{Rows: make([][]string, len(t.Rows))}, []string(nil)
	for k, c := range t.Columns {
		if fit.Width(k) == 0 {
			out = append(out, c.Title)
			continue
		}
		own.Columns = append(own.Columns, c)
		for i, row := range t.Rows {
			if len(row) > 0 {
				own.Rows[i] = append(own.Rows[i], row[k])
			}
		}
	}
	return own, out
}

// piece returns the first columns of a table and those in a range, without the learners that have no cell in it.
func piece(t kit.Table, from, to int) kit.Table {
	fixed := names(t)
	own := kit.Table{Columns: slices.Concat(t.Columns[:fixed], t.Columns[from:to])}
	for _, row := range t.Rows {
		switch {
		case len(row) == 0:
			own.Rows = append(own.Rows, row)
		case from == fixed, slices.ContainsFunc(row[from:to], func(cell string) bool { return cell != "" }):
			own.Rows = append(own.Rows, slices.Concat(row[:fixed], row[from:to]))
		}
	}
	return own
}

// names returns the number of columns before the first number.
func names(t kit.Table) int {
	return max(slices.IndexFunc(t.Columns, func(c kit.Column) bool { return c.Right }), 0)
}

// broken breaks a line of text at a width; 0 leaves it unchanged.
func broken(text string, width, hang int) string {
	if width == 0 {
		return text
	}
	return strings.Join(kit.Wrap(text, width, hang), "\n")
}

// markdown returns a block in Markdown: tables with pipes, and a paragraph for each sentence.
func markdown(block Block) string {
	switch b := block.(type) {
	case Sentences:
		return strings.Join(param.Map(b, func(line string) string { return inMarkdown(line) + "\n" }), "\n")
	case Command:
		return b.text(0, 0)
	case Table:
		aligned := param.Map(b.Columns, func(c kit.Column) string {
			if c.Right {
				return "---:"
			}
			return "---"
		})
		var text strings.Builder
		for _, row := range append([][]string{titles(b.Table), aligned}, b.Rows...) {
			if len(row) > 0 {
				fmt.Fprintf(&text, "| %s |\n", strings.Join(param.Map(row, inMarkdown), " | "))
			}
		}
		if b.Foot != "" {
			text.WriteString("\n" + inMarkdown(b.Foot) + "\n")
		}
		return text.String()
	}
	return inMarkdown(block.text(0, 0))
}

// latex returns a block in LaTeX: tables for the package booktabs, and everything else as comments.
func latex(block Block) string {
	switch b := block.(type) {
	case Heading:
		return fmt.Sprintf("%% %s\n%% \\usepackage{booktabs}\n", b.First+b.Rest)
	case Table:
		var text strings.Builder
		text.WriteString("\n\\begin{tabular}{")
		for _, c := range b.Columns {
			if c.Right {
				text.WriteString("r")
			} else {
				text.WriteString("l")
			}
		}
		text.WriteString("}\n\\toprule\n" + latexRow(titles(b.Table)) + "\\midrule\n")
		for _, row := range b.Rows {
			if len(row) == 0 {
				text.WriteString("\\addlinespace\n")
				continue
			}
			text.WriteString(latexRow(row))
		}
		text.WriteString("\\bottomrule\n\\end{tabular}\n")
		if b.Foot != "" {
			text.WriteString("% " + b.Foot + "\n")
		}
		return text.String()
	}
	text := ""
	for line := range strings.Lines(block.text(0, 0)) {
		text += "% " + line
	}
	return text
}

func latexRow(cells []string) string {
	return strings.Join(param.Map(cells, func(cell string) string {
		return raised.ReplaceAllStringFunc(inLaTeX.Replace(cell), func(digits string) string {
			return "$^{" + lowered.Replace(digits) + "}$"
		})
	}), " & ") + " \\\\\n"
}

func titles(t kit.Table) []string {
	return param.Map(slices.Clone(t.Columns), func(c kit.Column) string { return c.Title })
}

// inMarkdown escapes a text that is not markup.
func inMarkdown(text string) string { return markdowns.ReplaceAllString(text, `\$0`) }

// What has another meaning in the languages, or is not in LaTeX's usual fonts.
var (
	markdowns = regexp.MustCompile("[][!\\\\&#*_`<|]|:/") // with links that some readers find in a text
	inLaTeX   = kit.InLaTeX("[", "{[}", "–", "--")
	raised    = regexp.MustCompile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
	lowered   = strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7",
		"⁸", "8", "⁹", "9")
)
