package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = map[overlay.Quantity]string{
	overlay.Regret: "Regret", overlay.RegretPerLog: "Regret / ln t", overlay.Return: "Expected return per round",
}

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "the experiment", minWidth, minHeight, nil, s.draw)
}

func (s *Screen) draw() kit.Block {
	rows, parts := 0, 3
	if s.result != nil {
		rows = len(s.config.Learners)
		if s.pairs {
			rows, parts = rows-1, 2
		}
	}
	l := arrange(s.Width, s.Height, rows, parts)
	return slices.Concat(s.viewChart(l.chart), s.viewTable(l.table), kit.Block{s.status()})
}

// viewTable returns the table in its frame, with the focused learner visible.
func (s *Screen) viewTable(r kit.Rect) kit.Block {
	if r.Empty() {
		return nil
	}
	width, height := r.Inside()
	frame := kit.Frame{Title: fmt.Sprintf("At round %s", kit.Count(s.config.Horizon))}
	if s.swept() {
		frame.Title = fmt.Sprintf("At ε = %s, round %s", short(s.here().Epsilon), kit.Count(s.config.Horizon))
	}
	head, rows := s.table(width)
	focus := s.focus
	if s.pairs {
		head, rows = s.pairTable(width)
		frame.Title += fmt.Sprintf(" · %s minus the others, run by run", s.config.Learners[s.focus].Label())
		focus = 0
	}
	shown, above, below := kit.Around(rows, focus, focus+1, height-1)
	frame.Remark = kit.Hidden(above, below)
	return frame.Draw(s.theme, append([]string{head}, shown...), r.Width, r.Height)
}

func (s *Screen) viewChart(r kit.Rect) kit.Block {
	frame := kit.Frame{Title: titles[s.quantity], Remark: "linear"}
	if s.log {
		frame.Remark = "log"
	}
	if s.result != nil {
		switch {
		case s.overEpsilon():
			frame.Title += " over ε"
		case s.swept():
			frame.Title += " at ε = " + short(s.here().Epsilon)
		}
		frame.Title += " · "
		if s.quantity == overlay.Return {
			frame.Title += "mean of " + kit.Plural(s.result.Runs, "run")
		} else {
			frame.Title += s.spread.Title(s.result.Runs, s.result.Runs)
		}
	}
	if s.mode != overlay.Off && !s.overEpsilon() {
		frame.Remark = "overlay " + s.mode.String() + " · " + frame.Remark
	}
	width, height := r.Inside()
	c, notes := s.chart()
	notes = append(s.warnings(), overlay.Captions(notes, width, height)...)
	notes = notes[:min(len(notes), height/3)]
	lines := c.Draw(s.theme, width, height-len(notes))
	return frame.Draw(s.theme, append(lines, notes...), r.Width, r.Height)
}

// chart returns the picture of the result, with notes on its overlay.
func (s *Screen) chart() (*chart.Chart, []string) {
	horizon := s.config.Horizon
	c := &chart.Chart{
		X:     chart.Axis{Log: s.log},
		Y:     chart.Axis{Floor: s.quantity != overlay.Return},
		Marks: s.config.Scenario.Breakpoints(), End: float64(horizon), Limit: float64(horizon),
		Empty: fmt.Sprintf("enter starts %s of each learner on all cores", kit.Plural(s.runs, "run")),
	}
	if s.task.Running() {
		c.Empty = "curves appear when the runs are finished"
	} else if len(s.epsilons) > 0 {
		c.Empty = fmt.Sprintf("enter starts %s of each learner at ε = %s on all cores",
			kit.Plural(s.runs, "run"), s.epsilonText())
	}
	if s.result == nil {
		return c, nil
	}
	if s.overEpsilon() {
		return s.sweepChart(), nil
	}
	p, names := &overlay.Picture{Of: s.quantity, Log: s.log, Round: horizon}, s.here().NamesWithLoss()
	for i := range s.config.Learners {
		mean, band := p.Replications(s.result.Result, s.point*len(s.config.Learners)+i, s.spread, i)
		mean.Name, mean.Selected = names[i], i == s.focus
		c.Lines, c.Bands = append(c.Lines, mean), append(c.Bands, band...)
	}
	if s.mode == overlay.Off {
		return c, nil
	}
	curves, known := s.cache.Theory(s.here(), s.focus)
	if !known {
		return c, []string{overlay.Computing}
	}
	lines, notes, _ := p.Theory(curves, s.mode, len(s.config.Learners))
	c.Lines = append(c.Lines, lines...)
	return c, notes
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
			return kit.Spread(" "+line, t.Faint.Render(fmt.Sprintf("%s of %s ", kit.Count(done), kit.Count(total))), s.Width)
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
	text := fmt.Sprintf(" %s of %s runs of one learner", kit.Count(done), kit.Count(total))
	switch left, ok := s.left(); {
	case s.task.Stopping():
		text += " · stopping …"
	case done == total:
		text += " · averaging …"
	case ok:
		text += " · " + number.Seconds(left.Seconds()) + " left"
	}
	full, rest := kit.Gauge(float64(done)/float64(max(total, 1)), max(s.Width/3-12, 10))
	return s.theme.Accent.Render(theme.PlayGlyph+" "+full) + s.theme.Faint.Render(rest) + text
}

// misleads marks a mean that a few runs decide.
const misleads = "!"

// warnings names the learners whose means mislead at the chosen grid point.
func (s *Screen) warnings() []string {
	if s.result == nil || s.spread.Middle() == "median" {
		return nil
	}
	var all []string
	for i, spec := range s.config.Learners {
		if row := s.last(i); row.Misleading > 0 {
			all = append(all, s.theme.Warn.Render(misleads+" "+facts.Misleads(spec.Label(), row)+"; b: median"))
		}
	}
	return all
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

// setSweep reads the values of ε to sweep; nothing or off ends the sweep.
func (s *Screen) setSweep(text string) error {
	if text = strings.TrimSpace(text); text == "" || text == "off" {
		s.epsilons = nil
		return nil
	}
	epsilons, err := model.ParseEpsilons(text)
	if err != nil {
		return fmt.Errorf("sweep %s: %w", text, err)
	}
	s.epsilons = epsilons
	return nil
}

// epsilonText returns the values of ε of the next experiment.
func (s *Screen) epsilonText() string {
	const most = 4 // the largest number listed
	e := s.epsilons
	switch n := len(e); {
	case n == 0:
		return short(s.config.Epsilon)
	case n > most:
		return fmt.Sprintf("%s…%s (%d values)", short(e[0]), short(e[n-1]), n)
	}
	return strings.Join(param.Map(e, short), ", ")
}

func (s *Screen) swept() bool { return s.result != nil && len(s.result.experiment.Points) > 1 }

// overEpsilon reports whether the chart's axis is ε instead of rounds.
func (s *Screen) overEpsilon() bool { return s.swept() && !s.overRounds }

func (s *Screen) here() *model.Config {
	if s.result == nil {
		return s.config
	}
	return s.result.experiment.Points[s.point]
}

// rows returns a learner's rows at the chosen grid point.
func (s *Screen) rows(learner int) []model.Row {
	return s.result.Of(s.point*len(s.config.Learners) + learner)
}

// last returns a learner's row at the horizon, at the chosen grid point.
func (s *Screen) last(learner int) *model.Row {
	rows := s.rows(learner)
	return &rows[len(rows)-1]
}

// turnPoint chooses another grid point, in a circle.
func (s *Screen) turnPoint(by int) {
	n := len(s.result.experiment.Points)
	s.point = (s.point + by + n) % n
}

// sweepChart returns regret at the horizon over ε, with the cursor at the grid point of the
// table.
func (s *Screen) sweepChart() *chart.Chart {
	points := s.result.experiment.Points
	p := overlay.Picture{Of: s.quantity, Log: s.log}
	c := p.Sweep(s.result.Result, chart.Axis{Symbol: "ε"}, func(i int) float64 { return points[i].Epsilon }, s.spread)
	if epsilon := s.here().Epsilon; !math.IsInf(epsilon, 0) {
		c.Cursor, c.AtEnd = epsilon, true
		if at := c.Lines[s.focus].At(epsilon); kit.Finite(at) && epsilon < c.End {
			c.Spots = []chart.Spot{{
				Series: s.focus, Name: "ε = " + short(epsilon), X: epsilon, Y: at, From: epsilon,
				To: epsilon, Low: at, High: at,
			}}
		}
	}
	for i := range c.Lines {
		c.Lines[i].Selected = i == s.focus
	}
	return c
}
