package panel

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/box"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

// Arms shows for every arm how often the focused learner pulled it, what it
// gives in truth and what the learner believes.
type Arms struct {
	base
	scroller
	followed int // the arm that was revealed last
}

// NewArms makes the panel.
func NewArms(t *theme.Theme) *Arms { return &Arms{base: base{theme: t}, followed: -1} }

// Title implements Panel.
func (a *Arms) Title() string {
	if a.state.Shot == nil {
		return "Arms"
	}
	return "Arms · " + a.state.view().Choice.Label()
}

// Remark implements Panel.
func (a *Arms) Remark() string {
	if a.state.Shot == nil {
		return ""
	}
	if k := len(a.state.view().Pulls); k > a.room() {
		return fmt.Sprintf("%d–%d of %d", a.offset+1, min(a.offset+a.room(), k), k)
	}
	return ""
}

const (
	armsHead = 1 // the line of column heads
	armsFoot = 1 // the epoch
)

// Rows implements Panel.
func (a *Arms) Rows() int {
	if a.state.Shot == nil {
		return 0
	}
	return len(a.state.view().Pulls) + armsHead + armsFoot
}

// room is how many arms are seen at once.
func (a *Arms) room() int { return max(a.height-armsHead-armsFoot, 1) }

// Scroll looks at another arm.
func (a *Arms) Scroll(lines int) tea.Cmd {
	if a.state.Shot == nil {
		return nil
	}
	from, k := a.state.Arm, len(a.state.view().Pulls)
	if from < 0 && lines < 0 {
		from = k
	}
	return selectArm(min(max(from+lines, 0), k-1))
}

// Click looks at the arm that was clicked, and no longer if it was already.
func (a *Arms) Click(_, y int) tea.Cmd {
	if a.state.Shot == nil {
		return nil
	}
	j := y - armsHead + a.offset
	if y < armsHead || y >= armsHead+a.room() || j >= len(a.state.view().Pulls) {
		return nil
	}
	if j == a.state.Arm {
		j = -1
	}
	return selectArm(j)
}

// View implements Panel.
func (a *Arms) View() []string { return a.once(a.draw) }

// columns are the widths that the present numbers need.
type armColumns struct {
	label, bar, pulls int
	estimates         bool
}

const (
	meanWidth     = 6
	estimateWidth = 8
)

func (a *Arms) columns() armColumns {
	s := a.state.Shot.Config.Scenario
	c := armColumns{label: len("arm")}
	for j := range s.Arms() {
		c.label = max(c.label, ansi.StringWidth(s.Label(j)))
	}
	c.label = min(c.label, max(a.width/5, 3))
	// As wide as the horizon, so that nothing moves while counts grow.
	c.pulls = max(len(numeral.Count(a.state.Shot.Config.Horizon)), 5)
	for _, x := range a.state.view().Estimates {
		c.estimates = c.estimates || x == x
	}
	c.bar = a.width - c.label - c.pulls - meanWidth - 4 - 5
	if c.estimates || a.state.Shot.Round == 0 {
		c.bar -= estimateWidth + 1
	}
	return c
}

func (a *Arms) draw() []string {
	view, c := a.state.view(), a.columns()
	if a.state.Arm >= 0 && a.state.Arm != a.followed {
		a.reveal(a.state.Arm, a.room())
	}
	a.followed = a.state.Arm
	from, n := a.window(len(view.Pulls), a.room())
	lines := []string{a.head(c)}
	for j := from; j < from+n; j++ {
		lines = append(lines, a.row(j, c))
	}
	for len(lines) < a.height-armsFoot {
		lines = append(lines, "")
	}
	return append(lines, a.foot(from, n))
}

func (a *Arms) head(c armColumns) string {
	head := "   " + numeral.Left("arm", c.label) + strings.Repeat(" ", max(c.bar, 0)+3) +
		numeral.Right("pulls", c.pulls) + " " + numeral.Right("true μ", meanWidth+1)
	if c.estimates {
		head += " " + numeral.Right("estimate", estimateWidth)
	}
	return a.theme.Faint.Render(head)
}

func (a *Arms) row(j int, c armColumns) string {
	view, shot := a.state.view(), a.state.Shot
	best, played := slices.Contains(shot.Phase.Best, j), slices.Contains(view.Play, j)
	mark := [2]string{" ", " "}
	if j == a.state.Arm {
		mark[0] = a.theme.Selected.Render(theme.SelectedGlyph)
	}
	style := a.theme.Text
	if played {
		mark[1], style = a.theme.Accent.Render(theme.PlayGlyph), a.theme.Strong
	}
	star := " "
	if best {
		star = a.theme.Good.Render(theme.BestGlyph)
	}
	label := box.FitLine(shot.Config.Scenario.Label(j), c.label)
	line := mark[0] + mark[1] + " " + style.Render(label) + " " + star + " "
	if c.bar > 0 {
		line += a.barStyle(best).Render(box.Bar(a.share(j), c.bar))
	}
	line += " " + style.Render(numeral.Right(numeral.Count(view.Pulls[j]), c.pulls)) +
		" " + numeral.Right(numeral.Fixed(shot.Phase.Means[j], 4), meanWidth+1)
	if c.estimates {
		line += " " + style.Render(numeral.Right(estimate(view.Estimates[j]), estimateWidth))
	}
	return line
}

// estimate writes an estimate in as many cells whatever it is, almost.
func estimate(x float64) string {
	if x > -100 && x < 100 {
		return numeral.Fixed(x, 4)
	}
	return numeral.Fixed(x, 0)
}

// share is how much of the play went to the arm: of the rounds, which are the
// pulls where a play is one arm.
func (a *Arms) share(j int) float64 {
	return float64(a.state.view().Pulls[j]) / float64(max(a.state.Shot.Round, 1))
}

func (a *Arms) barStyle(best bool) lipgloss.Style {
	if best {
		return a.theme.Good
	}
	return a.theme.Faint
}

// foot shows how far the running epoch is, or where the played arm is if that
// is out of sight.
func (a *Arms) foot(from, n int) string {
	view := a.state.view()
	if len(view.Play) == 0 {
		return a.theme.Faint.Render("nothing has been played yet")
	}
	name := a.state.Shot.Config.Scenario.Label(view.Play[0])
	if j := view.Play[0]; len(view.Play) == 1 && (j < from || j >= from+n) {
		return a.theme.Faint.Render("plays arm ") + a.theme.Strong.Render(name) + a.theme.Faint.Render(", out of sight")
	}
	if view.EpochLength == 0 {
		return ""
	}
	length := numeral.Count(view.EpochLength)
	of := " " + numeral.Right(numeral.Count(view.EpochDone), len(length)) + " / " + length
	lead := "epoch of arm " + name + " "
	if len(view.Play) > 1 {
		lead = "epoch "
	}
	width := min(max(a.width-ansi.StringWidth(lead)-len(of)-2, 4), 24)
	done, rest := box.Gauge(float64(view.EpochDone)/float64(view.EpochLength), width)
	return a.theme.Faint.Render(lead+"▕") + a.theme.Accent.Render(done) + a.theme.Faint.Render(rest+"▏"+of)
}
