package theory

import (
	"regretscope/learners"
	"regretscope/scenarios"
)

// Remarks returns what is known about the least possible regret without a height: orders with
// unknown constants, and a conjecture. private is set for learners with an audited ε.
func Remarks(s *scenarios.Scenario, d *learners.Declaration, private bool) []Curve {
	words := func(label, source string) []Curve { return []Curve{{Label: label, Source: source, Kind: Words}} }
	switch {
	case s.InOrder() || d.Privacy == learners.DataFree:
		return nil
	case len(s.Phases) > 1:
		return words("the worst regret at changing means is Ω(√T); the best known upper rate is √(L_T T)",
			"GAJ, after Thm 1; Garivier & Moulines 2011")
	case s.Matroid != nil && private:
		return words("conjectured optimal for ε-private learners: L ln n/Δ + L K ln n/ε", "CHH §6")
	case s.Matroid != nil:
		return words("optimal on some matroids: L ln n/Δ", "CHH §3")
	case private && s.Feedback == scenarios.Bandit:
		return words("the worst regret of ε-private learners over all arms is of order max(√(K T), K/ε)",
			"Azize & Basu 2022 in HHMH, after Thm 3")
	case private && s.Arms() >= 4:
		return words("the worst regret of ε-private learners over all experts is of order √(T ln K) + ln K/ε, "+
			"for T ≥ ln K/(100 ε²)", "HHMH, after Thm 12")
	}
	return nil
}
