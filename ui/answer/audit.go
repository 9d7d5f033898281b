package answer

import (
	"fmt"
	"io"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/audit/blackbox"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// Audits is the answer of audit: findings, and the values of ε and α at which to compute δ and Rényi divergences.
type Audits struct {
	Findings []*audit.Finding
	DeltaAt  []float64
	RenyiAt  []float64
}

type finding struct {
	*audit.Finding
	losses []audit.Loss // ε, ρ, μ, and those at DeltaAt and RenyiAt; empty if unknown
}

func (r *Audits) findings() []finding {
	return param.Map(r.Findings, func(f *audit.Finding) finding {
		known := f.Losses(privacy.Measure{Notion: privacy.Rho}, privacy.Measure{Notion: privacy.Mu})
		if known != nil {
			known = append(known, r.requested(f.Exact.Mechanism, f.Statistics)...)
		}
		return finding{f, known}
	})
}

// requested returns the losses of a mechanism at the requested ε of δ and orders of Rényi divergence.
func (r *Audits) requested(m privacy.Mechanism, s *audit.Statistics) []audit.Loss {
	all := make([]audit.Loss, 0, len(r.DeltaAt)+len(r.RenyiAt))
	deltas := privacy.Deltas(m)
	for i, name := range r.names() {
		l := audit.Loss{Name: name, Shown: math.NaN()}
		if i >= len(r.DeltaAt) {
			l.Value = m.Renyi(r.RenyiAt[i-len(r.DeltaAt)])
		} else if l.Value = deltas(r.DeltaAt[i]); s != nil {
			l.Shown = s.Shown().Delta(r.DeltaAt[i]).Value
		}
		all = append(all, l)
	}
	return all
}

// names returns the names of those losses: δ(0.25), D_2.
func (r *Audits) names() []string {
	return slices.Concat(
		param.Map(r.DeltaAt, func(epsilon float64) string { return "δ(" + number.Setting(epsilon) + ")" }),
		param.Map(r.RenyiAt, func(alpha float64) string { return "D_" + number.Setting(alpha) }))
}

// ifKnown returns a number of the exact audit, or NaN if there is none.
func (f *finding) ifKnown(x float64) float64 {
	if !f.Known {
		return math.NaN()
	}
	return x
}

// inDetail is the largest number of learners for which the neighbors behind each line follow the table.
const inDetail = 4

// Violated returns the learners whose claims are violated, exactly or by running them.
func (r *Audits) Violated() (learners []string) {
	for _, f := range r.Findings {
		if f.Broken() || f.Refuted() {
			learners = append(learners, f.Spec.String())
		}
	}
	return learners
}

// Document has a table of the findings and, of a few learners, the neighbors behind each line.
func (r *Audits) Document(Options) *Document {
	beyond := append([]string{"ρ", "μ"}, r.names()...)
	titles := append([]string{"learner", "arms of", "ε", "claimed", "true", "lower bound"},
		append(beyond, "verdict")...)
	t := kit.TableOf(2, titles...)
	t.Columns[len(titles)-1].Right = false
	findings := r.findings()
	for _, f := range findings {
		least := kit.None
		if f.Statistics != nil {
			least = number.Loss(f.Statistics.Lower)
		}
		truth := number.Loss(f.ifKnown(f.Exact.Epsilon))
		if f.Approximates() && f.Known {
			truth = f.Onlookers()[2].Loss()
		}
		row := []string{
			f.Spec.String(), param.Printable(f.Audit.Config.Scenario.Name), number.Setting(f.Epsilon), f.claims(),
			truth, least,
		}
		for k := range beyond {
			cell := kit.None
			if len(f.losses) > 0 {
				cell = notion.Bounded(f.losses[1+k].Value, number.Loss)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, f.Line()))
	}
	d := &Document{Blocks: []Block{Table{Table: t}}}
	for _, f := range findings {
		if len(findings) <= inDetail {
			d.add(Details{f.Spec.Label(), f.facts()})
		}
	}
	d.add(Sentences{
		"claimed, true: the privacy loss ε of the costliest round over any horizon; of one report where privacy is " +
			"local; in ρ, μ or (ε, δ) where no ε is claimed",
		"lower bound: measured by running the learner; those of one learner hold together with the stated " +
			"confidence; only the true ε is an upper bound",
		"ρ: of zero-concentrated privacy; μ: of Gaussian differential privacy; ≥ is the worst that a search found, " +
			"≤ a proven bound",
	})
	return d
}

func (f *finding) facts() []facts.Fact {
	all := []facts.Fact{
		{Title: "claim", Page: f.Spec.ID, Lines: []kit.Line{{Lead: f.Spec.Claim}}},
		f.worst(), f.trueLoss(), f.trust(), f.ran(),
	}
	return slices.DeleteFunc(all, func(fact facts.Fact) bool { return len(fact.Lines) == 0 || fact.Lines[0].Lead == "" })
}

// claims returns the claim: a number for ε, or words for another notion.
func (f *finding) claims() string {
	if claim := f.Claim(); (math.IsNaN(f.Claimed) || f.Delta > 0) && claim != "" {
		return claim
	}
	return number.Loss(f.Claimed)
}

// worst describes the neighbors of the worst case, where they differ, and whether finite
// sequences, or those up to the horizon, reach the exact loss.
func (f *finding) worst() facts.Fact {
	fact := facts.Fact{Title: "worst case", Page: "neighbors"}
	add := func(tone kit.Tone, text string) {
		if text != "" {
			fact.Lines = append(fact.Lines, kit.Line{Lead: text, Tone: tone})
		}
	}
	if f.Known {
		add(kit.Faint, differ(&f.Pair))
		add(kit.Plain, f.Exact.WorstPair.Why)
		switch {
		case f.Exact.Attained:
		case math.IsInf(f.Exact.Epsilon, 1):
			add(kit.Faint, "No pair of finite sequences has an infinite loss, but longer pairs exceed any number.")
		default:
			add(kit.Faint, number.Loss(f.Exact.Epsilon)+
				" is a limit: no pair of finite sequences reaches it, but longer pairs come arbitrarily close.")
		}
		if by := f.Exact.Within; by < f.Exact.Epsilon {
			add(kit.Faint, fmt.Sprintf("Up to the horizon, round %s, the loss is at most %s.",
				number.Count(f.Audit.Config.Horizon), number.Loss(by)))
		}
	}
	add(kit.Faint, f.Exact.Note)
	return fact
}

func differ(n *model.Neighbors) string {
	if n.Round == 0 {
		return "The sequences differ in what is observed before round 1."
	}
	return fmt.Sprintf("The sequences A and B differ in round %s.", number.Count(n.Round))
}

// trueLoss returns the loss of the costliest round, how it is known, and the lower bound from running.
func (f *finding) trueLoss() facts.Fact {
	fact := facts.Fact{Title: "true loss", Page: "ρ"}
	if p := f.Promised; p.Notion == privacy.Delta && f.Known {
		fact.Lines = []kit.Line{{Lead: notion.Sentence(p.String(), p.Of(f.Exact.Mechanism), number.Loss) + "; nothing bounds ε alone"}}
	}
	for i := range f.losses {
		l := &f.losses[i]
		text := notion.Sentence(l.Name, l.Value, number.Loss)
		if l.Name == "ε" && !f.Exact.Attained {
			text = "ε = " + number.Loss(l.Value.Value) + ", a limit"
		}
		if l.Shown > 0 {
			text += "; by running, at least " + number.Loss(l.Shown)
		}
		fact.Lines = append(fact.Lines, kit.Line{Lead: text})
	}
	return fact
}

// ran describes the result of running the learner: the bound, its meaning for the claim, and
// the event that was seen on each sequence.
func (f *finding) ran() facts.Fact {
	fact := facts.Fact{Title: "runs", Page: "audit"}
	s := f.Statistics
	if s == nil {
		return fact
	}
	if s.Lower > 0 {
		notion, shown := "ε", s.Lower
		for _, l := range f.losses {
			if l.Name == f.OtherNotion() {
				notion, shown = l.Name, l.Shown
			}
		}
		m, claimed := f.Judged()
		if f.Window != nil { // a program
			notion, shown = m.String(), f.Measured(m)
		}
		if p := f.Promised; p.Notion == privacy.Delta && p.Of(f.Shown()).Value > 0 {
			notion, shown = p.String(), p.Of(f.Shown()).Value
		}
		meaning, tone := f.meaning()
		fact.Lines = []kit.Line{{Lead: fmt.Sprintf("%s ≥ %s with %s confidence: %s", notion, number.Beside(number.Loss, shown, claimed),
			number.Share(s.Confidence), meaning), Tone: tone}}
	}
	if f.Noiseless {
		fact.Lines = append(fact.Lines, kit.Line{Lead: "With every seed that the search tried, the plays were the same on the same rewards: " +
			audit.NoNoise + ".", Tone: kit.Warning})
	}
	for i := range s.Tests {
		fact.Lines = append(fact.Lines, kit.Line{Lead: event(&s.Tests[i], s.Runs)})
	}
	if s.Sequences.Why != "" {
		fact.Lines = append(fact.Lines, kit.Line{Lead: differ(&s.Sequences) + " " + s.Sequences.Why, Tone: kit.Faint})
	}
	if f.Window != nil {
		fact.Lines = append(fact.Lines, kit.Line{Lead: f.Window.String(), Tone: kit.Faint})
		if f.Window.Advice != "" {
			fact.Lines = append(fact.Lines, kit.Line{Lead: f.Window.Advice})
		}
	}
	return fact
}

func (f *finding) meaning() (string, kit.Tone) {
	switch {
	case f.Refuted():
		return "the claim is violated.", kit.Bad
	case f.Spec.Growth != "":
		return "the learner claims only an order of growth, which allows any number.", kit.Plain
	case !f.Promises():
		return "the learner claims no privacy.", kit.Warning
	}
	return "this does not contradict the claim.", kit.Good
}

const provesNothing = "A statistical audit can show that privacy is violated; it cannot show that it holds."

func event(t *audit.Test, runs int) string {
	if t.Least <= t.Most {
		if runs == 0 {
			return "No event was worth a test. " + provesNothing
		}
		return fmt.Sprintf("In %s on each sequence, no event was seen more often on one than chance explains. ",
			number.Plural(runs, "run")) + provesNothing
	}
	counts := t.Ordered()
	return fmt.Sprintf("Event: %s. It happened %s in %s on one sequence and %s on the other.", t.Event,
		number.Plural(counts[0], "time"), number.Plural(runs, "run"), number.Plural(counts[1], "time"))
}

// trust says what a person loses if those whom the learner trusts break that trust.
func (f *finding) trust() facts.Fact {
	onlookers, e, loss := f.Onlookers(), f.Epsilon, number.Loss
	if onlookers == nil || math.IsInf(e, 1) || f.Spec.Privacy == learners.DataFree {
		return facts.Fact{}
	}
	fact := facts.Fact{Title: "trust", Page: "trust", Lines: []kit.Line{{Lead: facts.WhoSeesWhat(onlookers)}}}
	say := func(text string, arguments ...any) {
		fact.Lines = append(fact.Lines, kit.Line{Lead: fmt.Sprintf(text, arguments...)})
	}
	switch bits, _ := f.Exact.Mechanism.(privacy.BinomialSum); {
	case f.Spec.Between == "adder":
		say("If a tenth of a batch's people send no noise, or tell it, the server learns ε = %s about the others; if all but a "+
			"hundredth do, ε = %s. In a first pull, a person alone, it is ∞.", loss(privacy.WithShares(e, .9)), loss(privacy.WithShares(e, .01)))
	case f.Spec.Between == "shuffler" && bits.Bits == 0:
		say("If the shuffler lies, the server sees who sent what. Without noise bits, nothing hides a person from anybody.")
	case f.Spec.Between == "shuffler":
		say("If the shuffler lies, the server sees who sent what. One noise bit hides a person with δ(%s) = %s; in batches of more than "+
			"%s people, most send none, and nothing hides them.", loss(e), loss(privacy.BinomialSum{Bits: 1}.Delta(e).Value), number.Term(2*bits.Bits))
	case f.Spec.Privacy == learners.Local:
		say("Nobody has to be trusted.")
		reports, _ := f.Exact.Mechanism.(privacy.Disjoint)
		if len(reports) != 1 {
			break
		}
		if r, bit := reports[0].(privacy.Bit); bit && r.Symmetric() && !math.IsInf(r.Epsilon().Value, 1) {
			const people, delta = 200, 1e-6
			say("If a shuffler mixed the reports of %d people, they would lose ε = %s at δ = %s. A report alone, as of a first pull, "+
				"still loses ε = %s.", people, loss(privacy.ShuffleReports(people, r.Epsilon().Value).Epsilon(delta)), loss(delta),
				loss(r.Epsilon().Value))
		}
	case f.Spec.Privacy.Publishes():
		say("If the server lies, or others read what it stores, nothing hides a reward.")
	}
	return fact
}

// An AuditEntry is an audit in JSON.
type AuditEntry struct {
	Learner    string           `json:"learner"`
	Params     string           `json:"params"`
	Scenario   string           `json:"scenario"`
	Channel    string           `json:"channel"`
	Epsilon    number.Float     `json:"epsilon"`
	Horizon    int              `json:"horizon"`
	Seed       uint64           `json:"seed"`
	Claimed    *claimEntry      `json:"claimed"`          // null: it claims nothing in numbers
	Claim      string           `json:"claim"`            // in its own notion: ε = 1, ρ = 0.1; empty: it claims nothing
	Exact      number.Float     `json:"exact"`            // null: no exact audit exists
	Within     number.Float     `json:"exact_by_horizon"` // null: not computed
	Lower      number.Float     `json:"statistical_lower"`
	Confidence number.Float     `json:"confidence"`
	WorstPair  *model.Neighbors `json:"worst_pair"` // of the exact audit, or else of the statistical one
	Verdict    string           `json:"verdict"`
	Onlookers  []model.Onlooker `json:"onlookers"`           // who learns what about a person's reward; null: unknown
	Noiseless  bool             `json:"noiseless,omitempty"` // a program that claims privacy played the same with every seed
	Window     *blackbox.Result `json:"window,omitempty"`    // what the search on a program has looked at, and its tests
	Statistics *statisticsEntry `json:"statistics"`          // null with --no-statistics
	ZCDP       *notionEntry     `json:"zcdp"`                // null: unknown, as below
	GDP        *notionEntry     `json:"gdp"`
	Delta      []*notionEntry   `json:"delta"` // at the ε's of --delta-at
	Renyi      []*notionEntry   `json:"renyi"` // at the α's of --renyi-at
	By         *trials.Made     `json:"made_by"`
}

type claimEntry struct {
	Epsilon *number.Float `json:"epsilon,omitempty"`
	Delta   *number.Float `json:"delta,omitempty"`
	Rho     *number.Float `json:"rho,omitempty"`
	Mu      *number.Float `json:"mu,omitempty"`
}

func (f *finding) claimed() *claimEntry {
	switch {
	case f.Promised.Notion == privacy.Rho:
		return &claimEntry{Rho: numberOf(f.Promised.Value)}
	case f.Promised.Notion == privacy.Mu:
		return &claimEntry{Mu: numberOf(f.Promised.Value)}
	case f.Promised.Notion == privacy.Delta:
		return &claimEntry{Epsilon: numberOf(f.Promised.At), Delta: numberOf(f.Promised.Value)}
	case math.IsNaN(f.Claimed):
		return nil
	case f.Delta > 0:
		return &claimEntry{Epsilon: numberOf(f.Claimed), Delta: numberOf(f.Delta)}
	}
	return &claimEntry{Epsilon: numberOf(f.Claimed)}
}

// A statisticsEntry is the origin of a lower bound.
type statisticsEntry struct {
	Observed string           `json:"observed"` // plays or reports
	Pair     *model.Neighbors `json:"pair"`
	Rounds   int              `json:"rounds"`
	Event    string           `json:"event"`
	Counts   [2]int           `json:"counts"` // of the event: first on the side where it is more frequent
	Runs     int              `json:"runs"`   // on each side
	Rho      number.Float     `json:"rho_lower"`
	Mu       number.Float     `json:"mu_lower"`
	Delta    []number.Float   `json:"delta_lower"` // at the ε's of --delta-at
	Tests    []testEntry      `json:"tests"`       // all bounds above hold together with this confidence
}

// A testEntry is one test for the side that was run, by whether an event happens.
type testEntry struct {
	Event  string       `json:"event"`
	Counts [2]int       `json:"counts"`         // first on the side where it is more frequent
	First  number.Float `json:"type_1_at_most"` // the probability of the event on the other side
	Second number.Float `json:"type_2_at_most"` // the probability of no event on its own side
}

// WriteJSON writes audits as a list.
func (r *Audits) WriteJSON(w io.Writer, by *trials.Made) error {
	return trials.WriteJSON(w, param.Map(r.findings(), func(f finding) AuditEntry {
		e := f.entry(r.DeltaAt)
		r.enter(&e, f.losses)
		e.By = by
		return e
	}))
}

func (f *finding) entry(deltaAt []float64) AuditEntry {
	e := AuditEntry{
		Learner: f.Spec.ID, Params: f.Audit.Config.Parameters(f.Audit.Learner), Scenario: f.Audit.Config.Scenario.Name,
		Channel: f.Audit.Config.ChannelName(f.Audit.Learner), Epsilon: number.Float(f.Epsilon),
		Horizon: f.Audit.Config.Horizon, Seed: f.Audit.Config.Seed,
		Claimed: f.claimed(), Claim: f.Claim(),
		Exact: number.Float(f.ifKnown(f.Exact.Epsilon)), Within: number.Float(f.ifKnown(f.Exact.Within)),
		Lower: number.Float(math.NaN()), Confidence: number.Float(math.NaN()), Verdict: f.Line(), Noiseless: f.Noiseless, Window: f.Window,
		Onlookers: f.Onlookers(),
	}
	if f.Known {
		e.WorstPair = &f.Pair
	}
	if s := f.Statistics; s != nil {
		e.Lower, e.Confidence = number.Float(s.Lower), number.Float(s.Confidence)
		best, shown := &s.Tests[0], s.Shown()
		e.Statistics = &statisticsEntry{
			Observed: s.Observed, Pair: &s.Sequences, Rounds: s.Rounds, Event: best.Event, Counts: best.Ordered(), Runs: s.Runs,
			Rho: number.Float(shown.Rho().Value), Mu: number.Float(shown.Mu().Value),
			Delta: param.Map(deltaAt, func(epsilon float64) number.Float { return number.Float(shown.Delta(epsilon).Value) }),
			Tests: param.Map(s.Tests, func(t audit.Test) testEntry {
				return testEntry{t.Event, t.Ordered(), number.Float(t.Most), number.Float(1 - t.Least)}
			}),
		}
		if !f.Known {
			e.WorstPair = &s.Sequences
		}
	}
	return e
}

// A notionEntry is one value beyond ε in JSON: ρ of zero-concentrated privacy, μ of Gaussian
// differential privacy, δ at an ε, or the Rényi divergence of order α.
type notionEntry struct {
	Rho        *number.Float  `json:"rho,omitempty"`
	Mu         *number.Float  `json:"mu,omitempty"`
	Epsilon    *number.Float  `json:"epsilon,omitempty"`
	Delta      *number.Float  `json:"delta,omitempty"`
	Alpha      *number.Float  `json:"alpha,omitempty"`
	Divergence *number.Float  `json:"divergence,omitempty"`
	Status     privacy.Status `json:"status"`          // exact, searched or upper
	Upper      *number.Float  `json:"upper,omitempty"` // the proven bound on what was searched
}

func numberOf(x float64) *number.Float { return (*number.Float)(&x) }

// enter writes losses beyond ε into an entry. The lists are empty if nothing was asked for and
// null if nothing is known.
func (r *Audits) enter(e *AuditEntry, losses []audit.Loss) {
	if len(losses) == 0 {
		return
	}
	known := func(l audit.Loss, e *notionEntry) *notionEntry {
		e.Status = l.Status
		if l.Status == privacy.Searched {
			e.Upper = numberOf(l.Upper)
		}
		return e
	}
	rho, mu, asked := losses[1], losses[2], losses[3:]
	e.ZCDP = known(rho, &notionEntry{Rho: numberOf(rho.Value.Value)})
	e.GDP = known(mu, &notionEntry{Mu: numberOf(mu.Value.Value)})
	e.Delta, e.Renyi = []*notionEntry{}, []*notionEntry{}
	for i, epsilon := range r.DeltaAt {
		e.Delta = append(e.Delta, known(asked[i], &notionEntry{
			Epsilon: numberOf(epsilon),
			Delta:   numberOf(asked[i].Value.Value),
		}))
	}
	for i, alpha := range r.RenyiAt {
		l := asked[len(r.DeltaAt)+i]
		e.Renyi = append(e.Renyi, known(l, &notionEntry{Alpha: numberOf(alpha), Divergence: numberOf(l.Value.Value)}))
	}
}
