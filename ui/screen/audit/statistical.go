package audit

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// statistical describes the progress or the result of the learner's statistical audit, usually
// in three lines.
func (s *Screen) statistical(width int) []string {
	e := s.entry()
	switch {
	case s.Notice.Warn:
		return kit.Styled(s.Notice.Text, width, 0, s.theme.Warn)
	case s.Notice.Text != "":
		return kit.Styled(s.Notice.Text, width, 0, s.theme.Good)
	case s.auditing(s.at):
		return s.progress(width)
	case e.Statistics != nil:
		return s.found(width)
	case e.note != "":
		return kit.Styled(e.note+"; space starts it again.", width, 0, s.theme.Warn)
	}
	return kit.Styled(fmt.Sprintf("space: run the learner %s times on each of two reward sequences that differ in one "+
		"person, and measure lower bounds on the loss.", kit.Count(ladder[s.runs])), width, 0, s.theme.Faint)
}

func (s *Screen) progress(width int) []string {
	done, total := s.task.Progress()
	if total == 0 {
		return kit.Styled("Searching for two reward sequences on which its plays differ most …",
			width, 0, s.theme.Accent)
	}
	text := fmt.Sprintf(" %s of %s runs", kit.Count(done), kit.Count(total))
	filled, rest := kit.Gauge(float64(done)/float64(total), max(width-keyWidth-2*len("4,000,000")-len(" of  runs"), 5))
	return []string{s.theme.Faint.Render(kit.FitLine("running", keyWidth)) +
		s.theme.Accent.Render(filled) + s.theme.Faint.Render(rest) + text}
}

// found describes the bound and the first event, or states that nothing was found.
func (s *Screen) found(width int) []string {
	shown := 1
	if s.entry().Lower > 0 {
		shown = 2
	}
	return kit.Leads(s.entry().Ran().Lines[:shown], width, 0, s.theme)
}

// toggle starts a statistical audit of the chosen learner, or stops the running one.
func (s *Screen) toggle() tea.Cmd {
	switch {
	case !s.task.Running():
		s.audited = s.at
		s.entry().note = ""
		s.Rounds += 2 * float64(ladder[s.runs]) // of a round or more
		work := &audits.Audit{
			Config: s.config, Learner: s.at, Runs: ladder[s.runs], Confidence: audits.DefaultConfidence,
		}
		return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*audits.Finding, error) {
			return work.Run(ctx, func(p model.Progress) { progress(p.Done, p.Total) })
		})
	case s.audited != s.at:
		s.Warn("only one audit runs at a time: " + s.entries[s.audited].Spec.Label() + " is being audited now")
	default:
		s.task.Drop()
		s.entry().note = "The audit was stopped before it measured anything"
	}
	return nil
}

func (s *Screen) store(result *kit.Result[*audits.Finding]) {
	e := &s.entries[s.audited]
	s.Changed()
	if result.Err != nil {
		e.note = kit.Capital(param.Printable(result.Err.Error()))
		return
	}
	e.Statistics = result.Value.Statistics
	e.Losses = lossesOf(&e.Finding.Finding)
}

// setRuns sets the number of runs of the next statistical audit.
func (s *Screen) setRuns(to int) {
	switch {
	case s.task.Running():
		s.Warn("the number of runs cannot be changed while an audit is running")
	case to < 0 || to >= len(ladder):
		s.Warn(fmt.Sprintf("an audit has from %s to %s runs on each sequence",
			kit.Count(ladder[0]), kit.Count(ladder[len(ladder)-1])))
	default:
		s.runs = to
	}
}
