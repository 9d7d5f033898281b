// Package panel implements the panels of the run screen. Each draws one aspect of the focused learner's state from a
// snapshot. To add a panel, add a type here and an entry in the run screen's list.
package panel

import (
	"regretscope/ui/chart/curves"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A State is the input of panels. It never changes. Its focus has no run before that is there.
type State struct {
	facts.Topic
	At    int  // the index of the learner in focus
	Alone bool // the other learners are hidden, too
	Fan   *Fan // nil: none
}

// A Fan is the focused learner at other values of its privacy parameter, which the chart shows behind it.
type Fan struct {
	Variants []curves.Variant // by increasing value
	At       int              // how many of them are below the learner's own value
}

// near returns the variants next to the learner's own value: two on each side in a high chart, one in a low one.
func (f *Fan) near(height int) []curves.Variant {
	most := 2
	if height >= 16 {
		most = 4
	}
	from := max(min(f.At-most/2, len(f.Variants)-most), 0)
	return f.Variants[from:min(from+most, len(f.Variants))]
}

func (s *State) noun() string {
	if s.Shot == nil {
		return "arm"
	}
	return facts.Noun(s.Shot.Config.Scenario)
}

// A Panel is a component of the run screen; see package kit.
type Panel interface {
	Title() string  // its content, and of which learner
	Remark() string // a word on its presentation; may be empty
	// Rows returns the number of lines of its text; 0 for any number.
	Rows() int
	SetSize(width, height int)
	SetState(s State)
	// Scroll moves by some lines, up if negative.
	Scroll(lines int)
	// Click handles a click on a cell of its text.
	Click(x, y int)
	// View returns its lines, at most as many as SetSize allowed.
	View() []string
}

// A Watcher is notified of clicks and scrolling in a panel.
type Watcher interface {
	LookAtArm(arm int) // −1 for none
	LookAtClicked(learner int)
}

// base holds what panels share: size, state, and the newest drawing.
type base struct {
	theme         *theme.Theme
	by            Watcher
	width, height int
	state         State
	lines         func() []string // draws the visible lines of a run
	drawn         []string        // nil if it must be drawn again
}

func (b *base) SetSize(width, height int) {
	if width != b.width || height != b.height {
		b.width, b.height, b.drawn = width, height, nil
	}
}

func (b *base) SetState(s State) {
	if s != b.state {
		b.state, b.drawn = s, nil
	}
}

func (b *base) Rows() int      { return 0 }
func (b *base) Click(int, int) {}

// View draws what is not drawn yet.
func (b *base) View() []string {
	if b.state.Shot == nil || b.width <= 0 || b.height <= 0 {
		return nil
	}
	if b.drawn == nil {
		lines := b.lines()
		b.drawn = lines[:min(len(lines), b.height):min(len(lines), b.height)]
	}
	return b.drawn
}

// titled returns a title with the name of the focused learner, if there is one.
func (b *base) titled(title, between string) string {
	if b.state.Shot == nil {
		return title
	}
	return title + between + b.state.Learner.Spec.Label()
}

// scrolled is the common part of panels with more lines of text than are visible.
type scrolled struct {
	base
	kit.Scroller
	total int // lines there are
}

// Remark names the visible lines, unless all are visible.
func (s *scrolled) Remark() string {
	if s.total <= s.height || s.height <= 0 {
		return ""
	}
	return "↑↓ " + kit.Seen(s.Offset(), s.height, s.total)
}

func (s *scrolled) Scroll(lines int) {
	s.By(lines)
	s.drawn = nil
}
