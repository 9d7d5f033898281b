package experiment

import (
	"fmt"
	"slices"

	"regretscope/noise/declare"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = map[overlay.Quantity]string{
	overlay.Regret: "Regret", overlay.RegretPerLog: "Regret / ln t", overlay.Return: "Expected return per round",
}

// View draws the screen, or what was drawn last if nothing has changed.
func (s *Screen) View() string {
	if s.drawn == "" {
		s.drawn = s.draw().String()
	}
	return s.drawn
}

func (s *Screen) draw() kit.Block {
	rows := 0
	if s.result != nil {
		rows = len(s.config.Learners)
	}
	l := arrange(s.width, s.height, rows)
	if !l.fits {
		return kit.Message(kit.TooSmall("the experiment", minWidth, minHeight, s.width, s.height), s.width, s.height, s.theme.Text)
	}
	return slices.Concat(s.viewChart(l.chart), s.viewTable(l.table), kit.Block{s.status()})
}

// viewTable is the table in its frame, with the focused learner in sight.
func (s *Screen) viewTable(r kit.Rect) kit.Block {
	if r.Empty() {
		return nil
	}
	width, height := r.Inside()
	head, rows := s.table(width)
	shown, above, below := kit.Around(rows, s.focus, s.focus+1, height-1)
	frame := kit.Frame{Title: fmt.Sprintf("At round %s", kit.Count(s.config.Horizon))}
	if above+below > 0 {
		frame.Remark = fmt.Sprintf("↑%d ↓%d", above, below)
	}
	return frame.Draw(s.theme, append([]string{head}, shown...), r.Width, r.Height)
}

func (s *Screen) viewChart(r kit.Rect) kit.Block {
	frame := kit.Frame{Title: titles[s.quantity], Remark: "linear"}
	if s.log {
		frame.Remark = "log"
	}
	if s.result != nil {
		frame.Title += " · mean of " + kit.Plural(s.result.Runs, "run")
		switch {
		case s.quantity == overlay.Return || s.result.Runs == 1:
		case s.spread == overlay.NoBand:
			frame.Title += ", no band"
		default:
			frame.Title += fmt.Sprintf(" %s", s.spread)
		}
	}
	if s.mode != overlay.Off {
		frame.Remark = "overlay " + s.mode.String() + " · " + frame.Remark
	}
	width, height := r.Inside()
	c, notes := s.chart()
	notes = notes[:min(len(notes), height/4)]
	lines := c.Draw(s.theme, width, height-len(notes))
	return frame.Draw(s.theme, append(lines, notes...), r.Width, r.Height)
}

// chart is the picture of the result, with notes on what is laid over it.
func (s *Screen) chart() (*chart.Chart, []string) {
	horizon := s.config.Horizon
	c := &chart.Chart{
		Rounds: chart.Axis{Log: s.log},
		Values: chart.Axis{Floor: s.quantity != overlay.Return},
		Marks:  s.config.Scenario.Breakpoints(), Round: horizon, Limit: horizon,
		Empty: fmt.Sprintf("enter starts %s of each learner on all cores", kit.Plural(s.runs, "run")),
	}
	if s.task.Running() {
		c.Empty = "curves come when the runs are finished"
	}
	if s.result == nil {
		return c, nil
	}
	p := &overlay.Picture{Of: s.quantity, Log: s.log, Round: horizon}
	for i := range s.config.Learners {
		mean, band := p.Replications(s.result, i, s.spread, i)
		mean.Name, mean.Selected = s.config.Learners[i].Label(), i == s.focus
		c.Lines, c.Bands = append(c.Lines, mean), append(c.Bands, band...)
	}
	if s.mode == overlay.Off {
		return c, nil
	}
	curves, known := s.options.Shelf.Of(s.config, s.focus)
	if !known {
		return c, []string{overlay.Computing}
	}
	rows := s.result.Of(s.focus)
	lines, notes := p.Theory(curves, s.mode, float64(rows[len(rows)-1].RegretMean), len(s.config.Learners))
	c.Lines = append(c.Lines, lines...)
	return c, notes
}

// status is how far the runs are, or how the last key or job ended.
func (s *Screen) status() string {
	t := s.theme
	line := t.Faint.Render(fmt.Sprintf("run 1 has seed %d, the other runs have seeds derived from it", s.config.Seed))
	switch {
	case s.refusal != "":
		line = t.Bad.Render("✗ " + declare.Printable(s.refusal))
		if s.prompt != nil {
			line = s.prompt.view(s.width/2) + "  " + line
		} else if s.task.Running() {
			done, _ := s.task.Progress()
			return kit.Spread(" "+line, t.Faint.Render(fmt.Sprintf("%d of %d ", done, s.job.total)), s.width)
		}
	case s.prompt != nil:
		line = t.Accent.Render(s.prompt.view(s.width - 2))
	case s.task.Running():
		line = s.progress()
	case s.said != "":
		line = s.said
	}
	return kit.FitLine(" "+line, s.width)
}

func (s *Screen) progress() string {
	done, _ := s.task.Progress()
	total := s.job.total
	text := fmt.Sprintf(" %s of %s runs of one learner", kit.Count(done), kit.Count(total))
	switch left, ok := s.left(); {
	case s.task.Stopping():
		text += " · stopping …"
	case done == total:
		text += " · averaging …"
	case ok:
		text += " · " + kit.Duration(left) + " left"
	}
	full, rest := kit.Gauge(float64(done)/float64(total), max(s.width/3, 10))
	return s.theme.Accent.Render(theme.PlayGlyph+" "+full) + s.theme.Faint.Render(rest) + text
}
