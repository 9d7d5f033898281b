package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// ends holds the names and values of lines. They stand over the plot, beside the end of their line,
// or else above the plot, and letters stand at the ends.
type ends struct {
	all    []end
	letter bool
	large  bool // the letters are large
	share  int  // cells beside the plot for the letters of a row
}

type end struct {
	name, short string // short is for a legend that has no room for name
	value       string
	series      int
	at          float64 // the value
	last        float64 // where the line ends
	spare       int
	style       lipgloss.Style
	key         string // of the line, if characters tell lines apart
	selected    bool
}

const valueWidth = 6 // wide enough for most values, so that they do not move each other

// A label is a text in a row of a picture, from a column on.
type label struct {
	row, column, width int
	text               string
	series             int
}

func (e *end) label(t *theme.Theme) label {
	mark, text := " ", e.key+e.name
	if e.selected {
		mark = t.Selected.Render(theme.SelectedGlyph)
	}
	if e.value != "" {
		text += " " + kit.Right(e.value, valueWidth)
	}
	return label{text: mark + e.render(text) + " ", width: ansi.StringWidth(text) + 2, series: e.series}
}

// reach is the largest number of rows between the end of a line and its name.
const reach = 4

// over returns a label for each name, in an empty part of the plot, beside the end of its line and
// of no other; ok is false if there is no such part for one of them.
func (c *Chart) over(t *theme.Theme, all []end, s *scale, plot *cells, axis xAxis) (labels []label, ok bool) {
	taken := make([]bool, len(plot.cells))
	for i := range plot.cells {
		taken[i] = plot.cells[i].glyph != 0
	}
	at := c.xOfValues()
	if !axis.has(at) && at > axis.last {
		at = axis.last
	}
	tip := axis.column(at) // of the lines
	down := func(e *end) int { return s.cell(e.at, t) }
	all = together(all)
	nearest := func(row int, own *end) bool {
		return !slices.ContainsFunc(all, func(e end) bool {
			near, far := max(row-down(&e), down(&e)-row), max(row-down(own), down(own)-row)
			return !math.IsNaN(e.at) && down(&e) != down(own) && near <= far
		})
	}
	for i := range all {
		e := &all[i]
		if math.IsNaN(e.at) {
			return nil, false
		}
		l := e.label(t)
		place := func(row, column int) bool {
			if row < 0 || row > s.rows || column < 0 || column+l.width > plot.width || !nearest(row, e) {
				return false
			}
			cells := taken[row*plot.width+column : row*plot.width+column+l.width]
			if slices.Contains(cells, true) {
				return false
			}
			l.row, l.column = row, column
			for k := range cells {
				cells[k] = true
			}
			return true
		}
		placed := place(down(e), tip+1)
		for far := 1; far <= reach && !placed; far++ {
			for _, row := range []int{down(e) - far, down(e) + far} {
				placed = placed || place(row, min(tip, plot.width-l.width)) || place(row, tip-l.width+1)
			}
		}
		if !placed {
			return nil, false
		}
		labels = append(labels, l)
	}
	return labels, true
}

// together gives lines with the same value one name.
func together(all []end) (names []end) {
	for _, e := range all {
		same := slices.IndexFunc(names, func(o end) bool { return o.at == e.at && o.key == e.key && o.spare == 0 && e.spare == 0 })
		if same < 0 {
			names = append(names, e)
			continue
		}
		o := &names[same]
		e.name = o.name + " = " + e.name
		if o.selected {
			e.series, e.style, e.selected = o.series, o.style, true
		}
		*o = e
	}
	return names
}

// xOfValues returns the x whose values stand beside the names.
func (c *Chart) xOfValues() float64 {
	if c.AtEnd {
		return c.End
	}
	return cmp.Or(c.Cursor, c.End)
}

// withoutSpare leaves out the most dispensable names; ok is false if there are none.
func withoutSpare(all []end) (rest []end, ok bool) {
	spare := 0
	for i := range all {
		spare = max(spare, all[i].spare)
	}
	return slices.DeleteFunc(slices.Clone(all), func(e end) bool { return e.spare == spare && spare > 0 }), spare > 0
}

func (e *ends) letterOf(i int) string {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if e.large {
		i += len(all) / 2
	}
	return all[i%len(all) : i%len(all)+1]
}

func (c *Chart) named(t *theme.Theme) []end {
	format := c.Y.Format
	if format == nil {
		format = number.Value
	}
	x := c.xOfValues()
	var all []end
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Name == "" {
			continue
		}
		e := end{name: l.Name, short: l.Short, series: l.Series, style: styleOf(t, l.Series), at: l.At(x), last: l.At(c.End), selected: l.Selected}
		e.spare = l.Spare
		if l.AtCursor != nil && c.Cursor > 0 {
			e.at = *l.AtCursor
		}
		if l.Series != Neutral && !t.Charset.Fine() && !l.Dotted {
			e.key = t.Series(l.Series).Chars.Horizontal + " "
		}
		if !math.IsNaN(e.at) {
			e.value = format(e.at)
		}
		all = append(all, e)
	}
	for i := range c.Bands {
		b := &c.Bands[i]
		if b.Name == "" {
			continue
		}
		low, high := valueAt(b.Low, false, x), valueAt(b.High, false, x)
		e := end{name: b.Name, series: b.Series, style: styleOf(t, b.Series), at: (low + high) / 2, selected: b.Selected}
		e.last = (valueAt(b.Low, false, c.End) + valueAt(b.High, false, c.End)) / 2
		if b.Solid {
			e.value = format(high - low)
			if glyph := shadingOf(t, i, true).glyph; !t.Charset.Fine() {
				e.key = string(glyph) + " "
			}
		}
		all = append(all, e)
	}
	for _, s := range c.Spots {
		if s.Name != "" {
			all = append(all, end{
				name: s.Name, series: s.Series, style: styleOf(t, s.Series), at: s.Y, last: s.Y, value: format(s.Y),
				key: string(spotGlyph(t)) + " ",
			})
		}
	}
	return all
}

func styleOf(t *theme.Theme, series int) lipgloss.Style {
	if series == Neutral {
		return t.Faint
	}
	return t.Series(series).Style
}

// beside returns the letters at the ends of their lines, or beside the plot if something is there. Lines that end in
// the same row share it, the upper one first, with = between those that have the same value.
func (c *Chart) beside(t *theme.Theme, e *ends, p *plotted) (labels []label) {
	rows := make([][]int, p.scale.rows+1)
	for _, i := range param.Order(len(e.all), func(a, b int) int { return cmp.Compare(e.all[b].last, e.all[a].last) }) {
		if last := e.all[i].last; !math.IsNaN(last) {
			row := p.scale.cell(last, t)
			rows[row] = append(rows[row], i)
		}
	}
	for row, group := range rows {
		column, room, equals := p.axis.columns, e.share, true
		if tip := p.axis.column(c.End) + 1; tip < column {
			free := p.cells.cells[row*p.cells.width+tip : (row+1)*p.cells.width]
			if !slices.ContainsFunc(free, func(c cell) bool { return c.glyph != 0 }) {
				column, room = tip, room+column-tip
			}
		}
		if equals = 2*len(group)-1 <= room; len(group) > room { // those without room are only in the legend
			slices.SortStableFunc(group, func(a, b int) int { return cmp.Compare(e.all[b].rank(), e.all[a].rank()) })
			group = group[:room]
		}
		for n, i := range group {
			end, text := &e.all[i], e.letterOf(i)
			if equals && n > 0 && end.last == e.all[group[n-1]].last {
				text = "=" + text
			}
			labels = append(labels, label{row, column, len(text), end.render(text), end.series})
			column += len(text)
		}
	}
	return labels
}

// rank orders the letters of a row that has no room for all.
func (e *end) rank() int {
	if e.selected {
		return 1
	}
	return -e.spare
}

func (e *end) render(text string) string {
	if e.selected {
		return e.style.Bold(true).Render(text)
	}
	return e.style.Render(text)
}

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

// cut shortens all names to a width: to their short forms, without the word with which several names start, such as
// arms, or one learner with several parameters, at the end, or at the beginning if they start alike.
func (e *ends) cut(width int) []string {
	names, alike, firsts := make([]string, len(e.all)), map[string]int{}, map[string]int{}
	whole := make([]string, len(e.all))
	for i, end := range e.all {
		if whole[i] = end.name; ansi.StringWidth(end.name) > width {
			whole[i] = cmp.Or(end.short, end.name)
		}
		names[i] = ansi.Truncate(whole[i], width, theme.Ellipsis)
		alike[names[i]]++
		first, _, _ := strings.Cut(whole[i], " ")
		firsts[first]++
	}
	for i, name := range whole {
		if names[i] == name {
			continue
		}
		first, rest, _ := strings.Cut(name, " ")
		if firsts[first] > 1 && rest != "" && ansi.StringWidth(rest) <= width {
			names[i] = rest
		} else if alike[names[i]] > 1 {
			names[i] = ansi.TruncateLeft(name, ansi.StringWidth(name)-width+1, theme.Ellipsis)
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
		switch {
		case i+1 < len(e.all) && end.at == e.all[i+1].at && end.value != "":
			text += " =" // the next one
		case values && end.value != "":
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
