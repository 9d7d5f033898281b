package panel

import (
	"fmt"
	"math"

	"github.com/charmbracelet/lipgloss"

	"regretscope/noise"
	"regretscope/ui/kit"
)

func (p *Privacy) last() []string {
	view := p.state.view()
	if view.Account.Releases == 0 {
		return []string{p.key("last release") + p.theme.Faint.Render("none yet")}
	}
	r := &view.Account.Last
	style := p.theme.Text
	round := "round " + kit.Count(r.Round)
	if view.Released {
		round, style = "now, round "+kit.Count(r.Round), p.theme.Accent
	}
	type sentence struct {
		text  string
		style lipgloss.Style
	}
	texts := []sentence{
		{fmt.Sprintf("%s · %s · %s", round, p.armList(r.Arms), kit.Plural(r.Observations, "observation")), style},
		{stretch(r) + p.cost(), p.theme.Faint},
	}
	if len(r.Terms) > 0 {
		term := p.term(r)
		texts = append(texts, sentence{noised(r, term), p.theme.Text}, sentence{p.change(r, term), p.theme.Strong})
	}
	lines, key := []string(nil), "last release"
	for _, t := range texts {
		lines, key = append(lines, p.wrapped(key, t.text, 2, t.style)...), ""
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
		return "true sum " + kit.Measured(term.Sum) + ", no noise"
	}
	sign := "+"
	if term.Noise < 0 {
		sign = "−"
	}
	return fmt.Sprintf("true sum %s %s %s noise (%s, scale %s)", kit.Measured(term.Sum), sign,
		kit.Measured(math.Abs(term.Noise)), r.Noise, kit.Short(r.Scale))
}

func (p *Privacy) change(r *noise.Release, term *noise.ReleaseTerm) string {
	change := fmt.Sprintf("estimate %s → %s", estimate(term.Before), estimate(term.After))
	if r.Joint() {
		return "published arm " + p.state.Shot.Config.Scenario.Label(r.Winner) + ", and none of the noisy scores"
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
	return "arms " + p.state.names(arms, len(arms))
}

// stretch is where a release's data came from.
func stretch(r *noise.Release) string {
	switch {
	case r.Last == 0:
		return "before round 1"
	case r.First == r.Last:
		return "this round alone"
	}
	return fmt.Sprintf("rounds %s–%s", kit.Count(r.First), kit.Count(r.Last))
}
