package twin

import (
	"testing"

	"regretscope/ui/explain"
)

// Both parts have a word that is explained, each its own.
func TestSubject(t *testing.T) {
	seen := map[string]bool{}
	for p := range parts {
		s := &Screen{part: p}
		if _, err := explain.Find(s.Subject()); err != nil || seen[s.Subject()] {
			t.Errorf("part %d: %s, %v", p, s.Subject(), err)
		}
		seen[s.Subject()] = true
	}
}
