package facts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// Spending has the facts about the privacy loss of a topic's learner.
type Spending struct{ *Topic }

// Spending returns the topic's privacy loss.
func (f *Topic) Spending() Spending { return Spending{f} }

// Privacy returns the loss of the learner's releases or reports, next to its claim.
func (f Spending) Privacy() []Fact {
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
func (f Spending) PrivacyLine() string {
	cost, per := f.worst(), " per round"
	shown, made := number.Plural(f.Learner.Account.Releases, "release"), " · "+
		number.Count(f.Learner.Pending)+" pending"
	switch {
	case f.Learner.Channels != nil:
		per, shown, made = " per report", number.Plural(f.Shot.Round*len(f.Learner.Play), "report"), ""
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

func (f Spending) account() []Fact {
	releases := Fact{
		Title: "releases", Page: "release",
		Lines: []kit.Line{{Lead: number.Count(f.Learner.Account.Releases), Rest: " · pending " +
			number.Plural(f.Learner.Pending, "observation"), Tone: kit.Strong}},
	}
	if f.Learner.EpochLength > 0 {
		releases.Progress = float64(f.Learner.EpochDone) / float64(f.Learner.EpochLength)
	}
	all := []Fact{f.costliest(), f.audit()}
	return slices.Concat(all, f.onlookers(), []Fact{releases}, f.person(), []Fact{f.release()}, f.claim())
}

// A loss is the total loss of the costliest round, in words next to its limit.
type loss struct {
	kit.Line
	unit         string
	value, limit float64 // limit is NaN if there is none
}

func (f Spending) costliest() Fact {
	fact := Fact{Title: "loss per round", Page: "costliest round", Lines: []kit.Line{f.worst().Line}}
	if f.Learner.Channels != nil {
		fact.Title = "loss per report"
	}
	return fact
}

// measure returns the notion in which the learner states its claim: ε, or another for noise without an ε.
func (f Spending) measure() privacy.Measure {
	m := privacy.Measure{Notion: privacy.Epsilon, At: f.Learner.Epsilon}
	if spec := f.Learner.Spec; spec.Privacy == learners.Concentrated {
		m.Notion = privacy.Rho
		if spec.Growth != "" {
			m.Notion = privacy.Mu
		}
		if f.Audit != nil {
			m.Notion = cmp.Or(f.Audit.Promised.Notion, m.Notion)
		}
	}
	if f.Learner.Spec.Privacy == learners.Approximate && !math.IsInf(m.At, 1) {
		m.Notion = privacy.Delta
	}
	return m
}

// onlookers returns who sees what of a person's reward.
func (f Spending) onlookers() []Fact {
	if f.Audit == nil || f.Audit.Onlookers == nil || f.Learner.Spec.Privacy == learners.Concentrated { // its ε means nothing
		return nil
	}
	return []Fact{{Title: "who sees what", Page: "trust", Lines: []kit.Line{{Lead: WhoSeesWhat(f.Audit.Onlookers)}}}}
}

// worst returns the loss next to its limit: the budget ε or, in another notion, the paper's promise.
func (f Spending) worst() loss {
	view, m := f.Learner, f.measure()
	l := loss{unit: m.String(), value: view.CostliestRound, limit: math.NaN()}
	all, limit, tone := "releases carry no noise", "budget", kit.Good
	spent := privacy.Value{Value: l.value, Status: privacy.Exact}
	if view.Channels != nil {
		all = "reports may reveal rewards"
	}
	switch {
	case m.Pure() && view.Spec.Plays().Waits(): // without a limit
		tone = kit.Strong
	case m.Pure():
		l.limit = view.Epsilon
	case view.CostliestRoundLoss == nil:
		l.value, l.Line = math.NaN(), kit.Line{Lead: l.unit + " is not known of this noise", Tone: kit.Faint}
		return l
	default:
		spent, limit = m.Of(view.CostliestRoundLoss), "limit"
		l.value = spent.Value
		if f.Audit != nil && f.Audit.Promised.Notion == m.Notion {
			l.limit = f.Audit.Promised.Value
		}
	}
	text, most := notions.Relation(l.unit, spent, number.Loss), number.Loss(l.limit)
	switch {
	case m.Notion == privacy.Delta:
		l.Line = kit.Line{Lead: model.LossOf(m.At, l.value), Tone: kit.Good}
		if view.Account.Releases == 0 {
			l.Lead = "ε = 0"
		}
		if !math.IsNaN(l.limit) {
			l.Rest = " of (" + number.Loss(m.At) + ", " + most + ")"
		}
		if l.value > l.limit {
			l.Tone = kit.Bad
		}
	case math.IsInf(l.value, 1), m.Pure() && math.IsInf(view.Epsilon, 1):
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
func (f Spending) person() []Fact {
	view, m := f.Learner, f.measure()
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
			text += "; for all rounds, ε = " + number.Loss(view.AllRounds)
			if view.AllRounds >= unprotected {
				text += " (no protection)"
			}
		}
	}
	return []Fact{{Title: "one person", Page: "user level", Lines: []kit.Line{{Lead: text}}}}
}

// claim returns the paper's claim; people and programs make none.
func (f Spending) claim() []Fact {
	if player := f.Learner.Spec.Plays(); player.Waits() || player.Process() != nil {
		return nil
	}
	claim := cmp.Or(param.SpellOut(f.Learner.Spec.Claim), "its paper claims nothing")
	return []Fact{{Title: "paper", Page: f.Learner.Spec.ID, Lines: []kit.Line{{Lead: claim}}}}
}

func (f Spending) audit() Fact {
	fact := Fact{Title: "audit", Page: "audit", Lines: []kit.Line{{Lead: "auditing …"}}}
	if f.Audit == nil {
		return fact
	}
	fact.Lines[0].Lead = f.Audit.Line
	if f.Audit.Broken {
		fact.Lines[0].Tone = kit.Bad
	}
	return fact
}

// Cost returns the loss of the costliest round.
func (f Spending) Cost() string {
	return f.cost(f.Learner.CostliestRound, f.Learner.CostliestRoundLoss)
}

// cost returns a loss in the notion of the claim: of the ε, or of the mechanism, which is nil if unknown.
func (f Spending) cost(epsilon float64, x privacy.Mechanism) string {
	switch m := f.measure(); {
	case m.Pure():
		return "ε = " + number.Loss(epsilon)
	case x == nil:
		return "an unknown " + m.String()
	default:
		return notions.Relation(m.String(), m.Of(x), number.Loss)
	}
}

// release describes the newest release: its round, the rounds in it, its noise, and its effect.
func (f Spending) release() Fact {
	r := &f.Learner.Account.Last
	fact := Fact{Title: "last release", Page: "release"}
	if f.Learner.Account.Releases == 0 {
		fact.Lines = []kit.Line{{Lead: "none yet", Tone: kit.Faint}}
		return fact
	}
	first := kit.Line{Lead: fmt.Sprintf("round %s · %s · %s", number.Count(r.Round), f.arms(r.Arms),
		number.Plural(r.Observations, "observation"))}
	if f.Learner.Released {
		first.Lead, first.Tone = "now, "+first.Lead, kit.New
	}
	fact.Lines = []kit.Line{first, {Lead: stretch(r) + " · costs " + f.cost(r.Epsilon, f.Learner.Cost), Tone: kit.Faint}}
	if len(r.Terms) > 0 {
		winner := slices.IndexFunc(r.Terms, func(t noise.ReleaseTerm) bool { return t.Arm == r.Winner })
		t := &r.Terms[max(winner, 0)]
		fact.Lines = append(fact.Lines, kit.Line{Lead: noised(r, t)}, kit.Line{Lead: f.change(r, t), Tone: kit.Strong})
	}
	return fact
}

func noised(r *noise.Release, t *noise.ReleaseTerm) string {
	if r.Scale == 0 {
		return "true sum " + number.Term(t.Sum) + ", no noise"
	}
	sign := "+"
	if t.Noise < 0 {
		sign = "−"
	}
	size := "scale " + number.Ratio(r.Scale)
	if r.Noise == noise.BinomialNoise {
		size = number.Term(r.Scale) + " fair bits"
	}
	return fmt.Sprintf("true sum %s %s %s noise (%s, %s)", number.Term(t.Sum), sign,
		number.Term(math.Abs(t.Noise)), r.Noise, size)
}

func (f Spending) change(r *noise.Release, t *noise.ReleaseTerm) string {
	change := fmt.Sprintf("estimate %s → %s", number.Value(t.Before), number.Value(t.After))
	if r.Joint() {
		return "published arm " + f.Shot.Config.Scenario.Label(r.Winner) + ", and no noisy score"
	}
	if more := len(r.Terms) - 1; more > 0 {
		change += fmt.Sprintf(" (and %d more)", more)
	}
	return change
}

func stretch(r *noise.Release) string {
	switch {
	case r.Last == 0:
		return "before round 1"
	case r.First == r.Last:
		return "this round alone"
	}
	return fmt.Sprintf("rounds %s–%s", number.Count(r.First), number.Count(r.Last))
}

func (f Spending) reports() []Fact {
	all := []Fact{f.costliest(), f.audit(), {
		Title: "reports", Page: "local privacy",
		Lines: []kit.Line{{
			Lead: number.Count(f.Shot.Round * len(f.Learner.Play)),
			Rest: " so far; nothing else leaves the users", Tone: kit.Strong,
		}},
	}}
	if f.Shot.Round > 0 {
		all = append(all, f.worstArm())
	}
	all = append(append(all, f.person()...), f.onlookers()...)
	for i := range f.Learner.Play {
		r := f.Reported(i)
		all = append(all, Fact{Title: "this round", Page: "channel", Lines: []kit.Line{{
			Lead: "arm " + r.Arm + ": reward " + r.Reward, Rest: " → " + r.What + " " + r.How + " → " + r.Report,
		}}})
	}
	return append(all, f.claim()...)
}

func (f Spending) worstArm() Fact {
	view := f.Learner
	spent := slices.Max(view.ReportLosses)
	arm := slices.Index(view.ReportLosses, spent)
	how := ": k·ε = " + number.Count(view.Pulls[arm]) + " × " + number.Loss(view.Channels[arm].Epsilon()) + " = " + number.Loss(spent)
	return Fact{
		Title: "worst arm", Page: "user level",
		Lines: []kit.Line{{Lead: f.Shot.Config.Scenario.Label(arm), Tone: kit.Strong, Rest: how}},
	}
}

// A PrivatizedReward describes how a channel turned a reward into a report.
type PrivatizedReward struct {
	Arm, Reward, Report string
	What, How           string  // "probability" and its value, or "noise"
	Chance              float64 // of reporting 1; NaN if noise is added
}

// Reported returns how the i-th reward of the newest round became a report.
func (f Spending) Reported(i int) PrivatizedReward {
	j, reward, report := f.Learner.Play[i], f.Learner.Rewards[i], f.Learner.Reports[i]
	c := f.Learner.Channels[j]
	r := PrivatizedReward{
		Arm: f.Shot.Config.Scenario.Label(j), Reward: number.Term(reward), Report: number.Term(report),
		What: "probability", Chance: c.Probability(reward), How: number.Mean(c.Probability(reward)),
	}
	if c.Bits() {
		r.Report = "bit " + r.Report
	}
	if math.IsNaN(r.Chance) {
		r.What, r.How = "noise", number.Value(report-reward)
	}
	if f.Hidden {
		r.Reward, r.How = "hidden", "hidden"
	}
	return r
}

// program returns a program's statements about its privacy and, with a channel, the known loss of its reports.
func (f Spending) program() []Fact {
	var all []Fact
	if f.Learner.Channels != nil {
		all = f.reports()
	} else {
		all = []Fact{{
			Title: "loss per round", Page: "programs",
			Lines: []kit.Line{
				{Lead: "unknown: it is a program"},
				{Lead: "an audit measures it from outside", Tone: kit.Faint},
			},
		}}
	}
	if f.Learner.Statement == nil {
		return append(all, unchecked("program", kit.Line{Lead: "no statement before round 1", Tone: kit.Faint}))
	}
	return append(all, unchecked("claims", f.claimed()), unchecked("releases", f.stated()...))
}

// unchecked marks a fact as a statement of the program that is not verified here.
func unchecked(title string, parts ...kit.Line) Fact {
	return Fact{
		Title: title, Page: "programs",
		Lines: append(parts, kit.Line{Lead: "stated by the program, not checked", Tone: kit.Faint}),
	}
}

func (f Spending) claimed() kit.Line {
	ready := &f.Learner.Statement.Ready
	text := map[string]string{"no": "no privacy", "central": "central privacy", "local": "local privacy"}[ready.Private]
	if ready.Claim != nil {
		text += ", " + ready.Claim.String()
	}
	return kit.Line{Lead: text}
}

func (f Spending) stated() []kit.Line {
	r := f.Learner.Statement.Last
	if r == nil {
		return []kit.Line{{Lead: "none stated"}}
	}
	newest := kit.Line{Lead: fmt.Sprintf("the last in round %s: arm %s, %s", number.Count(f.Learner.Statement.Round),
		f.Shot.Config.Scenario.Label(r.Arm), number.Plural(r.Observations, "observation"))}
	if f.Learner.Statement.Round == f.Shot.Round-1 {
		newest.Tone = kit.New
	}
	parts := []kit.Line{{Lead: number.Count(f.Learner.Statement.Releases), Tone: kit.Strong}, newest}
	if rest := noiseOf(r); rest != "" {
		parts = append(parts, kit.Line{Lead: rest})
	}
	return parts
}

// noiseOf returns the program's statement about a release's noise; empty if there is none.
func noiseOf(r *program.Release) string {
	var said []string
	if r.Noise != "" {
		said = append(said, param.Brief(r.Noise)+" noise")
	}
	if r.Scale > 0 {
		said = append(said, "scale "+number.Ratio(r.Scale))
	}
	if r.Epsilon > 0 {
		said = append(said, "ε = "+number.Loss(r.Epsilon))
	}
	return strings.Join(said, ", ")
}
