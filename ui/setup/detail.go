package setup

import (
	"fmt"
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/noise/words"
	"regretscope/scenarios"
)

// scenarioDetail tells about the chosen scenario: what it is, where it is from,
// and its arms.
func (s *Screen) scenarioDetail(p place) []string {
	e, sc := s.entries[s.entry], s.built.scenario
	lines := []string{s.theme.Title.Render(e.name) + s.theme.Faint.Render(" · "+e.paper)}
	switch {
	case s.built.err != nil:
		return append(lines, wrap("✗ "+s.built.err.Error(), p.width, s.theme.Bad.Render)...)
	case sc == nil:
		return append(lines, s.theme.Faint.Render("not read yet"))
	}
	text := sc.Summary
	if e.preset == nil && sc.Name != "" && sc.Name != text {
		text = sc.Name + ": " + text
	}
	lines = append(lines, wrap(text, p.width, s.theme.Text.Render)...)
	lines = append(lines, wrap(strings.Join(facts(sc), " · "), p.width, s.theme.Faint.Render)...)
	if points := sc.Breakpoints(); len(points) > 0 {
		text := fmt.Sprintf("means change at rounds %s", strings.Trim(fmt.Sprint(points), "[]"))
		lines = append(lines, wrap(text, p.width, s.theme.Faint.Render)...)
	}
	return append(lines, s.armLines(sc, p.width)...)
}

// armLines draws the arms' means in the first phase as bars, the best marked.
func (s *Screen) armLines(sc *scenarios.Scenario, width int) []string {
	phase := &sc.Phases[0]
	best := map[int]bool{}
	for _, j := range phase.Best {
		best[j] = true
	}
	labels := 1
	for j := range phase.Arms {
		labels = min(max(labels, len([]rune(sc.Label(j)))), width/4)
	}
	bar := max(4, min(24, width-labels-24))
	var lines []string
	for j, law := range phase.Arms {
		mark := " "
		if best[j] {
			mark = s.theme.Good.Render("★")
		}
		full := int(math.Round(phase.Means[j] * float64(bar)))
		lines = append(lines, fmt.Sprintf("%s %s %s%s %s %s", fit(sc.Label(j), labels), mark,
			s.theme.Accent.Render(strings.Repeat("█", full)), s.theme.Faint.Render(strings.Repeat("·", bar-full)),
			fmt.Sprintf("μ %.3f", phase.Means[j]), s.theme.Faint.Render(law.String())))
	}
	return lines
}

// learnerDetail tells about the learner at the cursor, down to its pseudo-code.
func (s *Screen) learnerDetail(p place) []string {
	r := s.rows()[s.row]
	lines := []string{s.theme.Title.Render(r.Name) + s.theme.Faint.Render(" · "+r.Paper)}
	if reason := s.reason(r.Declaration); reason != "" {
		lines = append(lines, wrap(fmt.Sprintf("cannot play %s: %s", s.built.scenario.Name, reason), p.width, s.theme.Warn.Render)...)
	}
	lines = append(lines, wrap(r.Summary, p.width, s.theme.Text.Render)...)
	lines = append(lines, wrap(promise(r.Declaration), p.width, s.theme.Faint.Render)...)
	for _, line := range r.Pseudocode {
		text := fmt.Sprintf("%2d  %s", line.Number, line.Text)
		lines = append(lines, s.theme.Faint.Render(text))
	}
	return lines
}

// promise is what a learner's paper claims of privacy, in a few words.
func promise(d *learners.Declaration) string {
	var parts []string
	switch {
	case d.Claim != "":
		parts = append(parts, "claims "+d.Claim)
	case d.Privacy == learners.NotPrivate:
		parts = append(parts, "not private")
	}
	if d.KnowsHorizon {
		parts = append(parts, "knows T")
	}
	for _, p := range d.Parameters {
		value := p.Default
		if p.Derived != "" {
			value = p.Derived
		}
		if x, err := words.ParseNumber(value); err == nil {
			value = words.FormatNumber(x)
		}
		parts = append(parts, p.Name+" = "+value)
	}
	return strings.Join(parts, " · ")
}
