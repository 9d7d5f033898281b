// Package explain has a page in plain words for every symbol, term, learner,
// scenario and channel: what it is, its formula, its source, and a command that
// shows it. Pages of learners, scenarios and channels are made from their
// declarations, those of symbols and terms are written in terms.toml. What does
// not belong here: screens, and the meaning of a run's numbers.
package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/declare"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Page explains one word.
type Page struct {
	Name    string   // as it is looked up
	Also    []string // other ways to write it
	Kind    string   // what the name is the name of: symbol or term, learner, …
	Heading string   // the name in full; may be empty
	Summary string   // one line, for the list
	Text    []string // paragraphs in plain words
	Formula []string
	Facts   []Fact
	Code    []Line // pseudo-code
	Source  string
	See     []string // commands of the shell that show it
	Beliefs bool     // it says what may be believed of a reward

	Belief notions.Belief // how firmly it was believed before

	complete func(*Page) // what takes time to find out; nil: nothing
}

// Scenario is the Kind of pages about scenarios.
const Scenario = "scenario"

// Any is every page, for List.
func Any(*Page) bool { return true }

// A Fact is a property with its name: "needs", "one arm's reward".
type Fact struct{ Name, Value string }

// A Line of pseudo-code with the paper's number.
type Line struct {
	Number int
	Text   string
}

// All returns every page with its names and summary: symbols and terms, learners,
// scenarios, channels. Find returns a page with its text.
func All() []*Page {
	return slices.Concat(termPages(), learnerPages(), scenarioPages(), channelPages())
}

// Find returns the page of a word, in any case and with blanks or hyphens. The
// error of an unknown word names the nearest one.
func Find(word string) (*Page, error) {
	pages := All()
	var names []string
	asked := plain(word)
	for _, exact := range []bool{true, false} { // δ and Δ differ by their case alone
		for _, p := range pages {
			for _, name := range append([]string{p.Name}, p.Also...) {
				if name == word || !exact && plain(name) == asked {
					if p.complete != nil {
						p.complete(p)
					}
					return p, nil
				}
				names = append(names, plain(name))
			}
		}
	}
	return nil, fmt.Errorf("no page about %s%s", word, declare.DidYouMean(asked, names))
}

// plain is a word without what people write differently.
func plain(word string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '’' || r == '\''
	}), "-")
}

// Lines is the page as lines of at most a width.
func (p *Page) Lines(width int) []string {
	lines := kit.Wrap(p.title(), width, 2)
	add := func(text string, first, indent int) {
		lines = append(lines, kit.Wrap(strings.Repeat(" ", first)+text, width, indent)...)
	}
	section := func(name string) { lines = append(lines, "", name) }
	for i, paragraph := range p.Text {
		lines = append(lines, "")
		add(paragraph, 0, 0)
		if i == 0 && p.Beliefs {
			lines = append(lines, "")
			for _, line := range p.Belief.Lines(.1, .5, 1, 2, 5, 10) {
				lines = append(lines, ansi.Truncate("  "+line, width, ""))
			}
		}
	}
	if len(p.Formula) > 0 {
		section("Formula")
		for _, f := range p.Formula {
			add(f, 2, 4)
		}
	}
	if len(p.Facts) > 0 {
		lines = append(lines, "")
		for _, f := range p.Facts {
			add(f.Name+": "+f.Value, 0, 2)
		}
	}
	if len(p.Code) > 0 {
		section("Pseudo-code")
		for _, l := range p.Code {
			number := fmt.Sprintf("%4d  ", l.Number)
			indent := len(l.Text) - len(strings.TrimLeft(l.Text, " "))
			add(number+l.Text, 0, len(number)+indent+2)
		}
	}
	if p.Source != "" {
		section("Source")
		add(p.Source, 2, 2)
	}
	section("To see it")
	for _, command := range p.See {
		add(command, 2, 6)
	}
	return lines
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

// List is the name and summary of every page that may be told, as lines of at most a
// width, each kind below its heading.
func List(width int, told func(*Page) bool) []string {
	const column = 28
	kind := ""
	var lines []string
	for _, page := range All() {
		if !told(page) {
			continue
		}
		if page.Kind != kind {
			if kind = page.Kind; len(lines) > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, kit.Capital(kind)+"s", "")
		}
		lines = append(lines, kit.Wrap(kit.FitLine(page.Name, column-2)+"  "+page.Summary, width, column)...)
	}
	return lines
}
