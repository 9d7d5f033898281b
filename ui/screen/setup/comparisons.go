package setup

import (
	"fmt"
	"slices"

	"regretscope/model/figure"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// comparisons is the list of named comparisons. Those of one figure are one item, whose panels and
// values of ε are its variants.
type comparisons struct {
	list
	all    []*figure.Lineup
	chosen int // in all
}

// read finds all comparisons, unless there are some: reading every figure takes a browser a quarter
// of a second.
func (c *comparisons) read() {
	if c.all == nil {
		c.all = figure.Lineups()
	}
}

func (c *comparisons) find(name string) error {
	names := param.Map(c.all, func(l *figure.Lineup) string { return l.Name })
	i := slices.Index(names, name)
	if i < 0 {
		return fmt.Errorf("comparisons %s: no such comparison%s", name, param.DidYouMean(name, names))
	}
	c.chosen = i
	return nil
}

// families returns the first and the last place in all of each figure's comparisons.
func (c *comparisons) families() [][2]int {
	var all [][2]int
	before := ""
	for i, l := range c.all {
		name, _ := l.Family()
		if i == 0 || name != before {
			all = append(all, [2]int{i, i})
		}
		all[len(all)-1][1], before = i, name
	}
	return all
}

// family returns the place of the chosen comparison's figure, and its first and last comparison.
func (c *comparisons) family() (place, first, last int) {
	families := c.families()
	place = slices.IndexFunc(families, func(f [2]int) bool { return f[0] <= c.chosen && c.chosen <= f[1] })
	return place, families[place][0], families[place][1]
}

func (c *comparisons) move(by int) {
	families := c.families()
	place, _, _ := c.family()
	c.chosen = families[kit.MovedBy(place, by, len(families))][0]
}

// turn goes to another panel or ε of the figure, in a circle.
func (c *comparisons) turn(by int) {
	_, first, last := c.family()
	n := last - first + 1
	c.chosen = first + (c.chosen-first+by+n)%n
}

// choose goes to a figure, and reports whether it was there.
func (c *comparisons) choose(place int) (again bool) {
	if now, _, _ := c.family(); now == place {
		return true
	}
	c.chosen = c.families()[place][0]
	return false
}

func (c *comparisons) view(width, height int) (lines []string, above, below int) {
	c.at, _, _ = c.family()
	var items []item
	for i, f := range c.families() {
		first := c.all[f[0]]
		name, summary := first.Family()
		it := item{Mark: "○", Name: name, Brief: summary, Paper: first.Paper, Style: c.theme.Text}
		if i == c.at {
			it.Mark = c.theme.Accent.Render("●")
		}
		items = append(items, it)
	}
	detail := c.detail(width)
	return c.list.view(items, detail, look{nameWidth, min(len(detail), 2*height/3), true}, width, height)
}

func (c *comparisons) detail(width int) []string {
	l := c.all[c.chosen]
	_, first, last := c.family()
	detail := c.headline(l.Name, param.SpellOut(l.Paper), width)
	if n := last - first + 1; n > 1 {
		turn := c.theme.Accent.Render("‹ ›") + fmt.Sprintf(" %d of %d of this figure", c.chosen-first+1, n)
		detail = append(detail, kit.FitLine(turn, width))
	}
	detail = append(detail, kit.Styled(l.Summary, width, 0, c.theme.Text)...)
	setting := "on " + l.Place()
	if l.Epsilon != 0 {
		setting += " · ε " + number.Setting(l.Epsilon)
	}
	detail = append(detail, kit.Styled(setting, width, 0, c.theme.Faint)...)
	for i, learner := range l.Learners {
		detail = append(detail, "  "+c.theme.Series(i).Style.Render(learner))
	}
	return detail
}
