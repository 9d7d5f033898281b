package result

import (
	"io"
	"math"

	"regretscope/model"
	"regretscope/model/audit"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/facts"
)

// An AuditEntry is an audit in JSON.
type AuditEntry struct {
	Learner    string           `json:"learner"`
	Params     string           `json:"params"`
	Scenario   string           `json:"scenario"`
	Channel    string           `json:"channel"`
	Epsilon    model.Number     `json:"epsilon"`
	Horizon    int              `json:"horizon"`
	Seed       uint64           `json:"seed"`
	Claimed    model.Number     `json:"claimed"`          // null: it claims no ε
	Claim      string           `json:"claim"`            // in its own notion: ε = 1, ρ = 0.1; empty: it claims nothing
	Exact      model.Number     `json:"exact"`            // null: no exact audit exists
	Within     model.Number     `json:"exact_by_horizon"` // null: not computed
	Lower      model.Number     `json:"statistical_lower"`
	Confidence model.Number     `json:"confidence"`
	WorstPair  *model.Neighbors `json:"worst_pair"` // of the exact audit, or else of the statistical one
	Verdict    string           `json:"verdict"`
	Noiseless  bool             `json:"noiseless,omitempty"` // a program that claims privacy played the same with every seed
	Statistics *statisticsEntry `json:"statistics"`          // null with --no-statistics
	ZCDP       *notionEntry     `json:"zcdp"`                // null: unknown, as below
	GDP        *notionEntry     `json:"gdp"`
	Delta      []*notionEntry   `json:"delta"` // at the ε's of --delta-at
	Renyi      []*notionEntry   `json:"renyi"` // at the α's of --renyi-at
	By         *model.Made      `json:"made_by"`
}

// A statisticsEntry is the origin of a lower bound.
type statisticsEntry struct {
	Observed string           `json:"observed"` // plays or reports
	Pair     *model.Neighbors `json:"pair"`
	Rounds   int              `json:"rounds"`
	Event    string           `json:"event"`
	Counts   [2]int           `json:"counts"` // of the event: first on the side where it is more frequent
	Runs     int              `json:"runs"`   // on each side
	Rho      model.Number     `json:"rho_lower"`
	Mu       model.Number     `json:"mu_lower"`
	Delta    []model.Number   `json:"delta_lower"` // at the ε's of --delta-at
	Tests    []testEntry      `json:"tests"`       // all bounds above hold together with this confidence
}

// A testEntry is one test for the side that was run, by whether an event happens.
type testEntry struct {
	Event  string       `json:"event"`
	Counts [2]int       `json:"counts"`         // first on the side where it is more frequent
	First  model.Number `json:"type_1_at_most"` // the probability of the event on the other side
	Second model.Number `json:"type_2_at_most"` // the probability of no event on its own side
}

// WriteJSON writes audits as a list.
func (r *Audits) WriteJSON(w io.Writer, by *model.Made) error {
	entries := make([]AuditEntry, len(r.Findings))
	for i := range r.Findings {
		entries[i] = r.Findings[i].entry(r.DeltaAt)
		r.enter(&entries[i], r.Findings[i].Losses)
		entries[i].By = by
	}
	return model.WriteJSON(w, entries)
}

func (f *Finding) entry(deltaAt []float64) AuditEntry {
	e := AuditEntry{
		Learner: f.Spec.ID, Params: f.Config.Parameters(f.Learner), Scenario: f.Config.Scenario.Name,
		Channel: f.Config.ChannelName(f.Learner), Epsilon: model.Number(f.Epsilon),
		Horizon: f.Config.Horizon, Seed: f.Config.Seed,
		Claimed: model.Number(f.Claimed), Claim: f.Claim(),
		Exact: model.Number(f.ifKnown(f.Exact.Epsilon)), Within: model.Number(f.ifKnown(f.Exact.Within)),
		Lower: model.Number(math.NaN()), Confidence: model.Number(math.NaN()), Verdict: f.Line(), Noiseless: f.Noiseless,
	}
	if f.Known {
		e.WorstPair = &f.Pair
	}
	if s := f.Statistics; s != nil {
		e.Lower, e.Confidence = model.Number(s.Lower), model.Number(s.Confidence)
		best, shown := &s.Tests[0], s.Shown()
		e.Statistics = &statisticsEntry{
			Observed: s.Observed, Pair: &s.Sequences, Rounds: s.Rounds, Event: best.Event, Counts: best.Ordered(), Runs: s.Runs,
			Rho: model.Number(shown.Rho().Value), Mu: model.Number(shown.Mu().Value),
			Delta: param.Map(deltaAt, func(epsilon float64) model.Number { return model.Number(shown.Delta(epsilon).Value) }),
			Tests: param.Map(s.Tests, func(t audit.Test) testEntry {
				return testEntry{t.Event, t.Ordered(), model.Number(t.Most), model.Number(1 - t.Least)}
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
	Rho        *model.Number  `json:"rho,omitempty"`
	Mu         *model.Number  `json:"mu,omitempty"`
	Epsilon    *model.Number  `json:"epsilon,omitempty"`
	Delta      *model.Number  `json:"delta,omitempty"`
	Alpha      *model.Number  `json:"alpha,omitempty"`
	Divergence *model.Number  `json:"divergence,omitempty"`
	Status     privacy.Status `json:"status"`          // exact, searched or upper
	Upper      *model.Number  `json:"upper,omitempty"` // the proven bound on what was searched
}

func numberOf(x float64) *model.Number { return (*model.Number)(&x) }

// enter writes losses beyond ε into an entry. The lists are empty if nothing was asked for and
// null if nothing is known.
func (r *Audits) enter(e *AuditEntry, losses []facts.Loss) {
	if len(losses) == 0 {
		return
	}
	known := func(l facts.Loss, e *notionEntry) *notionEntry {
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
