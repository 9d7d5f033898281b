package panel

import (
	"math"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Privacy shows the privacy loss of the focused learner's releases or reports, from the ledger,
// next to its claim. Scrolling chooses a fact.
type Privacy struct {
	scrolled
	chosen int // the fact whose page is asked for, or −1
}

// NewPrivacy returns the panel of the privacy loss.
func NewPrivacy(t *theme.Theme) *Privacy {
	p := &Privacy{chosen: -1}
	p.theme, p.lines = t, p.draw
	return p
}

func (p *Privacy) Title() string { return p.titled("Privacy", " · ") }

func (p *Privacy) Rows() int { return 12 } // eleven usually, and one for a line that wraps

// Scroll chooses another fact, some further on.
func (p *Privacy) Scroll(facts int) {
	if all := p.facts(); len(all) > 0 {
		p.chosen = kit.MovedBy(p.chosen, facts, len(all))
		at := 0
		for i := range p.chosen + 1 {
			at += len(p.draws(&all[i], i))
		}
		p.Reveal(at-1, p.height)
	}
	p.drawn = nil
}

// Subject returns the page of the chosen fact, or of the first one.
func (p *Privacy) Subject() string {
	all := p.facts()
	if len(all) == 0 {
		return ""
	}
	return all[min(max(p.chosen, 0), len(all)-1)].Page
}

// Sentences returns the facts for people who do not see them.
func (p *Privacy) Sentences() []string { return facts.Sentences(p.facts()) }

func (p *Privacy) facts() []facts.Fact {
	if p.state.Shot == nil {
		return nil
	}
	return p.state.Spending().Privacy()
}

func (p *Privacy) draw() []string {
	var lines []string
	for i, f := range p.facts() {
		lines = append(lines, p.draws(&f, i)...)
	}
	p.total = len(lines)
	from, n := p.Visible(len(lines), p.height)
	return lines[from : from+n]
}

const keyWidth = len("loss per report ")

// draws draws a fact: its parts below each other beside its title, with a bar of its progress if there is room.
func (p *Privacy) draws(f *facts.Fact, at int) []string {
	title, style, mark := f.Title, p.theme.Faint, " "
	if at == p.chosen {
		style, mark = p.theme.Selected, theme.SelectedGlyph
	}
	var lines []string
	for i, part := range f.Lines {
		indent := 0
		if len(f.Lines) > 2 {
			indent = 2 // before further parts of a list
		}
		for _, line := range p.words(&part, indent) {
			lines = append(lines, style.Render(kit.FitLine(title, keyWidth-1)+mark)+line)
			title, mark = "", " "
		}
		if f.Progress > 0 && i == 0 {
			if width := min(p.width-ansi.StringWidth(lines[0])-3, 20); width >= 4 {
				lines[0] += p.theme.Faint.Render(" ▕") + part.Tone.Style(p.theme).Render(kit.Bar(f.Progress, width)) +
					p.theme.Faint.Render("▏")
			}
		}
	}
	return lines
}

// words breaks a part into lines: the important words in its style, the rest faint.
func (p *Privacy) words(part *kit.Line, indent int) []string {
	lines := kit.Styled(part.Lead+part.Rest, p.width-keyWidth, indent, part.Tone.Style(p.theme))
	if len(lines) == 1 && part.Rest != "" {
		lines[0] = part.Tone.Style(p.theme).Render(part.Lead) + p.theme.Faint.Render(part.Rest)
	}
	return lines
}

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
		r.by.LookAtArm(kit.MovedBy(r.state.Arm, lines, len(r.state.Learner.Pulls)))
	}
}

func (r *Reports) draw() []string {
	view := r.state.Learner
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
	t, report, c := r.theme, r.state.Spending().Reported(i), r.state.Learner.Channels[r.state.Learner.Play[i]]
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
			t.Faint.Render(" of arm "+report.Arm+", private to its user"),
		kit.FitLine(name(report.What)+value.Render(report.How)+t.Faint.Render(of)+bar+t.Faint.Render(by), r.width),
		name("report") + t.Accent.Render(theme.PlayGlyph+" "+report.Report) +
			t.Faint.Render(" is all that the learner gets"),
		"",
	}
}

func (r *Reports) table() *kit.Fitted {
	counts := len(number.Count(r.state.Shot.Config.Horizon))
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
	view := r.state.Learner
	c := view.Channels[j]
	chosen, mark, style := " ", "", r.theme.Text
	if j == r.state.Arm {
		chosen, style = r.theme.Selected.Render(theme.SelectedGlyph), r.theme.Selected
	}
	if slices.Contains(view.Play, j) {
		mark, style = r.theme.Accent.Render(theme.PlayGlyph), r.theme.Strong
	}
	cells := []string{
		r.state.Shot.Config.Scenario.Label(j), number.Count(view.Pulls[j]), number.Loss(c.Epsilon()),
		number.Loss(view.ReportLosses[j]), number.Mean(c.Probability(0)), number.Mean(c.Probability(1)),
	}
	for i := range cells {
		cells[i] = style.Render(cells[i])
	}
	return table.Line(append([]string{chosen + mark}, cells...))
}
