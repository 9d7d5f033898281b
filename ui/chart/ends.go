package chart

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// ends holds the names and values beside the plot, at the height where their lines end. Without
// room for names, letters replace them, and the names are above the plot.
type ends struct {
	all    []end
	width  int // cells beside the plot
	letter bool
}

// An end is one line's name with its value.
type end struct {
	name, value string
	series      int
	at          float64 // the value
	spare       int
	style       lipgloss.Style
	key         string // of the line, if characters tell lines apart
	selected    bool
	lines       []string // as shown beside the plot
}

const (
	valueWidth = 6   // wide enough for most values, so that they do not move each other
	maxBeside  = 0.4 // the share of the width for names
)

// ends chooses how to write names beside a plot: on one line each, on more if that is too wide,
// without the spare ones if there is no room, or as letters.
func (c *Chart) ends(t *theme.Theme, width, height int) ends {
	all := c.named(t)
	for {
		if e := beside(all, width, height); !e.letter {
			return e
		}
		spare := 0
		for i := range all {
			spare = max(spare, all[i].spare)
		}
		if spare == 0 {
			break
		}
		all = slices.DeleteFunc(all, func(e end) bool { return e.spare == spare })
	}
	e := ends{all: all, letter: true, width: 2}
	for i := range e.all {
		e.all[i].lines = []string{letter(i)}
	}
	return e
}

// beside puts names beside a plot, or reports that letters are needed.
func beside(all []end, width, height int) ends {
	e := ends{all: all}
	if len(e.all) == 0 {
		return e
	}
	most := int(maxBeside*float64(width)) - 1 // a blank or the mark of the selected one
	for rows := 1; rows <= 3; rows++ {
		narrowest := sort.Search(most, func(w int) bool { return e.fold(w, rows) })
		if narrowest < most && e.fold(narrowest, rows) && e.height() <= height-1 {
			e.width = narrowest + 1
			return e
		}
	}
	e.letter = true
	return e
}

func letter(i int) string {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return all[i%len(all) : i%len(all)+1]
}

func (c *Chart) named(t *theme.Theme) []end {
	format := c.Y.Format
	if format == nil {
		format = kit.Measured
	}
	x := cmp.Or(c.Cursor, c.End)
	if c.AtEnd {
		x = c.End
	}
	var all []end
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Name == "" {
			continue
		}
		e := end{name: l.Name, series: l.Series, style: styleOf(t, l.Series), at: l.At(x), selected: l.Selected}
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
				name: s.Name, series: s.Series, style: styleOf(t, s.Series), at: s.Y, value: format(s.Y),
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

// nameIndent is the indentation of a name's lines after the first.
const nameIndent = 2

// whole reports whether lines of a width break no word of a name.
func whole(name string, width int) bool {
	first, rest, _ := strings.Cut(name, " ")
	tooWide := func(word string) bool { return ansi.StringWidth(word)+nameIndent > width }
	return ansi.StringWidth(first) <= width && !slices.ContainsFunc(strings.Fields(rest), tooWide)
}

// fold breaks all names and values into at most rows rows of a width, and reports whether that
// is possible.
func (e *ends) fold(width, rows int) bool {
	for i := range e.all {
		end := &e.all[i]
		value := end.value
		if value != "" {
			value = " " + kit.Right(value, valueWidth)
		}
		text := end.key + end.name
		if ansi.StringWidth(text+value) <= width {
			end.lines = []string{kit.FitLine(text, width-ansi.StringWidth(value)) + value}
			continue
		}
		end.lines = kit.Break(text, width, nameIndent)
		if !whole(text, width) {
			return false
		}
		if last := len(end.lines) - 1; ansi.StringWidth(end.lines[last]+value) <= width {
			end.lines[last] = kit.FitLine(end.lines[last], width-ansi.StringWidth(value)) + value
		} else if value != "" {
			end.lines = append(end.lines, kit.Right(end.value, width))
		}
		if len(end.lines) > rows || ansi.StringWidth(end.value) > width {
			return false
		}
	}
	return true
}

func (e *ends) height() int {
	sum := 0
	for i := range e.all {
		sum += len(e.all[i].lines)
	}
	return sum
}

// place returns the text beside each row of the plot, from the top. Names that would collide are
// moved apart in the order of their values; letters share a row instead. named holds the Series
// that is named in each row.
func (e *ends) place(t *theme.Theme, s *scale) (beside []string, named []int) {
	beside, named = make([]string, s.rows+1), slices.Repeat([]int{none}, s.rows+1)
	if e.letter {
		for i := range e.all {
			if end := &e.all[i]; !math.IsNaN(end.at) {
				row := s.rows - int(math.Round(s.row(end.at)))
				beside[row] += end.render(end.lines[0])
				named[row] = end.series
			}
		}
		return beside, named
	}
	down := func(e end) float64 { // rows from the top
		if math.IsNaN(e.at) {
			return float64(s.rows)
		}
		return float64(s.rows) - s.row(e.at)
	}
	order := slices.Clone(e.all)
	slices.SortStableFunc(order, func(a, b end) int { return cmp.Compare(down(a), down(b)) })
	tops, free, limit := make([]int, len(order)), 0, s.rows+1
	for k, end := range order {
		tops[k] = max(int(math.Round(down(end)-float64(len(end.lines)-1)/2)), free)
		free = tops[k] + len(end.lines)
	}
	for k, end := range slices.Backward(order) {
		tops[k] = min(tops[k], limit-len(end.lines))
		limit = tops[k]
	}
	for k, end := range order {
		for n, line := range end.lines {
			mark := " "
			if end.selected && n == 0 {
				mark = t.Selected.Render(theme.SelectedGlyph)
			}
			beside[tops[k]+n], named[tops[k]+n] = mark+end.render(line), end.series
		}
	}
	return beside, named
}

func (e *end) render(text string) string {
	if e.selected {
		return e.style.Bold(true).Render(text)
	}
	return e.style.Render(text)
}
