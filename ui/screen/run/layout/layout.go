// Package layout says where the parts of the run screen lie: a pure function of the
// terminal's size and of what is wanted.
package layout

import (
	"regretscope/ui/kit"
)

// The smallest terminal in which the run screen is of use, the height below which the
// focused panel is all there is room for, and the width from which all four panels have
// room.
const (
	MinWidth   = 60
	MinHeight  = 9
	lowHeight  = 16
	WideWidth  = 110
	wideHeight = 22 // below it, even a wide terminal has no room for two rows of panels

	// From this size on, the chart has its column to itself.
	largeWidth  = 150
	largeHeight = 44
)

// A Set is which panels are shown at once.
type Set int

// The sets, in the order in which a key goes through them.
const (
	All         Set = iota // as many as there is room for
	ChartAndWhy            // for a projector
	One                    // the one in focus
	sets
)

// Next is the set that follows, round and round.
func (s Set) Next() Set { return (s + 1) % sets }

// Has reports whether a panel is in the set.
func (s Set) Has(panel int) bool { return s != ChartAndWhy || panel == 0 || panel == Why }

// The panels whose places differ from the others'.
const (
	arms    = 1
	privacy = 2
	Why     = 3 // which a form takes the place of, too
)

// Args is all that the arrangement depends on.
type Args struct {
	Width, Height int // of the terminal, in cells
	Panels        int // how many panels there are, at least 4; the first is the chart
	Focus         int // the panel that has the keys, from 0
	Show          Set
	// Rows are how many lines of text each panel would fill, frame not counted;
	// 0, and panels beyond the slice, take what is left.
	Rows []int
}

// A Screen is an arrangement. Its visible rectangles tile the terminal.
type Screen struct {
	Fits     bool // false: the terminal is too small for anything
	Grid     bool // four panels are visible at once
	Header   kit.Rect
	Panels   []kit.Rect // empty where a panel is not visible
	Timeline kit.Rect   // empty where there is no room for it
	Keys     kit.Rect
}

// Arrange says where everything lies.
func Arrange(a Args) Screen {
	s := Screen{Panels: make([]kit.Rect, a.Panels)}
	if a.Width < MinWidth || a.Height < MinHeight {
		return s
	}
	s.Fits = true
	body := kit.Rect{Width: a.Width, Height: a.Height}
	s.Header, body = body.Rows(1)
	body, s.Keys = body.Rows(body.Height - 1)
	if a.Height >= lowHeight {
		body, s.Timeline = body.Rows(body.Height - 1)
	}
	wide := a.Width >= WideWidth
	switch {
	case a.Show == One, a.Height < lowHeight:
		s.Panels[a.Focus] = body
	case a.Show == ChartAndWhy && wide && a.Show.Has(a.Focus):
		s.Panels[0], s.Panels[Why] = splitColumns(body)
	case a.Show == ChartAndWhy && a.Show.Has(a.Focus):
		s.Panels[0], s.Panels[Why] = splitRows(body, lowerRows(a, Why, body.Height))
	case a.Width >= largeWidth && a.Height >= largeHeight:
		s.Grid = true
		s.large(a, body)
	case wide && a.Height >= wideHeight:
		s.Grid = true
		s.grid(a, body)
	case a.Focus == 0:
		s.Panels[0] = body
	case wide:
		s.Panels[0], s.Panels[a.Focus] = splitColumns(body)
	default:
		s.Panels[0], s.Panels[a.Focus] = splitRows(body, lowerRows(a, a.Focus, body.Height))
	}
	return s
}

// grid is two columns: the chart above panel 2 on the left, panel 1 above panel
// 3 on the right. A focused panel beyond these takes the place of panel 3.
func (s *Screen) grid(a Args, body kit.Rect) {
	left, right := splitColumns(body)
	last := max(a.Focus, Why)
	s.Panels[0], s.Panels[privacy] = splitRows(left, lowerRows(a, privacy, left.Height))
	// Arms have at most half of their column: why one is played matters more.
	upper := min(max(a.rows(arms)+frame, 6), right.Height/2)
	s.Panels[arms], s.Panels[last] = splitRows(right, right.Height-upper)
}

// large is the chart on the left, and all other panels above each other on the
// right: arms and privacy as they need it, and between them, with the rest, why or
// a focused panel beyond these.
func (s *Screen) large(a Args, body kit.Rect) {
	var right kit.Rect
	s.Panels[0], right = splitColumns(body)
	s.Panels[arms], right = right.Rows(min(max(a.rows(arms)+frame, 6), right.Height/3))
	s.Panels[max(a.Focus, Why)], s.Panels[privacy] = splitRows(right, lowerRows(a, privacy, right.Height))
}

const frame = 2 // lines that a panel's frame takes

// rows is how many lines of text panel i would fill, 0 for as many as there are.
func (a Args) rows(i int) int {
	if i < len(a.Rows) {
		return a.Rows[i]
	}
	return 0
}

// lowerRows is the height of panel i below the chart: what it wants, but less
// than half of all lines.
func lowerRows(a Args, i, total int) int {
	most := total * 48 / 100
	if a.rows(i) == 0 {
		return most
	}
	return min(max(a.rows(i)+frame, 7), most)
}

// splitColumns gives the left column a little more: curves need width.
func splitColumns(r kit.Rect) (left, right kit.Rect) { return r.Columns(r.Width * 54 / 100) }

// splitRows cuts lower lines off the bottom.
func splitRows(r kit.Rect, lower int) (top, bottom kit.Rect) { return r.Rows(r.Height - lower) }

// A Big is the arrangement for the back row: numbers above the chart, a sentence
// below it.
type Big struct{ Numbers, Chart, Sentence kit.Rect }

// leastChart is the height below which a chart shows nothing any longer.
const leastChart = 8

// ArrangeBig says where everything lies in a screen without its foot: the numbers
// and the sentence have the rows that they need, the chart has the rest. Where that
// is too little, the sentence goes, and then the numbers.
func ArrangeBig(width, height, numbers, sentence int) Big {
	if height-numbers-sentence < leastChart {
		sentence = 0
	}
	if height-numbers < leastChart {
		numbers = 0
	}
	var b Big
	b.Numbers, b.Chart = kit.Rect{Width: width, Height: height}.Rows(numbers)
	b.Chart, b.Sentence = b.Chart.Rows(height - numbers - sentence)
	return b
}
