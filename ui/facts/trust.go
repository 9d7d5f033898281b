package facts

import (
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
)

// whoSeesWhat returns the way of a person's reward to the onlookers, with what each learns: ε, or
// (ε, δ). It is empty if that is unknown.
func whoSeesWhat(onlookers []model.Onlooker) []Fact {
	if len(onlookers) == 0 {
		return nil
	}
	text := "person"
	for i := range onlookers {
		_, loss, _ := strings.Cut(onlookers[i].Loss(), "= ")
		text += " → " + onlookers[i].Who + " " + loss
	}
	return []Fact{{Title: "who sees what", Page: "trust", Lines: []kit.Line{{Lead: text}}}}
}

// mixed is the number of people whose local reports a shuffler would mix, as an example, and atDelta
// the δ at which their ε is given.
const mixed, atDelta = 200, 1e-6

// trust says what a person loses if those whom the learner trusts break that trust.
func (f *Finding) trust() Fact {
	fact := Fact{Title: "trust", Page: "trust"}
	say := func(text string, arguments ...any) {
		fact.Lines = append(fact.Lines, kit.Line{Lead: fmt.Sprintf(text, arguments...)})
	}
	loss, e := number.Loss, f.Epsilon
	switch who := whoSeesWhat(f.Onlookers()); {
	case who == nil || math.IsInf(e, 1) || f.Spec.Privacy == learners.DataFree:
		return fact
	default:
		say("%s", who[0].Lines[0].Lead)
	}
	bits, fair := f.Exact.Mechanism.(privacy.BinomialSum)
	reports, _ := f.Exact.Mechanism.(privacy.Disjoint)
	switch {
	case f.Spec.Between == "adder":
		say("If a tenth of a batch's people send no noise, or tell it, the server learns ε = %s of the others; if all but a "+
			"hundredth do, ε = %s. In a first pull, a person alone, it is ∞.",
			loss(privacy.WithShares(e, .9)), loss(privacy.WithShares(e, .01)))
	case fair && f.Spec.Between == "shuffler":
		say("If the shuffler lies, the server sees who sent what. One noise bit hides a person with δ(%s) = %s, four with %s; "+
			"in batches of more than %s people, most send none, and nothing hides them. A first pull stays as it is.",
			loss(e), loss(privacy.BinomialSum{Bits: 1}.Delta(e).Value), loss(privacy.BinomialSum{Bits: 4}.Delta(e).Value),
			number.Term(bits.Bits))
	case f.Spec.Privacy == learners.Local && len(reports) == 1:
		say("People need trust nobody.")
		if r, bits := reports[0].(privacy.Bit); bits && r.Symmetric() {
			local := math.Abs(r.Epsilon().Value)
			say("If a shuffler mixed the reports of %d people, they would lose ε = %s at δ = %s. A report alone, as of a first pull, "+
				"still loses ε = %s.", mixed, loss(privacy.ShuffleReports(mixed, local).Epsilon(atDelta)), loss(atDelta), loss(local))
		}
	case f.Spec.Privacy.Publishes():
		say("If the server lies, or others read what it stores, nothing hides a reward.")
	}
	return fact
}
