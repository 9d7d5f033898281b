package audit

import (
	"fmt"
	"slices"
	"strings"

	"regretscope/noise/curve"
	"regretscope/ui/kit"
)

// notionsOf says what the worst event costs beyond ε; empty where nothing is known.
func notionsOf(m curve.Mechanism) []string {
	if m == nil {
		return nil
	}
	return []string{bounded("ρ", m.Rho()), bounded("μ", m.Mu())}
}

// bounded writes a value with how it is known.
func bounded(name string, v curve.Value) string {
	switch v.Status {
	case curve.Searched:
		return fmt.Sprintf("%s ≥ %s, found by search (at most %s)", name, kit.Loss(v.Value), kit.Loss(v.Upper))
	case curve.Upper:
		return fmt.Sprintf("%s ≤ %s, a proven bound", name, kit.Loss(v.Value))
	}
	return fmt.Sprintf("%s = %s, exact", name, kit.Loss(v.Value))
}

// viewNotions is that in one sentence, with the bound on μ that was measured.
func (s *Screen) viewNotions(width int) []string {
	e := s.entry()
	said := slices.Clone(e.notions)
	if e.Statistics != nil && e.Lower > 0 {
		said = append(said, "μ ≥ "+kit.Loss(e.Shown().Mu().Value)+", from running the learner")
	}
	if len(said) == 0 {
		return nil
	}
	return kit.Styled("Beyond ε: "+strings.Join(said, "; ")+".", width, 2, s.theme.Text)
}
