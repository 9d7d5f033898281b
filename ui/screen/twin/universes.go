package twin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"regretscope/model/audit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	labelWidth  = 11 // least width of the labels before both universes
	middleWidth = 5  // width of the space between them
	playedGlyph = "●"
)

// A pairPanel draws both universes side by side, up to a round.
type pairPanel struct {
	theme *theme.Theme
	shot  *snapshot
	round int

	unknown bool // which universe it is: both sides are equal
}

// view draws both universes, one lane per arm: first the rewards, then the plays, round by round.
func (s pairPanel) view(width, height int) []string {
	labelWidth := s.shot.labelWidth()
	lanes := kit.FitLanes(len(s.shot.Sequences.Before), (width-labelWidth-middleWidth)/2)
	// Centered: a first lane's text is at its right end.
	between := strings.Repeat(" ", (middleWidth+lanes.Cells-1)/2)
	pair := func(label string, left, middle, right string) string {
		return kit.FitLine(label, labelWidth) + kit.FitLine(left, lanes.Width()) +
			kit.FitLine(between+middle, middleWidth) + right
	}
	faint := s.theme.Faint.Render
	name := func(side int) string {
		title := "universe " + names[side]
		if lanes.Width() < len(title) {
			title = names[side]
		}
		return universe(s.theme, side).Bold(true).Render(title)
	}
	lines := []string{
		pair("", name(0), "", name(1)),
		pair(faint("arm"), faint(lanes.Numbers()), "", faint(lanes.Numbers())),
	}
	for _, g := range s.shot.rewardRows() {
		label, middle := faint(g.label), faint("=")
		if g.differs {
			label, middle = s.theme.Warn.Render(theme.BreakGlyph+" "+g.label), s.theme.Warn.Render("≠")
		}
		row := func(side int) string {
			style := s.theme.Faint
			if g.differs { // the rewards of the person who differs stand out
				style = universe(s.theme, side).Bold(true)
			}
			return lanes.Row(func(arm int) string { return style.Render(kit.RewardBar(g.rewards[side][arm])) })
		}
		lines = append(lines, pair(label, row(0), middle, row(1)))
	}
	rule := faint(strings.Repeat("─", lanes.Width()))
	below := rule
	if s.unknown {
		below = faint(" A or B?")
	}
	lines = append(lines, pair(faint(s.shot.acted()), rule, "", below))
	if s.round == 0 {
		return append(append(lines, ""), kit.Styled(s.shot.about(), width, 0, s.theme.Faint)...)
	}
	var rounds []string
	for i := range s.shot.Rounds[:s.round] {
		r := &s.shot.Rounds[i]
		middle, label := faint("="), faint("  round "+number.Count(r.Round))
		if s.shot.visible(r) {
			middle = s.theme.Bad.Render("≠")
		}
		if r.Differs {
			label = s.theme.Warn.Render(theme.BreakGlyph + " round " + number.Count(r.Round))
		}
		if i == s.round-1 {
			label = s.theme.Accent.Render(theme.PlayGlyph) + ansi.TruncateLeft(label, 1, "")
		}
		other := s.played(r, 1, lanes)
		if s.unknown {
			middle, other = "", ""
		}
		rounds = append(rounds, pair(label, s.played(r, 0, lanes), middle, other))
	}
	shown, _, _ := kit.Around(rounds, len(rounds)-1, len(rounds), max(height-len(lines), 0))
	return append(lines, shown...)
}

// played returns a round's play in its lanes, or in words if there are too many arms.
func (s pairPanel) played(r *audit.TwinRound, side int, lanes kit.Lanes) string {
	style := universe(s.theme, side).Bold(true)
	if s.unknown {
		style = s.theme.Strong
	}
	glyph := playedGlyph
	if s.shot.local() && len(r.Seen[side]) == 1 {
		glyph = report(r.Seen[side][0])
	}
	if !lanes.All() {
		arms := param.Map(r.Plays[side], func(j int) string { return strconv.Itoa(j + 1) })
		return style.Render(ansi.Truncate(glyph+" "+strings.Join(arms, "+"), lanes.Width(), theme.Ellipsis))
	}
	played, idle := style.Render(glyph), s.theme.Faint.Render("·")
	return lanes.Row(func(arm int) string {
		if slices.Contains(r.Plays[side], arm) {
			return played
		}
		return idle
	})
}

// report returns a report as one cell: a bit, or the height of another number.
func report(x float64) string {
	switch {
	case x > 1:
		return "↑"
	case x < 0:
		return "↓"
	}
	return kit.RewardBar(x)
}

// rewardRow holds the rewards of equal rounds.
type rewardRow struct {
	label   string
	rewards [2][]float64
	differs bool
}

// rewardRows returns the rewards of the two sequences: the round that differs, and the others.
func (s *snapshot) rewardRows() []rewardRow {
	sequences := &s.Sequences
	label := "round " + number.Count(sequences.Round)
	all := []rewardRow{{label: label, rewards: [2][]float64{sequences.Before, sequences.After}, differs: true}}
	last := len(s.Rounds)
	for i, span := range sequences.Others {
		from, to := max(span.From, 1), last
		if i+1 < len(sequences.Others) {
			to = sequences.Others[i+1].From - 1
		}
		if from > to || (from == to && from == sequences.Round) {
			continue
		}
		label := fmt.Sprintf("  %s to %s", number.Count(from), number.Count(to))
		switch {
		case len(sequences.Others) == 1:
			label = "  others"
		case to == last:
			label = "  later"
		case i == 0:
			label = "  before"
		case from == to:
			label = "  round " + number.Count(from)
		}
		all = append(all, rewardRow{label: label, rewards: [2][]float64{span.Rewards, span.Rewards}})
	}
	return all
}

// labelWidth returns the width of the labels before both universes, with a blank after it.
func (s *snapshot) labelWidth() int {
	widest := max(labelWidth, len("  round ")+len(number.Count(len(s.Rounds)))+1)
	for _, g := range s.rewardRows() {
		mark := 0
		if g.differs {
			mark = len("  ") // a glyph and a blank
		}
		widest = max(widest, utf8.RuneCountInString(g.label)+mark+1)
	}
	return widest
}

// acted returns the word for what an observer sees of rounds.
func (s *snapshot) acted() string {
	if s.local() {
		return "reports"
	}
	return "plays"
}
