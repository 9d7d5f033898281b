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

func (c *cells) blank(column int) bool {
	for at, cell := range c.cells {
		if at%c.width >= column && cell.glyph != 0 {
			return false
		}
	}
	return true
}

// A Picture is a drawn chart.
type Picture struct {
	Lines  kit.Block
	Log    bool    // the axis of values is logarithmic
	axis   xAxis   // in cells; no columns without a plot
	labels []label // names in a legend have negative rows
	top    int     // the first row of the plot
}

// SeriesAt returns the Series of the line named at a cell of the picture; ok is false if there
// is none, or for a line in the color of the axes.
func (p *Picture) SeriesAt(x, y int) (series int, ok bool) {
	for _, l := range p.labels {
		if at := x - leftWidth - l.column; y == p.top+l.row && at >= 0 && at < l.width && l.series >= 0 {
			return l.series, true
		}
	}
	return 0, false
}

// RoundAt returns the round at a cell of the picture, counted from its left edge; ok is false outside of the plot.
func (p *Picture) RoundAt(x int) (round int, ok bool) {
	at := x - leftWidth
	if at < 0 || at >= p.axis.columns {
		return 0, false
	}
	return max(int(math.Round(p.axis.x(float64(at)+.5))), 1), true
}

// Move returns the round the given number of dots to the right of another one, at least one round away.
func (p *Picture) Move(round, dots int) int {
	if p.axis.columns == 0 || dots == 0 {
		return round
	}
	to := int(math.Round(p.axis.x(p.axis.place(float64(round)) + float64(dots)/2)))
	if dots > 0 {
		to = max(to, round+1)
	} else {
		to = min(to, round-1)
	}
	return max(to, 1)
}

// Draw draws the chart into width times height cells, with the theme's characters.
func (c *Chart) Draw(t *theme.Theme, width, height int) kit.Block {
	return c.Picture(t, width, height).Lines
}

// Picture draws the chart as Draw does, and returns where its rounds are.
func (c *Chart) Picture(t *theme.Theme, width, height int) Picture {
	under := 1 // lines of the x axis
	if height >= fullHeight {
		under = 2
	}
	all := c.named(t)
	p, ok := c.plot(t, width, height, under)
	if ok && !p.any {
		return Picture{Lines: kit.Fit(c.nothing(t, &ends{all: all}, width, height), width, height)}
	}
	if c.Large {
		if picture, ok := c.largePicture(t, width, height, under); ok {
			return picture
		}
	}
	letters := ends{all: all, letter: true}
	for more := ok; more; letters.all, more = withoutSpare(letters.all) {
		if labels, placed := c.over(t, letters.all, &p.scale, &p.cells, p.axis); placed {
			return p.picture(c, t, nil, labels, width)
		}
		if _, lines := letters.entries(width, longest, true); lines <= max(1, height/3) {
			break
		}
	}
	legend, names := letters.legend(t, width, height)
	letters.share = min(len(letters.all), max(width/5-leftWidth-1, 1)) // so that four fifths are plot
	if p, ok = c.plot(t, width-1-letters.share, height-len(legend), under); !ok {
		return Picture{Lines: kit.Fit(legend, width, height)}
	}
	picture := p.picture(c, t, legend, c.beside(t, &letters, &p), width)
	picture.labels = append(picture.labels, names...)
	return picture
}

// plotted is a plot without names.
type plotted struct {
	axis  xAxis // in cells
	scale scale
	cells cells
	under int  // lines of the x axis
	any   bool // there is a value
}

// plot draws the plot with its axes into width times height cells; ok is false without room.
func (c *Chart) plot(t *theme.Theme, width, height, under int) (p plotted, ok bool) {
	columns, rows := width-leftWidth, height-under-1
	if columns < minColumns || rows < minRows {
		return p, false
	}
	p = plotted{axis: c.axis(columns), under: under}
	fx, _ := t.Charset.Dots()
	fine := p.axis
	fine.columns *= fx
	samples := c.sample(fine)
	if p.any = samples.any; p.any {
		p.scale = c.scale(samples, rows)
		p.cells = c.paint(t, p.scale, fine, samples)
	}
	return p, true
}

// picture puts a legend above a plot, and labels over or beside it.
func (p *plotted) picture(c *Chart, t *theme.Theme, legend []string, labels []label, width int) Picture {
	lines := legend
	for row := p.scale.rows; row >= 0; row-- {
		lines = append(lines, kit.FitLine(c.row(t, &p.scale, &p.cells, row), width))
	}
	for _, l := range labels {
		line, from := &lines[len(legend)+l.row], leftWidth+l.column
		*line = ansi.Cut(*line, 0, from) + l.text + ansi.Cut(*line, from+l.width, width)
	}
	lines = append(lines, p.axis.draw(t, c.X.Symbol, c.Marks)[:p.under]...)
	return Picture{kit.Fit(lines, width, len(lines)), p.scale.knee > 0, p.axis, labels, len(legend)}
}
