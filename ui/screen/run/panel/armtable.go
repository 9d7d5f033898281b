package panel

import (
	"math"
	"slices"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// An armTable holds the arms panel's rows at one state and width.
type armTable struct {
	*Arms
	numbers []armColumn
	fitted  *kit.Fitted
}

type armColumn struct {
	head  string
	width int
	value func(j int) string
	truth bool // the learner does not see it
	spare bool // left out first if there is no room
}

const (
	meanWidth     = 6
	estimateWidth = 8
	shortestName  = 3
	usualName     = 24 // cells that a name has before columns are left out
	shortestBar   = 4
	usualBar      = 10
	nameColumn    = 1 // after the marks
	barColumn     = 3 // after the star
)

// table lays out the columns: marks, the name, the star of the best arm, the bar of
// pulls, and numbers.
func (a *Arms) table() *armTable {
	t := &armTable{Arms: a, numbers: a.columns()}
	table := kit.Table{Gap: 1, Columns: []kit.Column{
		{Width: 2, Priority: kit.Always},
		a.state.nameColumn(usualName),
		{Width: 1, Priority: kit.Always},
		{Width: usualBar, Least: shortestBar, Fill: true},
	}}
	for i, n := range t.numbers {
		c := kit.Column{Title: n.head, Width: n.width, Right: true, Priority: kit.Always}
		if n.spare {
			c.Priority = len(t.numbers) - i // the last one goes first
		}
		table.Columns = append(table.Columns, c)
	}
	t.fitted = table.Fit(a.width)
	return t
}

// nameColumn returns the column of the arms' names. Long names are cut, but not below the usual
// width while there are columns to leave out.
func (s *State) nameColumn(usual int) kit.Column {
	longest := shortestName
	for j := range s.Shot.Config.Scenario.Arms() {
		longest = max(longest, ansi.StringWidth(s.Shot.Config.Scenario.Label(j)))
	}
	return kit.Column{Title: s.noun(), Width: longest, Least: min(longest, usual), Priority: kit.Always}
}

func (a *Arms) columns() []armColumn {
	shot, view := a.state.Shot, a.state.Learner
	mean, estimated := "true μ", "estimate"
	turned := func(x float64) float64 { return x }
	switch {
	case shot.Config.Scenario.Feedback == scenarios.Full:
		// Experts have losses: a loss is 1 minus the reward.
		mean, estimated = "loss", "est. loss"
		turned = func(x float64) float64 { return 1 - x }
	case len(shot.Config.Scenario.Phases) > 1:
		mean = "μ now"
	}
	columns := []armColumn{{
		head: "pulls", width: max(len(number.Count(shot.Config.Horizon)), 5), // as wide as the horizon, so nothing moves
		value: func(j int) string { return number.Count(view.Pulls[j]) },
	}, {
		head: mean, width: meanWidth, truth: true,
		value: func(j int) string { return number.Mean(turned(shot.Phase.Means[j])) },
	}}
	if a.pairs != nil || shot.Round == 0 && shot.Config.Scenario.Matroid != nil {
		columns = append(columns, armColumn{
			head: "regret", width: meanWidth, truth: true, spare: true,
			value: func(j int) string {
				switch pair, ok := a.pairs[j]; {
				case !ok:
					return ""
				case pair.Best == j:
					return "0"
				default:
					return number.Mean(pair.Regret)
				}
			},
		})
	}
	if view.Channels != nil {
		columns = append(columns, armColumn{
			head: "g(μ)", width: meanWidth, truth: true, spare: true,
			value: func(j int) string { return number.Mean(view.Channels[j].Mean(shot.Phase.Arms[j])) },
		})
	}
	known := func(x float64) bool { return !math.IsNaN(x) }
	if shot.Round == 0 || slices.ContainsFunc(view.Estimates, known) {
		columns = append(columns, armColumn{
			head: estimated, width: max(estimateWidth, len(estimated)),
			value: func(j int) string { return number.Value(turned(view.Estimates[j])) },
		})
	}
	if w := view.Window; w != nil && w.Size > 0 {
		columns = append(columns, armColumn{
			head: "window", width: max(len(number.Count(w.Size)), len("window")), spare: true,
			value: func(j int) string { return number.Count(w.Counts[j]) },
		})
	}
	if a.state.Hidden {
		columns = slices.DeleteFunc(columns, func(c armColumn) bool { return c.truth })
	}
	return columns
}

func (t *armTable) row(j int) string {
	scenario, bar := t.state.Shot.Config.Scenario, t.theme.Faint
	marks, style := t.marks(j)
	name, star := kit.FitLine(scenario.Label(j), t.fitted.Width(nameColumn)), ""
	if slices.Contains(t.state.Learner.Play, j) {
		name = t.theme.Accent.Render(name)
	} else {
		name = style.Render(name)
	}
	if t.state.Shot.Phase.IsBest(j) && !t.state.Hidden {
		star, bar = t.theme.Good.Render(theme.BestGlyph), t.theme.Good
	}
	cells := []string{marks, name, star}
	if t.state.loop(j) {
		return t.fitted.Line(append(cells, style.Render("a loop: in no basis")))
	}
	pulls := t.state.Learner.Pulls // relative to those of the arm that was pulled most, whose bar is the longest
	share := float64(pulls[j]) / float64(max(slices.Max(pulls), 1))
	cells = append(cells, bar.Render(kit.Bar(share, t.fitted.Width(barColumn))))
	for _, c := range t.numbers {
		cells = append(cells, style.Render(c.value(j)))
	}
	return t.fitted.Line(cells)
}

// marks returns the marks of an arm that is selected, played, or out of the running; style is that
// of its numbers.
func (t *armTable) marks(j int) (marks string, style lipgloss.Style) {
	view := t.state.Learner
	marks = " "
	if j == t.state.Arm {
		marks = t.theme.Selected.Render(theme.SelectedGlyph)
	}
	switch {
	case slices.Contains(view.Play, j):
		return marks + t.theme.Accent.Render(theme.PlayGlyph), t.theme.Strong
	case t.state.loop(j) || (view.Active != nil && !slices.Contains(view.Active, j)):
		return marks + t.theme.Faint.Render(theme.DroppedGlyph), t.theme.Faint
	}
	return marks, t.theme.Text
}

// loop reports whether an arm is in no basis of the scenario's matroid.
func (s *State) loop(j int) bool {
	m := s.Shot.Config.Scenario.Matroid
	return m != nil && m.Loop(j)
}
