package audit

import "regretscope/ui/kit"

// The smallest room that the screen works in, and the room from which all of
// its panels are seen at once.
const (
	minWidth, minHeight   = 60, 14
	wideWidth, wideHeight = 110, 28
)

// A layout is where the panels lie; those that are not shown are empty.
type layout struct {
	fits, wide bool
	panels     [parts]kit.Rect
}

// columns is how wide the panel of verdicts is, and how wide the others are.
func columns(width, height int) (left, right int, wide bool) {
	if width < wideWidth || height < wideHeight {
		return width, width, false
	}
	left = width * 52 / 100
	return left, width - left, true
}

// arrange says where the panels lie, of which each would like so many lines of
// text. Where there is room, the verdicts are on the left and everything else on
// the right; otherwise the verdicts are above the focused panel, and have the
// screen to themselves where they are focused and would be cut.
func arrange(width, height int, focus part, rows [parts]int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	l.fits = true
	var left int
	left, _, l.wide = columns(width, height)
	body := kit.Rect{Width: width, Height: height}
	if !l.wide {
		const below = 7 // lines that the lower panel has at least
		upper := rows[verdicts] + kit.FrameHeight
		if upper > height-below && focus == verdicts {
			l.panels[verdicts] = body
			return l
		}
		upper = min(upper, height-below)
		l.panels[verdicts], l.panels[max(focus, worst)] = body.Rows(upper)
		return l
	}
	var column kit.Rect
	l.panels[verdicts], column = body.Columns(left)
	const least = 5 // lines of each of the upper panels
	free := height - rows[about] - kit.FrameHeight
	upper := max(free/2, least)
	if want := rows[worst] + kit.FrameHeight; want < free-least {
		upper = max(want, least)
	}
	l.panels[worst], column = column.Rows(upper)
	l.panels[mechanisms], l.panels[about] = column.Rows(free - upper)
	return l
}
