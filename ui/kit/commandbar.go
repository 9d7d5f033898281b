package kit

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

const between = " · "

// A CommandBar is the line of keys at the foot of a screen.
type CommandBar struct {
	Line  string
	names []string // of the command at each cell; empty between two
}

// most is the largest number of commands, or pairs of them, in the bar before the last ones.
const most = 6

// NewCommandBar returns a bar of the commands that have a short name and can be run: as many of the
// first as there is room for, and all of the last, which show how to find out more.
func NewCommandBar(t *theme.Theme, first, last []Command, width int) CommandBar {
	head, tail := barEntries(first), barEntries(last)
	used := 0
	for _, e := range tail {
		used += e.width() + ansi.StringWidth(between)
	}
	for i, e := range head {
		if i > 0 {
			used += ansi.StringWidth(between)
		}
		if used += e.width(); used > width || i == most {
			head = head[:i]
			break
		}
	}
	return drawBar(t, append(head, tail...), width)
}

func drawBar(t *theme.Theme, entries []barEntry, width int) CommandBar {
	var bar CommandBar
	var b strings.Builder
	span := func(name string, cells int) { bar.names = append(bar.names, slices.Repeat([]string{name}, cells)...) }
	for i, e := range entries {
		if i > 0 {
			b.WriteString(t.Faint.Render(between))
			span("", ansi.StringWidth(between))
		}
		b.WriteString(t.Accent.Render(e.keys) + " " + t.Faint.Render(e.does))
		// A click on one of a pair's two keys presses that key; a click on the words presses
		// the first.
		for j, part := range e.parts {
			span(part.name, ansi.StringWidth(part.keys)+min(len(e.parts)-1-j, 1))
		}
		span(e.parts[0].name, 1+ansi.StringWidth(e.does))
	}
	bar.Line = FitLine(b.String(), width)
	return bar
}

// At returns the name of the command at a cell of the bar, or empty.
func (b CommandBar) At(x int) string {
	if x < 0 || x >= min(len(b.names), ansi.StringWidth(b.Line)) {
		return ""
	}
	return b.names[x]
}

// A barEntry is the text for one command, or for neighboring commands with the same short name:
// ]/[ release.
type barEntry struct {
	keys, does string
	parts      []barPart
}

type barPart struct{ keys, name string }

func (e barEntry) width() int { return ansi.StringWidth(e.keys) + 1 + ansi.StringWidth(e.does) }

func barEntries(commands []Command) []barEntry {
	var all []barEntry
	for _, c := range commands {
		keys, _, _ := strings.Cut(c.Key, " ") // the first is enough
		if c.Short == "" || c.Refusal != "" || keys == "" {
			continue
		}
		part := barPart{keys, c.Name}
		if n := len(all) - 1; n >= 0 && all[n].does == c.Short {
			all[n].keys += "/" + keys
			all[n].parts = append(all[n].parts, part)
			continue
		}
		all = append(all, barEntry{keys, c.Short, []barPart{part}})
	}
	return all
}
