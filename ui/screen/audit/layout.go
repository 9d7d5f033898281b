package audit

import "regretscope/ui/kit"

// The smallest room that the screen works in, and the room from which all of
// its panels are seen at once.
const (
	minWidth, minHeight   = 60, 8
	lowHeight             = 14 // below it a panel is alone
	wideWidth, wideHeight = 110, 28
)

// A layout is where the panels lie; those that are not shown are empty.
type layout struct {
	wide   bool
	panels [parts]kit.Rect
}

// columns is how wide the panel of verdicts is, and how wide the others are.
func columns(width, height int) (left, right int, wide bool) {
	if width < wideWidth || height < wideHeight {
		return width, width, false
	}
	left = width * 52 / 100
	return left, width - left, true
}

// leastPicture is how high the panel of curves is at least where all panels are seen.
const leastPicture = 12

// arrange says where the panels lie, of which each would like so many lines of
// text. Where there is room, the verdicts and the curves are on the left and
// everything else on the right; otherwise the verdicts are above the focused panel,
// and have the screen to themselves where they are focused and would be cut, as the
// curves always have.
func arrange(width, height int, focus part, rows [parts]int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	var left int
	left, _, l.wide = columns(width, height)
	body := kit.Rect{Width: width, Height: height}
	upper := rows[verdicts] + kit.FrameHeight
	if !l.wide {
		const below = 7 // lines that the lower panel has at least
		switch {
		case focus == curves, height < lowHeight, upper > height-below && focus == verdicts:
			l.panels[focus] = body
		default:
			l.panels[verdicts], l.panels[max(focus, worst)] = body.Rows(min(upper, height-below))
		}
		return l
	}
	var column kit.Rect
	l.panels[verdicts], column = body.Columns(left)
	l.panels[verdicts], l.panels[curves] = l.panels[verdicts].Rows(min(upper, height-leastPicture))
	l.arrangeRight(column, focus, rows)
	return l
}

// arrangeRight stacks the other panels. The mechanisms and what these numbers mean
// share a place where there is no room for both.
func (l *layout) arrangeRight(column kit.Rect, focus part, rows [parts]int) {
	want := func(p part) int { return rows[p] + kit.FrameHeight }
	free := column.Height
	stack, last := []part{worst, beyond}, about
	switch {
	case want(worst)+want(beyond)+want(mechanisms)+want(about) <= free:
		stack = append(stack, mechanisms)
	case focus == mechanisms:
		last = mechanisms
	}
	bottom := min(want(last), free/3)
	second := min(want(beyond), free/3)
	heights := map[part]int{beyond: second, worst: min(want(worst), free-bottom-second), mechanisms: want(mechanisms)}
	for _, p := range stack {
		l.panels[p], column = column.Rows(heights[p])
	}
	l.panels[last] = column
}
