package facts

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Finding is the result of audits of a learner.
type Finding struct {
	audit.Finding
	Horizon int
	Losses  []Loss // of the costliest round, in every requested notion; empty if unknown
}

// A Loss is the true loss of the costliest round in one notion of privacy.
type Loss struct {
	Name string // ε, ρ, μ, δ(0.25)
	privacy.Value
	Shown float64 // a lower bound from running the learner; NaN before
}

// Losses returns ε and the losses by other measures; empty if nothing is known beyond ε.
func Losses(f *audit.Finding, beyond ...privacy.Measure) []Loss {
	if f.Exact.Mechanism == nil {
		return nil
	}
	exact := privacy.Value{Value: f.Exact.Epsilon, Upper: f.Exact.Epsilon, Status: privacy.Exact}
	all := []Loss{{"ε", exact, math.NaN()}}
	for _, m := range beyond {
		all = append(all, Loss{m.String(), m.Of(f.Exact.Mechanism), math.NaN()})
	}
	if f.Statistics != nil {
		shown := f.Shown()
		all[0].Shown = shown.Epsilon().Value
		for i, m := range beyond {
			all[1+i].Shown = m.Of(shown).Value
		}
	}
	return all
}

// Facts returns the findings for a reader.
func (f *Finding) Facts() []Fact {
	all := []Fact{
		{Title: "claim", Page: f.Spec.ID, Lines: []kit.Line{{Lead: f.Spec.Claim}}},
		f.worst(), f.losses(), f.trust(), f.ran(),
	}
	return slices.DeleteFunc(all, func(fact Fact) bool { return len(fact.Lines) == 0 || fact.Lines[0].Lead == "" })
}

// Claims returns the claim: a number for ε, or words for another notion.
func (f *Finding) Claims() string {
	if claim := f.Claim(); (math.IsNaN(f.Claimed) || f.Delta > 0) && claim != "" {
		return claim
	}
	return number.Loss(f.Claimed)
}

// worst describes the neighbors of the worst case, where they differ, and whether finite
// sequences, or those up to the horizon, reach the exact loss.
func (f *Finding) worst() Fact {
	fact := Fact{Title: "worst case", Page: "neighbors"}
	add := func(tone kit.Tone, text string) {
		if text != "" {
			fact.Lines = append(fact.Lines, kit.Line{Lead: text, Tone: tone})
		}
	}
	if f.Known {
		add(kit.Faint, differ(&f.Pair))
		add(kit.Plain, f.Exact.WorstPair.Why)
		switch {
		case f.Exact.Attained:
		case math.IsInf(f.Exact.Epsilon, 1):
			add(kit.Faint, "No pair of finite sequences has an infinite loss, but longer pairs exceed any number.")
		default:
			add(kit.Faint, number.Loss(f.Exact.Epsilon)+
				" is a limit: no pair of finite sequences reaches it, but longer pairs come arbitrarily close.")
		}
		if by := f.Exact.Within; by < f.Exact.Epsilon {
			add(kit.Faint, fmt.Sprintf("Up to the horizon, round %s, the loss is at most %s.",
				number.Count(f.Horizon), number.Loss(by)))
		}
	}
	add(kit.Faint, f.Exact.Note)
	return fact
}

func differ(n *model.Neighbors) string {
	if n.Round == 0 {
		return "The sequences differ in what is observed before round 1."
	}
	return fmt.Sprintf("The sequences A and B differ in round %s.", number.Count(n.Round))
}

// losses returns the loss of the costliest round, how it is known, and the lower bound from running.
func (f *Finding) losses() Fact {
	fact := Fact{Title: "true loss", Page: "ρ"}
	if p := f.Promised; p.Notion == privacy.Delta && f.Known {
		fact.Lines = []kit.Line{{Lead: notions.Sentence(p.String(), p.Of(f.Exact.Mechanism), number.Loss) + "; nothing bounds ε alone"}}
	}
	for i := range f.Losses {
		l := &f.Losses[i]
		text := notions.Sentence(l.Name, l.Value, number.Loss)
		if l.Name == "ε" && !f.Exact.Attained {
			text = "ε = " + number.Loss(l.Value.Value) + ", a limit"
		}
		if l.Shown > 0 {
			text += "; by running, at least " + number.Loss(l.Shown)
		}
		fact.Lines = append(fact.Lines, kit.Line{Lead: text})
	}
	return fact
}

// ran describes the result of running the learner: the bound, its meaning for the claim, and
// the event that was seen on each sequence.
func (f *Finding) ran() Fact {
	fact := Fact{Title: "by running", Page: "audit"}
	s := f.Statistics
	if s == nil {
		return fact
	}
	if s.Lower > 0 {
		notion, shown := "ε", s.Lower
		for _, l := range f.Losses {
			if l.Name == f.OtherNotion() {
				notion, shown = l.Name, l.Shown
			}
		}
		if m, _ := f.Judged(); f.Window != nil { // a program
			notion, shown = m.String(), f.Measured(m)
		}
		if p := f.Promised; p.Notion == privacy.Delta && p.Of(f.Shown()).Value > 0 {
			notion, shown = p.String(), p.Of(f.Shown()).Value
		}
		meaning, tone := f.meaning()
		fact.Lines = []kit.Line{{Lead: fmt.Sprintf("%s ≥ %s with %s confidence: %s", notion, number.Loss(shown),
			number.Share(s.Confidence), meaning), Tone: tone}}
	}
	if f.Noiseless {
		fact.Lines = append(fact.Lines, kit.Line{Lead: "With every seed that the search tried, the plays were the same on the same rewards: " +
			audit.NoNoise + ".", Tone: kit.Warning})
	}
	for i := range s.Tests {
		fact.Lines = append(fact.Lines, kit.Line{Lead: event(&s.Tests[i], s.Runs)})
	}
	fact.Lines = append(fact.Lines, kit.Line{Lead: differ(&s.Sequences) + " " + s.Sequences.Why, Tone: kit.Faint})
	if f.Window != nil {
		fact.Lines = append(fact.Lines, kit.Line{Lead: f.Window.String(), Tone: kit.Faint})
	}
	return fact
}

// meaning returns the meaning of a positive bound for the claim.
func (f *Finding) meaning() (string, kit.Tone) {
	switch {
	case f.Refuted():
		return "the claim is violated.", kit.Bad
	case f.Spec.Growth != "":
		return "the learner claims only an order of growth, which allows any number.", kit.Plain
	case !f.Promises():
		return "the learner claims no privacy.", kit.Warning
	}
	return "this does not contradict the claim.", kit.Good
}

func event(t *audit.Test, runs int) string {
	if t.Least <= t.Most {
		return fmt.Sprintf("In %s on each sequence, no event was seen more often on one than chance explains. "+
			"A statistical audit can show that privacy is violated; it cannot show that it holds.", number.Plural(runs, "run"))
	}
	counts := t.Ordered()
	return fmt.Sprintf("Event: %s. It happened %s in %s on one sequence and %s on the other.", t.Event,
		number.Plural(counts[0], "time"), number.Plural(runs, "run"), number.Plural(counts[1], "time"))
}

// An Audit is the exact audit of one learner in a sentence. It does not change during a run.
type Audit struct {
	Line      string
	Broken    bool             // the loss exceeds the claim
	Promised  learners.Promise // in a notion other than ε
	Onlookers []model.Onlooker // nil if unknown
}

// Audits returns the audits of all learners of a configuration. Each takes up to some milliseconds.
func Audits(config *model.Config) []Audit {
	audits := make([]Audit, len(config.Learners))
	for i := range audits {
		v := config.Verdict(i)
		audits[i] = Audit{Line: v.Line(), Broken: v.Broken(), Promised: v.Promised, Onlookers: v.Onlookers()}
	}
	return audits
}

// whoSeesWhat returns the way of a person's reward to the onlookers, with what each learns: ε, or (ε, δ).
func whoSeesWhat(onlookers []model.Onlooker) string {
	text := "person"
	for i := range onlookers {
		_, loss, _ := strings.Cut(onlookers[i].Loss(), "= ")
		text += " → " + onlookers[i].Who + " " + loss
	}
	return text
}

// trust says what a person loses if those whom the learner trusts break that trust.
func (f *Finding) trust() Fact {
	onlookers, e, loss := f.Onlookers(), f.Epsilon, number.Loss
	if onlookers == nil || math.IsInf(e, 1) || f.Spec.Privacy == learners.DataFree {
		return Fact{}
	}
	fact := Fact{Title: "trust", Page: "trust", Lines: []kit.Line{{Lead: whoSeesWhat(onlookers)}}}
	say := func(text string, arguments ...any) {
		fact.Lines = append(fact.Lines, kit.Line{Lead: fmt.Sprintf(text, arguments...)})
	}
	switch bits, _ := f.Exact.Mechanism.(privacy.BinomialSum); {
	case f.Spec.Between == "adder":
		say("If a tenth of a batch's people send no noise, or tell it, the server learns ε = %s about the others; if all but a "+
			"hundredth do, ε = %s. In a first pull, a person alone, it is ∞.", loss(privacy.WithShares(e, .9)), loss(privacy.WithShares(e, .01)))
	case f.Spec.Between == "shuffler":
		say("If the shuffler lies, the server sees who sent what. One noise bit hides a person with δ(%s) = %s; in batches of more than "+
			"%s people, most send none, and nothing hides them.", loss(e), loss(privacy.BinomialSum{Bits: 1}.Delta(e).Value), number.Term(bits.Bits))
	case f.Spec.Privacy == learners.Local:
		say("Nobody has to be trusted.")
		reports, _ := f.Exact.Mechanism.(privacy.Disjoint)
		if len(reports) != 1 {
			break
		}
		if r, bit := reports[0].(privacy.Bit); bit && r.Symmetric() && !math.IsInf(r.Epsilon().Value, 1) {
			const people, delta = 200, 1e-6
			say("If a shuffler mixed the reports of %d people, they would lose ε = %s at δ = %s. A report alone, as of a first pull, "+
				"still loses ε = %s.", people, loss(privacy.ShuffleReports(people, r.Epsilon().Value).Epsilon(delta)), loss(delta),
				loss(r.Epsilon().Value))
		}
	case f.Spec.Privacy.Publishes():
		say("If the server lies, or others read what it stores, nothing hides a reward.")
	}
	return fact
}
