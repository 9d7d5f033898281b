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

// A script can save the screen to a file in a terminal, where it is rehearsed first: below the
// allowed folder, and nowhere without one.
func TestAScriptSavesTheScreen(t *testing.T) {
	t.Parallel()
	const save = talk + "go 20\nsave-screen named.svg\ncaption all is done\nwait key\n"
	v := played(t, "--allow-writes .", save)
	v.sees("all is done")
	v.eventually("a picture", func() bool {
		text, err := os.ReadFile(filepath.Join(v.program.Dir, "named.svg"))
		return err == nil && bytes.Contains(text, []byte("</svg>"))
	})
	v.types("\x03")
	v.ends(130)
	v = played(t, "", save)
	v.sees("all is done")
	v.types("\x03")
	v.ends(130)
	v.sees(":3: this script may not save named.svg: allow it with --allow-writes FOLDER")
	if entries, err := os.ReadDir(v.program.Dir); err != nil || len(entries) > 0 {
		t.Errorf("there is %v, %v", entries, err)
	}
}

// A script cannot copy; a person can.
func TestOnlyPersonsCopy(t *testing.T) {
	t.Parallel()
	v := played(t, "", talk+"copy-command\n")
	v.sees("any key goes back")
	v.types("x")
	v.sees("UCB1")
	if bytes.Contains(v.output(), []byte(clipboard)) {
		t.Error("a script writes into the clipboard")
	}
	v.types("y")
	v.sees(clipboard)
	v.types("\x03")
	v.ends(130)
}

// Text that a script typed into the palette keeps the script's rights when a person presses enter
// there.
func TestAPaletteThatAScriptFilled(t *testing.T) {
	t.Parallel()
	v := played(t, "", talk+"key :\ntype save-screen mine.txt\n")
	v.sees("mine.txt")
	v.types("\r")
	v.sees("this script may not save mine.txt: allow it with --allow-writes FOLDER")
	v.types("P")
	v.sees("wrote regretscope-screen.svg")
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
