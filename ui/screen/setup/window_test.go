package setup

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/learners"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// Wherever the cursor is among the learners, from the beginning on, its learner is in
// sight, and so is the heading that the first learner in sight belongs to.
func TestHeadingsStayInSight(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {100, 28}, {120, 34}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		d := &driver{t: t, screen: s}
		s.SetSize(size[0], size[1])
		d.press("2")
		for range len(s.rows) {
			r, _ := s.at()
			shown := s.learnerPart(s.layout().sections[learnerSection].Inside())
			lines, _, _ := shown.view()
			text := strings.Join(lines, "\n")
			if !r.heading() && (!strings.Contains(text, "▸ ") || !strings.Contains(text, r.Name)) {
				t.Fatalf("%v: %s is not in sight:\n%s", size, r.Name, text)
			}
			first := strings.TrimSpace(lines[0])
			if !isFamily(first) && !strings.Contains(lines[0], "cannot play") {
				t.Errorf("%v: the first line at %d is %q", size, s.row, first)
			}
			if item, ok := shown.itemAt(0); ok && isFamily(first) {
				t.Errorf("%v: a click on %s chooses %d", size, first, item)
			}
			d.press("down")
		}
	}
}

func isFamily(text string) bool {
	for _, d := range learners.All() {
		if d.Family.String() == text {
			return true
		}
	}
	return false
}

// What there is to choose from is read without an ellipsis at the usual widths, all
// the way down, and the screen opens at the top of its lists.
func TestListsAreReadWhole(t *testing.T) {
	for _, size := range [][2]int{{80, 22}, {120, 34}, {200, 58}} {
		s := New(uitest.Theme(termenv.Ascii), Options{})
		s.SetSize(size[0], size[1])
		for section, list := range map[section]func(width int) listing{scenarioSection: s.scenarioList, learnerSection: s.learnerList} {
			s.goTo(section)
			width, height := s.layout().sections[section].Inside()
			all := list(width)
			if _, above, _ := all.window(height / 2); above > 0 {
				t.Errorf("%v: section %d opens %d lines below its top", size, section+1, above)
			}
			for _, line := range all.lines {
				if strings.Contains(line, theme.Ellipsis) || ansi.StringWidth(line) > width {
					t.Errorf("%v: %q is cut", size, line)
				}
			}
		}
	}
}

// A window has the lines that there is room for, with the item at the cursor.
func TestWindow(t *testing.T) {
	var l listing
	l.add(-1, "H")
	for i := range 5 {
		l.add(i, string(rune('a'+i)), string(rune('A'+i)))
	}
	for _, c := range []struct {
		cursor, room int
		want         string
	}{
		{0, 20, "HaAbBcCdDeE"},
		{0, 5, "HaAbB"},
		{1, 5, "HbBcC"},
		{2, 5, "HcCdD"},
		{4, 5, "HdDeE"},
		{4, 4, "HeE"},
		{4, 2, "eE"},
		{4, 1, "e"},
		{4, 0, ""},
		{0, 1, "a"},
	} {
		l.from, l.to = 1+2*c.cursor, 3+2*c.cursor
		shown, above, below := l.window(c.room)
		if got := strings.Join(shown.lines, ""); got != c.want {
			t.Errorf("item %d in %d lines: %s, want %s", c.cursor, c.room, got, c.want)
		}
		if n := len(shown.lines); n > c.room || above+below+n < len(l.lines) || len(shown.items) != n {
			t.Errorf("item %d in %d lines: %d above, %d below", c.cursor, c.room, above, below)
		}
	}
}

// A heading of which no item is seen is not shown above the next one.
func TestWindowAtAHeading(t *testing.T) {
	var l listing
	for i, line := range []string{"H", "a", "A", "I", "b", "B"} {
		l.add([]int{-1, 0, 0, -1, 1, 1}[i], line)
	}
	l.from, l.to = 4, 6
	if shown, above, below := l.window(4); strings.Join(shown.lines, "") != "IbB" || above != 3 || below != 0 {
		t.Errorf("%q, %d above, %d below", shown.lines, above, below)
	}
}
