package main

import (
	_ "embed"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"regretscope/ui/explain"
)

//go:embed manual.html
var manualText string

var manualPage = template.Must(template.New("manual").Parse(manualText))

// A section is the pages of one kind.
type section struct {
	Title string
	Pages []entry
}

// An entry is a page with the name of its file.
type entry struct {
	File string
	*explain.Page
	Lines string
}

// manual writes a page for each word that the program explains, and an index.
func manual(folder string) error {
	folder = filepath.Join(folder, "manual")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var sections []section
	taken := map[string]bool{"index.html": true}
	for _, listed := range explain.All() {
		page, err := explain.Find(listed.Name)
		if err != nil {
			return err
		}
		if len(sections) == 0 || sections[len(sections)-1].Title != page.Kind {
			sections = append(sections, section{Title: page.Kind})
		}
		s := &sections[len(sections)-1]
		e := entry{File: fileName(page, taken), Page: page, Lines: strings.Join(page.Lines(90), "\n")}
		s.Pages = append(s.Pages, e)
		if err := write(filepath.Join(folder, e.File), e); err != nil {
			return err
		}
	}
	return write(filepath.Join(folder, "index.html"), struct {
		entry
		Sections []section
	}{Sections: sections})
}

// fileName is a name for a page that every file system and server takes, and no other page
// has: δ and Δ are both delta by name.
func fileName(page *explain.Page, taken map[string]bool) string {
	name := ""
	for _, candidate := range append([]string{page.Name}, page.Also...) {
		name = strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
				return r
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return '-'
		}, candidate), "-")
		if name != "" && !taken[name+".html"] {
			break
		}
	}
	if name == "" {
		name = "symbol"
	}
	for taken[name+".html"] {
		name += "-"
	}
	taken[name+".html"] = true
	return name + ".html"
}

func write(path string, data any) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := manualPage.Execute(file, data); err != nil {
		return err
	}
	return file.Close()
}
