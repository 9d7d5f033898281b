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

// Section expects the part of a file, named from the top of the repository, between "<!-- NAME -->" and
// "<!-- end of NAME -->" to be the given text, or writes it there.
func Section(t *testing.T, file, name, want string) {
	t.Helper()
	path := Top(t, file)
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
		t.Errorf("%s: the section %s is stale; go test -p 1 ./ui ./ui/app ./ui/command -run Manual -update writes it anew:\n%s", path, name, want)
	}
}

// Top returns the path of a file that is named from the top of the repository.
func Top(t *testing.T, file string) string {
	t.Helper()
	top := "."
	for _, err := os.Stat("go.mod"); err != nil; _, err = os.Stat(filepath.Join(top, "go.mod")) {
		if top = filepath.Join("..", top); len(top) > 30 {
			t.Fatal("no go.mod above this folder")
		}
	}
	return filepath.Join(top, file)
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
