package audit

import (
	"fmt"

	"regretscope/ui/kit"
)

// statistical says how far the statistical audit of the learner is or what it
// found, in three lines as a rule.
func (s *Screen) statistical(width int) []string {
	e := s.entry()
	switch {
	case s.refusal != "":
		return kit.Styled(s.refusal, width, 0, s.theme.Warn)
	case s.said != "":
		return kit.Styled(s.said, width, 0, s.theme.Good)
	case s.auditing(s.at):
		return s.progress(width)
	case e.Statistics != nil:
		return s.found(width)
	case e.note != "":
		return kit.Styled(e.note+"; space starts it again.", width, 0, s.theme.Warn)
	}
	return kit.Styled(fmt.Sprintf("space: run the learner %s times on each of two reward sequences that differ in one "+
		"person, and measure lower bounds on what it loses.", kit.Count(ladder[s.runs])), width, 0, s.theme.Faint)
}

func (s *Screen) progress(width int) []string {
	done, total := s.task.Progress()
	if total == 0 {
		return kit.Styled("Searching for two reward sequences on which what it plays differs most …", width, 0, s.theme.Accent)
	}
	text := fmt.Sprintf(" %s of %s runs", kit.Count(done), kit.Count(total))
	filled, rest := kit.Gauge(float64(done)/float64(total), max(width-keyWidth-2*len("4 000 000")-len(" of  runs"), 5))
	return []string{s.theme.Faint.Render(kit.FitLine("running", keyWidth)) +
		s.theme.Accent.Render(filled) + s.theme.Faint.Render(rest) + text}
}

// found is the bound, or that nothing was found, and the first event.
func (s *Screen) found(width int) (lines []string) {
	parts := s.entry().Ran().Parts
	if s.entry().Lower > 0 {
		parts = parts[:2]
	} else {
		parts = parts[:1]
	}
	for _, p := range parts {
		lines = append(lines, kit.Styled(p.Lead, width, 0, p.Tone.Style(s.theme))...)
	}
	return lines
}
