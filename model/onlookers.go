package model

import (
	"math"

	"regretscope/learners"
	"regretscope/noise/number"
)

// An Onlooker sees something that depends on a person's reward. Whatever it sees is
// (Epsilon, Delta)-differentially private for that reward, and for no smaller Epsilon or Delta.
type Onlooker struct {
	Who     string       `json:"who"` // adder or shuffler, whom people must trust, server, or plays: whoever sees the plays
	Epsilon number.Float `json:"epsilon"`
	Delta   number.Float `json:"delta"`
}

// Onlookers returns who learns what about a person's reward, from the person on, by the exact audit;
// nil if there is none.
func (v *Verdict) Onlookers() []Onlooker {
	if !v.Known {
		return nil
	}
	plays := Onlooker{"plays", number.Float(v.Exact.Epsilon), 0}
	if v.Approximates() {
		plays.Epsilon, plays.Delta = number.Float(v.Epsilon), number.Float(v.otherValue().Value)
	}
	between, everything := v.Spec.Between, Onlooker{"server", number.Float(math.Inf(1)), 0}
	server := Onlooker{"server", plays.Epsilon, plays.Delta}
	switch {
	case between != "":
		return []Onlooker{{between, everything.Epsilon, 0}, server, plays}
	case v.Spec.Privacy != learners.Local && v.Spec.Privacy != learners.DataFree:
		server = everything
	}
	return []Onlooker{server, plays}
}

// Approximates reports whether the learner claims (ε, δ) with a finite ε.
func (v *Verdict) Approximates() bool {
	return v.Spec.Privacy == learners.Approximate && !math.IsInf(v.Epsilon, 1)
}

// Loss formats what the onlooker learns: ε = 0.5, (ε, δ) = (1, 9.83·10⁻⁷).
func (o *Onlooker) Loss() string { return LossOf(float64(o.Epsilon), float64(o.Delta)) }

// LossOf formats (ε, δ), or ε alone if δ is 0.
func LossOf(epsilon, delta float64) string {
	if delta == 0 {
		return "ε = " + number.Loss(epsilon)
	}
	return "(ε, δ) = (" + number.Loss(epsilon) + ", " + number.Loss(delta) + ")"
}
