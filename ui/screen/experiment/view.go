package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "the experiment", minWidth, minHeight, nil, s.draw)
}

func (s *Screen) draw() kit.Block {
	rows, parts := 0, 3
	if s.shown.result != nil {
		rows = len(s.config.Learners)
		if s.shown.pairs {
			rows, parts = rows-1, 2
		}
	}
	l := arrange(s.Width, s.Height, rows, parts)
	return slices.Concat(s.shown.viewChart(l.chart, s.invitation()), s.shown.viewTable(l.table), kit.Block{s.status()})
}

// invitation returns the text of the chart before the first result.
func (s *Screen) invitation() string {
	each := number.Plural(s.runs, "run") + " of each learner"
	switch {
	case s.task.Running():
		return "curves appear when the runs are finished"
	case len(s.epsilons) > 0:
		each += " at ε = " + s.epsilonText()
	}
	return "enter starts " + each + " on all cores"
}

// Sentences describes the results for people who do not see the screen.
func (s *Screen) Sentences() []string {
	if s.shown.result == nil || s.task.Running() || s.prompt != nil {
		return []string{
			strings.TrimSpace(ansi.Strip(s.status())),
			fmt.Sprintf("run plays %s of each learner; runs N and sweep ε,… choose others; next-learner looks at "+
				"another learner.", number.Plural(s.runs, "run")),
		}
	}
	return s.shown.sentences()
}

// status returns the progress of the runs, or the result of the last key or job.
func (s *Screen) status() string {
	t := s.theme
	line := t.Faint.Render(fmt.Sprintf("run 1 has seed %d, the other runs have seeds derived from it", s.config.Seed))
	switch {
	case s.Notice.Text != "":
		line = t.Bad.Render("✗ " + param.Printable(s.Notice.Text))
		if s.prompt != nil {
			line = s.prompt.view(s.Width/2, true) + "  " + line
		} else if s.task.Running() {
			done, total := s.task.Progress()
			return kit.Spread(" "+line, t.Faint.Render(fmt.Sprintf("%s of %s ", number.Count(done), number.Count(total))), s.Width)
		}
	case s.prompt != nil:
		line = t.Accent.Render(s.prompt.view(s.Width-2, false))
	case s.task.Running():
		line = s.progress()
	case s.outcome != "":
		line = s.outcome
	}
	return kit.FitLine(" "+line, s.Width)
}

func (s *Screen) progress() string {
	done, total := s.task.Progress()
	if total == 0 && !s.task.Stopping() {
		return s.theme.Accent.Render(theme.PlayGlyph + " getting ready …")
	}
	text := fmt.Sprintf(" %s of %s runs of one learner", number.Count(done), number.Count(total))
	switch {
	case s.task.Stopping():
		text += " · stopping …"
	case done == total:
		text += " · averaging …"
	case done > 0:
		elapsed := s.now().Sub(s.started).Seconds()
		text += " · " + number.Seconds(elapsed*float64(total-done)/float64(done)) + " left"
	}
	full, rest := kit.Gauge(float64(done)/float64(max(total, 1)), max(s.Width/3-12, 10))
	return s.theme.Accent.Render(theme.PlayGlyph+" "+full) + s.theme.Faint.Render(rest) + text
}

// The smallest size of the screen.
const minWidth, minHeight = 60, 14

// A layout holds the place of every part. The table is empty before there is a result.
type layout struct {
	chart, table, status kit.Rect
}

// arrange returns the place of every part, with a table of rows rows, 0 for no table. The table
// has at most 1/parts of the screen: it scrolls.
func arrange(width, height, rows, parts int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	const header = 1
	body := kit.Rect{Width: width, Height: height}
	body, l.status = body.Rows(height - 1)
	table := 0
	if rows > 0 {
		table = min(rows, max(height/parts-kit.FrameHeight-header, 2)) + header + kit.FrameHeight
	}
	l.chart, l.table = body.Rows(body.Height - table)
	return l
}
