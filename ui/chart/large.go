package chart

import (
	"cmp"
	"math"
	"slices"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// The cells of a letter for the back row, and the rows of a name.
const (
	keyWidth, keyHeight = 4, 5
	nameHeight          = 7
	gap                 = 2 * keyWidth // between names
)

// Legend returns the number of rows of the legend in large letters; 0 if it needs more than Room
// rows or there is no room for its letters.
func (c *Chart) Legend(t *theme.Theme, width int) int {
	names := c.largeEnds(t, width)
	legend, _ := names.largeLegend(t, width, c.Room)
	return len(legend)
}

// largeEnds returns as many names as have room for large letters beside the plot.
func (c *Chart) largeEnds(t *theme.Theme, width int) ends {
	all, more := c.named(t), true
	for more && 2*keyWidth*len(all) > width {
		all, more = withoutSpare(all)
	}
	if !more {
		all = nil
	}
	return ends{all: all, letter: len(all) > 1, large: true}
}

// largeLegend returns a legend in large letters of at most rows rows; nil without room.
func (e *ends) largeLegend(t *theme.Theme, width, rows int) (legend []string, names []label) {
	used := width
	for i := range e.all {
		end, text := &e.all[i], e.all[i].name
		if e.letter {
			text = e.letterOf(i) + " " + text
		}
		large := kit.BigSentence(text, width, nameHeight, t.Charset, lipgloss.NewStyle())
		if large == nil {
			return nil, nil
		}
		cells := ansi.StringWidth(large[0])
		if used+gap+cells > width {
			legend, used = append(legend, make([]string, nameHeight)...), -gap
		}
		for row, line := range large {
			at := len(legend) - nameHeight + row
			legend[at] = kit.FitLine(legend[at], used+gap) + end.render(line)
			names = append(names, label{row: at, column: used + gap - leftWidth, width: cells, series: end.series})
		}
		used += gap + cells
	}
	for i := range names {
		names[i].row -= len(legend)
	}
	if len(legend) > rows {
		return nil, nil
	}
	return legend, names
}

// largePicture draws the chart for the back row: each line ends in a large letter, which a legend
// explains, in large letters if it needs at most Room rows. ok is false without room for the letters.
func (c *Chart) largePicture(t *theme.Theme, width, height, under int) (picture Picture, ok bool) {
	names := c.largeEnds(t, width)
	legend, labels := names.largeLegend(t, width, c.Room)
	if legend == nil {
		legend, labels = names.legend(t, width, height)
	}
	room := 0
	if names.letter {
		room = 1 + keyWidth*len(names.all)
	}
	p, ok := c.plot(t, width-room, height-len(legend), under)
	if !ok || len(names.all) == 0 || p.scale.rows+1 < keyHeight {
		return Picture{}, false
	}
	var keys []label
	if names.letter {
		now := *c
		now.Cursor = 0 // the letters stay at the ends
		names = now.largeEnds(t, width)
		keys = c.keys(t, &names, &p)
	}
	picture = p.picture(c, t, legend, keys, width)
	picture.labels = append(picture.labels, labels...)
	return picture, true
}

// keys returns the large letters, each at the height of its line's end. Letters that would collide
// stand side by side, that of the upper line first.
func (c *Chart) keys(t *theme.Theme, e *ends, p *plotted) (labels []label) {
	top := func(i int) int {
		at := e.all[i].at
		if math.IsNaN(at) {
			at = p.scale.base
		}
		return min(max(p.scale.rows-int(math.Round(p.scale.row(at)))-keyHeight/2, 0), p.scale.rows+1-keyHeight)
	}
	order := param.Order(len(e.all), func(a, b int) int { return cmp.Compare(top(a), top(b)) })
	left := p.axis.columns + 1
	if tip := p.axis.column(c.End) + 1; p.cells.blank(tip) {
		left = tip + 1
	}
	free := make([]int, len(order)) // the first free row of each column of letters
	for _, i := range order {
		row := top(i)
		place := slices.IndexFunc(free, func(first int) bool { return first <= row })
		free[place] = row + keyHeight
		column := left + place*keyWidth
		for k, line := range kit.BigNumber(e.letterOf(i), kit.BigSizes[len(kit.BigSizes)-1], t.Charset) {
			labels = append(labels, label{row + k, column, keyWidth, e.all[i].render(line), e.all[i].series})
		}
	}
	return labels
}

// blank reports whether nothing is drawn from a column on.
func (c *cells) blank(column int) bool {
	for at, cell := range c.cells {
		if at%c.width >= column && cell.glyph != 0 {
			return false
		}
	}
	return true
}
