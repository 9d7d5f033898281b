package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// headline returns a name and its source, on two lines if one is too short.
func (s *Screen) headline(name, from string, width int) []string {
	if from == "" {
		return []string{s.theme.Title.Render(name)}
	}
	if ansi.StringWidth(name+" · "+from) <= width {
		return []string{s.theme.Title.Render(name) + s.theme.Faint.Render(" · "+from)}
	}
	return append([]string{s.theme.Title.Render(name)}, kit.Styled(from, width, 0, s.theme.Faint)...)
}

// scenarioDetail describes the chosen scenario: its summary, its source, and its arms.
func (s *Screen) scenarioDetail(width int) []string {
	e, sc := s.entries[s.entry], s.built.scenario
	lines := s.headline(e.Title, strings.Trim(e.Name+" · "+param.SpellOut(e.Paper), " ·"), width)
	switch {
	case s.built.err != nil:
		return append(lines, kit.Styled("✗ "+param.Printable(s.built.err.Error()), width, 2, s.theme.Bad)...)
	case sc == nil:
		return append(lines, s.theme.Faint.Render("not read yet"))
	}
	text := sc.Summary
	switch {
	case e.Preset != nil:
	case e.Reads: // a file has its own name
		text = sc.Name + ": " + text
	default:
		text = e.Summary
	}
	lines = append(lines, kit.Styled(param.Printable(text), width, 0, s.theme.Text)...)
	lines = append(lines, kit.Styled(strings.Join(facts(sc), " · "), width, 0, s.theme.Faint)...)
	if points := sc.Breakpoints(); len(points) > 0 {
		const most = 10
		rounds := strings.Trim(fmt.Sprint(points[:min(len(points), most)]), "[]")
		if len(points) > most {
			rounds += " " + theme.Ellipsis
		}
		lines = append(lines, kit.Styled("means change at rounds "+rounds, width, 2, s.theme.Faint)...)
	}
	return append(lines, s.armLines(sc, width)...)
}

// armLines draws the arms' means in the first phase as bars, the best marked.
func (s *Screen) armLines(sc *scenarios.Scenario, width int) []string {
	phase, gaps := &sc.Phases[0], sc.Gaps()
	shown := min(len(phase.Arms), s.Height) // more never fit
	labels, laws, longest := 1, make([]string, shown), 0
	for j, law := range phase.Arms[:shown] {
		labels = min(max(labels, ansi.StringWidth(param.Printable(sc.Label(j)))), width/4)
		if name := law.String(); !strings.HasPrefix(name, "bernoulli") { // the mean determines it
			laws[j] = " " + name
			longest = max(longest, len(laws[j]))
		}
	}
	room := width - labels - 13 // for the star, the mean, and blanks
	// With little room, the name of a distribution says more than its gap.
	gapWidth := 8
	if longest > 0 && room-gapWidth-longest < 8 {
		gapWidth = 0
	}
	bar := min(24, max(5, room-gapWidth-longest))
	lines := make([]string, shown)
	for j := range lines {
		mark, gap := " ", ""
		if phase.IsBest(j) {
			mark = s.theme.Good.Render(theme.BestGlyph)
		} else if sc.PlaySize() == 1 && gapWidth > 0 {
			gap = "Δ " + kit.Fixed(gaps[j], 4)
		}
		lines[j] = fmt.Sprintf("%s %s %s μ %s %s", kit.FitLine(param.Printable(sc.Label(j)), labels), mark,
			s.theme.Accent.Render(kit.Bar(phase.Means[j], bar)), kit.Fixed(phase.Means[j], 4),
			s.theme.Faint.Render(kit.FitLine(gap, gapWidth)+laws[j]))
	}
	return lines
}

// learnerDetail describes the learner at the cursor, including its pseudocode, or names the
// learners below a heading.
func (s *Screen) learnerDetail(width int) []string {
	r, ok := s.at()
	switch {
	case !ok:
		return nil
	case r.heading():
		names := param.Map(r.folded, func(d *learners.Declaration) string { return d.Name })
		text := fmt.Sprintf("None of these learners can play %s: %s", s.built.scenario.Name, r.reason)
		return append(kit.Styled(text, width, 0, s.theme.Text),
			kit.Styled(strings.Join(slices.Compact(names), ", "), width, 0, s.theme.Faint)...)
	}
	lines := s.headline(r.Name, param.SpellOut(r.Paper), width)
	if r.reason != "" {
		text := fmt.Sprintf("✗ cannot play %s: %s", s.built.scenario.Name, r.reason)
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Warn)...)
	}
	lines = append(lines, kit.Styled(r.Summary, width, 0, s.theme.Text)...)
	if r.Privacy != learners.Unknown {
		lines = append(lines, kit.Styled(promise(r.Declaration), width, 2, s.theme.Text)...)
	}
	for _, line := range r.Pseudocode {
		code := strings.TrimLeft(line.Text, " ")
		depth := len(line.Text) - len(code)
		text := fmt.Sprintf("%2d  %s", line.Number, line.Text)
		lines = append(lines, kit.Styled(text, width, 4+depth+2, s.theme.Faint)...)
	}
	return lines
}

// promise returns the paper's claim about a learner's privacy, and its requirements.
func promise(d *learners.Declaration) string {
	parts := []string{"no claim of privacy"}
	switch {
	case d.Privacy == learners.NotPrivate:
		parts[0] = "not private"
	case d.Claim != "":
		parts[0] = d.Claim
	}
	if d.KnowsHorizon {
		parts = append(parts, "knows T")
	}
	if d.Channel != "" {
		parts = append(parts, "channel "+d.Channel+" unless another is chosen")
	}
	for _, p := range d.Parameters {
		parts = append(parts, p.Name+" = "+p.Default+p.Derived)
	}
	return strings.Join(parts, " · ")
}
