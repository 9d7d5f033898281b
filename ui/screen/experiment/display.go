package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A display shows the newest result, or the empty chart before it, as the user chose to see it.
type display struct {
	theme  *theme.Theme
	cache  *overlay.Cache // theory, shared with other screens
	config *model.Config
	result *measured // nil before the first

	quantity overlay.Quantity
	log      bool // rounds
	logSweep bool // ε
	spread   overlay.Spread
	mode     overlay.Mode
	focus    int // the focused learner
	point    int // the grid point shown in the table

	overRounds bool // the chart of a sweep shows rounds at one grid point
	pairs      bool // the table compares learners
}

// lookTable declares the commands of chart and table.
func (d *display) lookTable() []kit.Command {
	alone := func() string { return kit.OnlyLearner(len(d.config.Learners)) }
	unswept := func() string { return kit.TextUnless(d.swept(), "no sweep yet: g sets the values of ε, enter runs") }
	point := func(by int) func() {
		return func() {
			points := len(d.result.experiment.Points)
			d.point = (d.point + by + points) % points
		}
	}
	turn := func(by int) func() {
		return func() {
			n := len(d.config.Learners)
			d.focus = (d.focus + by + n) % n
		}
	}
	return []kit.Command{
		{
			Name: "view", Key: "v", Short: "view", Help: "next view of the chart",
			Act: kit.Do(func() { d.quantity = d.quantity%overlay.Return + 1 }),
		},
		{
			Name: "log-rounds", Key: "l", Short: "log axis", Help: "rounds, or ε, on a linear or logarithmic axis",
			Act: kit.Do(func() { *d.axis() = !*d.axis() }),
		},
		{
			Name: "band", Argument: "[" + bands("|") + "]", Key: "B", Short: "band",
			Help: "the band: " + bands(", "), Act: kit.Try(d.setSpread),
		},
		{
			Name: "pairs", Key: "p", Short: "pairs", Help: "the table: learners, or their differences run by run",
			When: alone, Act: kit.Do(func() { d.pairs = !d.pairs }),
		},
		{
			Name: "over-rounds", Key: "m", Short: "axis", Help: "the axis of a sweep: ε, or rounds at one ε",
			When: unswept, Act: kit.Do(func() { d.overRounds = !d.overRounds }),
		},
		{
			Name: "next-epsilon", Key: "→ ]", Short: "ε", Help: "show a larger ε of the sweep",
			When: unswept, Act: kit.Do(point(1)),
		},
		{
			Name: "previous-epsilon", Key: "← [", Help: "show a smaller ε of the sweep",
			When: unswept, Act: kit.Do(point(-1)),
		},
		{
			Name: "overlay", Key: "o", Short: "overlay", Help: "theory over the chart",
			Act: kit.Do(func() { d.mode = d.mode.Next() }),
		},
		{Name: "next-learner", Key: "tab ↓ j f", Short: "learner", Help: "focus the learner after this one", When: alone, Act: kit.Do(turn(1))},
		{Name: "previous-learner", Key: "shift+tab ↑ k F", Help: "focus the learner before this one", When: alone, Act: kit.Do(turn(-1))},
	}
}

func (d *display) setSpread(name string) error {
	if name == "" {
		d.spread = d.spread.Next()
		return nil
	}
	spread, err := param.Find(overlay.Spreads, "band", name, func(s overlay.Spread) string { return string(s) })
	if err != nil {
		return fmt.Errorf("band %s: %w", name, err)
	}
	d.spread = spread
	return nil
}

func (d *display) swept() bool { return d.result != nil && len(d.result.experiment.Points) > 1 }

// overEpsilon reports whether the chart's axis is ε instead of rounds.
func (d *display) overEpsilon() bool { return d.swept() && !d.overRounds }

func (d *display) here() *model.Config {
	if d.result == nil {
		return d.config
	}
	return d.result.experiment.Points[d.point]
}

// axis returns whether the chart's axis is logarithmic.
func (d *display) axis() *bool {
	if d.overEpsilon() {
		return &d.logSweep
	}
	return &d.log
}

func (d *display) rows(learner int) []trials.Row {
	return d.result.Of(d.point*len(d.config.Learners) + learner)
}

// last returns a learner's row at the horizon, at the chosen grid point.
func (d *display) last(learner int) *trials.Row {
	rows := d.rows(learner)
	return &rows[len(rows)-1]
}

// withTheory adds the command that computes the theory in the chart.
func (d *display) withTheory(cmd tea.Cmd) tea.Cmd {
	if d.mode == overlay.Off || d.overEpsilon() {
		return cmd
	}
	return tea.Batch(cmd, d.cache.Compute(d.here(), d.focus))
}

// viewChart returns the chart in its frame; empty is its text before the first result.
func (d *display) viewChart(r kit.Rect, empty string) kit.Block {
	frame := kit.Frame{Title: titles[d.quantity], Remark: "linear"}
	if *d.axis() {
		frame.Remark = "log"
	}
	if d.result != nil {
		switch {
		case d.overEpsilon():
			frame.Title += " over ε"
		case d.swept():
			frame.Title += " at ε = " + number.Tick(d.here().Epsilon)
		}
		frame.Title += " · "
		if d.quantity == overlay.Return {
			frame.Title += "mean of " + number.Plural(d.result.Runs, "run")
		} else {
			frame.Title += d.spread.Title(d.result.Runs, d.result.Runs)
		}
	}
	if d.mode != overlay.Off && !d.overEpsilon() {
		frame.Remark = "overlay " + d.mode.String() + " · " + frame.Remark
	}
	width, height := r.Inside()
	c, notes := d.chart(empty)
	var below []string
	for _, warning := range d.warnings() {
		below = append(below, kit.Styled(warning, width, 2, d.theme.Warn)...)
	}
	if d.belowFloor() {
		notes = append(notes, "× floor below 1 contradicts nothing: a floor is about far more rounds")
	}
	notes = append(below, overlay.Captions(notes, width, height)...)
	notes = notes[:min(len(notes), height/3)]
	lines := c.Draw(d.theme, width, height-len(notes))
	return frame.Draw(d.theme, append(lines, notes...), r.Width, r.Height)
}

func (d *display) chart(empty string) (*chart.Chart, []string) {
	horizon := d.config.Horizon
	c := &chart.Chart{
		X:     chart.Axis{Log: d.log},
		Y:     chart.Axis{Floor: d.quantity != overlay.Return},
		Marks: d.config.Scenario.Breakpoints(), End: float64(horizon), Limit: float64(horizon),
		Empty: empty,
	}
	if d.result == nil {
		return c, nil
	}
	if d.overEpsilon() {
		return d.sweepChart(), nil
	}
	p, names := &overlay.Picture{Of: d.quantity, Log: d.log, Round: horizon}, d.here().NamesWithLoss()
	for i := range d.config.Learners {
		mean, band := p.Replications(d.result.Result, d.point*len(d.config.Learners)+i, d.spread, i)
		mean.Short, mean.Name, mean.Selected = mean.Name, names[i], i == d.focus
		c.Lines, c.Bands = append(c.Lines, mean), append(c.Bands, band...)
	}
	if d.mode == overlay.Off {
		return c, nil
	}
	curves, known := d.cache.Theory(d.here(), d.focus)
	if !known {
		return c, []string{overlay.Computing}
	}
	p.Regret, _, _ = d.spread.Of(d.last(d.focus))
	lines, notes, _ := p.Theory(curves, d.mode, len(d.config.Learners))
	c.Lines = append(c.Lines, lines...)
	return c, notes
}

// sweepChart returns regret at the horizon over ε; the cursor is at the table's grid point.
func (d *display) sweepChart() *chart.Chart {
	points := d.result.experiment.Points
	p := overlay.Picture{Of: d.quantity, Log: d.logSweep}
	c := p.Sweep(d.result.Result, chart.Axis{Symbol: "ε"}, func(i int) float64 { return points[i].Epsilon }, d.spread)
	if epsilon := d.here().Epsilon; !math.IsInf(epsilon, 0) {
		c.Cursor, c.AtEnd = epsilon, true
		if at := c.Lines[d.focus].At(epsilon); number.Finite(at) && epsilon < c.End {
			c.Spots = []chart.Spot{{
				Series: d.focus, Name: "ε = " + number.Tick(epsilon), X: epsilon, Y: at, From: epsilon,
				To: epsilon, Low: at, High: at,
			}}
		}
	}
	for i := range c.Lines {
		c.Lines[i].Selected = i == d.focus
	}
	return c
}

const misleads = "!" // marks a mean that a few runs decide

// warnings names the learners whose means mislead at the chosen grid point.
func (d *display) warnings() []string {
	if d.result == nil || d.spread.Middle() == "median" {
		return nil
	}
	var all []string
	for i, spec := range d.config.Learners {
		if row := d.last(i); row.Misleading > 0 {
			all = append(all, misleads+" "+facts.Misleads(spec.Label(), row)+"; B: median")
		}
	}
	return all
}

// belowFloor reports whether the table has a learner that grows more slowly than its floor.
func (d *display) belowFloor() bool {
	for i := range d.config.Learners {
		if d.result == nil {
			return false
		}
		if times := d.last(i).Times; times != nil && *times < 1 {
			return true
		}
	}
	return false
}

var titles = map[overlay.Quantity]string{
	overlay.Regret: "Regret", overlay.RegretPerLog: "Regret / ln t", overlay.Return: "Expected return per round",
}

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
	var chart kit.Block
	if !l.chart.Empty() {
		chart = s.shown.viewChart(l.chart, s.invitation())
	}
	return slices.Concat(chart, s.shown.viewTable(l.table), kit.Block{s.status()})
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
	text := fmt.Sprintf(" %s of %s runs, %d of each learner", number.Count(done), number.Count(total), s.runs)
	if len(s.epsilons) > 0 {
		text += " at each ε"
	}
	switch {
	case s.task.Stopping():
		text += " · stopping …"
	case done == total:
		text += " · averaging …"
	case done > 0 && s.now().After(s.started):
		elapsed := s.now().Sub(s.started).Seconds()
		text += " · " + number.Seconds(elapsed*float64(total-done)/float64(done)) + " left"
	}
	full, rest := kit.Gauge(float64(done)/float64(max(total, 1)), max(s.Width/3-12, 10))
	return s.theme.Accent.Render(theme.PlayGlyph+" "+full) + s.theme.Faint.Render(rest) + text
}

// The smallest size of the screen, and the height from which there is room for a chart beside a table.
const (
	minWidth, minHeight = 60, 8
	roomy               = 14
)

// A layout holds the place of every part. The table is empty before there is a result.
type layout struct {
	chart, table, status kit.Rect
}

// arrange gives a table of rows rows at most 1/parts of the screen: it scrolls. 0 rows: no table.
func arrange(width, height, rows, parts int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	const header = 1
	body := kit.Rect{Width: width, Height: height}
	body, l.status = body.Rows(height - 1)
	table := 0
	switch {
	case rows > 0 && height < roomy:
		table = body.Height
	case rows > 0:
		table = min(rows, max(height/parts-kit.FrameHeight-header, 2)) + header + kit.FrameHeight
	}
	l.chart, l.table = body.Rows(body.Height - table)
	return l
}
