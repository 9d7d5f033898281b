package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/kit/theme"
)

const (
	titleWidth = 26 // of scenarios
	nameWidth  = 18 // of learners and comparisons
	// oneLine is the width from which an item fits one line; below it, the description is under its name.
	oneLine = 60
)

// An item is one choice: its mark, its name, its description, and its source.
type item struct {
	Heading                  string // above the first of the items that have it
	Mark, Name, Brief, Paper string
	Style                    lipgloss.Style // of the name
}

// A list shows items to choose from, of which its filter lets through those that contain all its
// words, and below them the details of the item at the cursor.
type list struct {
	theme  *theme.Theme
	at     int // the cursor
	line   form.Line
	typing bool  // keys go into the line of the filter
	drawn  []int // the item of each line of the newest drawing; −1 if it belongs to none
}

func (l *list) active() bool { return strings.TrimSpace(l.line.Text()) != "" }
func (l *list) clear()       { l.line.SetText(""); l.typing = false }

// lets returns a function that reports whether an item with some texts stays in the list.
func (l *list) lets() func(texts ...string) bool {
	words := strings.Fields(strings.ToLower(l.line.Text()))
	return func(texts ...string) bool {
		item := strings.ToLower(strings.Join(texts, "\n"))
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(item, word) })
	}
}

// title returns the part of a frame's title for the filter.
func (l *list) title(focused bool) string {
	if !l.typing && !l.active() {
		return ""
	}
	return " · / " + l.line.View(24, l.typing && focused)
}

// itemAt returns the item in a line of the newest drawing, if there is one.
func (l *list) itemAt(line int) (item int, ok bool) {
	if line < 0 || line >= len(l.drawn) || l.drawn[line] < 0 {
		return 0, false
	}
	return l.drawn[line], true
}

// A look holds the columns for names, the lines kept for details, and whether the list has the focus.
type look struct {
	names, keep int
	focused     bool
}

// view draws items and the details of the one at the cursor, which stays near the middle. above and
// below count hidden lines of the list.
func (l *list) view(items []item, detail []string, how look, width, height int) (lines []string, above, below int) {
	var all []string
	var of []int
	from, to, heading := 0, 0, ""
	for i, it := range items {
		if it.Heading != heading && it.Heading != "" {
			heading = it.Heading
			all, of = append(all, l.theme.Accent.Render(heading)), append(of, -1)
		}
		drawn := l.draw(it, i == l.at && how.focused, how.names, width)
		if i == l.at {
			from, to = len(all), len(all)+len(drawn)
		}
		for _, line := range drawn {
			all, of = append(all, line), append(of, i)
		}
	}
	if len(items) == 0 {
		all, of = []string{l.theme.Faint.Render(fmt.Sprintf("nothing matches “%s”; esc shows all", l.line.Text()))}, []int{-1}
	}
	room := max(height-1-min(how.keep, len(detail)), 0)
	top := max(min((from+to-room)/2, len(all)-room), 0)
	end := min(top+room, len(all))
	l.drawn = of[top:end]
	lines = slices.Concat(all[top:end], []string{""}, detail)
	if len(lines) > height && height > 0 {
		lines[height-1] = theme.Ellipsis
	}
	return lines, top, len(all) - end
}

// draw returns the lines of an item. Its paper is shown if there is room for all of it; the details
// below the list always have it.
func (l *list) draw(it item, selected bool, nameWidth, width int) []string {
	head, name := "  ", it.Style.Render(it.Name)
	if selected {
		head, name = l.theme.Selected.Render(theme.SelectedGlyph)+" ", l.theme.Selected.Render(it.Name)
	}
	head += it.Mark + " "
	brief := l.theme.Faint.Render(it.Brief)
	first := head + name
	if width >= oneLine {
		first = head + kit.FitLine(name, nameWidth) + " " + brief
	}
	paper := "  " + it.Paper
	if ansi.StringWidth(first+paper) > width {
		paper = ""
	}
	lines := []string{kit.Spread(first, l.theme.Faint.Render(paper), width)}
	if width < oneLine && it.Brief != "" {
		lines = append(lines, kit.FitLine(strings.Repeat(" ", ansi.StringWidth(head))+brief, width))
	}
	return lines
}

// headline returns a name and its source, on two lines if one is too short.
func (l *list) headline(name, from string, width int) []string {
	if from == "" {
		return []string{l.theme.Title.Render(name)}
	}
	if ansi.StringWidth(name+" · "+from) <= width {
		return []string{l.theme.Title.Render(name) + l.theme.Faint.Render(" · "+from)}
	}
	return append([]string{l.theme.Title.Render(name)}, kit.Styled(from, width, 0, l.theme.Faint)...)
}

// filter returns the list of the focused section, which can be filtered; nil if it has none.
func (s *Screen) filter() *list {
	switch s.section {
	case scenarioSection:
		return &s.selected.scenarios.list
	case learnerSection:
		return &s.selected.learners.list
	}
	return nil
}

func (s *Screen) filtering() bool {
	f := s.filter()
	return f != nil && f.typing && s.page == noPage
}

// find lets the user type a filter, or sets it to a given text.
func (s *Screen) find(text string) error {
	f := s.filter()
	if f.typing = text == ""; !f.typing {
		f.line.SetText(text)
		s.followFilter()
	}
	return nil
}

// followFilter moves the cursor to an item that passes the filter.
func (s *Screen) followFilter() {
	if s.section == learnerSection {
		s.selected.learners.rows, s.selected.learners.at = s.selected.learners.listRows(), 0
	} else {
		l := &s.selected.scenarios
		l.move(0)
		own := l.entries[len(l.entries)-2]
		if word := strings.ToLower(strings.TrimSpace(l.line.Text())); slices.Contains(strings.Fields(own.Title), word) {
			l.chosen = own // not a preset that only mentions arms
		}
	}
}

// moveBy moves the cursor of what is shown, stopping at the ends.
func (s *Screen) moveBy(by int) {
	switch {
	case s.page == sharePage:
		s.offset = kit.MovedBy(s.offset, by, len(drawing{s}.shareLines()))
	case s.page == comparisonPage:
		s.comparisons.move(by)
	case s.section == parameterSection:
		s.form.Move(by)
	case s.section == learnerSection:
		s.selected.learners.at = kit.MovedBy(s.selected.learners.at, by, len(s.selected.learners.rows))
	default:
		s.selected.scenarios.move(by)
	}
}

func (s *Screen) takeComparison(string) error {
	config, err := s.comparisons.all[s.comparisons.chosen].Config("")
	if err != nil {
		return err
	}
	s.Edit(config)
	s.goTo(learnerSection)
	return nil
}

// duplicate chooses a learner once more and goes to its fields, because a copy is made to be changed.
func (s *Screen) duplicate(string) error {
	added, err := s.selected.learners.duplicate()
	if err != nil {
		return err
	}
	s.refresh()
	s.into(added.Fields)
	return nil
}

// comparisons lists the named ones. Those of one figure are an item; its panels and ε are variants.
type comparisons struct {
	list
	all    []*figure.Lineup
	chosen int // in all
}

// read finds all comparisons, once: that takes a browser a quarter of a second.
func (c *comparisons) read() {
	if c.all == nil {
		c.all = figure.Lineups()
	}
}

func (c *comparisons) find(name string) error {
	names := param.Map(c.all, func(l *figure.Lineup) string { return l.Name })
	i := slices.Index(names, name)
	if i < 0 {
		return fmt.Errorf("comparisons %s: no such comparison%s", name, param.DidYouMean(name, names))
	}
	c.chosen = i
	return nil
}

// families returns the first and the last place in all of each figure's comparisons.
func (c *comparisons) families() [][2]int {
	var all [][2]int
	before := ""
	for i, l := range c.all {
		name, _ := l.Family()
		if i == 0 || name != before {
			all = append(all, [2]int{i, i})
		}
		all[len(all)-1][1], before = i, name
	}
	return all
}

// family returns the place of the chosen comparison's figure, and its first and last comparison.
func (c *comparisons) family() (at, first, last int) {
	families := c.families()
	at = slices.IndexFunc(families, func(f [2]int) bool { return f[0] <= c.chosen && c.chosen <= f[1] })
	return at, families[at][0], families[at][1]
}

func (c *comparisons) move(by int) {
	families := c.families()
	at, _, _ := c.family()
	c.chosen = families[kit.MovedBy(at, by, len(families))][0]
}

// turn goes to another panel or ε of the figure, in a circle.
func (c *comparisons) turn(by int) {
	_, first, last := c.family()
	n := last - first + 1
	c.chosen = first + (c.chosen-first+by+n)%n
}

// choose goes to a figure, and reports whether it was there.
func (c *comparisons) choose(place int) (again bool) {
	if now, _, _ := c.family(); now == place {
		return true
	}
	c.chosen = c.families()[place][0]
	return false
}

func (c *comparisons) view(width, height int) (lines []string, above, below int) {
	c.at, _, _ = c.family()
	var items []item
	for i, f := range c.families() {
		first := c.all[f[0]]
		name, summary := first.Family()
		it := item{Mark: "○", Name: name, Brief: summary, Paper: first.Paper, Style: c.theme.Text}
		if i == c.at {
			it.Mark = c.theme.Accent.Render("●")
		}
		items = append(items, it)
	}
	detail := c.detail(width)
	return c.list.view(items, detail, look{nameWidth, min(len(detail), 2*height/3), true}, width, height)
}

func (c *comparisons) detail(width int) []string {
	l := c.all[c.chosen]
	_, first, last := c.family()
	detail := c.headline(l.Name, param.SpellOut(l.Paper), width)
	if n := last - first + 1; n > 1 {
		turn := c.theme.Accent.Render("‹ ›") + fmt.Sprintf(" %d of %d of this figure", c.chosen-first+1, n)
		detail = append(detail, kit.FitLine(turn, width))
	}
	detail = append(detail, kit.Styled(l.Summary, width, 0, c.theme.Text)...)
	setting := "on " + l.Environment()
	if l.Epsilon != 0 {
		setting += " · ε " + number.Setting(l.Epsilon)
	}
	detail = append(detail, kit.Styled(setting, width, 0, c.theme.Faint)...)
	for i, learner := range l.Learners {
		detail = append(detail, "  "+c.theme.Series(i).Style.Render(learner))
	}
	return detail
}
