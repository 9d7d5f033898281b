package plot

import "testing"

// Every colour and every dash has its name, and two learners are never drawn alike.
func TestStroke(t *testing.T) {
	if len(colourNames) != len(colours) || len(dashNames) != len(dashes) {
		t.Fatalf("%d names of %d colours, %d of %d dashes", len(colourNames), len(colours), len(dashNames), len(dashes))
	}
	seen := map[string]bool{}
	for series := range len(colours) * len(dashes) {
		seen[Stroke(series)] = true
	}
	if len(seen) != len(colours)*len(dashes) || Stroke(-1) != "grey, solid" {
		t.Errorf("%d strokes, and %s", len(seen), Stroke(-1))
	}
}
