package audit

import (
	"fmt"
	"math"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// proof is what the statistical audit of the learner has to say, in its present
// state, in three lines as a rule.
func (s *Screen) proof(width int) []string {
	e := s.entry()
	switch {
	case s.refusal != "":
		return styled(s.refusal, width, 0, s.theme.Warn)
	case s.job != nil && s.job.learner == s.at:
		return s.underWay(width)
	case e.finding != nil:
		return s.found(width)
	case e.note != "":
		return styled(e.note+" · space: once more", width, 0, s.theme.Warn)
	}
	return styled(fmt.Sprintf("space: run it %s times on each of two sequences that differ in one person, "+
		"as a black box, to prove a lower bound", kit.Count(ladder[s.runs])), width, 0, s.theme.Faint)
}

func (s *Screen) underWay(width int) []string {
	done, total := s.job.progress.done.Load(), s.job.progress.total.Load()
	if total == 0 {
		return styled("looking for two sequences that tell much …", width, 0, s.theme.Accent)
	}
	text := fmt.Sprintf(" %s of %s runs", kit.Count(int(done)), kit.Count(int(total)))
	filled, rest := kit.Gauge(float64(done)/float64(total), max(width-keyWidth-2*len("4 000 000")-len(" of  runs"), 5))
	return []string{s.theme.Faint.Render(kit.Left("running", keyWidth)) +
		s.theme.Accent.Render(filled) + s.theme.Faint.Render(rest) + text}
}

func (s *Screen) found(width int) []string {
	f := s.entry().finding
	if f.Lower == 0 {
		text := fmt.Sprintf("In %s runs a side %s: that proves nothing against it. Running it can only ever prove a loss, never that there is none.",
			kit.Count(f.Runs), f.Event)
		return styled(text, width, 0, s.theme.Text)
	}
	verdict, style := "that breaks no promise.", s.theme.Good
	switch {
	case f.Refuted():
		verdict, style = "more than it claims.", s.theme.Bad
	case math.IsNaN(f.Claimed):
		verdict, style = "nothing was promised.", s.theme.Warn
	}
	lines := styled(fmt.Sprintf("ε ≥ %s with %s%% confidence: %s", loss(f.Lower), declare.FormatNumber(100*f.Confidence), verdict), width, 0, style)
	text := fmt.Sprintf("Seen: %s; %s times in %s runs of one sequence, %s of the other.", f.Event,
		kit.Count(f.Counts[f.Side]), kit.Count(f.Runs), kit.Count(f.Counts[1-f.Side]))
	return append(lines, styled(text, width, 0, s.theme.Text)...)
}
