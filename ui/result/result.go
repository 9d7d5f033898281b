// Package result writes results as text and as JSON: the measurements of an experiment, with
// learners ranked at the horizon and compared run by run; findings of audits; and lists of
// scenarios, learners, channels, comparisons, figures, and lessons.
package result

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// Options configure the text of a result.
type Options struct {
	Rounds bool   // all reported rounds, not only the last
	Some   bool   // of many rounds, only powers of ten that fit on a screen
	Width  int    // in columns, at which tables and notes are broken; 0: no limit
	Format string // LaTeX, Markdown, or empty for text
}

// A Section is one table of a result.
type Section struct {
	Table kit.Table
	Foot  string // the meaning of its columns; may be empty
}

// Write writes a result as text.
func Write(w io.Writer, r *trials.Result, o Options) error {
	r, more := shown(r, o)
	table := single
	if len(r.Config.Points) > 0 {
		table = grid
	}
	sections := []Section{table(r, o.Rounds)}
	var notes []string // below the tables
	if o.Format != LaTeX && o.Format != Markdown && o.Width > 0 && len(r.Config.Points) > 0 {
		var out []string
		if sections[0].Table, out = narrowed(sections[0].Table, o.Width); out != nil {
			more = append(more, "--format csv also has: "+strings.Join(out, ", "))
		}
	}
	if r.Runs > 1 {
		switch {
		case len(r.Pairs) > shownPairs || len(r.Config.Points) > 0 && len(r.Pairs) > 0:
			more = append(more, "--pairs FILE.csv writes "+number.Plural(len(r.Pairs), "pair"))
		case len(r.Pairs) > 0:
			sections = append(sections, pairs(r))
		}
		notes = slices.Concat(indexes(r), uniform(r), floors(r), precision(r), misleading(r), rare(r), ofPrograms(r))
	}
	if more != nil {
		notes = append([]string{strings.Join(more, "; ") + "."}, notes...)
	}
	var b strings.Builder
	switch text := (document{heading(r), sections, notes}); o.Format {
	case LaTeX:
		text.latex(&b)
	case Markdown:
		text.markdown(&b)
	default:
		text.plain(&b, o.Width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// screenful is the number of rows that fit on a usual screen, with a heading.
const screenful = 20

// shown returns a result with the rounds to show, and a note on others.
func shown(r *trials.Result, o Options) (*trials.Result, []string) {
	most := max(2, screenful/max(len(ends(r)), 1))
	less, left := *r, map[int]bool{}
	less.Rows = nil
	for series := range len(ends(r)) {
		rows := r.Of(ends(r)[series].Series)
		last := len(rows) - 1
		own := slices.Clone(rows[last:])
		if o.Rounds {
			own = slices.DeleteFunc(slices.Clone(rows), func(row trials.Row) bool {
				return o.Some && row.Round != rows[last].Round && math.Pow(10, math.Round(math.Log10(float64(row.Round)))) != float64(row.Round)
			})
			if o.Some {
				own = own[max(len(own)-most, 0):]
			}
			left[len(rows)-len(own)] = true
		}
		less.Rows = append(less.Rows, own...)
	}
	delete(left, 0)
	if len(left) == 0 {
		return &less, nil
	}
	return &less, []string{"--at also shows other rounds"}
}

// wrapped breaks a text at a width; 0 leaves it unchanged.
func wrapped(note string, width int) string {
	if width == 0 {
		return note
	}
	return strings.Join(kit.Wrap(note, width, 0), "\n")
}

// heading returns what all rows have in common.
func heading(r *trials.Result) string {
	c, vary := &r.Config, varying(&r.Config)
	var parts []string
	if vary.scenario {
		parts = append(parts, number.Plural(len(c.Points), "grid point"))
	} else {
		parts = append(parts, param.Printable(c.Scenario.Name), string(c.Scenario.Kind),
			string(c.Scenario.Feedback)+" feedback", number.Plural(len(c.Scenario.Phases[0].Arms), "arm"))
	}
	if !vary.horizon {
		parts = append(parts, "horizon "+number.Count(c.Horizon))
	}
	if !vary.epsilon && c.UsesEpsilon() {
		parts = append(parts, "ε = "+number.Setting(float64(c.Epsilon)))
	}
	most := r.Runs // of any series
	for i := range r.Rows {
		most = max(most, r.Rows[i].Runs)
	}
	return strings.Join(parts, " · ") + fmt.Sprintf(" · %s from seed %d", kit.Runs(r.Runs, most), r.Seed)
}

// A variation tells what differs between the points of a grid.
type variation struct{ scenario, horizon, epsilon bool }

func varying(c *trials.Setup) (v variation) {
	for _, p := range c.Points {
		v.scenario = v.scenario || p.Scenario.Title() != c.Scenario.Title()
		v.horizon = v.horizon || p.Horizon != c.Horizon
		v.epsilon = v.epsilon || p.Epsilon != c.Epsilon
	}
	return v
}

// names returns the name of a grid point.
func (v variation) names(p trials.Point) string {
	var parts []string
	if v.scenario {
		parts = append(parts, param.Printable(p.Scenario.Title()))
	}
	if v.horizon {
		parts = append(parts, "T = "+number.Count(p.Horizon))
	}
	if v.epsilon {
		parts = append(parts, "ε = "+number.Setting(float64(p.Epsilon)))
	}
	return strings.Join(parts, ", ")
}

// ranked reports whether any learner has a rank.
func ranked(r *trials.Result) bool {
	return slices.ContainsFunc(r.Rows, func(o trials.Row) bool { return o.Rank != nil })
}

// place returns a rank in words: 1, or 1–3 if pairs cannot be separated.
func place(rank []int) string {
	switch {
	case rank == nil:
		return kit.None
	case rank[0] == rank[1]:
		return fmt.Sprint(rank[0])
	}
	return fmt.Sprintf("%d–%d", rank[0], rank[1])
}

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
