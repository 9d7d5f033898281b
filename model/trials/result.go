package trials

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"regretscope/model"
	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// A Result is what an experiment measured, with everything it depends on. Its JSON form is the file format of
// results. JSON has no infinite numbers, so ±Inf are the strings "inf" and "-inf"; null is unknown.
type Result struct {
	Version string `json:"version"`
	Seed    uint64 `json:"seed"`
	Runs    int    `json:"runs"`
	Config  Setup  `json:"config"`
	Rows    []Row  `json:"rows"`            // by grid point, then by learner, then by round
	Pairs   []Pair `json:"pairs,omitempty"` // paired comparisons of learners at the last reported round

	// Decided has Pair.DecidedFrom for pairs of series, the first before the second, and also for those
	// that are only ranked together.
	Decided map[[2]int]int `json:"-"`

	Design   *Design        `json:"-"`
	RankedBy privacy.Notion `json:"-"` // the notion in which ranked learners lose the same; empty without ranks
}

// Of returns the rows of one series (point × learners + learner), by round.
func (r *Result) Of(series int) []Row {
	from := func(series int) int {
		at, _ := slices.BinarySearchFunc(r.Rows, series, func(o Row, s int) int { return o.Series - s })
		return at
	}
	return r.Rows[from(series):from(series+1)]
}

// A Row summarizes the runs of one series up to one round.
type Row struct {
	Scenario       string       `json:"scenario"`
	Learner        string       `json:"learner"`
	Epsilon        number.Float `json:"epsilon"`
	Params         string       `json:"params"` // every parameter, defaults included: key=value;…
	Channel        string       `json:"channel"`
	Round          int          `json:"t"`
	Runs           int          `json:"runs"`
	RegretMean     number.Float `json:"regret_mean"`
	RegretSD       number.Float `json:"regret_sd"`           // over runs, n−1 in the denominator; NaN for one run
	ReturnMean     number.Float `json:"return_mean"`         // expected per-round return up to Round
	CostliestRound number.Float `json:"epsilon_worst_event"` // maximum over the runs
	OtherNotions
	User
	Horizon int    `json:"horizon"`
	Seed    uint64 `json:"seed"` // the experiment's

	// Interval is the 95% interval of the mean; nil for one run or equal runs. If Misleading
	// is set, it covers the mean less often.
	Interval  []number.Float `json:"regret_interval"`
	Median    number.Float   `json:"regret_median"`
	Quartiles []number.Float `json:"regret_quartiles"` // 25%, 75%
	Tails     []number.Float `json:"regret_tails"`     // 5%, 95%
	// Misleading is set for heavy-tailed runs, in which a few runs decide the mean: it is the
	// share of the sum that the largest hundredth of the runs makes up, or, with LowTail, of the variance and the
	// smallest.
	Misleading number.Float `json:"heavy_tail_share,omitempty"`
	Largest    int          `json:"heavy_tail_runs,omitempty"` // the number of those runs, at least one
	LowTail    bool         `json:"low_tail,omitempty"`

	PullsMean   []float64     `json:"pulls_mean"`             // of each arm up to Round
	RegretExact *number.Float `json:"regret_exact,omitempty"` // the exact expectation; nil if unknown

	Distance               // from the floor
	Arms     string        `json:"arms"` // as --arms took them; empty for other scenarios
	Gap      *number.Float `json:"gap"`  // the smallest positive gap; nil without one

	// Rank is the first and last place by regret that the learner may have among those at this
	// grid point with equal loss to equal observers, with RankConfidence for each pair. It is nil
	// for a single learner and for an unknown loss.
	Rank     []int        `json:"rank"`
	RankedAt number.Float `json:"-"`                 // their loss, if there is a Rank
	Claimed  bool         `json:"claimed,omitempty"` // it is ranked by a program's claim, without an audit
	Local    bool         `json:"-"`                 // the loss is local
	// Onlookers see something that depends on a person's reward; nil without an exact audit.
	Onlookers []model.Onlooker `json:"onlookers,omitempty"`

	// Repeatable reports whether a program depends on its seed alone; nil if unknown.
	Repeatable *bool `json:"repeatable,omitempty"`

	Certain bool `json:"-"` // no random number affected any run's plays
	Series  int  `json:"-"` // point × learners + learner
}

// OtherNotions is the costliest round's loss in notions besides ε; in a Row, the maximum over the
// runs. NaN is unknown.
type OtherNotions struct {
	Rho number.Float `json:"rho"` // of zero-concentrated privacy (zCDP)
	Mu  number.Float `json:"mu"`  // of Gaussian differential privacy (GDP)
	// How each is known; empty if unknown.
	RhoStatus privacy.Status `json:"rho_status,omitempty"`
	MuStatus  privacy.Status `json:"mu_status,omitempty"`
}

func otherNotions(m privacy.Mechanism) OtherNotions {
	if m == nil {
		return OtherNotions{Rho: number.Float(math.NaN()), Mu: number.Float(math.NaN())}
	}
	rho, mu := m.Rho(), m.Mu()
	return OtherNotions{number.Float(rho.Value), number.Float(mu.Value), rho.Status, mu.Status}
}

// worse returns the maximum of each value. Unknown values stay unknown.
func (b OtherNotions) worse(o OtherNotions) OtherNotions {
	return OtherNotions{
		max(b.Rho, o.Rho), max(b.Mu, o.Mu), privacy.Worse(b.RhoStatus, o.RhoStatus),
		privacy.Worse(b.MuStatus, o.MuStatus),
	}
}

// User is the loss of a person who supplied many rounds; in a Row, the maximum over the runs.
type User struct {
	AllRounds number.Float `json:"epsilon_user_all_rounds"` // Run.AllRounds
}

// Equal reports whether all of two or more runs are equal, which leaves the error of their mean unknown.
func (r *Row) Equal() bool { return r.Runs > 1 && r.Interval == nil }

// StandardError returns the standard error of the mean regret, sd/√runs.
func (r *Row) StandardError() float64 { return float64(r.RegretSD) / math.Sqrt(float64(r.Runs)) }

// A Pair compares two learners at a grid point run by run, on the same rewards.
type Pair struct {
	Scenario   string         `json:"scenario"`
	Epsilon    number.Float   `json:"epsilon"` // of the grid point
	Horizon    int            `json:"horizon"`
	Round      int            `json:"t"`
	First      string         `json:"first"` // as --learner takes it
	Second     string         `json:"second"`
	Difference number.Float   `json:"regret_difference"`   // mean of first minus second
	Error      number.Float   `json:"difference_error"`    // its standard error
	Interval   []number.Float `json:"difference_interval"` // 95%; nil as in a Row
	// Effect is the mean difference in standard deviations of the differences.
	Effect      number.Float `json:"effect_size"`
	FirstBetter number.Float `json:"first_better"` // share of the runs in which the first has less regret; ties count half
	// PairingGain is how many times as many runs the same precision would take without pairing.
	PairingGain number.Float `json:"pairing_gain"`
	Runs        int          `json:"runs"` // runs of both
	// DecidedFrom is the reported round from which on the same learner has less regret with
	// RankConfidence at every round; 0 if neither has at the last.
	DecidedFrom int `json:"decided_from,omitempty"`
}

// columns are the columns of the CSV. Scripts rely on their names and order.
var columns = []string{
	"scenario", "learner", "epsilon", "params", "channel", "t", "runs",
	"regret_mean", "regret_sd", "return_mean", "epsilon_worst_event", "horizon", "seed",
	"regret_interval_low", "regret_interval_high", "regret_median", "regret_quartile_25", "regret_quartile_75",
	"fingerprint", "arms", "gap", "floor", "floor_kind", "times_floor", "times_floor_low", "times_floor_high",
}

// WriteCSV writes a line of column names and a line for each row. Infinity is inf; the deviation of a single run and
// missing intervals are NaN. What a record does not have, arms, gap, or floor, is empty.
func (r *Result) WriteCSV(w io.Writer, by *Made) error {
	return writeLines(w, columns, r.Rows, func(o *Row) []string {
		interval := o.Interval
		if interval == nil {
			interval = numbers(math.NaN(), math.NaN())
		}
		return []string{
			o.Scenario, o.Learner, o.Epsilon.String(), o.Params, o.Channel, strconv.Itoa(o.Round), strconv.Itoa(o.Runs),
			o.RegretMean.String(), o.RegretSD.String(), o.ReturnMean.String(), o.CostliestRound.String(),
			strconv.Itoa(o.Horizon), strconv.FormatUint(o.Seed, 10),
			interval[0].String(), interval[1].String(), o.Median.String(), o.Quartiles[0].String(), o.Quartiles[1].String(),
			by.Fingerprint, o.Arms, known(o.Gap), known(o.Floor), string(o.FloorKind), known(o.Times), known(o.TimesLow), known(o.TimesHigh),
		}
	})
}

// writeLines writes a line of column names, and one for each element that has a line, as CSV.
func writeLines[T any](w io.Writer, names []string, all []T, line func(*T) []string) error {
	return files.WriteCSV(w, func(yield func([]string) bool) {
		if !yield(names) {
			return
		}
		for i := range all {
			if cells := line(&all[i]); cells != nil && !yield(cells) {
				return
			}
		}
	})
}

var tableColumns = []string{
	"learner", "epsilon", "params", "channel", "t", "runs", "regret_mean", "regret_se", "epsilon_worst_event", "times_floor", "fingerprint",
}

// WriteTable writes a line of column names, and a line for each learner at the horizon, as CSV. What
// WriteCSV says of numbers holds here, too.
func (r *Result) WriteTable(w io.Writer, by *Made) error {
	return writeLines(w, tableColumns, r.Rows, func(o *Row) []string {
		if o.Round != o.Horizon {
			return nil
		}
		return []string{
			o.Learner, o.Epsilon.String(), o.Params, o.Channel, strconv.Itoa(o.Round), strconv.Itoa(o.Runs), o.RegretMean.String(),
			number.Float(o.StandardError()).String(), o.CostliestRound.String(), known(o.Times), by.Fingerprint,
		}
	})
}

// pairColumns are the columns of the CSV of pairs, named as in JSON.
var pairColumns = []string{
	"scenario", "epsilon", "horizon", "t", "first", "second", "runs", "regret_difference", "difference_error",
	"difference_interval_low", "difference_interval_high", "effect_size", "first_better", "pairing_gain", "decided_from",
	"fingerprint",
}

// WritePairs writes a line of column names and a line for each pair, as CSV. What WriteCSV says of
// numbers holds here, too; decided_from is empty if the order is not decided.
func (r *Result) WritePairs(w io.Writer, by *Made) error {
	return writeLines(w, pairColumns, r.Pairs, func(p *Pair) []string {
		interval, decided := p.Interval, ""
		if interval == nil {
			interval = numbers(math.NaN(), math.NaN())
		}
		if p.DecidedFrom > 0 {
			decided = strconv.Itoa(p.DecidedFrom)
		}
		return []string{
			p.Scenario, p.Epsilon.String(), strconv.Itoa(p.Horizon), strconv.Itoa(p.Round), p.First, p.Second,
			strconv.Itoa(p.Runs), p.Difference.String(), p.Error.String(), interval[0].String(), interval[1].String(),
			p.Effect.String(), p.FirstBetter.String(), p.PairingGain.String(), decided, by.Fingerprint,
		}
	})
}

// known returns a number, or nothing for nil.
func known(x *number.Float) string {
	if x == nil {
		return ""
	}
	return x.String()
}

// WriteJSON writes the whole result.
func (r *Result) WriteJSON(w io.Writer, by *Made) error {
	return WriteJSON(w, struct {
		*Result
		By *Made `json:"made_by"`
	}{r, by})
}

// WriteJSON writes a value as indented JSON, with characters that a terminal could interpret escaped as \u.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escaped(b.Bytes(), hidden))
	return err
}

// escaped escapes hidden characters of a JSON text, which occur only in its strings.
func escaped(text []byte, hidden func(rune) bool) []byte {
	if !bytes.ContainsFunc(text, hidden) {
		return text
	}
	var b []byte
	for _, r := range string(text) {
		if !hidden(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b
}

func hidden(r rune) bool { return r != '\n' && r >= 0x7f && !param.IsPrintable(string(r)) }

// Version is the program's version, which results carry.
const Version = "3.0.0"

// stamp is the commit of a release, which .ci/release sets.
var stamp string

// Commit identifies the source of this build, with a final "+" if it was modified; empty if unknown.
func Commit() string {
	if stamp != "" {
		return stamp
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return revision + changed
}

// Made describes how a file was made. Every file that this program writes has one.
type Made struct {
	Command     string   `json:"command"` // the command line that made the file, as typed; never run
	Version     string   `json:"version"`
	Commit      string   `json:"commit,omitempty"`
	Seed        uint64   `json:"seed"`
	Fingerprint string   `json:"fingerprint"` // Design.Fingerprint, of every design
	Scenarios   []string `json:"scenarios"`   // by name, without parameters
	Learners    []string `json:"learners"`    // by id
}

// MadeBy describes a file that a command line makes from the designs.
func MadeBy(command string, designs ...*Design) *Made {
	m := &Made{
		Command: param.Printable(command), Version: Version, Commit: Commit(), Scenarios: []string{},
		Learners: []string{},
	}
	var prints []string
	for _, d := range designs {
		m.Seed = designs[0].Setup.Seed
		prints = param.Include(prints, d.Fingerprint())
		for i := range d.Series {
			preset, _, _ := strings.Cut(d.Series[i].Scenario, ",")
			m.Scenarios, m.Learners = param.Include(m.Scenarios, preset), param.Include(m.Learners, d.Series[i].Learner)
		}
	}
	m.Fingerprint = strings.Join(prints, " ")
	return m
}

// Fingerprint identifies what is simulated: designs that differ only in their number of runs or
// reported rounds have the same. The prefix keeps programs from reading it as a number.
func (d *Design) Fingerprint() string {
	own := *d
	own.Setup.At = nil
	own.Series = slices.Clone(d.Series)
	for i := range own.Series {
		own.Series[i].At = nil
	}
	return "f-" + own.Hash()
}

// DesignOf returns the design of one run, without what is slow to compute.
func DesignOf(c *model.Config) *Design {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return (&Experiment{Points: []*model.Config{c}, Runs: 1}).Design(ctx)
}

// Text returns m in ASCII without <, > and &, for pictures and reports.
func (m *Made) Text() string {
	text, _ := json.Marshal(map[string]*Made{"made_by": m}) // strings and numbers always encode
	return string(escaped(text, func(r rune) bool { return r >= 0x7f }))
}

// SVG returns m as an element of a picture, or nothing for nil.
func (m *Made) SVG() string {
	if m == nil {
		return ""
	}
	return "<metadata>" + m.Text() + "</metadata>\n"
}
