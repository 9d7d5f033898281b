package answer

import (
	"io"
	"math"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/model/audit/blackbox"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

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
