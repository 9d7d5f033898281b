package figure

import (
	"fmt"
	"slices"
	"strings"
)

// An Outcome is what the runs say of a claim.
type Outcome string

// The outcomes.
const (
	Seen      Outcome = "seen"
	NotSeen   Outcome = "not seen"
	Undecided Outcome = "undecided"
)

// A Verdict is an outcome with the numbers that it rests on.
type Verdict struct {
	Outcome Outcome  `json:"verdict"`
	Numbers []Number `json:"numbers"`
	Runs    int      `json:"runs"` // at which it was decided, or stayed open; 0 where it was computed
}

// Basis says what the verdict rests on in a word or two.
func (v *Verdict) Basis() string {
	switch {
	case v.Runs == 1:
		return "1 run"
	case v.Runs > 0:
		return fmt.Sprintf("%d runs", v.Runs)
	case v.Outcome == Undecided:
		return "no run"
	default:
		return "computed"
	}
}

// Shown are the numbers that say most, at most n of them: those that keep the
// claim from being seen first.
func (v *Verdict) Shown(n int) []Number {
	sorted := slices.Clone(v.Numbers)
	weight := func(x Number) int { return slices.Index([]Outcome{NotSeen, Undecided, Seen, ""}, x.Outcome) }
	slices.SortStableFunc(sorted, func(a, b Number) int { return weight(a) - weight(b) })
	return sorted[:min(n, len(sorted))]
}

// Text is Shown in one line.
func (v *Verdict) Text(n int) string {
	var parts []string
	for _, x := range v.Shown(n) {
		parts = append(parts, x.String())
	}
	if more := len(v.Numbers) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// all is the verdict on a claim that is the sum of its parts: seen where all of
// them are, not seen where one is not.
func all(parts []Number) Verdict {
	v := Verdict{Outcome: Undecided, Numbers: append([]Number{}, parts...)}
	has := func(o Outcome) bool { return slices.ContainsFunc(parts, func(p Number) bool { return p.Outcome == o }) }
	switch {
	case has(NotSeen):
		v.Outcome = NotSeen
	case has(Seen) && !has(Undecided):
		v.Outcome = Seen
	}
	return v
}
