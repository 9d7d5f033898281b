package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	exact "regretscope/noise/audit"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

const labelWidth = 14 // of what stands before lanes

// viewWorst draws the neighbours that show the worst case: what all rounds but
// one give, and the one vector that is replaced.
func (s *Screen) viewWorst(width int) []string {
	e := s.entry()
	pair, known := &e.Pair, e.Known
	if !known && e.Statistics != nil {
		pair = &e.Sequences
	}
	switch {
	case e.Known && e.Exact.Epsilon == 0:
		return kit.Styled(e.Exact.Worst.Why, width, 0, s.theme.Text)
	case !known && e.Statistics == nil:
		return kit.Styled("There is no exact audit of this learner. The statistical audit (space) searches for two reward sequences that its plays tell apart.", width, 0, s.theme.Text)
	}
	lines := s.drawPair(pair, width)
	if !known {
		return append(lines, kit.Styled(pair.Why, width, 0, s.theme.Text)...)
	}
	for _, p := range e.Worst().Parts[1:] { // where they differ is drawn
		lines = append(lines, kit.Styled(p.Lead, width, 0, p.Tone.Style(s.theme))...)
	}
	if e.Statistics != nil && !e.Sequences.Same(pair) {
		text := fmt.Sprintf("The statistical audit used another pair, which differs in round %d. %s", e.Sequences.Round, e.Sequences.Why)
		lines = append(lines, kit.Styled(text, width, 0, s.theme.Faint)...)
	}
	return lines
}

// drawPair draws two neighbours, an arm a lane.
func (s *Screen) drawPair(pair *model.Neighbours, width int) []string {
	const remark = 16
	lanes := kit.FitLanes(len(pair.Before), width-labelWidth-remark)
	row := func(label string, line, after string) string {
		return kit.FitLine(label, labelWidth) + line + "  " + after
	}
	faint := s.theme.Faint.Render
	rewards := func(vector []float64) string {
		return lanes.Row(func(arm int) string { return kit.RewardBar(vector[arm]) })
	}
	round := "round " + kit.Count(pair.Round)
	lines := []string{faint(row("arm", lanes.Numbers(), ""))}
	for i, span := range pair.Others {
		label, count := "other rounds", ""
		if len(pair.Others) > 1 {
			if i != 1 {
				continue // before and after the release that counts
			}
			n := pair.Others[2].From - span.From
			label, count = "rest of epoch", "× "+kit.Plural(n, "round")
		}
		lines = append(lines, faint(row(label, rewards(span.Rewards), count)))
	}
	lines = append(lines,
		row(s.theme.Series(0).Style.Render(round), s.theme.Series(0).Style.Bold(true).Render(rewards(pair.Before)), faint("sequence A")),
		row(s.theme.Series(1).Style.Render(round), s.theme.Series(1).Style.Bold(true).Render(rewards(pair.After)), faint("sequence B")),
	)
	e := s.entry()
	if w := &e.Exact.Worst; e.Known && e.Spec.Privacy != learners.Local && slices.Max(w.Before) > slices.Min(w.Before) && w.Action < lanes.Shown {
		pointer := lanes.Row(func(arm int) string {
			if arm == w.Action {
				return "▲"
			}
			return " "
		})
		lines = append(lines, s.theme.Accent.Render(row("", pointer, "revealing play")))
	}
	return lines
}

// viewMechanisms is what the parameters mean that the true ε depends on, and
// what it is with others.
func (s *Screen) viewMechanisms(width int) []string {
	e := s.entry()
	var lines []string
	if e.Channels != "" {
		lines = append(lines, kit.Styled("channel: "+e.Channels, width, 2, s.theme.Text)...)
	}
	if len(e.variants) == 0 {
		claim := cmp.Or(e.Spec.Claim, "no privacy")
		text := "Its paper, " + declare.SpellOut(e.Spec.Paper) + ", claims " + claim + "."
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Text)...)
		text = "None of its parameters changes the true ε."
		if e.Spec.Tunes != "" {
			text = "Its parameter " + e.Spec.Tunes + " sets how private it is, in place of ε."
		}
		return append(lines, kit.Styled(text, width, 0, s.theme.Faint)...)
	}
	table := kit.Table{Columns: []kit.Column{{Priority: 3}, {Priority: 2}, {Priority: 1}}}
	for _, v := range e.variants {
		glyph, style := s.mark(v.verdict.Broken(), v.verdict.Promises())
		present := ""
		if v.present {
			present = s.theme.Faint.Render("in use")
		}
		table.Rows = append(table.Rows, []string{
			s.theme.Select(v.label, v.present), style.Render(glyph + " true " + v.verdict.InUnits(v.verdict.Exact.Epsilon)), present,
		})
	}
	_, rows := table.Lines(width)
	lines = append(lines, rows...)
	values := s.config.Values(s.at)
	for i := range e.Spec.Parameters {
		p := &e.Spec.Parameters[i]
		if !strings.Contains(e.variants[0].label, p.Name+"=") {
			continue
		}
		text := p.Name + ": " + p.Meaning
		for c, note := range p.Notes {
			if p.Choices[c] == values.Text(p.Name) {
				text += ". " + kit.Capital(p.Choices[c]) + ": " + note
			}
		}
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Faint)...)
	}
	return lines
}

// viewAbout is what the program says about its own numbers.
func (s *Screen) viewAbout(width int) []string {
	return kit.Styled(strings.ReplaceAll(exact.Caveat, "\n", " "), width, 0, s.theme.Text)
}
