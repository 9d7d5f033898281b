package param

import (
	"strings"
	"testing"
)

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
		"a\u034f\u17b4\u2800":        "a???",
		"\xff\xc3(\ufffd":            "??(?",             // no UTF-8
		"e\u0301\u0301\u0301\u0489x": "e\u0301\u0301??x", // at most two marks a letter
		"\ue000\U0010ffff":           "??",               // no character at all
	} {
		if got := Printable(text); got != want || IsPrintable(text) != (text == want) {
			t.Errorf("%q becomes %q, want %q; printable: %v", text, got, want, IsPrintable(text))
		}
	}
}

// The first odd character is named as a whole, with what to type if it stands for a plain one.
func TestOdd(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		"hhmh-1 \"ε\"": "",
		"“ucb1”":       "“ (U+201C) is typographic, type \"",
		"a’":           "’ (U+2019) is typographic, type '",
		"−5":           "− (U+2212) is typographic, type -",
		"a\u202fb":     "the blank U+202F is typographic, type a space",
		"–\x1b[2J":     "must not have the control character U+001B",
		"a\u200b":      "must not have the invisible character U+200B",
		"\ufffe":       "must not have the invisible character U+FFFE",
		"\xed\xa0\x80": "must be UTF-8",
	} {
		if got := Odd(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"short", "a\x1b", "a?"},
		{"as long as allowed", strings.Repeat("a", 1000), strings.Repeat("a", 1000)},
		{"long", strings.Repeat("a", 1000) + "b", strings.Repeat("a", 666) + " … " + strings.Repeat("a", 332) + "b"},
		{"cut in characters", strings.Repeat("ε", 500) + "b", strings.Repeat("ε", 333) + " … " + strings.Repeat("ε", 166) + "b"},
		{"cut within a character", "b" + strings.Repeat("ε", 500), "b" + strings.Repeat("ε", 332) + " … " + strings.Repeat("ε", 166)},
	} {
		if got := Brief(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
