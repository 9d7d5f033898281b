// Package manual provides a page for every symbol, term, learner, scenario, and channel, and for
// the features of the program. Written pages are the Markdown files in this folder; pages of
// learners, scenarios, and channels are made from their declarations.
package manual

import (
	"cmp"
	"embed"
	_ "embed" // the references are a file
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"regretscope/learners"
	"regretscope/model/figure"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Page explains one word.
type Page struct {
	Name    string   // for lookup
	Also    []string // other names for lookup
	Kind    string   // the kind of its subject: term, guide, learner, …
	Heading string   // the full name; may be empty
	Summary string   // one line, for the list
	File    string   // its Markdown file; "" if it is made

	Slider notions.Slider // what commands change on the page; nil if nothing

	text func() string // the Markdown, if it is not in the file
}

// Kinds that other packages use.
const (
	Scenario = "scenario"
	Guide    = "guide" // how to use the program
)

// Any accepts every page, for List.
func Any(*Page) bool { return true }

// All returns every page: terms and guides in the order of the contents, then learners, scenarios and channels.
func All() []*Page {
	return slices.Concat(written(), learnerPages(), scenarioPages(), channelPages())
}

// Markdown returns the text of the page, with its name as the first heading.
func (p *Page) Markdown() string {
	if p.text != nil {
		return p.text()
	}
	return file(p.File)
}

// WithoutScenarios returns the page without paragraphs that describe presets.
func (p *Page) WithoutScenarios() *Page {
	var kept []string
	for paragraph := range strings.SplitSeq(p.Markdown(), "\n\n") {
		names := func(s *scenarios.Preset) bool { return strings.Contains(paragraph, "`"+s.Name+"`") }
		if !slices.ContainsFunc(scenarios.Presets(), names) {
			kept = append(kept, paragraph)
		}
	}
	discreet := *p
	discreet.text = func() string { return strings.Join(kept, "\n\n") }
	return &discreet
}

// Names returns the names by which Find finds the page.
func (p *Page) Names() []string {
	names := slices.DeleteFunc(append([]string{p.Name, p.Heading}, p.Also...), func(name string) bool { return name == "" })
	return append(names, p.Kind+" "+p.Name)
}

// Word returns the shortest word by which Find finds the page.
func (p *Page) Word() string {
	if hidden()[p.Kind+" "+p.Name] {
		return p.Kind + " " + p.Name
	}
	return p.Name
}

// hidden holds the pages, by kind and name, whose name alone finds another one.
var hidden = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, p := range All() {
		found, err := Find(p.Name)
		all[p.Kind+" "+p.Name] = err == nil && found.Kind != p.Kind
	}
	return all
})

// Find returns the page of a word, ignoring case, hyphens, and plurals. A term comes before a learner, scenario, or
// channel of the same name, and its page names the other one. The error for an unknown word suggests the nearest one.
func Find(word string) (*Page, error) {
	terms, made := written(), slices.Concat(learnerPages(), scenarioPages(), channelPages())
	asked := plain(word)
	if p := named(terms, word, asked); p != nil {
		other := slices.IndexFunc(made, func(other *Page) bool { return plain(other.Name) == asked })
		if other < 0 {
			return p, nil
		}
		both, o := *p, made[other]
		both.text = func() string {
			return fmt.Sprintf("%s\n\n`%s` is also a %s: `explain %s %s`.", p.Markdown(), o.Name, o.Kind, o.Kind, o.Name)
		}
		return &both, nil
	}
	if p := cmp.Or(named(made, word, asked), otherwise(word, asked)); p != nil {
		return p, nil
	}
	pages, known := slices.Concat(terms, made), []string(nil)
	for _, p := range pages {
		known = append(known, param.Map(p.Names(), plain)...)
	}
	if odd := param.Odd(word); odd != "" {
		return nil, fmt.Errorf("%s: %s", word, odd)
	}
	err := fmt.Sprintf("no page named \"%s\"", word)
	near := about(asked, pages)
	if near == "" && utf8.RuneCountInString(asked) > 3 { // shorter words are near to anything
		near = param.Nearest(asked, known)
	}
	if near != "" {
		err += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return nil, errors.New(err)
}

// named returns the first of the pages that has a name, also if it differs in spelling; nil if there is none.
func named(pages []*Page, word, asked string) *Page {
	for _, same := range []func(name string) bool{
		func(name string) bool { return name == word }, // δ and Δ differ only by case
		func(name string) bool { return plain(name) == asked },
		func(name string) bool { return strings.TrimSuffix(plain(name), "s") == strings.TrimSuffix(asked, "s") },
	} {
		for _, p := range pages {
			if slices.ContainsFunc(p.Names(), same) {
				return p
			}
		}
	}
	return nil
}

// otherwise returns a page made for the id of a figure, or for the name of an author; nil for other words.
func otherwise(word, asked string) *Page {
	if f, err := figure.Find(asked); err == nil {
		m := begin(f.ID, fmt.Sprintf("%s is a figure of a paper: %s. %s.", f.ID, f.Title, kit.Capital(strings.TrimSuffix(f.Summary, "."))))
		for _, c := range f.Claims {
			m.fact("claim", c.Says)
		}
		m.end(f.Paper, program+" reproduce "+f.ID)
		return &Page{Name: f.ID, Heading: f.Title, Kind: Guide, Summary: f.Summary, text: m.String}
	}
	m := begin(word, "These learners are of a paper by "+kit.Capital(word)+"; each has a page of its own.")
	found := false
	for _, d := range learners.All() {
		for _, reference := range references(d.Paper) {
			authors, _, _ := strings.Cut(reference, ":")
			if len(asked) > 2 && wordIn(asked, authors) {
				m.fact(d.ID, d.Summary)
				found = true
			}
		}
	}
	if !found {
		return nil
	}
	return &Page{Name: word, Kind: Guide, text: m.String}
}

// wordIn reports whether a text has a word, both plain.
func wordIn(word, text string) bool {
	return slices.Contains(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }), word)
}

// about returns the name of the page that mentions a word: the first one whose names or summary do,
// else the one whose text does most often; empty if there is none.
func about(word string, pages []*Page) (name string) {
	if utf8.RuneCountInString(word) < 3 {
		return ""
	}
	mentions := func(text string) int {
		return strings.Count("-"+strings.Join(strings.FieldsFunc(plain(text), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}), "--")+"-", "-"+word+"-")
	}
	most := 0
	for _, p := range pages {
		if p.File == "" { // made pages repeat each other's words
			continue
		}
		if mentions(strings.Join(append(slices.Clone(p.Also), p.Name, p.Heading, p.Summary), " ")) > 0 {
			return p.Name
		}
		if n := mentions(p.Markdown()); n > most {
			name, most = p.Name, n
		}
	}
	return name
}

// usual replaces letters that some keyboards type in place of the usual ones: ϵ, the micro sign, and full-width
// letters.
func usual(r rune) rune {
	switch {
	case r == 'ϵ':
		return 'ε'
	case r == 'µ':
		return 'μ'
	case r >= '！' && r <= '～':
		return unicode.ToLower(r - '！' + '!')
	}
	return r
}

// plain returns a word without differences in spelling that do not matter.
func plain(word string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(usual, strings.ToLower(word)), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '’' || r == '\''
	}), "-")
}

func (p *Page) title() string {
	title := p.Name
	if p.Heading != "" && p.Heading != p.Name {
		title += " · " + p.Heading
	}
	if len(p.Also) > 0 {
		title += " (also " + strings.Join(p.Also, ", ") + ")"
	}
	return title + " · " + p.Kind
}

// List returns the name and summary of every visible page, as lines of at most a width, each kind below its heading.
func List(width int, shown func(*Page) bool) []string {
	const column = 28
	kind := ""
	var lines []string
	for _, page := range All() {
		if !shown(page) {
			continue
		}
		if page.Kind != kind {
			kind = page.Kind
			if len(lines) > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, kit.Capital(kind)+"s", "")
		}
		lines = append(lines, kit.Wrap(kit.FitLine(page.Name, column-2)+"  "+page.Summary, width, column)...)
	}
	return lines
}

//go:embed *.md
var files embed.FS

// contents is the file that lists the written pages in order, below headings.
const contents = "README.md"

// guides is the heading in the contents for pages about the program.
const guides = "The program"

// file returns a file of the manual. A missing one is a bug.
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
		page := &Page{Name: name, Kind: kind, File: path, Summary: summary, Also: otherNames(file(path))}
		switch name {
		case "risk":
			page.Slider = new(notions.Belief)
		case "noise":
			page.Slider = new(notions.Bells)
		}
		pages = append(pages, page)
	}
	return pages
}

// alsoLine begins the line with a page's other names, below its heading.
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

// papers holds the full references of the papers that declarations cite, each below the names by which they do.
//
//go:embed papers.txt
var papers string

// references returns the full references of the papers that a text cites.
func references(text string) (all []string) {
	for block := range strings.SplitSeq(papers, "\n\n") {
		names, reference, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if slices.ContainsFunc(strings.Split(names, "; "), func(name string) bool { return strings.Contains(text, name) }) {
			all = append(all, reference)
		}
	}
	return all
}
