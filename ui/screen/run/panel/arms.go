package panel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Arms shows for every arm how often the focused learner pulled it, its true mean, and the learner's estimate.
type Arms struct {
	base
	kit.Follower
	other bool               // the other order than the usual one for the number of arms
	pairs map[int]facts.Pair // of the played arms
}

// NewArms returns the panel of pulls and estimates of each arm.
func NewArms(t *theme.Theme, by Watcher) *Arms {
	a := &Arms{base: base{theme: t, by: by}}
	a.lines = a.draw
	return a
}

// SetState pairs the played arms, once for all that is drawn of a state.
func (a *Arms) SetState(s State) {
	if s != a.state && s.Shot != nil {
		a.pairs = s.Pairs()
	}
	a.base.SetState(s)
}

// ToggleOrder switches between the orders of numbers and of pulls.
func (a *Arms) ToggleOrder() {
	a.other, a.drawn = !a.other, nil
	a.Forget()
}

// maxByNumber is the largest number of arms that are sorted by number by default: of more
// arms, those played often matter.
const maxByNumber = 24

func (a *Arms) byPulls() bool { return (len(a.state.Learner.Pulls) > maxByNumber) != a.other }
func (a *Arms) Title() string { return a.titled(kit.Capital(a.state.noun())+"s", " · ") }

func (a *Arms) Remark() string {
	if a.state.Shot == nil {
		return ""
	}
	remark := ""
	if k := len(a.state.Learner.Pulls); k > a.room() {
		remark = kit.Seen(a.Offset(), a.room(), k)
	}
	if a.byPulls() {
		remark = "by pulls " + remark
	}
	if a.state.Arm < 0 && a.state.Shot.Round > 0 {
		remark = strings.TrimSpace("↑↓ why not? " + remark)
	}
	return remark
}

const armsHead = 1 // the line of column headings

func (a *Arms) Rows() int {
	if a.state.Shot == nil {
		return 0
	}
	return len(a.state.Learner.Pulls) + armsHead + max(len(a.foot()), 1)
}

func (a *Arms) room() int { return max(a.height-armsHead-len(a.foot()), 1) }

func (a *Arms) sorted() []int {
	pulls, byPulls := a.state.Learner.Pulls, a.byPulls()
	return param.Order(len(pulls), func(i, j int) int {
		if byPulls {
			return cmp.Compare(pulls[j], pulls[i])
		}
		return i - j
	})
}

// Scroll chooses another arm.
func (a *Arms) Scroll(lines int) {
	if a.state.Shot != nil {
		order := a.sorted()
		a.by.LookAtArm(order[kit.MovedBy(slices.Index(order, a.state.Arm), lines, len(order))])
	}
}

// Click chooses the clicked arm, or none if it was chosen already.
func (a *Arms) Click(_, y int) {
	if a.state.Shot == nil || y < armsHead || y >= armsHead+a.room() {
		return
	}
	if order, at := a.sorted(), y-armsHead+a.Offset(); at < len(order) {
		arm := order[at]
		if arm == a.state.Arm {
			arm = -1
		}
		a.by.LookAtArm(arm)
	}
}

func (a *Arms) draw() []string {
	order, foot := a.sorted(), a.foot()
	from, n := a.Follow(a.state.Arm, slices.Index(order, a.state.Arm), len(order), a.room())
	t := a.table()
	lines := []string{t.theme.Faint.Render(t.fitted.Header())}
	for _, j := range order[from : from+n] {
		lines = append(lines, t.row(j))
	}
	for len(lines) < a.height-len(foot) {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}

const maxDetails = 4 // lines of one arm's details

// foot returns the lines below the arms: the progress of the present epoch, or details of the chosen arm.
func (a *Arms) foot() []string {
	if a.state.Arm >= 0 && a.state.Arm < len(a.state.Learner.Pulls) {
		return a.details(a.state.Arm)
	}
	if line := a.progress(); line != "" {
		return []string{line}
	}
	return nil
}

func (a *Arms) details(j int) []string {
	lines := kit.Wrap(strings.Join(a.state.Details(j, a.pairs), " · "), a.width, 2)
	if most := min(maxDetails, max(a.height/2, 1)); len(lines) > most {
		lines = lines[:most]
		lines[most-1] = kit.FitLine(lines[most-1]+" …", a.width)
	}
	for i := range lines {
		lines[i] = a.theme.Selected.Render(lines[i])
	}
	return lines
}

// progress returns the progress of the present epoch, or the places of hidden played arms.
func (a *Arms) progress() string {
	view := a.state.Learner
	if len(view.Play) == 0 {
		if rows := len(view.Pulls) + armsHead; rows == a.height {
			return "" // all arms are more important
		}
		return a.theme.Faint.Render("no rounds played yet")
	}
	name := a.state.Shot.Config.Scenario.Label(view.Play[0])
	if out := a.outOfSight(); out > 0 && len(view.Play) == 1 {
		return a.theme.Faint.Render("plays "+a.state.noun()+" ") + a.theme.Strong.Render(name) +
			a.theme.Faint.Render(", out of sight")
	} else if out > 0 {
		return a.theme.Faint.Render(fmt.Sprintf("plays %d "+a.state.noun()+"s, %d of them out of sight",
			len(view.Play), out))
	}
	if view.Restarted {
		return a.theme.Accent.Render("a change was detected in this round: earlier rewards are forgotten")
	}
	if view.EpochLength == 0 {
		return ""
	}
	length := number.Count(view.EpochLength)
	of := " " + kit.Right(number.Count(view.EpochDone), len(length)) + " / " + length
	lead := "epoch of " + a.state.noun() + " " + name + " "
	if len(view.Play) > 1 {
		lead = "epoch "
	}
	width := min(max(a.width-ansi.StringWidth(lead)-len(of)-2, 4), 24)
	done, rest := kit.Gauge(float64(view.EpochDone)/float64(view.EpochLength), width)
	return a.theme.Faint.Render(lead+"▕") + a.theme.Accent.Render(done) + a.theme.Faint.Render(rest+"▏"+of)
}

func (a *Arms) outOfSight() int {
	room := max(a.height-armsHead-1, 1) // the foot is one line if no arm is chosen
	order := a.sorted()
	from, n := a.Visible(len(order), room)
	out := 0
	for _, j := range a.state.Learner.Play {
		if !slices.Contains(order[from:from+n], j) {
			out++
		}
	}
	return out
}

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

// table lays out the columns: marks, the name, the star of the best arm, the bar of pulls, and numbers.
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

// marks returns the marks of an arm that is selected, played, or out of the running; style is that of its numbers.
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
