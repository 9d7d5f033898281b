package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/ui/kit/uitest"
)

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
