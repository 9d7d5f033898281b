package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/declare"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [sections]string{"1 Scenario", "2 Learners", "3 Parameters"}

// View draws the screen, in the room that it was given and no more.
func (s *Screen) View() string {
	warnings := s.warningLines()
	places, wide, ok := arrange(s.width, s.height, len(warnings)+1, s.section)
	switch {
	case !ok:
		text := fmt.Sprintf("Setup needs %d columns and %d lines; here are %d and %d.", minWidth, minHeight, s.width, s.height)
		return kit.Fit(kit.Wrap(text, s.width, 0), s.width, s.height).String()
	case s.sharing:
		return s.viewShare()
	case s.browsing:
		return s.viewLineups()
	}
	var parts []kit.Block
	for i, p := range places {
		parts = append(parts, s.viewSection(section(i), p))
	}
	foot := kit.Fit(append(warnings, s.verdict()), s.width, len(warnings)+1)
	if wide {
		return kit.Beside(parts...).String() + "\n" + foot.String()
	}
	var body kit.Block
	for _, part := range parts {
		body = append(body, part...)
	}
	return append(body, foot...).String()
}

// warningLines are the warnings, as far as the sections can spare the room.
func (s *Screen) warningLines() []string {
	const most = 4
	var lines []string
	for _, warning := range s.warnings {
		lines = append(lines, wrapped(" ! "+declare.Printable(warning), s.width, 3, s.theme.Warn)...)
	}
	room := min(max(s.height-minHeight, 1), most)
	if len(lines) > room {
		// The beginning of one says more than that there are some.
		lines[room-1] = ansi.Truncate(lines[room-1], s.width-2, "") + " " + theme.Ellipsis
	}
	return lines[:min(len(lines), room)]
}

func (s *Screen) viewSection(which section, p place) kit.Block {
	if p.folded {
		title := s.theme.Title.Render(kit.FitLine(titles[which], len("3 Parameters")))
		return kit.Fit([]string{"   " + title + "  " + s.summary(which)}, p.width, 1)
	}
	width, height := p.width-kit.FrameWidth, p.height-kit.FrameHeight
	frame := kit.Frame{Title: titles[which], Focused: which == s.section}
	var lines []string
	var above, below int
	switch which {
	case scenarioSection:
		lines, above, below = s.viewScenarios(width, height)
	case learnerSection:
		lines, above, below = s.learnerList(width).over(s.learnerDetail(width), height/3, height)
		frame.Title += fmt.Sprintf(" · %d of up to %d", len(s.playing()), MaxLearners)
	default:
		s.form.SetSize(width, height)
		lines = strings.Split(s.form.View(), "\n")
		above, below = s.form.Hidden()
	}
	frame.Remark = hidden(above, below)
	return frame.Draw(s.theme, lines, p.width, p.height)
}

// hidden says how many lines are above and below those that are seen.
func hidden(above, below int) string {
	if above+below == 0 {
		return ""
	}
	return fmt.Sprintf("↑%d ↓%d", above, below)
}

// viewScenarios says what the scenarios are in full where there is room for it.
func (s *Screen) viewScenarios(width, height int) (lines []string, above, below int) {
	list, detail := s.scenarioList(width, true), s.scenarioDetail(width)
	if len(list.lines)+1+len(detail) > height {
		list = s.scenarioList(width, false)
	}
	return list.over(detail, height/2, height)
}

// A listing is lines of which some belong to where the cursor is.
type listing struct {
	lines    []string
	from, to int
}

// over puts a list above something about the item at its cursor. The list gets
// what it needs, except for the lines that the other is to keep.
func (l listing) over(detail []string, keep, height int) (lines []string, above, below int) {
	room := max(height-1-min(keep, len(detail)), 0)
	shown, above, below := kit.Around(l.lines, l.from, l.to, room)
	lines = append(append(lines, shown...), "")
	lines = append(lines, detail...)
	if len(lines) > height && height > 0 {
		lines[height-1] = theme.Ellipsis
	}
	return lines, above, below
}

// summary is a section in one line.
func (s *Screen) summary(which section) string {
	var parts []string
	switch which {
	case scenarioSection:
		parts = append(parts, s.entries[s.entry].name)
		if sc := s.built.scenario; sc != nil {
			parts = append(parts, facts(sc)...)
		}
	case learnerSection:
		for i, slot := range s.playing() {
			parts = append(parts, s.theme.Series(i).Style.Render(slot.label()))
		}
	default:
		rounds := strings.ReplaceAll(s.run.horizon.Value(), "_", " ")
		parts = append(parts, "ε "+s.run.epsilon.Value(), "T "+rounds, "seed "+s.run.seed.Value())
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
	c, err := s.Config()
	if err != nil {
		return s.theme.Bad.Render(" ✗ " + declare.Printable(err.Error()))
	}
	labels := make([]string, len(c.Learners))
	for i, choice := range c.Learners {
		labels[i] = choice.Label()
	}
	enter := s.theme.Good.Render(" " + theme.PlayGlyph + " enter")
	setting := fmt.Sprintf(" on %s · ε %s · T %s · seed %d",
		declare.Printable(c.Scenario.Name), declare.FormatNumber(c.Epsilon), kit.Count(c.Horizon), c.Seed)
	line := enter + " runs " + strings.Join(labels, ", ") + setting
	if ansi.StringWidth(line) > s.width {
		line = enter + fmt.Sprintf(" runs the %s chosen", counted(len(labels))) + setting
	}
	return line
}

// counted says how many learners there are.
func counted(n int) string {
	if n == 1 {
		return "learner"
	}
	return fmt.Sprintf("%d learners", n)
}
