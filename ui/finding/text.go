package finding

import (
	"fmt"
	"io"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// inDetail is up to how many learners the table is followed by the neighbours
// behind each of its lines.
const inDetail = 4

// WriteText writes audits for people.
func (r *Report) WriteText(w io.Writer) error {
	beyond := r.titles()
	titles := append([]string{"learner", "arms of", "ε", "claimed", "true", "lower bound"}, append(beyond, "verdict")...)
	t := kit.TableOf(2, titles...)
	t.Columns[len(titles)-1].Right = false
	for i := range r.Findings {
		f := &r.Findings[i]
		least := kit.None
		if f.Statistics != nil {
			least = kit.Fixed(f.Statistics.Lower, 3)
		}
		row := []string{f.Choice.String(), declare.Printable(f.Config.Scenario.Name), kit.Epsilon(f.Epsilon), f.claimed(), kit.Loss(f.ifKnown(f.Exact.Epsilon)), least}
		t.Rows = append(t.Rows, append(append(row, f.Beyond.cells(len(beyond))...), f.Line()))
	}
	var text strings.Builder
	text.WriteString(t.String())
	for i := range r.Findings {
		if len(r.Findings) <= inDetail {
			r.Findings[i].writeDetail(&text, r.DeltaAt)
		}
	}
	text.WriteString("\nclaimed, true: the privacy loss ε of the costliest round over any horizon; of one report where privacy is local;\n" +
		"claimed is in ρ or μ where no ε is claimed\n" +
		"lower bound: with the stated confidence, from running the learner; only the true ε bounds the loss from above\n" +
		"ρ: of zero-concentrated privacy; μ: of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound\n")
	_, err := io.WriteString(w, text.String())
	return err
}

func (f *Finding) writeDetail(b *strings.Builder, deltaAt []float64) {
	fmt.Fprintf(b, "\n%s\n", f.Choice.Label())
	line := func(key, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %-11s%s\n", key, text)
		}
	}
	line("claim", f.Choice.Claim)
	if f.Known {
		line("worst case", replaced(&f.Pair)+f.Exact.Worst.Why)
		for _, text := range Limits(&f.Verdict, f.Config.Horizon) {
			line("", text)
		}
	}
	line("note", f.Exact.Note)
	if f.Beyond != nil {
		line("beyond ε", notion.Sentence("ρ", f.Beyond.rho, kit.Loss))
		line("", notion.Sentence("μ", f.Beyond.mu, kit.Loss))
	}
	if s := f.Statistics; s != nil {
		line("run on", replaced(&s.Sequences)+s.Sequences.Why)
		for i := range s.Tests {
			t := &s.Tests[i]
			line("found", Event(t, s.Runs))
		}
		if s.Lower > 0 {
			line("so", f.shown(deltaAt))
		}
		if f.Refuted() {
			line("", fmt.Sprintf("The claim, %s, is violated.", f.Claim()))
		}
	}
}

// shown are the lower bounds that hold together.
func (f *Finding) shown(deltaAt []float64) string {
	m := f.Statistics.Shown()
	text := fmt.Sprintf("with %s confidence, all together: ε ≥ %s, ρ ≥ %s, μ ≥ %s", number.Share(f.Statistics.Confidence),
		kit.Fixed(f.Statistics.Lower, 3), kit.Fixed(m.Rho().Value, 3), kit.Fixed(m.Mu().Value, 3))
	for _, epsilon := range deltaAt {
		text += fmt.Sprintf(", δ(%s) ≥ %s", kit.Epsilon(epsilon), kit.Fixed(m.Delta(epsilon).Value, 3))
	}
	return text
}

func replaced(n *model.Neighbours) string {
	if n.Round == 0 {
		return "The sequences differ in what is observed before round 1. "
	}
	return fmt.Sprintf("The sequences A and B differ in round %d. ", n.Round)
}

// titles are those of the table's columns on them.
func (r *Report) titles() []string {
	titles := []string{"ρ", "μ"}
	for _, epsilon := range r.DeltaAt {
		titles = append(titles, "δ("+kit.Epsilon(epsilon)+")")
	}
	for _, alpha := range r.RenyiAt {
		titles = append(titles, "D_"+kit.Epsilon(alpha))
	}
	return titles
}

// cells are those columns, so many, for one learner.
func (n *Notions) cells(columns int) []string {
	cells := make([]string, columns)
	for i := range cells {
		cells[i] = kit.None
	}
	if n == nil {
		return cells
	}
	values := append([]privacy.Value{n.rho, n.mu}, append(n.delta, n.renyi...)...)
	for i, v := range values {
		cells[i] = notion.Bounded(v, kit.Loss)
	}
	return cells
}
