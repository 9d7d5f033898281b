package console

import (
	"testing"

	"regretscope/ui/kit/theme"
)

func TestShadeOf(t *testing.T) {
	for answer, want := range map[string]theme.Shade{
		"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62c": theme.Dark,
		"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?1;2c":  theme.Light,
		"\x1b]11;rgb:1e/1e/2e\x1b\\":                theme.Dark,
		"\x1b]11;rgb:f/f/e\x1b\\":                   theme.Light,
		"\x1b]11;rgb:0000/ffff/0000\x07":            theme.Light,
		"\x1b]11;rgb:0000/0000/ffff\x07":            theme.Dark,
		"\x1b[?62;c":                                theme.Unknown,
		"\x1b]11;rgb:zz":                            theme.Unknown,
		"":                                          theme.Unknown,
	} {
		if got := shadeOf(answer); got != want {
			t.Errorf("%q: shade %d, want %d", answer, got, want)
		}
	}
}
