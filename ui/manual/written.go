package manual

import (
	"embed"
	"strings"
)

//go:embed *.md
var files embed.FS

// contents is the file that lists the written pages in their order, below headings.
const contents = "README.md"

// guides is the heading in the contents below which pages explain the program.
const guides = "The program"

// file returns a file of the manual. One that is missing is a mistake of the programmer.
func file(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// written returns the pages of the contents, whose lines are "- [name](file): summary".
func written() []*Page {
	var pages []*Page
	kind := "term"
	for line := range strings.Lines(file(contents)) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok && heading == guides {
			kind = Guide
		}
		entry, ok := strings.CutPrefix(line, "- [")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(entry, "](")
		path, summary, _ := strings.Cut(rest, "): ")
		pages = append(pages, &Page{Name: name, Kind: kind, File: path, Summary: summary, Also: otherNames(file(path))})
	}
	return pages
}

// alsoLine begins the line of a page, below its heading, with its other names.
const alsoLine = "*Also: "

func otherNames(page string) []string {
	_, body, _ := strings.Cut(page, "\n\n")
	line, _, _ := strings.Cut(body, "\n")
	names, ok := strings.CutPrefix(line, alsoLine)
	if !ok {
		return nil
	}
	return strings.Split(strings.TrimSuffix(names, "*"), " · ")
}
