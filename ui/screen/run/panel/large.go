package panel

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// LargeDuel draws for the back row why an arm is played: the terms of its score and of the best
// rival's as thick bars, between names and scores in large letters, below the names of the terms,
// which are large if they need at most room rows.
func LargeDuel(t *theme.Theme, d *facts.Duel, width, room int) []string {
	const gap = 2
	size := kit.BigSizes[len(kit.BigSizes)-1]
	names, scores, most := 0, 0, width/3
	for i := range d.Sides {
		names = max(names, min(size.Width(d.Names[i]), most))
		scores = max(scores, size.Width(d.Scores[i]))
	}
	b := termBars{width: max(width-names-scores-2*gap, 0), roles: d.Roles}
	for i := range d.Sides {
		b.longest = max(b.longest, b.sum(&d.Sides[i]))
	}
	terms := strings.Join(param.Map(d.Roles, func(r learners.Role) string { return termShades[r].name }), " + ")
	lines := kit.BigSentence(terms, width, room, t.Charset, t.Text)
	if lines == nil {
		title := t.Title.Render("Why "+d.Names[0]+"?") + "  "
		legend := termBars{width: width - ansi.StringWidth(title), roles: d.Roles}
		lines = []string{title + t.Faint.Render(legend.head())}
	}
	for i := range d.Sides {
		style := t.Strong
		if i > 0 {
			style, lines = t.Text, append(lines, "")
		}
		name := kit.BigNumber(d.Names[i], size, t.Charset)
		if size.Width(d.Names[i]) > most {
			name = kit.Fit(kit.Wrap(d.Names[i], most, 0), most, size.Digits())
		}
		score := kit.BigNumber(d.Scores[i], size, t.Charset)
		for row := range name {
			lines = append(lines, kit.FitLine(style.Render(name[row]), names+gap)+kit.FitLine(b.draw(t, &d.Sides[i]), b.width+gap)+
				strings.Repeat(" ", max(scores-ansi.StringWidth(score[row]), 0))+style.Render(score[row]))
		}
	}
	return lines
}
