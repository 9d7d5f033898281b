package uitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Updating reports whether the test was asked, with -update, to write what it would
// compare.
func Updating() bool { return flag.Lookup("update").Value.String() == "true" }

// Section expects the part of README.md between "<!-- NAME -->" and
// "<!-- end of NAME -->" to be the given text, or writes it there.
func Section(t *testing.T, name, want string) {
	t.Helper()
	path := "README.md"
	for _, err := os.Stat(path); err != nil && len(path) < 30; _, err = os.Stat(path) {
		path = filepath.Join("..", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n\n", "\n<!-- end of "+name+" -->\n"
	before, rest, found := strings.Cut(string(text), begin)
	got, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no section %s", path, name)
	case got == want:
	case Updating():
		if err := os.WriteFile(path, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the section %s is stale; go test -p 1 ./ui ./ui/app ./ui/command -run Readme -update writes it anew:\n%s", path, name, want)
	}
}

// Markdown is a table with a heading, whose cells are plain text.
func Markdown(heading []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, cell := range cells {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(heading)
	b.WriteString(strings.Repeat("| --- ", len(heading)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return b.String()
}
