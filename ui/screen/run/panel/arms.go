package panel

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Arms shows for every arm how often the focused learner pulled it, what it
// gives in truth and what the learner believes.
type Arms struct {
	base
	kit.Follower
	other bool  // the other order than the one that suits the number of arms
	order []int // the arms as they were drawn last
}

// NewArms makes the panel that shows how often each arm was played and what the learner makes of it.
func NewArms(t *theme.Theme) *Arms {
	a := &Arms{base: base{theme: t}}
	a.lines = a.draw
	return a
}

// ToggleOrder changes between the order of numbers and that of pulls.
func (a *Arms) ToggleOrder() {
	a.other, a.drawn = !a.other, nil
	a.Forget()
}

// mostByNumber is how many arms stand by number unless told otherwise: of more,
// those that are played a lot are what one wants to see.
const mostByNumber = 24

func (a *Arms) byPulls() bool { return (len(a.state.view().Pulls) > mostByNumber) != a.other }

func (a *Arms) Title() string { return a.titled(kit.Capital(a.state.noun())+"s", " · ") }

func (a *Arms) Remark() string {
	if a.state.Shot == nil {
		return ""
	}
	remark := ""
	if k := len(a.state.view().Pulls); k > a.room() {
		remark = kit.Seen(a.Offset(), a.room(), k)
	}
	if a.byPulls() {
		remark = "by pulls " + remark
	}
	return remark
}

const armsHead = 1 // the line of column heads

func (a *Arms) Rows() int {
	if a.state.Shot == nil {
		return 0
	}
	return len(a.state.view().Pulls) + armsHead + max(len(a.foot()), 1)
}

// room is how many arms are seen at once.
func (a *Arms) room() int { return max(a.height-armsHead-len(a.foot()), 1) }

// sorted are the arms in the order in which they stand.
func (a *Arms) sorted() []int {
	pulls := a.state.view().Pulls
	if len(a.order) != len(pulls) {
		a.order = make([]int, len(pulls))
	}
	for j := range a.order {
		a.order[j] = j
	}
	if a.byPulls() {
		slices.SortStableFunc(a.order, func(i, j int) int { return cmp.Compare(pulls[j], pulls[i]) })
	}
	return a.order
}

// Scroll looks at another arm.
func (a *Arms) Scroll(lines int) tea.Cmd {
	if a.state.Shot == nil {
		return nil
	}
	return selectArm(a.Beside(a.state.Arm, lines))
}

// Beside is the arm that stands so many lines below another one, above it for negative
// lines; −1 is none.
func (a *Arms) Beside(arm, lines int) int {
	order := a.sorted()
	return order[kit.Further(slices.Index(order, arm), lines, len(order))]
}

// Click looks at the arm that was clicked, and no longer if it was already.
func (a *Arms) Click(_, y int) tea.Cmd {
	if a.state.Shot == nil {
		return nil
	}
	order := a.sorted()
	at := y - armsHead + a.Offset()
	if y < armsHead || y >= armsHead+a.room() || at >= len(order) {
		return nil
	}
	if order[at] == a.state.Arm {
		return selectArm(-1)
	}
	return selectArm(order[at])
}

func (a *Arms) draw() []string {
	order, foot := a.sorted(), a.foot()
	from, n := a.Follow(a.state.Arm, slices.Index(order, a.state.Arm), len(order), a.room())
	t := a.table()
	lines := []string{t.head()}
	for _, j := range order[from : from+n] {
		lines = append(lines, t.row(j))
	}
	for len(lines) < a.height-len(foot) {
		lines = append(lines, "")
	}
	return append(lines, foot...)
}
