package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

// played opens a script in a terminal.
func played(t *testing.T, flags, text string) *visit {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talk.script")
	uitest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return open(t, "--background dark --script "+path+" "+flags)
}

const (
	talk      = "start --scenario hhmh-1 --horizon 100 --learner ucb1\n"
	clipboard = "\x1b]52;"
)

// A script that writes, copies, or starts programs is refused before the screen opens, even if a
// rehearsal takes too long to reach the line.
func TestScriptsActOnlyInside(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"copy-command", "save-screen named.svg", "program ./mine.py"} {
		v := played(t, "", "start --scenario hhmh-1 --horizon 1e9\ngo 9e8\n"+line+"\n")
		name, _, _ := strings.Cut(line, " ")
		v.sees(":3: " + name + ": a lesson or script cannot run this; only you can")
		v.eventually("ended", v.hasEnded)
		if status := v.program.ProcessState.ExitCode(); status != 2 {
			t.Errorf("status %d", status)
		}
		if bytes.Contains(v.output(), []byte(clipboard)) {
			t.Error("a script writes into the clipboard")
		}
	}
}

// A person's enter does nothing to text that a script typed into the palette.
func TestAPaletteThatAScriptFilled(t *testing.T) {
	t.Parallel()
	v := played(t, "", talk+"key :\ntype save-screen mine.txt\n")
	v.sees("mine.txt")
	v.types("\r")
	v.sees("type it yourself")
	v.types("P")
	v.sees("wrote regretscope-screen.svg")
	v.types("y")
	v.sees(clipboard)
	v.types("\x03")
	v.ends(130)
	if entries, err := os.ReadDir(v.program.Dir); err != nil || len(entries) != 1 || !strings.HasSuffix(entries[0].Name(), ".svg") {
		t.Errorf("there is %v, %v", entries, err)
	}
}

// Ctrl+C after a text that a terminal pastes as if typed ends the program, wherever the text
// goes.
func TestCtrlCBehindAPaste(t *testing.T) {
	for name, keys := range map[string]string{"the palette": ":", "a filter": "e/", "a prompt": "g", "no line": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := open(t, "--background dark --scenario hhmh-1 --horizon 100 --learner ucb1")
			v.sees("UCB1")
			for _, key := range keys {
				v.types(string(key))
				v.eventually("drawn", func() bool { return len(v.output()) > 0 })
			}
			v.types(strings.Repeat("some words, ", 1<<14/12))
			v.types("\x03")
			v.ends(130)
		})
	}
}
