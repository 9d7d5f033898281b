package facts

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// release describes the newest release: its round, the rounds in it, its noise, and its effect.
func (f *Focus) release() Fact {
	r := &f.Learner.Account.Last
	fact := Fact{Title: "last release", Page: "release"}
	if f.Learner.Account.Releases == 0 {
		fact.Lines = []kit.Line{{Lead: "none yet", Tone: kit.Faint}}
		return fact
	}
	first := kit.Line{Lead: fmt.Sprintf("round %s · %s · %s", number.Count(r.Round), f.arms(r.Arms),
		number.Plural(r.Observations, "observation"))}
	if f.Learner.Released {
		first.Lead, first.Tone = "now, "+first.Lead, kit.New
	}
	fact.Lines = []kit.Line{first, {Lead: stretch(r) + f.newestCost(), Tone: kit.Faint}}
	if len(r.Terms) > 0 {
		winner := slices.IndexFunc(r.Terms, func(t noise.ReleaseTerm) bool { return t.Arm == r.Winner })
		t := &r.Terms[max(winner, 0)]
		fact.Lines = append(fact.Lines, kit.Line{Lead: noised(r, t)}, kit.Line{Lead: f.change(r, t), Tone: kit.Strong})
	}
	return fact
}

func noised(r *noise.Release, t *noise.ReleaseTerm) string {
	if r.Scale == 0 {
		return "true sum " + number.Term(t.Sum) + ", no noise"
	}
	sign := "+"
	if t.Noise < 0 {
		sign = "−"
	}
	size := "scale " + number.Ratio(r.Scale)
	if r.Noise == noise.BinomialNoise {
		size = number.Term(r.Scale) + " fair bits"
	}
	return fmt.Sprintf("true sum %s %s %s noise (%s, %s)", number.Term(t.Sum), sign,
		number.Term(math.Abs(t.Noise)), r.Noise, size)
}

func (f *Focus) change(r *noise.Release, t *noise.ReleaseTerm) string {
	change := fmt.Sprintf("estimate %s → %s", number.Value(t.Before), number.Value(t.After))
	if r.Joint() {
		return "published arm " + f.Shot.Config.Scenario.Label(r.Winner) + ", and no noisy score"
	}
	if more := len(r.Terms) - 1; more > 0 {
		change += fmt.Sprintf(" (and %d more)", more)
	}
	return change
}

func stretch(r *noise.Release) string {
	switch {
	case r.Last == 0:
		return "before round 1"
	case r.First == r.Last:
		return "this round alone"
	}
	return fmt.Sprintf("rounds %s–%s", number.Count(r.First), number.Count(r.Last))
}
