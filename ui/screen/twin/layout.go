package twin

import "regretscope/ui/kit"

// The smallest room that the screen works in, the width from which one noise stands
// beside the others, and the height of the parts from which all three are seen.
const (
	minWidth, minHeight      = 60, 8
	lowHeight                = 14 // below it a part is alone
	beliefHeight             = 16 // from it what may be believed is said
	narrowWidth              = 80 // below it a sentence has three lines
	wideWidth                = 110
	highHeight, errorsHeight = 44, 18
)

// A layout is where everything lies: a line on the learner and one on what may be believed,
// the parts, and two lines that say what is to be seen. What is not shown is empty.
type layout struct {
	learner, belief, sentence kit.Rect
	parts                     [parts]kit.Rect
}

// arrange says where everything lies, for universes of so many arms.
func arrange(width, height int, focus part, arms int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	body := kit.Rect{Width: width, Height: height}
	if height < lowHeight {
		l.parts[focus] = body
		return l
	}
	l.learner, body = body.Rows(1)
	if height >= beliefHeight {
		l.belief, body = body.Rows(1)
	}
	sentence := 2
	if width < narrowWidth {
		sentence = 3
	}
	body, l.sentence = body.Rows(body.Height - sentence)
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
	l.parts[sides], body = body.Columns(left)
	switch {
	case body.Height >= highHeight:
		l.parts[spread], l.parts[mistakes] = body.Rows(body.Height - errorsHeight)
	case focus == mistakes:
		l.parts[mistakes] = body
	default:
		l.parts[spread] = body
	}
	return l
}
