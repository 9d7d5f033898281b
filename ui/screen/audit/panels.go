package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/kit/theme"
	"regretscope/ui/plot"
	"regretscope/ui/screen/setup"
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
	lines = append(lines, facts.Lines(e.Worst().Lines[1:], width, 0, s.theme)...) // the difference is drawn
	if e.Statistics != nil && !e.Sequences.Same(pair) {
		text := fmt.Sprintf("The statistical audit used another pair, which differs in round %d. %s",
			e.Sequences.Round, e.Sequences.Why)
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

// lossesOf returns the losses in all notions; none if nothing is known beyond ε. δ is given at
// half of the ε that the learner claims or, if that is not a number, at ½.
func lossesOf(f *audits.Finding) []facts.Loss {
	at := .5
	if f.Claimed > 0 && !math.IsInf(f.Claimed, 1) {
		at = f.Claimed / 2
	}
	return facts.Losses(f, privacy.Measure{Notion: privacy.Rho}, privacy.Measure{Notion: privacy.Mu},
		privacy.Measure{Notion: privacy.Delta, At: at})
}

// viewNotions returns a table of the notions, and below it the inputs that attain each.
func (s *Screen) viewNotions(width int) []string {
	e := s.entry()
	if len(e.Losses) == 0 {
		return kit.Styled("The privacy loss of this learner's releases beyond ε is not known.", width, 0, s.theme.Faint)
	}
	table := kit.Table{Columns: []kit.Column{
		{},
		{Title: "true", Right: true},
		{Title: "known", Priority: 1},
		{Title: "proved", Right: true, Priority: 2},
		{Title: "by running", Right: true, Priority: 3},
	}}
	for i := range e.Losses {
		l := &e.Losses[i]
		proved, lower := kit.None, kit.None
		if l.Status != privacy.Exact {
			proved = "≤ " + kit.Loss(l.Upper)
		}
		if l.Shown > 0 {
			lower = "≥ " + kit.Loss(l.Shown)
		}
		known := notions.Status(l.Value)
		if e.Limit(l) {
			known = "a limit"
		}
		table.Rows = append(table.Rows, []string{
			s.theme.Title.Render(l.Name),
			s.theme.Strong.Render(notions.Bounded(l.Value, kit.Loss)), known, proved, lower,
		})
	}
	header, rows := table.Lines(width)
	lines := append([]string{s.theme.Faint.Render(header)}, rows...)
	lines = append(lines, kit.Styled(s.believed(e)+" < and > change the belief before.", width, 0, s.theme.Text)...)
	for _, text := range attained(e.Losses) {
		lines = append(lines, kit.Styled(text, width, 2, s.theme.Faint)...)
	}
	return lines
}

// believed says what the true ε means for one person.
func (s *Screen) believed(e *entry) string {
	seen := "everything"
	if e.Spec.Privacy == learners.Local {
		seen = "the report"
	}
	return s.belief.Sentence(e.Exact.Epsilon, seen)
}

// attained says which inputs attain the values; notions with the same inputs are listed
// together.
func attained(all []facts.Loss) []string {
	var said, names []string
	for _, n := range all {
		at := notions.Inputs(n.Worst)
		switch {
		case at == "":
		case len(said) > 0 && said[len(said)-1] == at:
			names[len(names)-1] += ", " + n.Name
		default:
			said, names = append(said, at), append(names, n.Name)
		}
	}
	for i := range said {
		said[i] = fmt.Sprintf("%s: worst where %s.", names[i], said[i])
	}
	return said
}

// look starts computing the curves of the chosen learner, unless they are known.
func (s *Screen) look() tea.Cmd {
	if len(s.entries) == 0 || s.entry().curves != nil || s.entry().Exact.Mechanism == nil {
		return nil
	}
	s.curvesOf = s.at
	m := s.entry().Exact.Mechanism
	return s.curves.Start(func(context.Context, func(int, int)) (*notions.Curves, error) { return notions.Of(m), nil })
}

// Sentences describes the whole screen without drawing.
func (s *Screen) Sentences() []string {
	switch {
	case s.err != nil:
		return []string{"✗ " + param.Printable(s.err.Error())}
	case len(s.entries) == 0:
		return []string{"The audit is under way."}
	}
	e := s.entry()
	said := []string{"Audit of " + e.Spec.Label() + ": " + e.Line() + "."}
	said = append(said, facts.Sentences(e.Facts())...)
	if e.Known {
		said = append(said, s.believed(e))
	}
	if e.curves != nil {
		said = append(said, e.curves.Sentences()...)
	}
	if e.Statistics == nil {
		said = append(said, strings.Join(s.statistical(1<<20), " "))
	}
	return said
}

// picture returns the chosen curve; nil while it is unknown.
func (s *Screen) picture() *chart.Chart {
	switch e := s.entry(); {
	case e.curves == nil:
		return nil
	case s.delta:
		return e.curves.Delta(e.Claimed, notions.MeasuredBy(e.Statistics))
	default:
		return e.curves.TradeOff(notions.MeasuredBy(e.Statistics))
	}
}

func (s *Screen) viewCurve(width, height int) []string {
	picture := s.picture()
	switch {
	case s.entry().Exact.Mechanism == nil:
		return kit.Styled("The privacy loss of this learner's releases beyond ε is not known.", width, 0, s.theme.Faint)
	case picture == nil:
		return []string{s.theme.Faint.Render(theme.Ellipsis)}
	}
	return picture.Draw(s.theme, width, height)
}

// save writes the picture as SVG and its values as CSV, outside of the event loop.
func (s *Screen) save(by outfile.Rights, name string) (tea.Cmd, error) {
	picture := s.picture()
	if picture == nil {
		return nil, errors.New("no curve to save: the privacy loss beyond ε is not known")
	}
	label := s.entry().Spec.Label()
	if name == "" {
		curve := "trade-off"
		if s.delta {
			curve = "delta"
		}
		name = param.Hyphened(label, curve)
	}
	picture.Title = fmt.Sprintf("%s at ε = %s: %s", label, kit.Epsilon(s.entry().Epsilon), picture.Title)
	line := append([]string{"regretscope audit"}, setup.CommandLine(s.config)[1:]...)
	made := model.MadeBy(strings.Join(line, " "), s.config.Design())
	return s.Save(func() ([]string, error) { return plot.SaveChart(by, name, picture, made) }), by.Check(name + ".svg")
}
