package manual

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"regretscope/ui/kit"
)

// Lines returns the page as lines of at most a width: paragraphs, headings, lists, code, and
// tables. Emphasis, the addresses of links, and comments are left out.
func (p *Page) Lines(width int) []string {
	source := []byte(p.Markdown())
	d := &drawer{page: p, source: source, width: width}
	d.lines = kit.Wrap(p.title(), width, 2)
	parser := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()
	for node := parser.Parse(text.NewReader(source)).FirstChild(); node != nil; node = node.NextSibling() {
		d.block(node)
	}
	return d.lines
}

type drawer struct {
	page   *Page
	source []byte
	width  int
	lines  []string
}

func (d *drawer) add(paragraph string, indent int) {
	d.lines = append(d.lines, kit.Wrap(paragraph, d.width, indent)...)
}

// block draws one block, with a blank line before it unless it follows a heading. The title and
// the other names are drawn already.
func (d *drawer) block(node ast.Node) {
	heading, isHeading := node.(*ast.Heading)
	_, isComment := node.(*ast.HTMLBlock)
	if isComment || isHeading && heading.Level == 1 || strings.HasPrefix(d.raw(node), alsoLine) {
		return
	}
	if before, is := node.PreviousSibling().(*ast.Heading); !is || before.Level == 1 {
		d.lines = append(d.lines, "")
	}
	switch n := node.(type) {
	case *ast.List:
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			for child := item.FirstChild(); child != nil; child = child.NextSibling() {
				d.add("- "+d.inline(child), 2)
			}
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		d.code(n)
	case *tables.Table:
		d.table(n)
	default:
		d.add(d.inline(n), 0)
	}
}

// leading matches the beginning of a line of code: blanks, and the paper's line number.
var leading = regexp.MustCompile(`^ *(\d+ +)?`)

// code draws a block of code, or the slider on the page that has one.
func (d *drawer) code(node ast.Node) {
	if fenced, ok := node.(*ast.FencedCodeBlock); ok && string(fenced.Language(d.source)) == "slider" {
		for _, line := range d.page.Slider.Lines() {
			d.lines = append(d.lines, ansi.Truncate("  "+line, d.width, ""))
		}
		return
	}
	for i := range node.Lines().Len() {
		segment := node.Lines().At(i)
		line := "  " + strings.TrimRight(string(segment.Value(d.source)), "\n")
		d.add(line, len(leading.FindString(line))+2)
	}
}

// table draws columns if all fit the width, else a paragraph for each row.
func (d *drawer) table(table ast.Node) {
	var rows [][]string
	var widths []int
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if cells = append(cells, d.inline(cell)); len(widths) < len(cells) {
				widths = append(widths, 0)
			}
			widths[len(cells)-1] = max(widths[len(cells)-1], ansi.StringWidth(cells[len(cells)-1]))
		}
		rows = append(rows, cells)
	}
	before := 0 // the last column takes the rest
	for _, w := range widths[:len(widths)-1] {
		before += w + 2
	}
	for _, cells := range rows {
		if before > d.width/2 && before+widths[len(widths)-1] > d.width {
			d.add(strings.Trim(strings.Join(cells, " · "), " ·"), 2)
			continue
		}
		line := ""
		for i, cell := range cells[:len(cells)-1] {
			line += kit.FitLine(cell, widths[i]) + "  "
		}
		d.add(line+cells[len(cells)-1], before)
	}
}

// inline returns the text of a block without its markup. A key or a command within text is quoted.
func (d *drawer) inline(block ast.Node) string {
	var b strings.Builder
	_, isCell := block.(*tables.TableCell)
	// The only errors are those of this function.
	_ = ast.Walk(block, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.CodeSpan:
			code := ""
			for part := n.FirstChild(); part != nil; part = part.NextSibling() {
				code += string(part.(*ast.Text).Value(d.source)) // a code span contains nothing else
			}
			if !isCell && (utf8.RuneCountInString(code) == 1 || strings.ContainsAny(code, " \n")) {
				code = "‘" + code + "’"
			}
			b.WriteString(code)
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			b.Write(n.Value(d.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.AutoLink:
			b.Write(n.Label(d.source))
		}
		return ast.WalkContinue, nil
	})
	return unescaped.Replace(strings.ReplaceAll(b.String(), "\n", " "))
}

func (d *drawer) raw(block ast.Node) string {
	if block.Lines().Len() == 0 {
		return ""
	}
	segment := block.Lines().At(0)
	return string(segment.Value(d.source))
}

// marks escapes characters that Markdown would interpret.
const marks = "\\`*_[]<>#|"

var escaped, unescaped = replacers()

func replacers() (escape, unescape *strings.Replacer) {
	var to, from []string
	for _, mark := range marks {
		to = append(to, string(mark), `\`+string(mark))
		from = append(from, `\`+string(mark), string(mark))
	}
	return strings.NewReplacer(to...), strings.NewReplacer(from...)
}
