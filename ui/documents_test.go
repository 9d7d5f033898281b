package ui

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

var links = regexp.MustCompile(`(?:\]\(|src(?:set)?=")([^)"#:]+)[^)":]*[)"]`)

// README is short, and the links of all documents lead to files.
func TestReadmeAndItsLinks(t *testing.T) {
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "learners/README.md", "scenarios/README.md", "model/README.md"} {
		t.Run(name, func(t *testing.T) {
			path := uitest.Top(t, name)
			text, err := os.ReadFile(path)
			uitest.NoError(t, err)
			if len(text) > 5_000 && name == "README.md" {
				t.Errorf("%d bytes, at most 5,000", len(text))
			}
			if lines := strings.Count(string(text), "\n"); lines > 40 && strings.Contains(name, "/") {
				t.Errorf("%d lines, at most 40", lines)
			}
			for _, link := range links.FindAllStringSubmatch(string(text), -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// The tests named in SECURITY.md exist.
func TestSecurityNamesTests(t *testing.T) {
	text, err := os.ReadFile("../SECURITY.md")
	uitest.NoError(t, err)
	names := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(text), -1)
	if len(names) < 10 {
		t.Fatalf("SECURITY.md names %d tests", len(names))
	}
	var tests strings.Builder
	err = filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	uitest.NoError(t, err)
	for _, name := range names {
		if !strings.Contains(tests.String(), "\nfunc "+name[1]+"(") {
			t.Errorf("SECURITY.md names %s, which is nowhere", name[1])
		}
	}
}

// The allowed licenses, each with a sentence that identifies it; the first match counts. All of
// them allow redistribution with their notices.
var allowed = []struct{ name, sentence string }{
	{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"BSD-3-Clause", "Neither the name of"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
	{"Apache-2.0", "Apache License, Version 2.0"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0 International Public License"},
	{"FTL", "The FreeType License, which is similar to the original BSD license"},
}

// Every module in the program has a known license and is in the manual.
func TestManualLicenses(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}", "regretscope")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var rows [][]string
	for _, line := range slices.Compact(lines) {
		if module, folder, found := strings.Cut(line, " "); found {
			rows = append(rows, []string{module, license(t, module, folder)})
		}
	}
	if len(rows) < 10 {
		t.Errorf("only %d modules were found", len(rows))
	}
	uitest.Section(t, "ui/manual/licences.md", "licenses", uitest.Markdown([]string{"module", "license"}, rows))
}

var blanks = regexp.MustCompile(`\s+`)

// license names the licenses of a module, from its files.
func license(t *testing.T, module, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "[LC][IO][CP][EY]*")) // LICENSE, LICENCE.txt, COPYING
	uitest.NoError(t, err)
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		plain := blanks.ReplaceAllString(string(text), " ")
		for _, l := range allowed {
			if strings.Contains(plain, l.sentence) {
				names = append(names, l.name)
				break
			}
		}
	}
	if len(names) == 0 {
		t.Errorf("%s has no allowed license, in %q", module, files)
	}
	return strings.Join(names, ", ")
}
