package facts

import (
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Finding is what audits found of a learner's privacy.
type Finding struct {
	audit.Finding
	Horizon int
	Losses  []Loss // of the worst event, in every notion that is asked for; empty if they are not known
}

// A Loss is what the worst event truly costs in one notion of privacy.
type Loss struct {
	Name string // ε, ρ, μ, δ(0.25)
	privacy.Value
	Shown float64 // it costs at least this, as running the learner has shown; NaN before
}

// Losses are ε and those by other measures; empty if nothing is known beyond ε.
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

// Facts returns all that was found, for a reader.
func (f *Finding) Facts() []Fact {
	all := []Fact{
		{Title: "claim", Value: math.NaN(), Page: f.Spec.ID, Lines: []Line{{Lead: f.Spec.Claim}}},
		f.Worst(), f.losses(), f.Ran(),
	}
	return slices.DeleteFunc(all, func(fact Fact) bool { return len(fact.Lines) == 0 || fact.Lines[0].Lead == "" })
}

// Claims is what is claimed: a number of ε, or what is in place of one.
func (f *Finding) Claims() string {
	if claim := f.Claim(); math.IsNaN(f.Claimed) && claim != "" {
		return claim
	}
	return number.Loss(f.Claimed)
}

// Worst says where the neighbors of the worst case differ, what they are, and how far they
// reach the exact loss: by no pair of finite sequences, or by none up to the horizon.
func (f *Finding) Worst() Fact {
	fact := Fact{Title: "worst case", Value: f.Exact.Epsilon, Unit: "ε", Page: "neighbours"}
	add := func(tone Tone, text string) {
		if text != "" {
			fact.Lines = append(fact.Lines, Line{Lead: text, Tone: tone})
		}
	}
	if f.Known {
		add(Faint, differ(&f.Pair))
		add(Plain, f.Exact.WorstPair.Why)
		switch {
		case f.Exact.Attained:
		case math.IsInf(f.Exact.Epsilon, 1):
			add(Faint, "No pair of finite sequences has an infinite loss, but longer pairs exceed any number.")
		default:
			add(Faint, number.Loss(f.Exact.Epsilon)+
				" is a limit: no pair of finite sequences reaches it, but longer pairs come arbitrarily close.")
		}
		if by := f.Exact.Within; by < f.Exact.Epsilon {
			add(Faint, fmt.Sprintf("Up to the horizon, round %s, the loss is at most %s.",
				number.Count(f.Horizon), number.Loss(by)))
		}
	}
	add(Faint, f.Exact.Note)
	return fact
}

func differ(n *model.Neighbors) string {
	if n.Round == 0 {
		return "The sequences differ in what is observed before round 1."
	}
	return fmt.Sprintf("The sequences A and B differ in round %s.", number.Count(n.Round))
}

// losses say what the worst event costs, how that is known, and what running has shown.
func (f *Finding) losses() Fact {
	fact := Fact{Title: "true loss", Value: f.Exact.Epsilon, Unit: "ε", Page: "ρ"}
	for i := range f.Losses {
		l := &f.Losses[i]
		text := notions.Sentence(l.Name, l.Value, number.Loss)
		if f.Limit(l) {
			text = "ε = " + number.Loss(l.Value.Value) + ", a limit"
		}
		if l.Shown > 0 {
			text += "; by running, at least " + number.Loss(l.Shown)
		}
		fact.Lines = append(fact.Lines, Line{Lead: text})
	}
	return fact
}

// Limit reports whether a loss is one that no pair of finite sequences attains.
func (f *Finding) Limit(l *Loss) bool { return l.Name == "ε" && !f.Exact.Attained }

// Ran says what running the learner has shown: the bound, what that means for the claim, and
// what was seen on which sequences.
func (f *Finding) Ran() Fact {
	fact := Fact{Title: "by running", Value: math.NaN(), Unit: "ε", Page: "audit"}
	s := f.Statistics
	if s == nil {
		return fact
	}
	fact.Value = s.Lower
	if s.Lower > 0 {
		scale := f.Scale()
		meaning, tone := f.meaning()
		fact.Lines = []Line{{Lead: fmt.Sprintf("%s ≥ %s with %s confidence: %s", scale.Notion, number.Loss(scale.Shown),
			number.Share(s.Confidence), meaning), Tone: tone}}
	}
	if f.Noiseless {
		fact.Lines = append(fact.Lines, Line{Lead: "With every seed the plays were the same on the same rewards: " +
			audit.NoNoise + ".", Tone: Warning})
	}
	for i := range s.Tests {
		fact.Lines = append(fact.Lines, Line{Lead: event(&s.Tests[i], s.Runs)})
	}
	fact.Lines = append(fact.Lines, Line{Lead: differ(&s.Sequences) + " " + s.Sequences.Why, Tone: Faint})
	return fact
}

// meaning is what a bound above 0 means for the claim.
func (f *Finding) meaning() (string, Tone) {
	switch {
	case f.Refuted():
		return "the claim is violated.", Bad
	case f.Spec.Growth != "":
		return "the learner claims only an order of growth, which allows any number.", Plain
	case math.IsNaN(f.Scale().Claimed):
		return "the learner claims no privacy.", Warning
	}
	return "this does not contradict the claim.", Good
}

func event(t *audit.Test, runs int) string {
	if t.Least <= t.Most {
		return fmt.Sprintf("In %s on each sequence, no event was seen more often on one than chance explains. "+
			"A statistical audit can show that privacy is violated; it cannot show that it holds.", kit.Plural(runs, "run"))
	}
	counts := t.Ordered()
	return fmt.Sprintf("Event: %s. It happened %s times in %s on one sequence and %s times on the other.", t.Event,
		number.Count(counts[0]), kit.Plural(runs, "run"), number.Count(counts[1]))
}

// A Scale is the notion in which a learner's claim is: what it claims, what is true, and
// what running it has shown. NaN is what is not known.
type Scale struct {
	Notion                string
	Claimed, Truth, Shown float64
}

// Scale is that of the promise, else ε.
func (f *Finding) Scale() Scale {
	s := Scale{"ε", f.Claimed, math.NaN(), math.NaN()}
	if f.Known {
		s.Truth = f.Exact.Epsilon
	}
	if f.Statistics != nil {
		s.Shown = f.Lower
	}
	if f.Promised.Notion != "" {
		s.Claimed = f.Promised.Value
	}
	for _, l := range f.Losses {
		if l.Name == f.OtherNotion() {
			s.Notion, s.Truth, s.Shown = l.Name, l.Value.Value, l.Shown
		}
	}
	return s
}

// Write writes a value of the scale: of ε as a number.
func (s *Scale) Write(x float64) string {
	if s.Notion == "ε" || math.IsNaN(x) {
		return number.Loss(x)
	}
	return s.Notion + " = " + number.Loss(x)
}

// An Audit is the exact audit of one learner in a sentence. It does not change
// while a configuration is run.
type Audit struct {
	Line      string
	Broken    bool              // more is lost than is claimed
	Promised  learners.Promise  // in another notion than ε
	Mechanism privacy.Mechanism // the loss of the worst event in a whole run; nil if unknown
}

// Audits returns those of all learners of a configuration. They take up to some
// milliseconds each.
func Audits(config *model.Config) []Audit {
	audits := make([]Audit, len(config.Learners))
	for i := range audits {
		v := config.Verdict(i)
		audits[i] = Audit{Line: v.Line(), Broken: v.Broken(), Promised: v.Promised}
		if v.Known {
			m := privacy.Remember(v.Exact.Mechanism)
			m.Rho() // here, in the background: a key that asks for it is answered at once
			m.Mu()
			audits[i].Mechanism = m
		}
	}
	return audits
}
