package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

const labelWidth = 14 // of the labels before lanes

// viewWorst draws the neighbors of the worst case: the rewards of all rounds but one, and the
// one vector that is replaced.
func (s *Screen) viewWorst(width int) []string {
	e := s.entry()
	pair, known := &e.Pair, e.Known
	if !known && e.Statistics != nil {
		pair = &e.Sequences
	}
	switch {
	case e.Known && e.Exact.Epsilon == 0:
		return kit.Styled(e.Exact.WorstPair.Why, width, 0, s.theme.Text)
	case !known && e.Statistics == nil:
		return kit.Styled("There is no exact audit of this learner. The statistical audit (space) searches for two "+
			"reward sequences that its plays tell apart.", width, 0, s.theme.Text)
	}
	lines := s.drawPair(pair, width)
	if !known {
		return append(lines, kit.Styled(pair.Why, width, 0, s.theme.Text)...)
	}
	lines = append(lines, kit.Leads(e.Worst().Lines[1:], width, 0, s.theme)...) // the difference is drawn
	if e.Statistics != nil && !e.Sequences.Same(pair) {
		text := fmt.Sprintf("The statistical audit used another pair, which differs in round %s. %s",
			kit.Count(e.Sequences.Round), e.Sequences.Why)
		lines = append(lines, kit.Styled(text, width, 0, s.theme.Faint)...)
	}
	return lines
}

func (s *Screen) drawPair(pair *model.Neighbors, width int) []string {
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
		row(s.theme.Series(0).Style.Render(round), s.theme.Series(0).Style.Bold(true).Render(rewards(pair.Before)),
			faint("sequence A")),
		row(s.theme.Series(1).Style.Render(round), s.theme.Series(1).Style.Bold(true).Render(rewards(pair.After)),
			faint("sequence B")),
	)
	e := s.entry()
	w := &e.Exact.WorstPair
	reveals := e.Known && e.Spec.Privacy != learners.Local && slices.Max(w.Before) > slices.Min(w.Before)
	if reveals && w.Action < lanes.Shown {
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

// viewMechanisms lists the parameters on which the true ε depends, and the true ε with other
// values of them.
func (s *Screen) viewMechanisms(width int) []string {
	e := s.entry()
	var lines []string
	if e.Channels != "" {
		lines = append(lines, kit.Styled("channel: "+e.Channels, width, 2, s.theme.Text)...)
	}
	if len(e.variants) == 0 {
		claim := cmp.Or(e.Spec.Claim, "no privacy")
		text := "Its paper, " + param.SpellOut(e.Spec.Paper) + ", claims " + claim + "."
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
			s.theme.Select(v.label, v.present),
			style.Render(glyph + " true " + v.verdict.InUnits(v.verdict.Exact.Epsilon)), present,
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

// A variant is a learner with other parameters, and its true loss.
type variant struct {
	spec    learners.Spec
	label   string // the relevant parameters: "noise=laplace scale=1"
	verdict model.Verdict
	present bool // the one in use
}

const most = 12 // the largest number of listed variants

// variants tries the parameters on which the exact audit depends: every word that is allowed,
// and the numbers 1, 2, and the present one. It returns nil if no parameter matters.
func variants(config *model.Config, learner int) []variant {
	spec, values := config.Learners[learner], config.Values(learner)
	base, ok := price(config, spec)
	if !ok {
		return nil
	}
	combinations := []variant{{spec: spec, present: true}}
	for i := range spec.Parameters {
		p, present := &spec.Parameters[i], values.Text(spec.Parameters[i].Name)
		options := optionsOf(p, present)
		matters := func(value string) bool { return differs(config, with(spec, p.Name, value), &base) }
		if !slices.ContainsFunc(options, matters) {
			continue
		}
		var longer []variant
		for _, v := range combinations {
			for _, value := range options {
				longer = append(longer, variant{
					spec: with(v.spec, p.Name, value), label: strings.TrimSpace(v.label + " " + p.Name + "=" + value),
					present: v.present && value == present,
				})
			}
		}
		combinations = longer
	}
	if len(combinations) == 1 {
		return nil
	}
	var all []variant
	for _, v := range combinations[:min(len(combinations), most)] {
		if v.verdict, ok = price(config, v.spec); ok {
			all = append(all, v)
		}
	}
	return all
}

// optionsOf returns the values of a parameter to try.
func optionsOf(p *param.Parameter, present string) []string {
	values := slices.Clone(p.Choices)
	if len(values) == 0 {
		numbers := []float64{1, 2}
		if x, err := param.ParseNumber(present); err == nil {
			numbers = append(numbers, x)
		}
		slices.Sort(numbers)
		values = param.Map(slices.Compact(numbers), param.FormatNumber)
	}
	return slices.DeleteFunc(values, func(value string) bool { return p.Check(value) != nil })
}

// differs reports whether the loss of a spec differs from that of base: in the limit, up to the
// horizon, or in whether any pair attains it.
func differs(config *model.Config, spec learners.Spec, base *model.Verdict) bool {
	v, ok := price(config, spec)
	return ok && (v.Exact.Epsilon != base.Exact.Epsilon || v.Exact.Attained != base.Exact.Attained ||
		v.Exact.Within < base.Exact.Within || v.Exact.Within > base.Exact.Within)
}

func with(spec learners.Spec, name, value string) learners.Spec {
	changed, err := spec.With(name, value)
	if err != nil {
		return spec
	}
	return changed
}

// price returns the exact loss of a spec, if known.
func price(config *model.Config, spec learners.Spec) (model.Verdict, bool) {
	v := config.Alone(spec).Verdict(0)
	return v, v.Known
}
