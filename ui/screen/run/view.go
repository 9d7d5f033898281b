package run

import (
	"time"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/screen/run/drive"
)

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string { return s.Draw(s.theme, "", 0, 0, nil, s.draw) }

func (s *Screen) draw() kit.Block {
	if !s.layout.Fits {
		return s.TooSmall(s.theme, "the run screen", minWidth, minHeight, s.Height+1)
	}
	over := s.modes.View(s.body())
	if s.BackRow.On() && over == nil {
		return s.BackRow.draw()
	}
	top, notice := header{s.theme, &s.shown.State, s.Focus, s.Width}, s.warnings.notice()
	if notice != "" {
		notice = s.theme.Warn.Render(notice) + "   "
	}
	lines := kit.Block{top.line(notice)}
	if over != nil {
		lines = append(lines, over...)
	} else {
		lines = append(lines, s.panels.draw(s.body().Height)...)
	}
	lines = append(lines, s.you.verdict()...)
	if !s.layout.Privacy.Empty() {
		lines = append(lines, kit.FitLine(s.theme.Faint.Render("privacy ")+s.Focus.privacyLine(), s.Width))
	}
	if !s.layout.Timeline.Empty() {
		lines = append(lines, top.timeline())
	}
	return lines
}

func (s *Screen) body() kit.Rect {
	around := s.layout.Header.Height + s.layout.Verdict.Height + s.layout.Privacy.Height + s.layout.Timeline.Height
	return kit.Rect{Y: s.layout.Header.Height, Width: s.Width, Height: s.Height - around}
}

// Foot returns the text of the foot in place of the commands; empty: none.
func (s *Screen) Foot(width int) string {
	t := s.theme
	switch {
	case s.modes.Typing():
		return s.modes.Foot(width)
	case s.Notice.Text != "":
		return s.Notice.Line(t, width)
	case s.shown.Search == "" && s.modes.Foot(width) != "":
		return s.modes.Foot(width)
	case s.shown.Until > 0:
		text, left := "runs to round "+number.Count(s.shown.Until), ""
		if wait := s.shown.Left(); wait > 0 {
			left = ", then pauses · " + number.Seconds(wait.Seconds()) + " left"
		}
		return kit.Spread(t.Accent.Render(text+left), t.Faint.Render("space pauses"), width)
	case s.shown.Search != "":
		return kit.Spread(t.Accent.Render(s.shown.Search+" …"), t.Faint.Render("esc stops"), width)
	case s.shown.Note != "":
		return kit.FitLine(t.Warn.Render(s.shown.Note), width)
	}
	return ""
}

// A fast run is drawn less often than its slices return: no one reads faster, and a slow line has less to transfer.
const (
	fast       = 1000 // rounds a second
	pause      = 60 * time.Millisecond
	largePause = 90 * time.Millisecond
	large      = 8000 // cells of a terminal
)

// shown is the state that the screen shows, and since when.
type shown struct {
	drive.State
	since time.Time
}

// suffices reports whether a newer state need not be drawn now, on a screen with some cells: it looks the same, or a
// fast run has only moved on, too soon.
func (s *shown) suffices(now drive.State, at time.Time, cells int) bool {
	if now == s.State {
		return true
	}
	rest := pause
	if cells >= large {
		rest = largePause
	}
	now.Shot, now.Round, now.Rate = s.Shot, s.Round, s.Rate
	return now == s.State && now.Running && now.Pace >= fast && at.Sub(s.since) < rest
}

// The least size of the run screen, the height below which only one panel fits, and the width
// from which four panels fit.
const (
	minWidth   = 60
	minHeight  = 9
	lowHeight  = 16
	wideWidth  = 110
	wideHeight = 22 // the least height for two rows of panels

	// The least height for all panels in one column.
	tallHeight = 45

	gameChart = 5 // the least height of a chart above the arms of a game

	// The least size at which the chart has a column of its own.
	largeWidth  = 150
	largeHeight = 44
)

// A panelSet selects the visible panels.
type panelSet int

const (
	allPanels   panelSet = iota // as many as there is room for
	chartAndWhy                 // for a projector
	onePanel                    // the focused one
)

// Has reports whether a panel is in the set.
func (s panelSet) Has(panel int) bool { return s != chartAndWhy || panel == 0 || panel == whyPanel }

// The panels with places of their own.
const (
	chartPanel   = 0
	armsPanel    = 1
	privacyPanel = 2
	whyPanel     = 3 // the fifth panel can take its place
	reportsPanel = 4
)

var panelNames = [...]string{"chart", "arms", "privacy", "why", "reports"}

// layoutArgs is the input of arrange.
type layoutArgs struct {
	Width, Height int // of the terminal, in cells
	Panels        int // number of panels, at least 4; the first is the chart
	Focused       int // the focused panel, from 0
	Show          panelSet
	Game          bool // a person plays: all arms are visible, if they fit
	Asks          bool // an arm is chosen: its panel stands beside why
	Releases      bool // there is a line about privacy to show if the privacy panel is not visible
	// Rows is the number of lines of text of each panel, without its frame; 0, and panels
	// beyond the slice, take the rest.
	Rows    []int
	Verdict int // rows of text below the panels
}

// A layout is an arrangement. Its visible rectangles tile the terminal.
type layout struct {
	Fits     bool // false: the terminal is too small
	Grid     bool // four panels are visible at once
	Header   kit.Rect
	Panels   []kit.Rect // empty for a hidden panel
	Verdict  kit.Rect
	Privacy  kit.Rect // one line, if the privacy panel is hidden; may be empty
	Timeline kit.Rect // empty without room
	Keys     kit.Rect
}

// arrange returns the place of every part.
func arrange(a layoutArgs) layout {
	s := layout{Panels: make([]kit.Rect, a.Panels)}
	if a.Width < minWidth || a.Height < minHeight {
		return s
	}
	s.Fits = true
	body := kit.Rect{Width: a.Width, Height: a.Height}
	s.Header, body = body.Rows(1)
	body, s.Keys = body.Rows(body.Height - 1)
	if a.Height >= lowHeight {
		body, s.Timeline = body.Rows(body.Height - 1)
	}
	if a.Verdict > 0 {
		body, s.Verdict = body.Rows(body.Height - a.Verdict)
	}
	s.arrangePanels(a, body)
	if a.Releases && a.Height >= lowHeight && s.Panels[privacyPanel].Empty() {
		body, s.Privacy = body.Rows(body.Height - 1)
		s.arrangePanels(a, body)
	}
	return s
}

func (s *layout) arrangePanels(a layoutArgs, body kit.Rect) {
	wide := a.Width >= wideWidth
	switch {
	case a.Show == onePanel, a.Height < lowHeight:
		s.Panels[a.Focused] = body
	case a.Show == chartAndWhy && wide && a.Show.Has(a.Focused):
		s.Panels[0], s.Panels[whyPanel] = splitColumns(body)
	case a.Show == chartAndWhy && a.Show.Has(a.Focused):
		s.Panels[0], s.Panels[whyPanel] = splitRows(body, lowerRows(a, whyPanel, body.Height))
	case a.Width >= largeWidth && a.Height >= largeHeight:
		s.Grid = true
		s.large(a, body)
	case wide && a.Height >= wideHeight:
		s.Grid = true
		s.grid(a, body)
	case !wide && a.Height >= tallHeight:
		s.Grid = true
		s.tall(a, body)
	case a.Focused == 0:
		s.Panels[0] = body
	case wide:
		s.Panels[a.first()], s.Panels[a.Focused] = splitColumns(body)
	default:
		s.Panels[a.first()], s.Panels[a.Focused] = splitRows(body, lowerRows(a, a.Focused, body.Height))
	}
}

// first returns the panel beside the focused one if there is room for two.
func (a layoutArgs) first() int {
	if a.Asks && a.Focused == armsPanel {
		return whyPanel
	}
	return chartPanel
}

// tall stacks four panels, for a phone: arms and privacy as high as they need, up to a fifth of
// the height; the chart above them and why below share the rest.
func (s *layout) tall(a layoutArgs, body kit.Rect) {
	var rest kit.Rect
	want := func(i int) int { return min(max(a.rows(i)+frame, 7), body.Height/5) }
	s.Panels[0], rest = body.Rows((body.Height - want(armsPanel) - want(privacyPanel)) / 2)
	s.Panels[armsPanel], rest = rest.Rows(want(armsPanel))
	s.Panels[privacyPanel], s.Panels[max(a.Focused, whyPanel)] = rest.Rows(want(privacyPanel))
}

// grid has two columns: the chart above panel 2 on the left, panel 1 above panel 3 on the
// right. A focused panel beyond these replaces panel 3.
func (s *layout) grid(a layoutArgs, body kit.Rect) {
	left, right := splitColumns(body)
	last := max(a.Focused, whyPanel)
	s.Panels[0], s.Panels[privacyPanel] = splitRows(left, lowerRows(a, privacyPanel, left.Height))
	// Arms have at most half of their column: why one is played matters more.
	upper := min(max(a.rows(armsPanel)+frame, 6), right.Height/2)
	if a.Game {
		upper = min(a.rows(armsPanel)+frame, right.Height-gameChart)
	}
	s.Panels[armsPanel], s.Panels[last] = splitRows(right, right.Height-upper)
}

// large has the chart on the left, and all other panels stacked on the right: arms and privacy
// as high as they need, and below them, with the rest, why or a focused panel beyond these.
func (s *layout) large(a layoutArgs, body kit.Rect) {
	var right kit.Rect
	s.Panels[0], right = splitColumns(body)
	s.Panels[armsPanel], right = right.Rows(min(max(a.rows(armsPanel)+frame, 6), right.Height/3))
	s.Panels[privacyPanel], s.Panels[max(a.Focused, whyPanel)] = right.Rows(lowerRows(a, privacyPanel, right.Height))
}

const frame = 2 // lines that a panel's frame takes

// rows returns the number of lines of text of panel i, 0 for as many as there are.
func (a layoutArgs) rows(i int) int {
	if i < len(a.Rows) {
		return a.Rows[i]
	}
	return 0
}

// lowerRows gives panel i below the chart what it needs, but less than half of all lines.
func lowerRows(a layoutArgs, i, total int) int {
	most := total * 48 / 100
	if a.Game && i == armsPanel {
		if most = a.rows(i) + frame; total-most < gameChart {
			most = total
		}
		return min(most, total)
	}
	if a.rows(i) == 0 {
		return most
	}
	return min(max(a.rows(i)+frame, 7), most)
}

// splitColumns gives the left column a little more: curves need width.
func splitColumns(r kit.Rect) (left, right kit.Rect) { return r.Columns(r.Width * 54 / 100) }

func splitRows(r kit.Rect, lower int) (top, bottom kit.Rect) { return r.Rows(r.Height - lower) }
