package learners_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/noise/param"
)

func pseudocode(d *learners.Declaration) string {
	text := ""
	for _, line := range d.Pseudocode {
		text += line.Text + "\n"
	}
	return text
}

func undeclared(d *learners.Declaration) (names []string) {
	for _, s := range d.SymbolsIn(pseudocode(d)) {
		if s.Meaning == "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// Every symbol of pseudocode has a meaning in half a line, and every declared one is used: without
// it, a symbol has no meaning or another one.
func TestEverySymbolHasItsMeaning(t *testing.T) {
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			if missing := undeclared(d); len(missing) > 0 {
				t.Errorf("no meaning of %q", missing)
			}
			all := d.SymbolsIn(pseudocode(d))
			for _, s := range all {
				if n := utf8.RuneCountInString(s.Name + s.Meaning); n > 70 {
					t.Errorf("%s: %d characters", s.Name, n)
				}
			}
			for i, s := range d.Symbols {
				without := *d
				without.Symbols = slices.Delete(slices.Clone(d.Symbols), i, i+1)
				if slices.Equal(without.SymbolsIn(pseudocode(d)), all) {
					t.Errorf("%s is not in the pseudocode, or means what it means everywhere", s.Name)
				}
			}
			for i, sentence := range d.Plain {
				if n := utf8.RuneCountInString(sentence); n == 0 || n > 130 || !strings.HasPrefix(sentence, "It ") ||
					!strings.HasSuffix(sentence, ".") || strings.Count(sentence, ". ") > 0 {
					t.Errorf("plain sentence %d has %d characters: %s", i+1, n, sentence)
				}
			}
		})
	}
}

func TestMissingSymbolIsFound(t *testing.T) {
	whole := *learners.CommonSymbols
	defer func() { *learners.CommonSymbols = whole }()
	for i, s := range whole {
		*learners.CommonSymbols = slices.Delete(slices.Clone(whole), i, i+1)
		if !slices.ContainsFunc(learners.All(), func(d *learners.Declaration) bool { return len(undeclared(d)) > 0 }) {
			t.Errorf("without %s, no learner misses it", s.Name)
		}
	}
	*learners.CommonSymbols = whole
	for id, symbols := range map[string]string{"lazy-dp-ts": "ũ O r N Φ", "dp-se": "S D R β h", "hedge": "η", "glr-klucb-cf": "τ k GLR β δ λ̂ g f"} {
		d, _ := learners.Find(id)
		for _, of := range strings.Fields(symbols) {
			without := *d
			without.Symbols = slices.DeleteFunc(slices.Clone(d.Symbols), func(s learners.Symbol) bool {
				return s.Name == of || strings.HasPrefix(s.Name, of+"_") || strings.HasPrefix(s.Name, of+"(")
			})
			if len(undeclared(&without)) != 1 {
				t.Errorf("%s without %s: %q have no meaning", id, of, undeclared(&without))
			}
		}
	}
}

func TestSymbolsAreFound(t *testing.T) {
	for text, want := range map[string]string{
		"draw θ_j ~ Beta(m_j O_j + 1), m_j = clip(ũ_j + 3 ln t/(ε O_j))": "θ_j j ~ Beta(a, b) m_ O_ clip(x) ũ_ ln t ε",
		"draw a random arm, or an action; the arm's mean":                "",
		"K ln²T ln(Kt)/⌈αN⌉":                                             "K ln T t ⌈x⌉ α N",
		"J_{r−1}, S̃_j, w′_e, ε₀, log₂ T, d_ε(m̃, q), X_e":               "J_ r S̃_ j w′_ e ε₀ log₂ T d( ε m̃ q X_e",
		"(a) MAX_j; the index of a: g_a⁻¹(λ̂_1..s) ∝ |S|e²":              "MAX_ j g( a λ̂_ s ∝ S e",
	} {
		got := param.Map(new(learners.Declaration).SymbolsIn(text), func(s learners.Symbol) string { return s.Name })
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
