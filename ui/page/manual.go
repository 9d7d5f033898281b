package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	manuals "regretscope/ui/manual"
)

//go:embed manual.html
var manualText string

var manualPage = template.Must(template.New("manual").Parse(manualText))

type section struct {
	Title string
	Pages []entry
}

type entry struct {
	File string
	*manuals.Page
	Text template.HTML
}

// manual writes the pages of the manual, and an index.
func manual(folder string) error {
	folder = filepath.Join(folder, "manual")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var sections []section
	for _, page := range manuals.All() {
		if len(sections) == 0 || sections[len(sections)-1].Title != page.Kind {
			sections = append(sections, section{Title: page.Kind})
		}
		e := entry{Page: page, File: strings.TrimSuffix(page.File, ".md") + ".html"}
		if page.File == "" { // a generated page has a unique name within its kind
			e.File = page.Kind + "-" + page.Name + ".html"
		}
		var err error
		if e.Text, err = rendered(page); err != nil {
			return err
		}
		for _, file := range append(otherFiles(page), e.File) {
			if err := write(filepath.Join(folder, file), e); err != nil {
				return err
			}
		}
		s := &sections[len(sections)-1]
		s.Pages = append(s.Pages, e)
	}
	return write(filepath.Join(folder, "index.html"), map[string]any{"Sections": sections})
}

// otherFiles returns the file names for a page's other names, so that links to merged pages still work.
func otherFiles(page *manuals.Page) (names []string) {
	for _, name := range page.Also {
		if file := strings.ReplaceAll(name, " ", "-") + ".html"; plainFile.MatchString(file) && file != "index.html" {
			names = append(names, file)
		}
	}
	return names
}

var plainFile = regexp.MustCompile(`^[a-z-]+\.html$`)

// markdown leaves HTML out, which is goldmark's default.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

var toPage = regexp.MustCompile(`href="([a-z0-9-]+)\.md"`)

func rendered(page *manuals.Page) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(page.Markdown()), &b); err != nil {
		return "", err
	}
	return template.HTML(toPage.ReplaceAll(b.Bytes(), []byte(`href="$1.html"`))), nil
}

func write(path string, data any) error {
	var b bytes.Buffer
	if err := manualPage.Execute(&b, data); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
