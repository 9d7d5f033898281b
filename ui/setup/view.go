package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/words"
	"regretscope/scenarios"
)

var titles = [sections]string{"1 Scenario", "2 Learners", "3 Parameters"}

// View draws the screen, in the room that it was given and no more.
func (s *Screen) View() string {
	places, wide, ok := arrange(s.width, s.height, s.section)
	switch {
	case !ok:
		return s.tooSmall()
	case s.sharing:
		return s.viewShare()
	}
	var parts []string
	for i, p := range places {
		parts = append(parts, s.viewSection(section(i), p))
	}
	body := strings.Join(parts, "\n")
	if wide {
		body = lipgloss.JoinHorizontal(lipgloss.Top, parts...)
	}
	return body + "\n" + fit(s.verdict(), s.width)
}

// tooSmall says what room is needed, in as much of that as there is.
func (s *Screen) tooSmall() string {
	text := fmt.Sprintf("Setup needs %d columns and %d lines; there are %d and %d.", minWidth, minHeight, s.width, s.height)
	lines := strings.Split(ansi.Wrap(text, max(1, s.width), ""), "\n")
	lines = lines[:min(len(lines), s.height)]
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], s.width, "")
	}
	return strings.Join(lines, "\n")
}

func (s *Screen) viewSection(which section, p place) string {
	focused := which == s.section
	if p.folded {
		return fit("   "+s.theme.Title.Render(fmt.Sprintf("%-12s", titles[which]))+"  "+s.summary(which), p.width)
	}
	inner := place{width: p.width - 4, height: p.height - 2}
	var lines []string
	var above, below int
	switch which {
	case scenarioSection:
		detail := s.scenarioDetail(inner)
		lines, above, below = s.scenarioList(inner.width).over(detail, inner.height/2, inner.height)
	case learnerSection:
		detail := s.learnerDetail(inner)
		lines, above, below = s.learnerList(inner.width).over(detail, inner.height/3, inner.height)
	default:
		s.form.SetSize(inner.width, inner.height)
		lines = strings.Split(s.form.View(), "\n")
		above, below = s.form.Hidden()
	}
	title := titles[which]
	if which == learnerSection {
		title += fmt.Sprintf(" · %d of up to %d", len(s.playing()), MaxLearners)
	}
	return s.frame(p, title, focused, lines, above, below)
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
			parts = append(parts, s.theme.Series(i).Style.Render(slot.Name))
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
		kind = fmt.Sprintf("%s, %d phases", kind, n)
	}
	return []string{kind, fmt.Sprintf("%s feedback", sc.Feedback), fmt.Sprintf("%d arms", sc.Arms())}
}

// verdict is the line about the whole: why the newest key did nothing, what is
// wrong, or what Enter starts.
func (s *Screen) verdict() string {
	if s.refusal != "" {
		return s.theme.Bad.Render(" ✗ " + s.refusal)
	}
	if s.unread() {
		if s.built.loading {
			return s.theme.Accent.Render(" … reading the scenario")
		}
		return s.theme.Faint.Render(" … the scenario is read when you leave its field, or at enter")
	}
	c, err := s.Config()
	if err != nil {
		return s.theme.Bad.Render(" ✗ " + err.Error())
	}
	names := make([]string, len(c.Learners))
	for i, choice := range c.Learners {
		names[i] = choice.Label()
	}
	return s.theme.Good.Render(" ▶ enter") + fmt.Sprintf(" runs %s on %s · ε %s · T %s · seed %d",
		strings.Join(names, ", "), c.Scenario.Name, words.FormatNumber(c.Epsilon), grouped(c.Horizon, " "), c.Seed)
}
