package result

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"regretscope/model/audit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// A Finding is the outcome of an audit.
type Finding struct {
	*audit.Audit
	facts.Finding
}

// Audits holds findings, and the values of ε and α at which to compute δ and Rényi divergences.
type Audits struct {
	Findings []Finding
	DeltaAt  []float64
	RenyiAt  []float64
}

// Add adds the finding of an audit.
func (r *Audits) Add(a *audit.Audit, found *audit.Finding) {
	f := facts.Finding{Finding: *found, Horizon: a.Config.Horizon}
	if m := found.Exact.Mechanism; m != nil {
		f.Losses = append(facts.Losses(found, privacy.Measure{Notion: privacy.Rho},
			privacy.Measure{Notion: privacy.Mu}), r.asked(m, f.Statistics)...)
	}
	r.Findings = append(r.Findings, Finding{a, f})
}

// asked returns the losses at DeltaAt and RenyiAt.
func (r *Audits) asked(m privacy.Mechanism, s *audit.Statistics) []facts.Loss {
	all := make([]facts.Loss, 0, len(r.DeltaAt)+len(r.RenyiAt))
	deltas := privacy.Deltas(m)
	for i, name := range r.names() {
		l := facts.Loss{Name: name, Shown: math.NaN()}
		if i >= len(r.DeltaAt) {
			l.Value = m.Renyi(r.RenyiAt[i-len(r.DeltaAt)])
		} else if l.Value = deltas(r.DeltaAt[i]); s != nil {
			l.Shown = s.Shown().Delta(r.DeltaAt[i]).Value
		}
		all = append(all, l)
	}
	return all
}

// names returns the names of those losses: δ(0.25), D_2.
func (r *Audits) names() []string {
	return slices.Concat(
		param.Map(r.DeltaAt, func(epsilon float64) string { return "δ(" + number.Setting(epsilon) + ")" }),
		param.Map(r.RenyiAt, func(alpha float64) string { return "D_" + number.Setting(alpha) }))
}

// ifKnown returns a number of the exact audit, or NaN if there is none.
func (f *Finding) ifKnown(x float64) float64 {
	if !f.Known {
		return math.NaN()
	}
	return x
}

// inDetail is the largest number of learners for which the neighbors behind each line follow the table.
const inDetail = 4

// Violated returns the learners whose claims are violated, exactly or by running them.
func (r *Audits) Violated() (learners []string) {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Broken() || f.Refuted() {
			learners = append(learners, f.Spec.String())
		}
	}
	return learners
}

// WriteText writes audits for people, in lines of at most a width.
func (r *Audits) WriteText(w io.Writer, width int) error {
	beyond := append([]string{"ρ", "μ"}, r.names()...)
	titles := append([]string{"learner", "arms of", "ε", "claimed", "true", "lower bound"},
		append(beyond, "verdict")...)
	t := kit.TableOf(2, titles...)
	t.Columns[len(titles)-1].Right = false
	for i := range r.Findings {
		f := &r.Findings[i]
		least := kit.None
		if f.Statistics != nil {
			least = number.Loss(f.Statistics.Lower)
		}
		truth := number.Loss(f.ifKnown(f.Exact.Epsilon))
		if f.Approximates() && f.Known {
			truth = f.Onlookers()[2].Loss()
		}
		row := []string{
			f.Spec.String(), param.Printable(f.Config.Scenario.Name), number.Setting(f.Epsilon), f.Claims(),
			truth, least,
		}
		for k := range beyond {
			cell := kit.None
			if len(f.Losses) > 0 {
				cell = notion.Bounded(f.Losses[1+k].Value, number.Loss)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, f.Line()))
	}
	var text strings.Builder
	text.WriteString(pieces(t, width))
	for i := range r.Findings {
		if len(r.Findings) <= inDetail {
			r.Findings[i].writeDetail(&text, width)
		}
	}
	text.WriteString("\n")
	for _, note := range []string{
		"claimed, true: the privacy loss ε of the costliest round over any horizon; of one report where privacy is " +
			"local; in ρ, μ or (ε, δ) where no ε is claimed",
		"lower bound: measured by running the learner; those of one learner hold together with the stated " +
			"confidence; only the true ε is an upper bound",
		"ρ: of zero-concentrated privacy; μ: of Gaussian differential privacy; ≥ is the worst that a search found, " +
			"≤ a proven bound",
	} {
		text.WriteString(wrapped(note, width) + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func (f *Finding) writeDetail(b *strings.Builder, width int) {
	fmt.Fprintf(b, "\n%s\n", f.Spec.Label())
	for _, fact := range f.Facts() {
		title := fact.Title
		for _, part := range fact.Lines {
			const indent = 13
			for _, line := range kit.Wrap(part.Lead+part.Rest, width-indent, 0) {
				fmt.Fprintf(b, "  %-11s%s\n", title, line)
				title = ""
			}
		}
	}
}
