package experiment

import "regretscope/ui/kit"

// The smallest room that the screen works in.
const minWidth, minHeight = 60, 14

// A layout is where everything lies. The table is empty before there is a result.
type layout struct {
	chart, table, status kit.Rect
}

// arrange says where everything lies, with a table of so many rows; 0 for none.
// The table has at most one of so many parts of the screen: it scrolls.
func arrange(width, height, rows, parts int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	const header = 1
	body := kit.Rect{Width: width, Height: height}
	body, l.status = body.Rows(height - 1)
	table := 0
	if rows > 0 {
		table = min(rows, max(height/parts-kit.FrameHeight-header, 2)) + header + kit.FrameHeight
	}
	l.chart, l.table = body.Rows(body.Height - table)
	return l
}
