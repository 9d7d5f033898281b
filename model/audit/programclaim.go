package audit

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise/privacy"
)

// A claim is what a program claims, as far as a search needs it.
type claim struct {
	program.Claim
}

// claimOf returns a program's claim and enters it into a verdict.
func claimOf(ready *program.Ready, verdict *model.Verdict) *claim {
	if ready.Claim == nil {
		return &claim{}
	}
	c := &claim{*ready.Claim}
	verdict.Claimed, verdict.Delta = math.NaN(), c.Delta
	switch {
	case c.Epsilon > 0:
		verdict.Claimed = c.Epsilon
	case c.Rho > 0:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Rho}, Value: c.Rho}
	default:
		verdict.Promised = learners.Promise{Measure: privacy.Measure{Notion: privacy.Mu}, Value: c.Mu}
	}
	return c
}

// broken reports whether a measure surely exceeds the claim. Without a claim none does.
func (c *claim) broken(measured float64) bool { return c.Claim != program.Claim{} && measured > .15 }

// rare is added to both counts of an event, so that rare events say little.
const rare = 3

// event returns by how much an event exceeds the claim, by its counts in so many runs on each side: in δ, in μ (also
// for ρ), or else in ε.
func (c *claim) event(seen, other, runs int) float64 {
	a, b, n := float64(seen), float64(other), float64(runs)
	switch {
	case c.Delta > 0:
		e := math.Exp(c.Epsilon)
		return (a-e*b-math.Sqrt(a+e*e*(b+1)))/n - c.Delta
	case c.Rho > 0, c.Mu > 0:
		return mathext.NormalQuantile((a+rare)/(n+2*rare)) - mathext.NormalQuantile((b+rare)/(n+2*rare)) -
			max(c.Mu, math.Sqrt(2*c.Rho))
	}
	return math.Log((a+rare)/(b+rare)) - c.Epsilon
}

// measure returns by how much the most telling event exceeds the claim, a union of the transcripts that are likeliest on one
// side: each half of the runs chooses an event, and the other half counts it.
func (c *claim) measure(halves [2]map[string][2]int, runs int) float64 {
	most := math.Inf(-1)
	for side := range 2 {
		seen, other := 0, 0
		for half := range 2 {
			for _, transcript := range c.best(halves[half], side, runs/2) {
				counts := halves[1-half][transcript]
				seen, other = seen+counts[side], other+counts[1-side]
			}
		}
		most = max(most, c.event(seen, other, runs))
	}
	return most
}

// best returns the most telling event on a side.
func (c *claim) best(counts map[string][2]int, side, runs int) []string {
	ranked := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		a, b := counts[x], counts[y]
		return cmp.Or(cmp.Compare((b[side]+1)*(a[1-side]+1), (a[side]+1)*(b[1-side]+1)),
			cmp.Compare(b[side], a[side]), cmp.Compare(x, y))
	})
	most, n, seen, other := math.Inf(-1), 0, 0, 0
	for i, transcript := range ranked {
		seen, other = seen+counts[transcript][side], other+counts[transcript][1-side]
		if m := c.event(seen, other, runs); m > most {
			most, n = m, i+1
		}
	}
	return ranked[:n]
}
