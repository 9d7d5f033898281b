package finding

import (
	"fmt"
	"io"
	"strings"

	"regretscope/noise/declare"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// inDetail is up to how many learners the table is followed by the neighbours
// behind each of its lines.
const inDetail = 4

// WriteText writes audits for people.
func (r *Report) WriteText(w io.Writer) error {
	beyond := append([]string{"ρ", "μ"}, r.names()...)
	titles := append([]string{"learner", "arms of", "ε", "claimed", "true", "lower bound"}, append(beyond, "verdict")...)
	t := kit.TableOf(2, titles...)
	t.Columns[len(titles)-1].Right = false
	for i := range r.Findings {
		f := &r.Findings[i]
		least := kit.None
		if f.Statistics != nil {
			least = kit.Loss(f.Statistics.Lower)
		}
		row := []string{f.Spec.String(), declare.Printable(f.Config.Scenario.Name), kit.Epsilon(f.Epsilon), f.Claims(), kit.Loss(f.ifKnown(f.Exact.Epsilon)), least}
		for k := range beyond {
			cell := kit.None
			if len(f.Losses) > 0 {
				cell = notion.Bounded(f.Losses[1+k].Value, kit.Loss)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, f.Line()))
	}
	var text strings.Builder
	text.WriteString(t.String())
	for i := range r.Findings {
		if len(r.Findings) <= inDetail {
			r.Findings[i].writeDetail(&text)
		}
	}
	text.WriteString("\nclaimed, true: the privacy loss ε of the costliest round over any horizon; of one report where privacy is local;\n" +
		"claimed is in ρ or μ where no ε is claimed\n" +
		"lower bound: with the stated confidence, from running the learner, all bounds together; only the true ε bounds the loss from above\n" +
		"ρ: of zero-concentrated privacy; μ: of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound\n")
	_, err := io.WriteString(w, text.String())
	return err
}

func (f *Finding) writeDetail(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s\n", f.Spec.Label())
	for _, fact := range f.Facts() {
		title := fact.Title
		for _, part := range fact.Parts {
			fmt.Fprintf(b, "  %-11s%s%s\n", title, part.Lead, part.Rest)
			title = ""
		}
	}
}
