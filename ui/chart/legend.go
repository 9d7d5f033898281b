package chart

import (
	"cmp"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

const longest = 40 // cells of a name in a legend

// legend explains the letters beside the plot: as many names as fit into a third of the height,
// always including the selected one.
func (e *ends) legend(t *theme.Theme, width, height int) (legend []string, names []label) {
	if len(e.all) == 0 {
		return nil, nil
	}
	most := max(1, height/3)
	for _, values := range []bool{true, false} {
		for names := longest; names >= 4; names-- {
			if entries, lines := e.entries(width, names, values); lines <= most {
				return render(t, entries, lines)
			}
		}
	}
	entries, lines := e.entries(width, 3, false)
	legend, names = render(t, entries, lines)
	return legend[:min(most, lines)], names
}

// cut shortens all names to a width: to their short forms, at the end, or at the beginning if several
// names start alike, such as those of one learner with several parameters.
func (e *ends) cut(width int) []string {
	names, alike := make([]string, len(e.all)), map[string]int{}
	whole := make([]string, len(e.all))
	for i, end := range e.all {
		if whole[i] = end.name; ansi.StringWidth(end.name) > width {
			whole[i] = cmp.Or(end.short, end.name)
		}
		names[i] = ansi.Truncate(whole[i], width, theme.Ellipsis)
		alike[names[i]]++
	}
	for i, name := range whole {
		if over := ansi.StringWidth(name) - width + 1; names[i] != name && alike[names[i]] > 1 && over > 0 {
			names[i] = ansi.TruncateLeft(name, over, theme.Ellipsis)
		}
	}
	return names
}

type entry struct {
	of         *end
	lead, text string
	line       int
}

// entries returns the layout of a legend, with names cut to a width, and its number of lines.
func (e *ends) entries(width, names int, values bool) (all []entry, lines int) {
	used := width
	for i, text := range e.cut(names) {
		end := &e.all[i]
		if values && end.value != "" {
			text += " " + end.value
		}
		lead := end.key
		if e.letter {
			lead = e.letterOf(i) + " " + end.key
		}
		cells := 2 + ansi.StringWidth(lead+text)
		if lines == 0 || used+cells > width {
			lines, used = lines+1, 0
		}
		all = append(all, entry{end, lead, text, lines - 1})
		used += cells
	}
	return all, lines
}

// render returns the lines of a legend, and where its names are.
func render(t *theme.Theme, entries []entry, lines int) (written []string, names []label) {
	written = make([]string, lines)
	for _, e := range entries {
		at, cells := ansi.StringWidth(written[e.line]), ansi.StringWidth(e.lead+e.text)+1
		names = append(names, label{row: e.line - lines, column: at - leftWidth, width: cells, series: e.of.series})
		mark := " "
		if e.of.selected {
			mark = t.Selected.Render(theme.SelectedGlyph)
		}
		written[e.line] += mark + e.of.style.Render(e.lead) + e.of.render(e.text) + " "
	}
	return written, names
}
