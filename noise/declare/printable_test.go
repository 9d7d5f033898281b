package declare

import "testing"

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"Café des Étoiles – ε ≤ ½": "Café des Étoiles – ε ≤ ½",
		"漢字 🙂 नमस्ते e\u0301\u00a0x": "漢字 🙂 नमस्ते e\u0301\u00a0x",
		"x\x1b]0;PWNED\x07":          "x?]0;PWNED?", // sets a terminal's title
		"a\nb\tc\u0085d\u2028e":      "a?b?c?d?e",   // breaks lines
		"\u202egpj.exe\u2066":        "?gpj.exe?",   // turns the writing direction
		"a\u200bb\ufeffc\u00add":     "a?b?c?d",     // cannot be seen
		"\u3164\u115f":               "??",          // nor can these letters
		"\xff\xc3(\ufffd":            "??(?",        // no UTF-8
		"\ue000\U0010ffff":           "??",          // no character at all
	} {
		if got := Printable(text); got != want || IsPrintable(text) != (text == want) {
			t.Errorf("%q becomes %q, want %q; printable: %v", text, got, want, IsPrintable(text))
		}
	}
}
