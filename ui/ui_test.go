package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

func TestMainHandsOver(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.toml")
	text := "name = \"a\"\ntitle = \"A\"\nabout = \"A lesson.\"\n[[stop]]\nstart = \"--scenario hhmh-1\"\nsay = \"A.\"\ndo = [\"twinn\"]\n"
	uitest.NoError(t, os.WriteFile(own, []byte(text), 0o600))
	cases := []struct {
		args   []string
		status int
		out    string // what standard output begins with
		err    string
	}{
		{[]string{"--version"}, 0, "regretscope ", ""},
		{[]string{"trace", "--horizon", "1"}, 0, `{"t":1,"play":[1],`, ""},
		{[]string{"run", "--epsilon", "-1"}, 2, "", "--epsilon -1: must be a positive number or inf\n"},
		{[]string{"lesson", own, "--plain"}, 2, "", own + ":7: twinn: no such command on this screen; did you mean twin?\n"},
	}
	for _, c := range cases {
		var out, err bytes.Buffer
		if status := Main(c.args, strings.NewReader(""), &out, &err); status != c.status ||
			!strings.HasPrefix(out.String(), c.out) || err.String() != c.err || (c.out == "" && out.Len() > 0) {
			t.Errorf("%q: status %d, %q, %q", c.args, status, &out, &err)
		}
	}
}

// Plain mode needs no terminal and cannot be combined with scripts.
func TestPlainMode(t *testing.T) {
	var out, errors bytes.Buffer
	status := Main([]string{"--plain", "--learner", "ucb1", "--learner", "thompson", "--epsilon", "0.5"}, strings.NewReader("go 100\nwhy\n"), &out, &errors)
	if status != 0 || errors.Len() > 0 || !strings.Contains(out.String(), "Round 100 of") || !strings.Contains(out.String(), "Why arm") {
		t.Errorf("status %d: %s%s", status, errors.String(), out.String())
	}
	out.Reset()
	status = Main([]string{"--plain", "--script", scripts + "tour.script"}, strings.NewReader(""), &out, &errors)
	if status != 2 || out.Len() > 0 || !strings.Contains(errors.String(), "--script and --plain can't be used together") {
		t.Errorf("status %d: %s%s", status, errors.String(), out.String())
	}
}
