package panel

import (
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Reports shows, for local privacy, how a reward becomes the report that the learner gets, and
// the privacy loss of the reports of every arm.
type Reports struct {
	base
	kit.Follower
}

// NewReports returns the panel of a local channel's reports.
func NewReports(t *theme.Theme, by Watcher) *Reports {
	r := &Reports{base: base{theme: t, by: by}}
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

// Scroll chooses another arm.
func (r *Reports) Scroll(lines int) {
	if r.state.Shot != nil {
		r.by.LookAtArm(kit.Further(r.state.Arm, lines, len(r.state.view().Pulls)))
	}
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
		lines = []string{r.theme.Faint.Render("before round 1: no reports yet"), ""}
	}
	table := r.table()
	lines = append(lines, r.theme.Faint.Render(table.Header()))
	from, n := r.Follow(r.state.Arm, r.state.Arm, len(view.Pulls), max(r.height-len(lines), 1))
	for j := from; j < from+n; j++ {
		lines = append(lines, r.row(table, j))
	}
	return lines
}

// path returns how the i-th reward of the newest round became a report.
func (r *Reports) path(i int) []string {
	t, report, c := r.theme, r.state.about().Reported(i), r.state.view().Channels[r.state.view().Play[i]]
	const key = len("probability  ")
	name := func(text string) string { return t.Faint.Render(kit.FitLine(text, key)) }
	value, of, by, bar := t.Strong, " of a 1", " "+c.String(), ""
	if math.IsNaN(report.Chance) {
		of = " added by"
	}
	if r.state.Hidden {
		value, of, by = t.Faint, "", "; "+c.String()+" is known to all"
	} else if room := r.width - key - ansi.StringWidth(report.How+of+by+" ▕▏"); room >= shortestBar &&
		!math.IsNaN(report.Chance) {
		bar = t.Faint.Render(" ▕") + t.Warn.Render(kit.Bar(report.Chance, min(room, usualBar))) + t.Faint.Render("▏")
	}
	return []string{
		name("true reward") + value.Render(report.Reward) +
			t.Faint.Render(" of arm "+report.Arm+", which its user keeps"),
		kit.FitLine(name(report.What)+value.Render(report.How)+t.Faint.Render(of)+bar+t.Faint.Render(by), r.width),
		name("report") + t.Accent.Render(theme.PlayGlyph+" "+report.Report) +
			t.Faint.Render(" is all that the learner gets"),
		"",
	}
}

func (r *Reports) table() *kit.Fitted {
	counts := len(kit.Count(r.state.Shot.Config.Horizon))
	number := func(title string, width int) kit.Column {
		return kit.Column{Title: title, Width: width, Right: true, Priority: kit.Always}
	}
	table := kit.Table{Gap: 1, Columns: []kit.Column{
		{Width: 2, Priority: kit.Always},
		r.state.nameColumn(shortestName),
		number("reports", counts), number("ε each", 7), number("k·ε", max(counts, 8)),
		number("p(0)", 7), number("p(1)", 7),
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
		kit.Loss(facts.ArmLoss(view, j)), kit.Fixed(c.Probability(0), 4), kit.Fixed(c.Probability(1), 4),
	}
	for i := range cells {
		cells[i] = style.Render(cells[i])
	}
	return table.Line(append([]string{chosen + mark}, cells...))
}
