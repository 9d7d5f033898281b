package facts

import (
	"math"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A Focus is the learner of a snapshot that facts are about.
type Focus struct {
	Shot    *model.Snapshot
	Learner *model.LearnerState
	Measure privacy.Measure // the measure of privacy
	Audit   *Audit          // nil until it is computed
	Hidden  bool            // rewards are hidden
	Arm     int             // the chosen arm; −1: the played one
	WhyNot  *model.WhyNot   // what it would take to play Arm; nil if unknown
}

// Privacy returns the loss of the learner's releases or reports, next to its claim.
func (f *Focus) Privacy() []Fact {
	switch f.Learner.Spec.Privacy {
	case learners.NotPrivate:
		return []Fact{none("not private", "Every reward is used as it is.",
			"The plays may reveal single rewards: no privacy is claimed, and the loss is unbounded (ε = ∞)."), f.audit()}
	case learners.DataFree:
		return []Fact{none("no data", "The learner uses no rewards.", "The plays reveal nothing about them (ε = 0)."), f.audit()}
	case learners.Local:
		return f.reports()
	case learners.Unknown:
		return f.program()
	}
	return f.account()
}

// PrivacyLine returns the privacy of a learner in one line: the loss per round, and the
// releases. It is empty if the learner is not private.
func (f *Focus) PrivacyLine() string {
	cost, per := f.worst(), " per round"
	shown, made := number.Count(f.Learner.Account.Releases)+" releases", " · "+
		number.Count(f.Learner.Pending)+" pending"
	switch {
	case f.Learner.Channels != nil:
		per, shown, made = " per report", number.Count(f.Shot.Round*len(f.Learner.Play))+" reports", ""
	case f.Learner.Spec.Privacy == learners.NotPrivate || f.Learner.Spec.Privacy == learners.DataFree:
		return ""
	case f.Learner.Spec.Privacy == learners.Unknown:
		return "ε unknown: a program · an audit measures it from outside"
	}
	text := cost.Lead
	if cost.limit > 0 {
		text = cost.unit + " " + number.Loss(cost.value) + per
	}
	return text + " · " + shown + made
}

func none(title, headline, rest string) Fact {
	lines := []kit.Line{{Lead: headline, Tone: kit.Strong}, {Lead: rest}}
	return Fact{Title: title, Page: "differential privacy", Lines: lines}
}

func (f *Focus) account() []Fact {
	releases := Fact{
		Title: "releases", Page: "release",
		Lines: []kit.Line{{Lead: number.Count(f.Learner.Account.Releases), Rest: " · pending " +
			number.Plural(f.Learner.Pending, "observation"), Tone: kit.Strong}},
	}
	if f.Learner.EpochLength > 0 {
		releases.Progress = float64(f.Learner.EpochDone) / float64(f.Learner.EpochLength)
	}
	all := []Fact{f.costliest(), f.audit(), releases}
	if f.Learner.Spec.Privacy != learners.Concentrated || !f.Measure.Pure() { // their ε means nothing
		all = append(all, f.person()...)
	}
	return append(append(all, f.release()), f.claim()...)
}

// A loss is the total loss of the costliest round, in words next to its limit.
type loss struct {
	kit.Line
	unit         string
	value, limit float64 // limit is NaN if there is none
}

func (f *Focus) costliest() Fact {
	fact := Fact{Title: "loss per round", Page: "costliest round", Lines: []kit.Line{f.worst().Line}}
	if f.Learner.Channels != nil {
		fact.Title = "loss per report"
	}
	return fact
}

// worst returns the loss next to its limit: ε, which is a budget, or, in another notion, the
// paper's promise or else the exact loss of a whole run.
func (f *Focus) worst() loss {
	view, pure := f.Learner, f.Measure.Pure()
	l := loss{unit: f.Measure.String(), value: view.CostliestRound, limit: math.NaN()}
	all, limit, tone := "releases carry no noise", "budget", kit.Good
	if view.Channels != nil {
		all = "reports may reveal rewards"
	}
	switch {
	case !pure && view.CostliestRoundLoss == nil:
		l.value, l.Line = math.NaN(), kit.Line{Lead: l.unit + " is not known of this noise", Tone: kit.Faint}
		return l
	case !pure:
		l.value, l.limit, limit = f.Measure.Of(view.CostliestRoundLoss).Value, f.limit(), "limit"
	case view.Spec.Privacy == learners.Concentrated:
		l.Line = kit.Line{Lead: "no ε: normal noise counts in ρ and μ", Tone: kit.Strong}
		return l
	case view.Spec.Plays().Waits(): // without a limit
		tone = kit.Strong
	default:
		l.limit = view.Epsilon
	}
	text, most := l.unit+" = "+number.Loss(l.value), number.Loss(l.limit)
	switch {
	case math.IsInf(l.value, 1), pure && math.IsInf(view.Epsilon, 1):
		l.limit, l.Line = math.NaN(), kit.Line{Lead: l.unit + " = ∞: " + all, Tone: kit.Warning}
	case math.IsNaN(l.limit):
		l.Line = kit.Line{Lead: text, Tone: tone}
	case l.value > l.limit*(1+tolerance):
		l.Line = kit.Line{Lead: text + ", over the " + limit + " of " + most, Tone: kit.Bad}
	default:
		l.Line = kit.Line{Lead: text, Rest: " (" + limit + " " + most + ")", Tone: kit.Good}
	}
	return l
}

// tolerance is the relative rounding error of a computed loss.
const tolerance = 1e-9

// unprotected is an ε that protects nothing: a belief of 1% before may become more than 99%.
const unprotected = 10

// person returns the loss of one person by the number of their rounds (user level).
func (f *Focus) person() []Fact {
	view, m := f.Learner, f.Measure
	round := "round"
	if view.Channels != nil {
		round = "report"
	}
	one := privacy.Value{Value: view.CostliestRound, Status: privacy.Exact, Upper: view.CostliestRound}
	if !m.Pure() {
		if m.Notion == privacy.Delta || view.CostliestRoundLoss == nil {
			return nil
		}
		one = m.Of(view.CostliestRoundLoss)
	}
	ten, _ := m.Rounds(10, one.Upper)
	text := notions.Relation(m.String(), one, number.Loss) + " for one " + round
	switch {
	case one.Value == 0:
		text = "has lost nothing so far"
	case math.IsInf(ten, 1):
		text += ": no protection"
	default:
		text += ", at most " + number.Loss(ten) + " for ten"
		if m.Pure() {
			text += "; if one person supplied every reward: ε = " + number.Loss(view.AllRounds)
			if view.AllRounds >= unprotected {
				text += " (no protection)"
			}
		}
	}
	return []Fact{{Title: "one person", Page: "user level", Lines: []kit.Line{{Lead: text}}}}
}

// claim returns the paper's claim; people and programs make none.
func (f *Focus) claim() []Fact {
	if player := f.Learner.Spec.Plays(); player.Waits() || player.Process() != nil {
		return nil
	}
	claim := param.SpellOut(f.Learner.Spec.Claim)
	if claim == "" {
		claim = "its paper claims nothing"
	}
	return []Fact{{Title: "paper", Page: f.Learner.Spec.ID, Lines: []kit.Line{{Lead: claim}}}}
}

func (f *Focus) audit() Fact {
	fact := Fact{Title: "audit", Page: "audit", Lines: []kit.Line{{Lead: "auditing …"}}}
	if f.Audit == nil {
		return fact
	}
	fact.Lines[0].Lead = f.Audit.Line
	if f.Audit.Broken {
		fact.Lines[0].Tone = kit.Bad
	}
	if m := f.Measure; !m.Pure() && f.Audit.Mechanism != nil {
		fact.Lines = append(fact.Lines, kit.Line{Lead: notions.Known(m.String(), m.Of(f.Audit.Mechanism), number.Loss)})
	}
	return fact
}

// limit returns the promise in the measure, or else the largest loss in a whole run; NaN if unknown.
func (f *Focus) limit() float64 {
	switch m, audit := f.Measure, f.Audit; {
	case audit != nil && audit.Promised.Notion == m.Notion:
		return audit.Promised.Value
	case audit != nil && audit.Mechanism != nil:
		return m.Of(audit.Mechanism).Value
	}
	return math.NaN()
}

// Cost returns the loss of the costliest round, in ρ for noise without an ε.
func (f *Focus) Cost() string {
	m := f.Measure
	if m.Pure() && f.Learner.Spec.Privacy == learners.Concentrated {
		m.Notion = privacy.Rho
	}
	if m.Pure() {
		return "ε = " + number.Loss(f.Learner.CostliestRound)
	}
	return costBy(m, f.Learner.CostliestRoundLoss)
}

// newestCost returns the loss of the newest release alone; empty if it adds nothing.
func (f *Focus) newestCost() string {
	switch {
	case !f.Measure.Pure():
		return " · costs " + costBy(f.Measure, f.Learner.Cost)
	case f.Learner.Spec.Privacy == learners.Concentrated:
		return ""
	}
	return " · costs ε = " + number.Loss(f.Learner.Account.Last.Epsilon)
}

func costBy(m privacy.Measure, x privacy.Mechanism) string {
	if x == nil {
		return "an unknown " + m.String()
	}
	return notions.Relation(m.String(), m.Of(x), number.Loss)
}
