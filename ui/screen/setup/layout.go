package setup

// The smallest room that the screen works in, and the width from which its
// three sections stand side by side.
const (
	minWidth, minHeight = 60, 14
	wideWidth           = 108
)

// A place is where a section is drawn. A folded one is a single line.
type place struct {
	width, height int
	folded        bool
}

// arrange gives every section its place, and the lines of the foot to what can
// be said about all of them. Side by side the places share the height; otherwise they lie
// above each other, and only the active section is unfolded.
func arrange(width, height, foot int, active section) (places [sections]place, wide, ok bool) {
	if width < minWidth || height < minHeight {
		return places, false, false
	}
	height -= foot
	if width >= wideWidth {
		scenario, learner := width*32/100, width*37/100
		for i, w := range [sections]int{scenario, learner, width - scenario - learner} {
			places[i] = place{width: w, height: height}
		}
		return places, true, true
	}
	for i := range places {
		places[i] = place{width: width, height: 1, folded: true}
	}
	places[active] = place{width: width, height: height - int(sections) + 1}
	return places, false, true
}
