package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"regretscope/noise/param"
	"regretscope/ui/kit"
)

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
