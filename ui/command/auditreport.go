package command

import (
	"fmt"
	"io"
	"math"
	"strings"

	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// inDetail is up to how many learners the table is followed by the neighbours
// behind each of its lines.
const inDetail = 4

// write writes audits for people.
func (c *auditCommand) write(findings []finding, w io.Writer) error {
	beyond := c.titles()
	titles := append([]string{"learner", "arms of", "ε", "claimed", "true", "lower bound"}, append(beyond, "verdict")...)
	t := tableOf(2, titles...)
	t.Columns[len(titles)-1].Right = false
	for i := range findings {
		f := &findings[i]
		least := kit.None
		if f.Statistics != nil {
			least = kit.Fixed(f.Statistics.Lower, 3)
		}
		row := []string{f.Choice.String(), declare.Printable(f.Config.Scenario.Name), kit.Epsilon(f.Epsilon), f.claimed(), number.Loss(f.ifKnown(f.Exact.Epsilon)), least}
		t.Rows = append(t.Rows, append(append(row, f.notions.cells(len(beyond))...), f.Line()))
	}
	var text strings.Builder
	text.WriteString(t.String())
	for i := range findings {
		if len(findings) <= inDetail {
			findings[i].writeDetail(&text)
		}
	}
	text.WriteString("\nclaimed, true: the privacy loss ε of the costliest round over any horizon; of one report where privacy is local;\n" +
		"claimed is in ρ or μ where no ε is claimed\n" +
		"lower bound: with the stated confidence, from running the learner; only the true ε bounds the loss from above\n" +
		"ρ: of zero-concentrated privacy; μ: of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound\n")
	_, err := io.WriteString(w, text.String())
	return err
}

// claimed is the ε that is claimed, or what is in place of one.
func (f *finding) claimed() string {
	if math.IsNaN(f.Claimed) && f.Claim() != "" {
		return f.Claim()
	}
	return number.Loss(f.Claimed)
}

// ifKnown is a number of the exact audit, NaN where there is none.
func (f *finding) ifKnown(x float64) float64 {
	if !f.Known {
		return math.NaN()
	}
	return x
}

func (f *finding) writeDetail(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s\n", f.Choice.Label())
	line := func(key, text string) {
		if text != "" {
			fmt.Fprintf(b, "  %-11s%s\n", key, text)
		}
	}
	line("claim", f.Choice.Claim)
	if f.Known {
		line("worst case", replaced(&f.Pair)+f.Exact.Worst.Why)
		if !f.Exact.Attained {
			line("", fmt.Sprintf("%s is a limit: no pair of finite sequences reaches it.", number.Loss(f.Exact.Epsilon)))
		}
		if by := f.Exact.Within; by < f.Exact.Epsilon {
			line("", fmt.Sprintf("Up to the horizon, round %d, the loss is at most %s.", f.Config.Horizon, number.Loss(by)))
		}
	}
	line("note", f.Exact.Note)
	if f.notions != nil {
		line("beyond ε", notion.Sentence("ρ", f.notions.rho, number.Loss))
		line("", notion.Sentence("μ", f.notions.mu, number.Loss))
	}
	if s := f.Statistics; s != nil {
		line("run on", replaced(&s.Sequences)+s.Sequences.Why)
		for i := range s.Tests {
			t := &s.Tests[i]
			if t.Least <= t.Most {
				line("found", "No event was seen more often on one sequence than chance explains. This does not show that privacy holds.")
				continue
			}
			line("event", t.Event)
			line("", fmt.Sprintf("%s times in %s on one sequence, %s times on the other",
				kit.Count(t.Counts[t.Side]), kit.Plural(s.Runs, "run"), kit.Count(t.Counts[1-t.Side])))
		}
		if s.Lower > 0 {
			line("so", f.shown())
		}
		if f.Refuted() {
			line("", fmt.Sprintf("The claim, %s, is violated.", f.Claim()))
		}
	}
}

// shown are the lower bounds that hold together.
func (f *finding) shown() string {
	m := f.Statistics.Shown()
	text := fmt.Sprintf("with %v%% confidence, all together: ε ≥ %s, ρ ≥ %s, μ ≥ %s", 100*f.Statistics.Confidence,
		kit.Fixed(f.Statistics.Lower, 3), kit.Fixed(m.Rho().Value, 3), kit.Fixed(m.Mu().Value, 3))
	for _, epsilon := range f.deltaAt {
		text += fmt.Sprintf(", δ(%s) ≥ %s", kit.Epsilon(epsilon), kit.Fixed(m.Delta(epsilon).Value, 3))
	}
	return text
}

func replaced(n *model.Neighbours) string {
	if n.Round == 0 {
		return "The sequences differ in what is observed before round 1. "
	}
	return fmt.Sprintf("The sequences A and B differ in round %d. ", n.Round)
}

// A findingEntry is an audit in JSON.
type findingEntry struct {
	Learner    string            `json:"learner"`
	Params     string            `json:"params"`
	Scenario   string            `json:"scenario"`
	Channel    string            `json:"channel"`
	Epsilon    model.Number      `json:"epsilon"`
	Horizon    int               `json:"horizon"`
	Seed       uint64            `json:"seed"`
	Claimed    model.Number      `json:"claimed"`          // null: it claims no ε
	Claim      string            `json:"claim"`            // in its own notion: ε = 1, ρ = 0.1; empty: it claims nothing
	Exact      model.Number      `json:"exact"`            // null: no exact audit exists
	Within     model.Number      `json:"exact_by_horizon"` // null: not worked out
	Lower      model.Number      `json:"statistical_lower"`
	Confidence model.Number      `json:"confidence"`
	Worst      *model.Neighbours `json:"worst_pair"` // of the exact audit, else of the statistical one
	Verdict    string            `json:"verdict"`
	Statistics *statisticsEntry  `json:"statistics"` // null with --no-statistics
	ZCDP       *notionEntry      `json:"zcdp"`       // null: nothing is known; so below
	GDP        *notionEntry      `json:"gdp"`
	Delta      []*notionEntry    `json:"delta"` // at the ε's of --delta-at
	Renyi      []*notionEntry    `json:"renyi"` // at the α's of --renyi-at
}

// A statisticsEntry is how a lower bound came about.
type statisticsEntry struct {
	Observed string            `json:"observed"` // plays or reports
	Pair     *model.Neighbours `json:"pair"`
	Rounds   int               `json:"rounds"`
	Event    string            `json:"event"`
	Counts   [2]int            `json:"counts"` // of the event, on the side with more and the other
	Runs     int               `json:"runs"`   // that the counts are out of, on each side
	Rho      model.Number      `json:"rho_lower"`
	Mu       model.Number      `json:"mu_lower"`
	Delta    []model.Number    `json:"delta_lower"` // at the ε's of --delta-at
	Tests    []testEntry       `json:"tests"`       // all bounds above hold together with the confidence
}

// A testEntry is one test of which side was run, by whether an event happens.
type testEntry struct {
	Event  string       `json:"event"`
	Counts [2]int       `json:"counts"`         // on the side with more and the other
	First  model.Number `json:"type_1_at_most"` // the chance of the event on the other side
	Second model.Number `json:"type_2_at_most"` // the chance of no event on its side
}

// writeJSON writes audits as a list.
func (c *auditCommand) writeJSON(findings []finding, w io.Writer) error {
	entries := make([]findingEntry, len(findings))
	for i := range findings {
		entries[i] = findings[i].entry()
		findings[i].notions.enter(&entries[i], c.DeltaAt, c.RenyiAt)
	}
	return model.WriteJSON(w, entries)
}

func (f *finding) entry() findingEntry {
	e := findingEntry{
		Learner: f.Choice.ID, Params: f.Config.Parameters(f.Learner), Scenario: f.Config.Scenario.Name,
		Channel: f.Config.ChannelName(f.Learner), Epsilon: model.Number(f.Epsilon),
		Horizon: f.Config.Horizon, Seed: f.Config.Seed,
		Claimed: model.Number(f.Claimed), Claim: f.Claim(), Exact: model.Number(f.ifKnown(f.Exact.Epsilon)), Within: model.Number(f.ifKnown(f.Exact.Within)),
		Lower: model.Number(math.NaN()), Confidence: model.Number(math.NaN()), Verdict: f.Line(),
	}
	if f.Known {
		e.Worst = &f.Pair
	}
	if s := f.Statistics; s != nil {
		e.Lower, e.Confidence = model.Number(s.Lower), model.Number(s.Confidence)
		best, shown := &s.Tests[0], s.Shown()
		e.Statistics = &statisticsEntry{
			Observed: s.Observed, Pair: &s.Sequences, Rounds: s.Rounds, Event: best.Event, Counts: best.Ordered(), Runs: s.Runs,
			Rho: model.Number(shown.Rho().Value), Mu: model.Number(shown.Mu().Value), Delta: []model.Number{},
		}
		for _, epsilon := range f.deltaAt {
			e.Statistics.Delta = append(e.Statistics.Delta, model.Number(shown.Delta(epsilon).Value))
		}
		for i := range s.Tests {
			t := &s.Tests[i]
			e.Statistics.Tests = append(e.Statistics.Tests, testEntry{t.Event, t.Ordered(), model.Number(t.Most), model.Number(1 - t.Least)})
		}
		if !f.Known {
			e.Worst = &s.Sequences
		}
	}
	return e
}
