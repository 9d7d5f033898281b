package panel

import (
	"math"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// Privacy shows what the focused learner's releases or reports cost, from the
// ledger, beside what it claims.
type Privacy struct{ scrolled }

// NewPrivacy makes the panel.
func NewPrivacy(t *theme.Theme) *Privacy {
	p := &Privacy{}
	p.theme, p.lines = t, p.draw
	return p
}

// Title implements Panel.
func (p *Privacy) Title() string { return p.titled("Privacy", " · ") }

// Rows implements Panel.
func (p *Privacy) Rows() int { return 12 } // eleven as a rule, and one for a line that wraps

func (p *Privacy) draw() []string {
	lines := p.all()
	p.total = len(lines)
	from, n := p.Window(len(lines), p.height)
	return lines[from : from+n]
}

// all is what there is to say, however much there is room for.
func (p *Privacy) all() []string {
	switch p.state.view().Choice.Privacy {
	case learners.NotPrivate:
		return append(p.plain(
			"not private", "Every reward is used as it is.",
			"The plays may reveal single rewards: no privacy is claimed, and the loss is unbounded (ε = ∞).",
		), p.audit()...)
	case learners.DataFree:
		return append(p.plain("no data", "No reward is ever looked at.",
			"So what is played tells nothing about them (ε = 0)."), p.audit()...)
	case learners.Local:
		return p.reports()
	}
	return p.account()
}

// plain says what there is to say of a learner that releases nothing.
func (p *Privacy) plain(key, headline, rest string) []string {
	return append([]string{p.key(key) + p.theme.Strong.Render(headline)}, p.wrapped("", rest, 0, p.theme.Text)...)
}

const keyWidth = len("costliest round ")

func (p *Privacy) key(name string) string { return p.theme.Faint.Render(kit.FitLine(name, keyWidth)) }

func (p *Privacy) account() []string {
	view := p.state.view()
	lines := append([]string{p.worst()}, p.audit()...)
	lines = append(lines, p.key("releases")+p.theme.Strong.Render(kit.Count(view.Account.Releases))+
		p.theme.Faint.Render(" · pending ")+kit.Count(view.Pending)+p.theme.Faint.Render(" observations"))
	if view.Choice.Privacy != learners.Concentrated || !p.state.Measure.Pure() { // whose ε says nothing
		lines = append(lines, p.person()...)
	}
	lines = append(lines, p.last()...)
	return append(lines, p.claim()...)
}

func (p *Privacy) reports() []string {
	view, shot := p.state.view(), p.state.Shot
	costliest := 0
	for j := range view.Channels {
		if spentOn(view, j) > spentOn(view, costliest) {
			costliest = j
		}
	}
	lines := append([]string{p.worst()}, p.audit()...)
	lines = append(lines, p.key("reports")+p.theme.Strong.Render(kit.Count(shot.Round*len(view.Play)))+
		p.theme.Faint.Render(" so far: all that leaves the users"))
	if shot.Round > 0 && p.state.Measure.Pure() {
		lines = append(lines, p.key("worst arm")+p.theme.Strong.Render(shot.Config.Scenario.Label(costliest))+
			p.theme.Faint.Render(": k·ε = ")+kit.Count(view.Pulls[costliest])+p.theme.Faint.Render(" × ")+
			kit.Loss(view.Channels[costliest].Epsilon())+p.theme.Faint.Render(" = ")+p.theme.Strong.Render(kit.Loss(spentOn(view, costliest))))
	}
	lines = append(lines, p.person()...)
	for i := range view.Play {
		lines = append(lines, p.key("this round")+pipeline(p.theme, &p.state, i))
	}
	return append(lines, p.claim()...)
}

// spentOn is k·ε: what the reports of an arm would cost together one person who
// was behind all of them.
func spentOn(view *model.View, j int) float64 {
	if view.Pulls[j] == 0 {
		return 0 // also where a report costs everything
	}
	return float64(view.Pulls[j]) * view.Channels[j].Epsilon()
}

// unprotected is an ε from which on nothing is protected: what was believed at 1 % before
// may then be believed at more than 99 %.
const unprotected = 10

// person is what one person loses, by how many rounds were theirs (user level).
func (p *Privacy) person() []string {
	view, m := p.state.view(), p.state.Measure
	round, all := "round", "all that were released"
	if view.Channels != nil {
		round, all = "report", "all so far"
	}
	one := curve.Value{Value: view.Worst, Status: curve.Exact, Upper: view.Worst}
	switch {
	case m.Pure():
	case m.Notion == curve.Delta || view.Spent == nil:
		return nil
	default:
		one = m.Of(view.Spent)
	}
	ten, _ := m.Rounds(10, one.Upper)
	text, rest := notions.Relation(m.String(), one, kit.Loss)+" for one "+round, ""
	switch {
	case one.Value == 0:
		text = "has lost nothing so far"
	case math.IsInf(ten, 1):
		text += ": no protection"
	default:
		text += "; at most " + kit.Loss(ten) + " for ten"
		if m.Pure() {
			text, rest = text+",", kit.Loss(view.AllRounds)+" for "+all
			if view.AllRounds >= unprotected {
				rest += ": no protection"
			}
		}
	}
	lines := p.wrapped("one person", text, 0, p.theme.Text)
	if rest != "" { // on a line of its own, so that its number is in one piece
		lines = append(lines, p.wrapped("", rest, 0, p.theme.Text)...)
	}
	return lines
}

func (p *Privacy) claim() []string {
	claim := p.state.view().Choice.Claim
	if claim == "" {
		claim = "its paper claims nothing"
	}
	return p.wrapped("paper", claim, 0, p.theme.Text)
}

// worst is the costliest round's total loss against the ε that was set.
func (p *Privacy) worst() string {
	view := p.state.view()
	name, all := "costliest round", "releases carry no noise"
	if view.Channels != nil {
		name, all = "one report", "reports may give rewards away"
	}
	text := p.key(name)
	if !p.state.Measure.Pure() {
		return text + p.beyond(all)
	}
	if view.Choice.Privacy == learners.Concentrated {
		return text + p.theme.Strong.Render("no ε: normal noise counts in ρ and μ")
	}
	if math.IsInf(view.Epsilon, 1) || math.IsInf(view.Worst, 1) {
		return text + p.theme.Warn.Render("ε = ∞: "+all)
	}
	return text + p.share(view.Worst, view.Epsilon)
}

// share is what is spent of a limit, with a bar where there is room.
func (p *Privacy) share(spent, limit float64) string {
	style := p.theme.Good
	over := spent > limit*(1+1e-9)
	if over {
		style = p.theme.Bad
	}
	text := style.Render(kit.Loss(spent)) + p.theme.Faint.Render(" of "+p.state.Measure.String()+" = "+kit.Loss(limit)+" ")
	width := min(p.width-keyWidth-ansi.StringWidth(text)-2, 20)
	switch {
	case over && p.state.Measure.Pure():
		return text + p.theme.Bad.Render(" more than was set")
	case over:
		return text + p.theme.Bad.Render(" more than was promised")
	case width < 4 || limit == 0 || math.IsInf(limit, 1):
		return text
	}
	full := declare.Round(spent/limit, 9)
	return text + p.theme.Faint.Render("▕") + style.Render(kit.Bar(full, width)) + p.theme.Faint.Render("▏")
}

// An Audit is the exact audit of one learner in a sentence. It does not change
// while a configuration is run.
type Audit struct {
	line      string
	broken    bool             // more is lost than is claimed
	promised  learners.Promise // in another notion than ε
	mechanism curve.Mechanism  // what the worst event of a whole run loses; nil where that is not known
}

// Audits are those of all learners of a configuration. They take up to some
// milliseconds each.
func Audits(config *model.Config) []Audit {
	audits := make([]Audit, len(config.Learners))
	for i := range audits {
		v, err := config.Verdict(i)
		if err != nil {
			audits[i].line = "cannot be audited: " + err.Error()
			continue
		}
		audits[i] = Audit{line: v.Line(), broken: v.Broken(), promised: v.Promised}
		if v.Known {
			m := curve.Remember(v.Exact.Mechanism)
			m.Rho() // here, in the background: a key that asks for it is answered at once
			m.Mu()
			audits[i].mechanism = m
		}
	}
	return audits
}

// audit compares the claim with the truth.
func (p *Privacy) audit() []string {
	audit := p.state.Audit
	if audit == nil {
		audit = &Audit{line: "auditing …"}
	}
	style := p.theme.Text
	if audit.broken {
		style = p.theme.Bad
	}
	return append(p.wrapped("audit", audit.line, 0, style), p.audited()...)
}

// wrapped is a text beside its key, whose further lines are indented.
func (p *Privacy) wrapped(key, text string, indent int, style lipgloss.Style) []string {
	lines := kit.Styled(text, p.width-keyWidth, indent, style)
	for i := range lines {
		lines[i] = p.key(key) + lines[i]
		key = ""
	}
	return lines
}
