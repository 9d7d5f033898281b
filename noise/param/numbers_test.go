package param

import (
	"testing"
)

func TestDidYouMean(t *testing.T) {
	known := []string{"lazy-dp-ts", "ucb1", "kl-ucb", "omm", "ftl"}
	cases := map[string]string{
		"lazy-ts": "; did you mean lazy-dp-ts?",
		"UCB":     "; did you mean ucb1?",
		"zzzzzz":  "",
		"nope":    "", // three changes of four letters
		"foo":     "", // two of three
		"tfl":     "; did you mean ftl?",
		"":        "",
	}
	for typed, want := range cases {
		if got := DidYouMean(typed, known); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestSpellOut(t *testing.T) {
	for citation, want := range map[string]string{
		"HHMH §6, WW App. E":           "Hu, Huang, Mehta & Hegde (HHMH) §6, Wu & Wang (WW) App. E",
		"Auer, Cesa-Bianchi & Fischer": "Auer, Cesa-Bianchi & Fischer",
		"ε-DP (HHMH Thm 4), 1/(1+e)":   "ε-DP [Hu, Huang, Mehta & Hegde (HHMH) Thm 4], 1/(1+e)",
	} {
		if got := SpellOut(citation); got != want {
			t.Errorf("%s: %s, want %s", citation, got, want)
		}
	}
}
