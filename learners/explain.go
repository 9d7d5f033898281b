package learners

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"
)

// terms returns the terms of arm j's score, one for each column, and its formula with numbers.
type terms func(j int) (values []float64, text string)

// explain explains a round in which the arms' scores decided.
func (b *bandit) explain(lines []int, columns []Column, of terms) Explanation {
	e := Explanation{Lines: lines, Columns: columns}
	for j := range b.scores {
		values, text := of(j)
		e.Arms = append(e.Arms, ArmTerms{Arm: j, Values: values, Text: text})
	}
	return e
}

// explainPulled is explain for learners that first pull each arm once, at pseudocode line first.
func (b *bandit) explainPulled(first int, lines []int, columns []Column, of terms) Explanation {
	if b.round > len(b.scores) {
		return b.explain(lines, columns, of)
	}
	return Explanation{
		Lines: []int{first},
		Note:  fmt.Sprintf("first pulls: rounds 1 to %s play each arm once, in order", number.Count(len(b.scores))),
	}
}

// with adds variables of the pseudocode that stand in no column, with their values of arm j.
func (e Explanation) with(names []string, of func(j int) []float64) Explanation {
	e.State = names
	for i := range e.Arms {
		e.Arms[i].State = of(e.Arms[i].Arm)
	}
	return e
}

// explain lists the arms in the order of the greedy walk, with the terms of their scores and
// the arms that kept them out of the basis.
func (b *semiBandit) explain(lines []int, columns []Column, of terms) Explanation {
	x := Explanation{Lines: lines, Columns: columns}
	for _, step := range b.oracle.Steps() {
		a := ArmTerms{Arm: step.Arm, LostTo: step.LostTo}
		if step.Loop {
			a.Values, a.Text = slices.Repeat([]float64{math.NaN()}, len(columns)), "a loop: in no basis"
		} else {
			a.Values, a.Text = of(step.Arm)
		}
		x.Arms = append(x.Arms, a)
	}
	return x
}

// explainCovered is explain for learners that first cover all arms, at pseudocode line first.
func (b *semiBandit) explainCovered(first int, lines []int, columns []Column, of terms) Explanation {
	if !b.covering {
		return b.explain(lines, columns, of)
	}
	e := b.explain([]int{first}, []Column{{"unobserved", Score}}, func(e int) ([]float64, string) {
		if b.scores[e] == 1 {
			return []float64{1}, "not observed yet"
		}
		return []float64{0}, "observed before"
	})
	e.Note = fmt.Sprintf("covering: %d of %d arms had no observation yet; the basis has as many of these as possible",
		b.unseen, len(b.playable))
	return e
}

func sum(score float64, summands ...float64) ([]float64, string) {
	return append(summands, score), sumText(score, summands...)
}

// betaColumns returns the columns of a sample from a Beta posterior.
func betaColumns(ones, zeros string) []Column {
	return []Column{{ones, Ones}, {zeros, Zeros}, {"θ", Sample}}
}

// betaSample returns the terms of a sample after n observations with the given number of ones.
func betaSample(theta, n, ones float64) ([]float64, string) {
	a, b := ones+1, n-ones+1
	return []float64{a, b, theta}, fmt.Sprintf("θ = %s drawn from Beta(%s, %s)", num(theta), num(a), num(b))
}

// byRank adds a column of ranks (klRank) if several KL indices round to 1 without being equal.
func byRank(ranks []float64, columns []Column, of terms) ([]Column, terms) {
	least, most := math.Inf(1), 1.0 // of the ranks above 1
	for _, r := range ranks {
		if r > 1 {
			least, most = min(least, r), max(most, r)
		}
	}
	if least >= most {
		return columns, of
	}
	columns[len(columns)-1].Role = Detail
	return append(columns, Column{"−ln(1−index)", Rank}), func(j int) ([]float64, string) {
		values, text := of(j)
		if ranks[j] > 1 {
			return append(values, ranks[j]-1), text
		}
		return append(values, -math.Log1p(-ranks[j])), text
	}
}

func num(x float64) string { return number.Term(x) }

// sumText formats a sum and its value: "0.75 + 0.031 = 0.781".
func sumText(total float64, terms ...float64) string {
	var b strings.Builder
	for i, x := range terms {
		switch {
		case i == 0:
			b.WriteString(num(x))
		case x < 0:
			b.WriteString(" − " + num(-x))
		default:
			b.WriteString(" + " + num(x))
		}
	}
	return b.String() + " = " + num(total)
}
