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
			lines, _, _ := shown.View()
			text := strings.Join(lines, "\n")
			if !r.heading() && (!strings.Contains(text, "▸ ") || !strings.Contains(text, r.Name)) {
				t.Fatalf("%v: %s is not in sight:\n%s", size, r.Name, text)
			}
			first := strings.TrimSpace(lines[0])
			if !isFamily(first) && !strings.Contains(lines[0], "cannot play") {
				t.Errorf("%v: the first line at %d is %q", size, s.row, first)
			}
			if item, ok := shown.ItemAt(0); ok && isFamily(first) {
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
		for section, list := range map[section]func(width int) choiceList{scenarioSection: s.scenarioList, learnerSection: s.learnerList} {
			s.goTo(section)
			width, height := s.layout().sections[section].Inside()
			all := list(width)
			if _, above, _ := all.Window(height / 2); above > 0 {
				t.Errorf("%v: section %d opens %d lines below its top", size, section+1, above)
			}
			for _, line := range all.Lines {
				if strings.Contains(line, theme.Ellipsis) || ansi.StringWidth(line) > width {
					t.Errorf("%v: %q is cut", size, line)
				}
			}
		}
	}
}
