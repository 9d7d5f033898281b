package console

import "testing"

func TestShadeOf(t *testing.T) {
	for answer, want := range map[string]Shade{
		"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62c": Dark,
		"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?1;2c":  Light,
		"\x1b]11;rgb:1e/1e/2e\x1b\\":                Dark,
		"\x1b]11;rgb:f/f/e\x1b\\":                   Light,
		"\x1b]11;rgb:0000/ffff/0000\x07":            Light,
		"\x1b]11;rgb:0000/0000/ffff\x07":            Dark,
		"\x1b[?62;c":                                AskTerminal,
		"\x1b]11;rgb:zz":                            AskTerminal,
		"":                                          AskTerminal,
	} {
		if got := shadeOf(answer); got != want {
			t.Errorf("%q: shade %d, want %d", answer, got, want)
		}
	}
}
