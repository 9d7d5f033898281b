package panel

import (
	"fmt"
	"math"
	"strings"

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
func (p *Privacy) Rows() int { return 9 }

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

const keyWidth = 14

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
		p.theme.Faint.Render(" · pending ")+numeral.Count(view.Pending)+
		p.theme.Faint.Render(" observations that no release has covered"))
	lines = append(lines, p.last()...)
	return append(lines, p.key("user level")+p.theme.Strong.Render(loss(view.Account.User))+
		p.theme.Faint.Render(" if one person were behind all rounds"))
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
	head := fmt.Sprintf("round %s · %s · %s from %s", numeral.Count(r.Round), p.armList(r.Arms), observations(r), stretch(r))
	style := p.theme.Text
	if view.Released {
		head, style = head+"  "+theme.PlayGlyph+" now", p.theme.Accent
	}
	var lines []string
	for i, line := range box.Wrap(head, p.width-keyWidth, 0) {
		lead := strings.Repeat(" ", keyWidth)
		if i == 0 {
			lead = p.key("last release")
		}
		lines = append(lines, lead+style.Render(line))
	}
	indent := strings.Repeat(" ", keyWidth)
	noise := fmt.Sprintf("%s noise of scale %s, this release costs ε = %s", r.Noise, numeral.Measured(r.Scale), loss(r.Epsilon))
	if r.Scale == 0 {
		noise = "no noise: this release is not private"
	}
	for _, line := range box.Wrap(noise, p.width-keyWidth, 0) {
		lines = append(lines, indent+line)
	}
	for _, line := range p.terms(r) {
		lines = append(lines, indent+line)
	}
	return lines
}

// terms tells what was summed and what came out, of the winner or the first arm.
func (p *Privacy) terms(r *noise.Release) []string {
	if len(r.Terms) == 0 {
		return nil
	}
	term := &r.Terms[0]
	for i := range r.Terms {
		if r.Terms[i].Arm == r.Winner {
			term = &r.Terms[i]
		}
	}
	drawn := " + " + numeral.Measured(term.Noise)
	if term.Noise < 0 {
		drawn = " − " + numeral.Measured(-term.Noise)
	}
	sum := "true sum " + numeral.Measured(term.Sum) + drawn + " noise"
	change := fmt.Sprintf("estimate %s → %s", estimate(term.Before), estimate(term.After))
	if r.Joint() {
		change = "published arm " + p.state.Shot.Config.Scenario.Label(r.Winner)
	}
	if more := len(r.Terms) - 1; more > 0 {
		change += fmt.Sprintf("  (and %d more)", more)
	}
	if ansi.StringWidth(sum+" · "+change) <= p.width-keyWidth {
		return []string{p.theme.Strong.Render(sum + " · " + change)}
	}
	return []string{p.theme.Strong.Render(sum), p.theme.Strong.Render(change)}
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
	return fmt.Sprintf("rounds %s to %s", numeral.Count(r.First), numeral.Count(r.Last))
}
