package panel

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/ui/box"
	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

// Privacy shows what the focused learner's releases cost, from the ledger.
type Privacy struct{ base }

// NewPrivacy makes the panel.
func NewPrivacy(t *theme.Theme) *Privacy { return &Privacy{base: base{theme: t}} }

// Title implements Panel.
func (p *Privacy) Title() string {
	if p.state.Shot == nil {
		return "Privacy"
	}
	return "Privacy · " + p.state.view().Choice.Label()
}

// Rows implements Panel.
func (p *Privacy) Rows() int { return 9 } // eight as a rule, and one for a line that wraps

// View implements Panel.
func (p *Privacy) View() []string {
	return p.once(func() []string {
		switch p.state.view().Choice.Privacy {
		case learners.NotPrivate:
			return p.plain(
				"not private", "Every reward is used as it is.",
				"Whoever sees what is played can learn about single rewards: nothing is claimed, and nothing bounds the loss (ε = ∞).",
			)
		case learners.DataFree:
			return p.plain("no data", "No reward is ever looked at.", "So what is played tells nothing about them (ε = 0).")
		}
		return p.account()
	})
}

// plain says what there is to say of a learner that releases nothing.
func (p *Privacy) plain(key, headline, rest string) []string {
	lines := []string{p.theme.Faint.Render(numeral.Left(key, keyWidth)) + p.theme.Strong.Render(headline)}
	for _, line := range box.Wrap(rest, p.width-keyWidth, 0) {
		lines = append(lines, strings.Repeat(" ", keyWidth)+line)
	}
	return lines
}

const keyWidth = len("last release ")

func (p *Privacy) key(name string) string { return p.theme.Faint.Render(numeral.Left(name, keyWidth)) }

func (p *Privacy) account() []string {
	view := p.state.view()
	lines := []string{p.worst()}
	claim := view.Choice.Claim
	if claim == "" {
		claim = "its paper claims nothing"
	}
	lines = append(lines, p.key("claimed")+claim)
	lines = append(lines, p.key("releases")+p.theme.Strong.Render(numeral.Count(view.Account.Releases))+
		p.theme.Faint.Render(" · pending ")+numeral.Count(view.Pending)+p.theme.Faint.Render(" observations"))
	lines = append(lines, p.key("user level")+p.theme.Strong.Render(loss(view.Account.User))+
		p.theme.Faint.Render(" if one person were behind all rounds"))
	return append(lines, p.last()...)
}

// worst is the dearest round's total loss against the ε that was set.
func (p *Privacy) worst() string {
	view := p.state.view()
	text := p.key("worst event")
	if math.IsInf(view.Epsilon, 1) {
		return text + p.theme.Warn.Render("ε = ∞: releases carry no noise")
	}
	style := p.theme.Good
	over := view.Worst > view.Epsilon*(1+1e-9)
	if over {
		style = p.theme.Bad
	}
	text += style.Render(loss(view.Worst)) + p.theme.Faint.Render(" of ε = "+loss(view.Epsilon)+" ")
	width := min(p.width-ansi.StringWidth(text)-2, 20)
	if over {
		return text + p.theme.Bad.Render(" more than was set")
	}
	if width < 4 {
		return text
	}
	return text + p.theme.Faint.Render("▕") + style.Render(box.Bar(view.Worst/view.Epsilon, width)) + p.theme.Faint.Render("▏")
}

// loss writes an ε: two decimals, and more where it is small.
func loss(x float64) string {
	if x > 0 && x < 0.1 {
		return numeral.Short(x)
	}
	return numeral.Fixed(x, 2)
}

// last explains the newest release.
func (p *Privacy) last() []string {
	view := p.state.view()
	if view.Account.Releases == 0 {
		return []string{p.key("last release") + p.theme.Faint.Render("none yet")}
	}
	r := &view.Account.Last
	style := p.theme.Text
	round := "round " + numeral.Count(r.Round)
	if view.Released {
		round, style = "now, round "+numeral.Count(r.Round), p.theme.Accent
	}
	type sentence struct {
		text  string
		style lipgloss.Style
	}
	texts := []sentence{
		{fmt.Sprintf("%s · %s · %s", round, p.armList(r.Arms), observations(r)), style},
		{fmt.Sprintf("%s · costs ε = %s", stretch(r), loss(r.Epsilon)), p.theme.Faint},
	}
	if len(r.Terms) > 0 {
		term := p.term(r)
		texts = append(texts, sentence{noised(r, term), p.theme.Text}, sentence{p.change(r, term), p.theme.Strong})
	}
	var lines []string
	lead := p.key("last release")
	for _, t := range texts {
		for _, line := range box.Wrap(t.text, p.width-keyWidth, 2) {
			lines = append(lines, lead+t.style.Render(line))
			lead = strings.Repeat(" ", keyWidth)
		}
	}
	return lines
}

// term is the one of the winner, or of the first arm.
func (p *Privacy) term(r *noise.Release) *noise.ReleaseTerm {
	for i := range r.Terms {
		if r.Terms[i].Arm == r.Winner {
			return &r.Terms[i]
		}
	}
	return &r.Terms[0]
}

// noised tells what was summed and which noise came to it.
func noised(r *noise.Release, term *noise.ReleaseTerm) string {
	if r.Scale == 0 {
		return "true sum " + numeral.Measured(term.Sum) + ", no noise"
	}
	sign := "+"
	if term.Noise < 0 {
		sign = "−"
	}
	return fmt.Sprintf("true sum %s %s %s noise (%s, scale %s)", numeral.Measured(term.Sum), sign,
		numeral.Measured(math.Abs(term.Noise)), r.Noise, numeral.Short(r.Scale))
}

// change tells what the release changed.
func (p *Privacy) change(r *noise.Release, term *noise.ReleaseTerm) string {
	change := fmt.Sprintf("estimate %s → %s", estimate(term.Before), estimate(term.After))
	if r.Joint() {
		change = "published arm " + p.state.Shot.Config.Scenario.Label(r.Winner)
	}
	if more := len(r.Terms) - 1; more > 0 {
		change += fmt.Sprintf(" (and %d more)", more)
	}
	return change
}

// armList names arms, all of them in a word if there are many.
func (p *Privacy) armList(arms []int) string {
	s := p.state.Shot.Config.Scenario
	switch {
	case len(arms) == 1:
		return "arm " + s.Label(arms[0])
	case len(arms) == s.Arms():
		return "all arms"
	case len(arms) > 5:
		return fmt.Sprintf("%d arms", len(arms))
	}
	names := make([]string, len(arms))
	for i, j := range arms {
		names[i] = s.Label(j)
	}
	return "arms " + strings.Join(names, ", ")
}

func observations(r *noise.Release) string {
	if r.Observations == 1 {
		return "1 observation"
	}
	return numeral.Count(r.Observations) + " observations"
}

// stretch is where a release's data came from.
func stretch(r *noise.Release) string {
	switch {
	case r.Last == 0:
		return "before round 1"
	case r.First == r.Last:
		return "this round alone"
	}
	return fmt.Sprintf("rounds %s–%s", numeral.Count(r.First), numeral.Count(r.Last))
}
