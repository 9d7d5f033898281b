package figure

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// An Outcome is the runs' verdict on a claim.
type Outcome string

// The outcomes. Legend explains them.
const (
	Seen         Outcome = "seen"
	Contradicted Outcome = "contradicted"
	Undecided    Outcome = "undecided"
	NotSeen      Outcome = "not seen"
	Depends      Outcome = "depends on"
	Elsewhere    Outcome = "does not extend"
)

// Outcomes lists all outcomes in the order of listings.
var Outcomes = []Outcome{Seen, Contradicted, Undecided, NotSeen, Depends, Elsewhere}

// Legend explains the outcomes in one line.
const Legend = "seen: the whole interval is within the claimed limits; contradicted: it is wholly outside; " +
	"undecided: it crosses a limit at the last look or at the cap on runs; not seen: the runs cannot show it, for the reason given; " +
	"depends on: it holds for some values of what the paper leaves out; " +
	"does not extend: it sums up the paper's own experiments and fails in others"

// A Verdict is an outcome with its numbers.
type Verdict struct {
	Outcome Outcome  `json:"verdict"`
	Numbers []Number `json:"numbers"`
	Runs    int      `json:"runs"`             // the number of runs at the decision, or of the last look; 0 if it was computed
	Capped  bool     `json:"at_cap,omitempty"` // Runs is the most that the figure takes
}

// Basis returns the number of runs that the verdict rests on, or "computed".
func (v *Verdict) Basis() string {
	switch {
	case v.Runs > 1 && v.Capped && v.Outcome == Undecided:
		return number.Plural(v.Runs, "run") + ", the cap"
	case v.Runs > 0:
		return number.Plural(v.Runs, "run")
	case v.Outcome == Undecided:
		return "no run"
	default:
		return "computed"
	}
}

// severity orders the outcomes of parts: a claim has the first outcome that one of its parts
// has.
var severity = []Outcome{Contradicted, Elsewhere, Undecided, Depends, NotSeen, Seen, ""}

// First returns the n most telling numbers: those that keep the claim from being seen come
// first.
func (v *Verdict) First(n int) []Number {
	sorted := slices.Clone(v.Numbers)
	slices.SortStableFunc(sorted, func(a, b Number) int {
		return slices.Index(severity, a.Outcome) - slices.Index(severity, b.Outcome)
	})
	return sorted[:min(n, len(sorted))]
}

// Text returns First in one line.
func (v *Verdict) Text(n int) string {
	parts := param.Map(v.First(n), Number.String)
	if more := len(v.Numbers) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// combine returns the verdict on a claim that all its parts must support. Without parts it is
// undecided.
func combine(parts []Number) Verdict {
	v := Verdict{Outcome: Undecided, Numbers: append([]Number{}, parts...)}
	for _, o := range severity[:len(severity)-1] {
		if slices.ContainsFunc(parts, func(p Number) bool { return p.Outcome == o }) {
			v.Outcome = o
			break
		}
	}
	return v
}
