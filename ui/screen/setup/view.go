package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [sections]string{"1 Scenario", "2 Learners", "3 Parameters"}

// View draws the screen, or what was drawn last if nothing has changed.
func (s *Screen) View() string { return s.Draw(s.draw) }

func (s *Screen) layout() layout {
	return arrange(s.Width, s.Height, len(s.hintLines()), len(s.warningLines())+1, s.section)
}

func (s *Screen) draw() kit.Block {
	if unfit := s.Unfit(s.theme, "setup", minWidth, minHeight, nil); unfit != nil {
		return unfit
	}
	switch {
	case s.sharing:
		return s.viewShare()
	case s.browsing:
		return s.viewLineups()
	}
	l := s.layout()
	var parts []kit.Block
	for i, r := range l.sections {
		parts = append(parts, s.viewSection(section(i), r, l.folded(section(i))))
	}
	foot := kit.Fit(append(s.warningLines(), s.verdict()), s.Width, l.foot.Height)
	if l.wide {
		return slices.Concat(s.hintLines(), kit.Beside(parts...), foot)
	}
	return slices.Concat(s.hintLines(), slices.Concat(parts...), foot)
}

// hintLines are the line above the choice, if there is one.
func (s *Screen) hintLines() kit.Block {
	if s.hint == "" {
		return nil
	}
	return kit.Block{kit.FitLine(s.theme.Accent.Render(" "+s.hint), s.Width)}
}

// warningLines are the warnings, as far as the sections can spare the room.
func (s *Screen) warningLines() []string {
	const most = 4
	var lines []string
	for _, warning := range s.warnings {
		lines = append(lines, kit.Styled(" ! "+declare.Printable(warning), s.Width, 3, s.theme.Warn)...)
	}
	room := min(max(s.Height-minHeight, 1), most)
	if len(lines) > room {
		// The beginning of one says more than that there are some.
		lines[room-1] = ansi.Truncate(lines[room-1], s.Width-2, "") + " " + theme.Ellipsis
	}
	return lines[:min(len(lines), room)]
}

func (s *Screen) viewSection(which section, r kit.Rect, folded bool) kit.Block {
	if folded {
		title := s.theme.Title.Render(kit.FitLine(titles[which], len("3 Parameters")))
		return kit.Fit([]string{"   " + title + "  " + s.summary(which)}, r.Width, 1)
	}
	width, height := r.Inside()
	frame := kit.Frame{Title: titles[which], Focused: which == s.section}
	var lines []string
	var above, below int
	switch which {
	case scenarioSection:
		lines, above, below = s.scenarioPart(width, height).view()
		frame.Title += s.filterTitle(which)
	case learnerSection:
		lines, above, below = s.learnerPart(width, height).view()
		frame.Title += fmt.Sprintf(" · %d of up to %d", len(s.playing()), model.MaxLearners) + s.filterTitle(which)
	default:
		s.form.SetSize(width, height)
		lines = strings.Split(s.form.View(), "\n")
		above, below = s.form.Hidden()
	}
	frame.Remark = kit.Hidden(above, below)
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (s *Screen) scenarioPart(width, height int) part {
	return part{s.scenarioList(width), s.scenarioDetail(width), height / 2, height}
}

func (s *Screen) learnerPart(width, height int) part {
	return part{s.learnerList(width), s.learnerDetail(width), height / 3, height}
}

// filterTitle is what stands of a list's filter in its title.
func (s *Screen) filterTitle(which section) string {
	f := &s.filters[which]
	if !f.typing && !f.active() {
		return ""
	}
	return " · / " + f.line.View(24, f.typing && which == s.section)
}

// A listing is the lines of a list; those of the item at its cursor are from …
// to−1.
type listing struct {
	lines    []string
	items    []int // of each line; −1 where it belongs to none
	from, to int
}

func (l *listing) add(item int, lines ...string) {
	for _, line := range lines {
		l.lines, l.items = append(l.lines, line), append(l.items, item)
	}
}

// ahead is how many lines of a list are seen below its cursor.
const ahead = 2

// window is the part of the list that is seen in so many lines: all from the first
// as long as the cursor is among them, and otherwise the lines up to the cursor below
// the heading that they belong to. Above and below count the lines that are not seen.
func (l *listing) window(room int) (shown listing, above, below int) {
	n := len(l.lines)
	top := min(max(l.to+ahead-room, 0), max(n-room, 0), l.from)
	if heading := l.headingAbove(top + 1); top > 0 && top < l.from && heading >= 0 {
		for top++; top < l.from && l.items[top] == l.items[top-1]; {
			top++ // the rest of an item without its name
		}
		if l.items[top] >= 0 { // not another heading
			shown.add(-1, l.lines[heading])
			room--
		}
	}
	end := min(top+room, n)
	for end < n && end > l.to && l.items[end] == l.items[end-1] {
		end-- // nor a name without the rest of its item
	}
	for i := top; i < end; i++ {
		shown.add(l.items[i], l.lines[i])
	}
	return shown, top, n - end
}

// headingAbove is the line of the heading that a line belongs to; −1 where there is
// none above it.
func (l *listing) headingAbove(line int) int {
	for i := min(line, len(l.items)) - 1; i >= 0; i-- {
		if l.items[i] < 0 {
			return i
		}
	}
	return -1
}

// A part is a list above something about the item at its cursor. The list gets
// the lines that it needs, except for those that the detail is to keep.
type part struct {
	list         listing
	detail       []string
	keep, height int
}

func (p part) shown() (shown listing, above, below int) {
	return p.list.window(max(p.height-1-min(p.keep, len(p.detail)), 0))
}

func (p part) view() (lines []string, above, below int) {
	shown, above, below := p.shown()
	lines = append(append(lines, shown.lines...), "")
	lines = append(lines, p.detail...)
	if len(lines) > p.height && p.height > 0 {
		lines[p.height-1] = theme.Ellipsis
	}
	return lines, above, below
}

// itemAt is the item of the list in a line of the view, if there is one.
func (p part) itemAt(line int) (item int, ok bool) {
	shown, _, _ := p.shown()
	if line < 0 || line >= len(shown.items) || shown.items[line] < 0 {
		return 0, false
	}
	return shown.items[line], true
}

func (s *Screen) summary(which section) string {
	var parts []string
	switch which {
	case scenarioSection:
		parts = append(parts, s.entries[s.entry].title)
		if sc := s.built.scenario; sc != nil {
			parts = append(parts, facts(sc)...)
		}
	case learnerSection:
		for i, name := range labels(s.playing()) {
			parts = append(parts, s.theme.Series(i).Style.Render(name))
		}
	default:
		parts = append(parts, "ε "+s.run.epsilon.Value(), "T "+s.run.horizon.Value(), "seed "+s.run.seed.Value())
	}
	return strings.Join(parts, " · ")
}

// facts are the words that describe an environment as a whole.
func facts(sc *scenarios.Scenario) []string {
	kind := string(sc.Kind)
	if n := len(sc.Phases); n > 1 {
		kind += fmt.Sprintf(", %d phases", n)
	}
	return []string{kind, fmt.Sprintf("%s feedback", sc.Feedback), fmt.Sprintf("K %d", sc.Arms())}
}

// verdict is the line about the whole: why the newest key did nothing, what is
// wrong, or what Enter starts.
func (s *Screen) verdict() string {
	if s.refusal != "" {
		return s.theme.Bad.Render(" ✗ " + declare.Printable(s.refusal))
	}
	if s.unread() {
		if s.built.loading {
			return s.theme.Accent.Render(" … reading the scenario")
		}
		return s.theme.Faint.Render(" … the scenario is read when you leave its field, or at enter")
	}
	if s.asksFirst() {
		return s.theme.Good.Render(" enter") + ", then type the " + s.entries[s.entry].fields[0].Name
	}
	c, err := s.Config()
	if err != nil {
		return s.theme.Bad.Render(" ✗ " + declare.Printable(err.Error()))
	}
	names := labels(s.playing())
	enter := s.theme.Good.Render(" " + theme.PlayGlyph + " enter")
	setting := fmt.Sprintf(" on %s · ε %s · T %s · seed %d",
		declare.Printable(c.Scenario.Title()), declare.FormatNumber(c.Epsilon), kit.Count(c.Horizon), c.Seed)
	line := enter + " runs " + strings.Join(names, ", ") + setting
	if ansi.StringWidth(line) > s.Width {
		line = enter + " runs the " + strings.TrimPrefix(kit.Plural(len(names), "learner"), "1 ") + " chosen" + setting
	}
	return line
}
