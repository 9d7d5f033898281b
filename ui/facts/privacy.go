package facts

import (
	"math"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
)

// A Focus is the learner of a snapshot that facts are about.
type Focus struct {
	Shot    *model.Snapshot
	Learner *model.LearnerState
	Measure privacy.Measure // how privacy is measured
	Audit   *Audit          // nil while it is being made
	Hidden  bool            // rewards are not to be said
	Arm     int             // the arm that the person looks at; −1: the one that is played
	WhyNot  *model.WhyNot   // what would have had to be different for Arm; nil if unknown
}

// Privacy says what the learner's releases or reports have cost, beside what it claims.
func (f *Focus) Privacy() []Fact {
	switch f.Learner.Spec.Privacy {
	case learners.NotPrivate:
		return append([]Fact{f.none("not private", "Every reward is used as it is.",
			"The plays may reveal single rewards: no privacy is claimed, and the loss is unbounded (ε = ∞).", math.Inf(1))}, f.audit())
	case learners.DataFree:
		return append([]Fact{f.none("no data", "The learner uses no rewards.",
			"The plays reveal nothing about them (ε = 0).", 0)}, f.audit())
	case learners.Local:
		return f.reports()
	case learners.Unknown:
		return f.program()
	}
	return f.account()
}

// PrivacyLine returns the privacy of a learner in one line: what a round costs, and what was released.
// It is empty if the learner is not private.
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
		return "ε not known: a program · the audit looks for a loss from outside"
	}
	text := cost.Lines[0].Lead
	if cost.Limit > 0 {
		text = cost.Unit + " " + number.Loss(cost.Value) + per
	}
	return text + " · " + shown + made
}

func (f *Focus) none(title, headline, rest string, loss float64) Fact {
	return Fact{
		Title: title, Value: loss, Unit: "ε", Key: worstKey, Page: "differential privacy",
		Lines: []Line{{Lead: headline, Tone: Strong}, {Lead: rest}},
	}
}

func (f *Focus) account() []Fact {
	releases := Fact{
		Title: "releases", Value: float64(f.Learner.Account.Releases), Page: "release",
		Lines: []Line{{Lead: number.Count(f.Learner.Account.Releases), Rest: " · pending " +
			number.Count(f.Learner.Pending) + " observations", Tone: Strong}},
	}
	if f.Learner.EpochLength > 0 {
		releases.Progress = float64(f.Learner.EpochDone) / float64(f.Learner.EpochLength)
	}
	all := []Fact{f.worst(), f.audit(), releases}
	if f.Learner.Spec.Privacy != learners.Concentrated || !f.Measure.Pure() { // whose ε says nothing
		all = append(all, f.person()...)
	}
	return append(append(all, f.release()), f.claim()...)
}

func (f *Focus) reports() []Fact {
	all := []Fact{f.worst(), f.audit(), {
		Title: "reports", Value: float64(f.Shot.Round * len(f.Learner.Play)), Page: "local privacy",
		Lines: []Line{{
			Lead: number.Count(f.Shot.Round * len(f.Learner.Play)),
			Rest: " so far: all that leaves the users", Tone: Strong,
		}},
	}}
	if f.Shot.Round > 0 && f.Measure.Pure() {
		all = append(all, f.worstArm())
	}
	all = append(all, f.person()...)
	for i := range f.Learner.Play {
		r := f.Reported(i)
		all = append(all, Fact{Title: "this round", Value: f.Learner.Reports[i], Page: "channel", Lines: []Line{{
			Lead: "arm " + r.Arm + ": reward " + r.Reward, Rest: " → " + r.What + " " + r.How + " → " + r.Report,
		}}})
	}
	return append(all, f.claim()...)
}

// The keys of run's JSON.
const (
	worstKey = "epsilon_worst_event"
	userKey  = "epsilon_user_all_rounds"
	rhoKey   = "rho"
	muKey    = "mu"
)

// worst returns the worst event's total loss, beside its limit.
func (f *Focus) worst() Fact {
	fact := Fact{
		Title: "loss per round", Value: f.Learner.WorstEvent, Unit: f.Measure.String(), Key: worstKey,
		Page: "costliest round",
	}
	all := "releases carry no noise"
	if f.Learner.Channels != nil {
		fact.Title, all = "loss per report", "reports may reveal rewards"
	}
	switch {
	case !f.Measure.Pure():
		return f.beyond(fact, all)
	case f.Learner.Spec.Privacy == learners.Concentrated:
		fact.Lines = []Line{{Lead: "no ε: normal noise counts in ρ and μ", Tone: Strong}}
	case math.IsInf(f.Learner.Epsilon, 1) || math.IsInf(f.Learner.WorstEvent, 1):
		fact.Lines = []Line{{Lead: "ε = ∞: " + all, Tone: Warning}}
	case f.Learner.Spec.Plays().Waits(): // who has set no limit
		fact.Lines = []Line{{Lead: "ε = " + number.Loss(fact.Value), Tone: Strong}}
	default:
		fact.Limit = f.Learner.Epsilon
		fact.Lines = []Line{fact.share("budget")}
	}
	return fact
}

// share writes a loss beside its limit, which is a budget or a claim.
func (fact *Fact) share(limit string) Line {
	loss, most := fact.Unit+" = "+number.Loss(fact.Value), number.Loss(fact.Limit)
	if fact.Value > fact.Limit*(1+tolerance) {
		return Line{Lead: loss + ", over the " + limit + " of " + most, Tone: Bad}
	}
	return Line{Lead: loss, Rest: " (" + limit + " " + most + ")", Tone: Good}
}

// unprotected is an ε from which on nothing is protected: of what was believed at 1%
// before, more than 99% may then be believed.
const unprotected = 10

// person returns the loss of one person, by how many rounds were theirs (user level).
func (f *Focus) person() []Fact {
	view, m := f.Learner, f.Measure
	round := "round"
	if view.Channels != nil {
		round = "report"
	}
	one := privacy.Value{Value: view.WorstEvent, Status: privacy.Exact, Upper: view.WorstEvent}
	if !m.Pure() {
		if m.Notion == privacy.Delta || view.WorstEventLoss == nil {
			return nil
		}
		one = m.Of(view.WorstEventLoss)
	}
	fact := Fact{Title: "one person", Value: one.Value, Unit: m.String(), Page: "user level"}
	if m.Pure() {
		fact.Value, fact.Key = view.AllRounds, userKey
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
	fact.Lines = []Line{{Lead: text}}
	return []Fact{fact}
}

// claim returns the paper's claim; a person and a program make no claim.
func (f *Focus) claim() []Fact {
	if player := f.Learner.Spec.Plays(); player.Waits() || player.Process() != nil {
		return nil
	}
	claim := f.Learner.Spec.Claim
	if claim == "" {
		claim = "its paper claims nothing"
	}
	return []Fact{{Title: "paper", Value: math.NaN(), Page: f.Learner.Spec.ID, Lines: []Line{{Lead: claim}}}}
}

func (f *Focus) audit() Fact {
	fact := Fact{Title: "audit", Value: math.NaN(), Page: "audit", Lines: []Line{{Lead: "auditing …"}}}
	if f.Audit == nil {
		return fact
	}
	fact.Lines[0].Lead = f.Audit.Line
	if f.Audit.Broken {
		fact.Lines[0].Tone = Bad
	}
	if m := f.Measure; !m.Pure() && f.Audit.Mechanism != nil {
		fact.Lines = append(fact.Lines, Line{Lead: notions.Known(m.String(), m.Of(f.Audit.Mechanism), number.Loss)})
	}
	return fact
}

// ArmLoss is k·ε: the cost of an arm's reports for one person who was behind all of them.
func ArmLoss(view *model.LearnerState, j int) float64 {
	if view.Pulls[j] == 0 {
		return 0 // also where a report costs everything
	}
	return float64(view.Pulls[j]) * view.Channels[j].Epsilon()
}

func (f *Focus) worstArm() Fact {
	arm := 0
	for j := range f.Learner.Channels {
		if ArmLoss(f.Learner, j) > ArmLoss(f.Learner, arm) {
			arm = j
		}
	}
	spent := ArmLoss(f.Learner, arm)
	return Fact{
		Title: "worst arm", Value: spent, Unit: "ε", Page: "user level",
		Lines: []Line{{
			Lead: f.Shot.Config.Scenario.Label(arm), Tone: Strong,
			Rest: ": k·ε = " + number.Count(f.Learner.Pulls[arm]) + " × " +
				number.Loss(f.Learner.Channels[arm].Epsilon()) + " = " + number.Loss(spent),
		}},
	}
}

// A PrivatizedReward describes how a channel turned a reward into a report.
type PrivatizedReward struct {
	Arm, Reward, Report string
	What, How           string  // "probability" and its value, or "noise"
	Chance              float64 // of a 1; NaN if noise is added
}

// Reported is how the i-th reward of the newest round became a report.
func (f *Focus) Reported(i int) PrivatizedReward {
	j, reward, report := f.Learner.Play[i], f.Learner.Rewards[i], f.Learner.Reports[i]
	c := f.Learner.Channels[j]
	r := PrivatizedReward{
		Arm: f.Shot.Config.Scenario.Label(j), Reward: number.Term(reward), Report: number.Term(report),
		What: "probability", Chance: c.Probability(reward), How: number.Fixed(c.Probability(reward), 4),
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
