package panel

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// An armTable is the arms panel's rows at one state and width.
type armTable struct {
	theme      *theme.Theme
	state      State
	label, bar int // cells; no bar where there is no room for one
	columns    []armColumn
}

// An armColumn is one number of every arm.
type armColumn struct {
	head  string
	width int
	value func(j int) string
	truth bool // it is nothing that the learner sees
	// spare columns are left out first where there is no room, the last ones first.
	spare bool
}

const (
	meanWidth     = 6
	estimateWidth = 8
	gutter        = 6 // two marks, a blank, a blank, the star, a blank
	shortestName  = 3
	usualName     = 24 // cells that a name gets before the bar does
	shortestBar   = 4
	usualBar      = 10
)

// table lays out the columns: names first have the room that they usually need,
// then the bar its own, then what is longer.
func (a *Arms) table() *armTable {
	t := &armTable{theme: a.theme, state: a.state, columns: a.columns()}
	s := a.state.Shot.Config.Scenario
	longest := len(t.state.noun())
	for j := range s.Arms() {
		longest = max(longest, ansi.StringWidth(s.Label(j)))
	}
	for t.room(a.width) < min(longest, usualName) {
		last := -1
		for i := range t.columns {
			if t.columns[i].spare {
				last = i
			}
		}
		if last < 0 {
			break
		}
		t.columns = slices.Delete(t.columns, last, last+1)
	}
	room := t.room(a.width)
	t.label = max(min(longest, usualName, room), shortestName)
	if rest := room - t.label - 1; rest >= shortestBar {
		t.bar = min(rest, usualBar)
		t.label += min(longest-t.label, rest-t.bar)
		t.bar = room - t.label - 1
	}
	return t
}

// room is what names and the bar can share.
func (t *armTable) room(width int) int {
	room := width - gutter
	for _, c := range t.columns {
		room -= c.width + 1
	}
	return room + 1 // the first column stands next to the star's blank or the bar's
}

func (a *Arms) columns() []armColumn {
	shot, view := a.state.Shot, a.state.view()
	mean, estimated := "true μ", "estimate"
	turned := func(x float64) float64 { return x }
	switch {
	case shot.Config.Scenario.Feedback == scenarios.Full:
		// Experts lose: a loss is what a reward lacks of 1.
		mean, estimated = "loss", "est. loss"
		turned = func(x float64) float64 { return 1 - x }
	case len(shot.Config.Scenario.Phases) > 1:
		mean = "μ now"
	}
	columns := []armColumn{{
		head: "pulls", width: max(len(kit.Count(shot.Config.Horizon)), 5), // as wide as the horizon, so that nothing moves
		value: func(j int) string { return kit.Count(view.Pulls[j]) },
	}, {
		head: mean, width: meanWidth, truth: true,
		value: func(j int) string { return kit.Fixed(turned(shot.Phase.Means[j]), 4) },
	}}
	if view.Channels != nil {
		columns = append(columns, armColumn{
			head: "g(μ)", width: meanWidth, truth: true, spare: true,
			value: func(j int) string { return kit.Fixed(view.Channels[j].Mean(shot.Phase.Arms[j]), 4) },
		})
	}
	known := func(x float64) bool { return !math.IsNaN(x) }
	if shot.Round == 0 || slices.ContainsFunc(view.Estimates, known) {
		columns = append(columns, armColumn{
			head: estimated, width: max(estimateWidth, len(estimated)),
			value: func(j int) string { return estimate(turned(view.Estimates[j])) },
		})
	}
	if w := view.Window; w != nil && w.Size > 0 {
		columns = append(columns, armColumn{
			head: "window", width: max(len(kit.Count(w.Size)), len("window")), spare: true,
			value: func(j int) string { return kit.Count(w.Counts[j]) },
		})
	}
	if a.state.hides() {
		columns = slices.DeleteFunc(columns, func(c armColumn) bool { return c.truth })
	}
	return columns
}

func (t *armTable) head() string {
	head := "   " + kit.Left(t.state.noun(), t.label) + "   "
	if t.bar > 0 {
		head += strings.Repeat(" ", t.bar+1)
	}
	for i, c := range t.columns {
		if i > 0 {
			head += " "
		}
		head += fill(c.head, c.width)
	}
	return t.theme.Faint.Render(head)
}

func (t *armTable) row(j int) string {
	view, shot := t.state.view(), t.state.Shot
	scenario := shot.Config.Scenario
	played, best := slices.Contains(view.Play, j), slices.Contains(shot.Phase.Best, j)
	chosen, mark, star, style := " ", " ", " ", t.theme.Text
	if j == t.state.Arm {
		chosen = t.theme.Selected.Render(theme.SelectedGlyph)
	}
	loop := scenario.Matroid != nil && scenario.Matroid.Loop(j)
	switch {
	case played:
		mark, style = t.theme.Accent.Render(theme.PlayGlyph), t.theme.Strong
	case loop || (view.Active != nil && !slices.Contains(view.Active, j)):
		mark, style = t.theme.Faint.Render(theme.DroppedGlyph), t.theme.Faint
	}
	if best && !t.state.hides() {
		star = t.theme.Good.Render(theme.BestGlyph)
	}
	label := kit.FitLine(scenario.Label(j), t.label)
	if played {
		label = t.theme.Accent.Render(label)
	} else {
		label = style.Render(label)
	}
	line := chosen + mark + " " + label + " " + star + " "
	if loop {
		return line + style.Render("a loop: in no basis")
	}
	if t.bar > 0 {
		line += t.barStyle(best).Render(kit.Bar(t.share(j), t.bar)) + " "
	}
	var numbers strings.Builder
	for i, c := range t.columns {
		if i > 0 {
			numbers.WriteByte(' ')
		}
		numbers.WriteString(kit.Right(c.value(j), c.width))
	}
	return line + style.Render(numbers.String())
}

// estimate writes an estimate in as many cells whatever it is, almost.
func estimate(x float64) string {
	if x > -100 && x < 100 {
		return kit.Fixed(x, 4)
	}
	return kit.Fixed(x, 0)
}

// share is an arm's pulls beside those of the arm that was pulled most, whose bar
// is the longest.
func (t *armTable) share(j int) float64 {
	return float64(t.state.view().Pulls[j]) / float64(max(slices.Max(t.state.view().Pulls), 1))
}

func (t *armTable) barStyle(best bool) lipgloss.Style {
	if best && !t.state.hides() {
		return t.theme.Good
	}
	return t.theme.Faint
}
