package experiment

import (
	"fmt"
	"strings"

	"regretscope/noise/declare"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// The smallest room that the screen works in.
const minWidth, minHeight = 60, 14

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
	if s.width < minWidth || s.height < minHeight {
		text := fmt.Sprintf("Replications need %d columns and %d lines; here are %d and %d.", minWidth, minHeight, s.width, s.height)
		return kit.Fit(kit.Wrap(text, s.width, 0), s.width, s.height)
	}
	var table kit.Block
	if s.result != nil {
		table = s.viewTable()
	}
	lines := s.viewChart(s.height - len(table) - 1)
	return append(append(lines, table...), s.status())
}

// viewTable is the table in its frame, of at most a third of the screen.
func (s *Screen) viewTable() kit.Block {
	head, rows := s.table(s.width - kit.FrameWidth)
	room := min(len(rows), max(s.height/3-kit.FrameHeight-1, 2))
	shown, above, below := kit.Around(rows, s.focus, s.focus+1, room)
	frame := kit.Frame{Title: fmt.Sprintf("At round %s", kit.Count(s.config.Horizon))}
	if above+below > 0 {
		frame.Remark = fmt.Sprintf("↑%d ↓%d", above, below)
	}
	return frame.Draw(s.theme, append([]string{head}, shown...), s.width, room+1+kit.FrameHeight)
}

func (s *Screen) viewChart(height int) kit.Block {
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
	room := height - kit.FrameHeight
	c, notes := s.chart()
	notes = notes[:min(len(notes), room/4)]
	lines := c.Draw(s.theme, s.width-kit.FrameWidth, room-len(notes))
	return frame.Draw(s.theme, append(lines, notes...), s.width, height)
}

// chart is the picture of the result, with notes on what is laid over it.
func (s *Screen) chart() (*chart.Chart, []string) {
	horizon := s.config.Horizon
	c := &chart.Chart{
		Rounds: chart.Axis{Log: s.log},
		Values: chart.Axis{Floor: s.quantity != overlay.Return},
		Marks:  s.config.Scenario.Breakpoints(), Round: horizon, Limit: horizon,
		Empty: fmt.Sprintf("enter plays %s of each learner on all cores", kit.Plural(s.runs, "run")),
	}
	if s.job != nil {
		c.Empty = "curves come when the runs are finished"
	}
	if s.result == nil {
		return c, nil
	}
	p := &overlay.Picture{Theme: s.theme, Of: s.quantity, Log: s.log, Round: horizon}
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
		return c, overlay.Computing(s.theme)
	}
	rows := s.result.Of(s.focus)
	lines, notes := p.Theory(curves, s.mode, float64(rows[len(rows)-1].RegretMean), len(s.config.Learners))
	c.Lines = append(c.Lines, lines...)
	return c, notes
}

// status is how far the runs are, or what there is to say instead.
func (s *Screen) status() string {
	t := s.theme
	switch {
	case s.refusal != "":
		line := t.Bad.Render("✗ " + declare.Printable(s.refusal))
		switch {
		case s.prompt != nil:
			line = s.prompt.view(s.width/2) + "  " + line
		case s.job != nil:
			return kit.Spread(" "+line, t.Faint.Render(fmt.Sprintf("%d of %d ", s.job.done.Load(), s.job.total)), s.width)
		}
		return kit.FitLine(" "+line, s.width)
	case s.prompt != nil:
		return kit.FitLine(" "+t.Accent.Render(s.prompt.view(s.width-2)), s.width)
	case s.job != nil:
		return s.progress()
	case s.said != "":
		return kit.FitLine(" "+s.said, s.width)
	}
	return kit.FitLine(t.Faint.Render(fmt.Sprintf(" run 1 is the run with seed %d, the others have seeds of their own", s.config.Seed)), s.width)
}

func (s *Screen) progress() string {
	j := s.job
	done := int(j.done.Load())
	text := fmt.Sprintf("%s of %s runs of one learner", kit.Right(kit.Count(done), len(kit.Count(j.total))), kit.Count(j.total))
	switch left, ok := j.left(s.options.Now()); {
	case j.stopping:
		text += " · stopping …"
	case done == j.total:
		text += " · counting …"
	case ok:
		text += " · " + kit.Duration(left) + " left"
	}
	bar := max(s.width/3, 10)
	full, rest := kit.Gauge(float64(done)/float64(j.total), bar)
	return kit.FitLine(" "+s.theme.Accent.Render(theme.PlayGlyph+" "+full)+s.theme.Faint.Render(rest)+" "+strings.TrimSpace(text), s.width)
}
