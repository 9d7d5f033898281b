package panel

import (
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Reports shows, for local privacy, how a reward becomes the report that the
// learner gets, and what reports of every arm cost.
type Reports struct {
	base
	kit.Follower
}

// NewReports makes the panel that shows what a local channel has made of the rewards.
func NewReports(t *theme.Theme) *Reports {
	r := &Reports{base: base{theme: t}}
	r.lines = r.draw
	return r
}

func (r *Reports) Title() string { return r.titled("Reports", " to ") }

func (r *Reports) Remark() string {
	if r.state.Hidden {
		return "rewards are hidden"
	}
	return "h hides rewards"
}

// Scroll looks at another arm.
func (r *Reports) Scroll(lines int) tea.Cmd {
	if r.state.Shot == nil {
		return nil
	}
	return selectArm(kit.Further(r.state.Arm, lines, len(r.state.view().Pulls)))
}

func (r *Reports) draw() []string {
	view := r.state.view()
	if view.Channels == nil {
		return nil
	}
	var lines []string
	for i := range view.Play {
		lines = append(lines, r.path(i)...)
	}
	if len(lines) == 0 {
		lines = []string{r.theme.Faint.Render("before round 1: nothing has been reported yet"), ""}
	}
	table := r.table()
	lines = append(lines, r.theme.Faint.Render(table.Header()))
	from, n := r.Follow(r.state.Arm, r.state.Arm, len(view.Pulls), max(r.height-len(lines), 1))
	for j := from; j < from+n; j++ {
		lines = append(lines, r.row(table, j))
	}
	return lines
}

// path is how the i-th reward of the newest round became a report.
func (r *Reports) path(i int) []string {
	view, t := r.state.view(), r.theme
	j := view.Play[i]
	c := view.Channels[j]
	const key = len("probability  ")
	name := func(text string) string { return t.Faint.Render(kit.FitLine(text, key)) }
	reward, p := t.Strong.Render(kit.Fixed(view.Rewards[i], 4)), c.Probability(view.Rewards[i])
	what, chance := "probability", t.Strong.Render(kit.Fixed(p, 4))+t.Faint.Render(" of a 1")
	room := r.width - key - ansi.StringWidth(chance+" ▕▏ "+c.String())
	switch {
	case math.IsNaN(p):
		what, chance = "noise", t.Strong.Render(kit.Fixed(view.Reports[i]-view.Rewards[i], 4))+t.Faint.Render(" added by")
	case room >= shortestBar:
		chance += t.Faint.Render(" ▕") + t.Warn.Render(kit.Bar(p, min(room, usualBar))) + t.Faint.Render("▏")
	}
	chance = name(what) + chance + t.Faint.Render(" "+c.String())
	if r.state.Hidden {
		reward, chance = t.Faint.Render("hidden"), name(what)+t.Faint.Render("hidden; "+c.String()+" is known to all")
	}
	report := kit.Fixed(view.Reports[i], 4)
	if c.Bits() {
		report = kit.Fixed(view.Reports[i], 0)
	}
	return []string{
		name("true reward") + reward + t.Faint.Render(" of arm "+r.state.Shot.Config.Scenario.Label(j)+", which its user keeps"),
		kit.FitLine(chance, r.width),
		name("report") + t.Accent.Render(theme.PlayGlyph+" "+report) + t.Faint.Render(" is all that the learner gets"),
		"",
	}
}

// table lays out the columns: marks, the name and numbers.
func (r *Reports) table() *kit.Fitted {
	counts := len(kit.Count(r.state.Shot.Config.Horizon))
	number := func(title string, width int) kit.Column {
		return kit.Column{Title: title, Width: width, Right: true, Priority: kit.Always}
	}
	table := kit.Table{Gap: 1, Columns: []kit.Column{
		{Width: 2, Priority: kit.Always},
		r.state.nameColumn(shortestName),
		number("reports", counts), number("ε each", 7), number("k·ε", max(counts, 8)), number("p(0)", 7), number("p(1)", 7),
	}}
	return table.Fit(r.width)
}

func (r *Reports) row(table *kit.Fitted, j int) string {
	view := r.state.view()
	c := view.Channels[j]
	chosen, mark, style := " ", "", r.theme.Text
	if j == r.state.Arm {
		chosen, style = r.theme.Selected.Render(theme.SelectedGlyph), r.theme.Selected
	}
	if slices.Contains(view.Play, j) {
		mark, style = r.theme.Accent.Render(theme.PlayGlyph), r.theme.Strong
	}
	cells := []string{
		r.state.Shot.Config.Scenario.Label(j), kit.Count(view.Pulls[j]), kit.Loss(c.Epsilon()),
		kit.Loss(facts.Spent(view, j)), kit.Fixed(c.Probability(0), 4), kit.Fixed(c.Probability(1), 4),
	}
	for i := range cells {
		cells[i] = style.Render(cells[i])
	}
	return table.Line(append([]string{chosen + mark}, cells...))
}
