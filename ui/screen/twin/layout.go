package twin

import "regretscope/ui/kit"

// The smallest room that the screen works in, and the width from which both of
// its parts stand side by side.
const (
	minWidth, minHeight = 60, 14
	wideWidth           = 110
)

// A layout is where everything lies: a line on the learner, the parts, of which
// those that are not shown are empty, and two lines that say what is to be seen.
type layout struct {
	fits              bool
	learner, sentence kit.Rect
	parts             [parts]kit.Rect
}

// arrange says where everything lies, for universes of so many arms.
func arrange(width, height int, focus part, arms int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	l.fits = true
	body := kit.Rect{Width: width, Height: height}
	l.learner, body = body.Rows(1)
	body, l.sentence = body.Rows(body.Height - 2)
	if width < wideWidth {
		l.parts[focus] = body
		return l
	}
	// The universes get columns for arms that are as wide as possible, but less
	// than half of the screen: odds need room, too.
	left := width * 42 / 100
	for cells := 1; cells <= 3; cells++ {
		if want := labelWidth + middleWidth + 2*cells*arms + kit.FrameWidth; want <= width*47/100 {
			left = max(left, want)
		}
	}
	l.parts[sides], l.parts[spread] = body.Columns(left)
	return l
}
