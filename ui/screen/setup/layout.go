package setup

import "regretscope/ui/kit"

// The smallest room that the screen works in, and the width from which its
// three sections stand side by side.
const (
	minWidth, minHeight = 60, 14
	wideWidth           = 108
)

// A layout is where everything lies. A folded section is a single line.
type layout struct {
	wide     bool     // the sections stand side by side
	hint     kit.Rect // empty where nothing is hinted
	sections [sections]kit.Rect
	foot     kit.Rect // warnings, and what enter does
}

func (l *layout) folded(which section) bool { return !l.wide && l.sections[which].Height == 1 }

// arrange says where everything lies, with so many lines of a hint and in the foot.
// Sections stand side by side; where that is too narrow they lie above each other, and
// only the active one is unfolded.
func arrange(width, height, hint, foot int, active section) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	body := kit.Rect{Width: width, Height: height}
	l.hint, body = body.Rows(hint)
	body, l.foot = body.Rows(body.Height - foot)
	if l.wide = width >= wideWidth; l.wide {
		l.sections[scenarioSection], body = body.Columns(width * 34 / 100)
		l.sections[learnerSection], l.sections[parameterSection] = body.Columns(width * 36 / 100)
		return l
	}
	for i := range l.sections {
		rows := 1
		if section(i) == active {
			rows = height - hint - foot - int(sections) + 1
		}
		l.sections[i], body = body.Rows(rows)
	}
	return l
}

// at is the section at a cell, and the cell's line within it.
func (l *layout) at(x, y int) (which section, line int, ok bool) {
	for i, r := range l.sections {
		if r.Contains(x, y) {
			return section(i), y - r.Y, true
		}
	}
	return 0, 0, false
}
