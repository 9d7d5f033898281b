package script

import "slices"

// Refusals are what a played file was refused, in sentences: the first few that differ.
type Refusals []string

// mostRefusals is how many different ones are kept.
const mostRefusals = 3

// Add notes a refusal.
func (r *Refusals) Add(refusal error) {
	if text := refusal.Error(); len(*r) < mostRefusals && !slices.Contains(*r, text) {
		*r = append(*r, text)
	}
}
