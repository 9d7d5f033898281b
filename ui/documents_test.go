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

var (
	links    = regexp.MustCompile(`(?:\]\(|src(?:set)?=")([^)":#]*)#?([^)":]*)[)"]`)
	spans    = regexp.MustCompile("`([^`]+)`")
	fileName = regexp.MustCompile(`^[\w./-]+(\.(go|md|txt|toml|py|script|js|yml)|/)$|^\.ci/\w+$`)
	testName = regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w*$`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the anchors of a document's headings.
func anchors(text []byte) (all []string) {
	for _, title := range heading.FindAllSubmatch(text, -1) {
		words := regexp.MustCompile(`[^\p{L}\d _-]`).ReplaceAllString(strings.ToLower(string(title[1])), "")
		all = append(all, strings.ReplaceAll(words, " ", "-"))
	}
	return all
}

// What documents link to exists, and so do the files, folders, and tests that they name. A name in a folder's
// README is that of a file there, and elsewhere the end of a path.
func TestDocumentsNameWhatExists(t *testing.T) {
	var paths, documents []string
	tests := map[string]bool{}
	uitest.NoError(t, fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == ".":
			return err
		case path == ".git" && d.IsDir():
			return fs.SkipDir
		case d.IsDir():
			path += "/"
		case d.Name() == "README.md" || strings.HasSuffix(path, ".md") && !strings.Contains(path, "/"):
			documents = append(documents, path)
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(filepath.Join("..", path))
			uitest.NoError(t, err)
			for _, name := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w*)\(`).FindAllSubmatch(text, -1) {
				tests[string(name[1])] = true
			}
		}
		paths = append(paths, "/"+path)
		return nil
	}))
	if len(documents) < 8 {
		t.Errorf("only these documents: %q", documents)
	}
	for _, path := range documents {
		file, folder := filepath.Join("..", path), filepath.Dir(path)
		text, err := os.ReadFile(file)
		uitest.NoError(t, err)
		if len(text) > 5_000 && path == "README.md" {
			t.Errorf("%s: %d bytes, at most 5,000", path, len(text))
		}
		for _, link := range links.FindAllSubmatch(text, -1) {
			to, anchor := filepath.Join("..", folder, string(link[1])), string(link[2])
			if len(link[1]) == 0 {
				to = file
			}
			if _, err := os.Stat(to); err != nil {
				t.Error(path, err)
			} else if there, _ := os.ReadFile(to); anchor != "" && !slices.Contains(anchors(there), anchor) {
				t.Errorf("%s: %s has no heading for #%s, only for %q", path, to, anchor, anchors(there))
			}
		}
		if path == "CHANGELOG.md" {
			continue // which names what is gone
		}
		for _, span := range spans.FindAllSubmatch(text, -1) {
			name := string(span[1])
			here := func(path string) bool {
				return path == "/"+folder+"/"+name || folder == "." && strings.HasSuffix(path, "/"+name)
			}
			if fileName.MatchString(name) && !slices.ContainsFunc(paths, here) {
				t.Errorf("%s: there is no %s in %s", path, name, folder)
			}
			if testName.MatchString(name) && !tests[name] {
				t.Errorf("%s: there is no test %s", path, name)
			}
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
