package result

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// Formats of a result for papers and notes, beside text.
const (
	LaTeX    = "latex"
	Markdown = "markdown"
)

// A document is a result in words, with its tables.
type document struct {
	heading  string
	sections []Section
	notes    []string
}

// plain writes text in lines of a width; 0 is no limit.
func (d *document) plain(b *strings.Builder, width int) {
	b.WriteString(wrapped(d.heading, width) + "\n")
	for _, part := range d.sections {
		b.WriteString("\n" + pieces(part.Table, width))
		if part.Foot != "" {
			b.WriteString("\n" + wrapped(part.Foot, width) + "\n")
		}
	}
	for i, note := range d.notes {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(wrapped(note, width) + "\n")
	}
}

// markdown writes pipe tables.
func (d *document) markdown(b *strings.Builder) {
	b.WriteString(inMarkdown.Replace(d.heading) + "\n")
	for _, part := range d.sections {
		aligned := param.Map(part.Table.Columns, func(c kit.Column) string {
			if c.Right {
				return "---:"
			}
			return "---"
		})
		b.WriteString("\n")
		for _, row := range append([][]string{titles(part.Table), aligned}, part.Table.Rows...) {
			if len(row) > 0 {
				fmt.Fprintf(b, "| %s |\n", strings.Join(param.Map(row, inMarkdown.Replace), " | "))
			}
		}
		if part.Foot != "" {
			b.WriteString("\n" + inMarkdown.Replace(part.Foot) + "\n")
		}
	}
	for _, note := range d.notes {
		b.WriteString("\n" + inMarkdown.Replace(note) + "\n")
	}
}

// latex writes tables for the package booktabs, and everything else as comments.
func (d *document) latex(b *strings.Builder) {
	fmt.Fprintf(b, "%% %s\n%% \\usepackage{booktabs}\n", d.heading)
	for _, part := range d.sections {
		b.WriteString("\n\\begin{tabular}{")
		for _, c := range part.Table.Columns {
			b.WriteString(map[bool]string{true: "r", false: "l"}[c.Right])
		}
		b.WriteString("}\n\\toprule\n" + latexRow(titles(part.Table)) + "\\midrule\n")
		for _, row := range part.Table.Rows {
			if len(row) == 0 {
				b.WriteString("\\addlinespace\n")
				continue
			}
			b.WriteString(latexRow(row))
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if part.Foot != "" {
			b.WriteString("% " + part.Foot + "\n")
		}
	}
	for _, note := range d.notes {
		b.WriteString("% " + note + "\n")
	}
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

// What has another meaning in the languages, or is not in LaTeX's usual fonts.
var (
	inMarkdown = strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "`", "\\`")
	inLaTeX    = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
		"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", "$<$", ">", "$>$", "|", "$|$", "[", "{[}",
		"ε", `$\varepsilon$`, "ρ", `$\rho$`, "μ", `$\mu$`, "δ", `$\delta$`, "α", `$\alpha$`, "β", `$\beta$`, "γ", `$\gamma$`,
		"∞", `$\infty$`, "±", `$\pm$`, "×", `$\times$`, "·", `$\cdot$`, "≤", `$\leq$`, "≥", `$\geq$`, "−", "$-$", "–", "--")
	raised  = regexp.MustCompile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
	lowered = strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7",
		"⁸", "8", "⁹", "9")
)
