package console

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

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

// Keys typed during the question arrive in order.
func TestTypedAhead(t *testing.T) {
	const answer = "\x1b]11;rgb:0000/0000/0000\x1b\\"
	for sent, want := range map[string]string{
		"":                                "",
		answer + "\x1b[?62;1c":            "",
		answer + "?q\x1b[?62;1c\r":        "?q enter",
		"g1\x1b[A \x1b[?1;2c":             "g1 up  ",
		"a\x1b]11;rgb:ffff/f":             "a",
		"a" + answer + "b\x1b[?6":         "ab",
		strings.Repeat("n", 300) + "\x03": strings.Repeat("n", 300) + " ctrl+c",
	} {
		t.Run(sent, func(t *testing.T) {
			var keys []string
			retype(new(Sieve).Sift([]byte(sent), time.Now()), func(msg tea.Msg) { keys = append(keys, msg.(tea.KeyMsg).String()) })
			if got := strings.Join(keys, " "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
