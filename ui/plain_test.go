package ui

import (
	"bytes"
	"strings"
	"testing"
)

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
