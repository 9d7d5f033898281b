package model

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"

	"regretscope/noise/privacy"
)

// Version is the program's; results carry it.
const Version = "1.0.0"

// stamp is the commit of a release, which .ci/release sets as it builds.
var stamp string

// Commit identifies the source that the program was built from, "+" at its end
// where that was changed; empty if the build does not say.
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

// A Result is what an experiment measured, with everything it depends on.
// Marshalled to JSON it is the file format of results; ±Inf are written as the
// strings "inf" and "-inf", which JSON has no numbers for, and null stands for
// what is unknown.
type Result struct {
	Version string `json:"version"`
	Seed    uint64 `json:"seed"`
	Runs    int    `json:"runs"` // finished by all series
	Config  Setup  `json:"config"`
	Rows    []Row  `json:"rows"`            // by grid point, then by learner, then by round
	Pairs   []Pair `json:"pairs,omitempty"` // learners compared run by run, at the last reported round

	Design   *Design        `json:"-"`
	RankedBy privacy.Notion `json:"-"` // in which those lose as much who are ranked together; empty without ranks
}

// Of returns the rows of one series (point × learners + learner), by round; none
// where no run was finished.
func (r *Result) Of(series int) []Row {
	first, _ := slices.BinarySearchFunc(r.Rows, series, func(o Row, s int) int { return o.Series - s })
	end := first
	for end < len(r.Rows) && r.Rows[end].Series == series {
		end++
	}
	return r.Rows[first:end]
}

// A Row is what the runs say of one series up to one round.
type Row struct {
	Scenario   string `json:"scenario"`
	Learner    string `json:"learner"`
	Epsilon    Number `json:"epsilon"`
	Params     string `json:"params"` // every parameter, defaults included: key=value;…
	Channel    string `json:"channel"`
	Round      int    `json:"t"`
	Runs       int    `json:"runs"`
	RegretMean Number `json:"regret_mean"`
	RegretSD   Number `json:"regret_sd"`           // over runs, n−1 in the denominator; NaN for one run
	ReturnMean Number `json:"return_mean"`         // expected per-round return up to Round
	WorstEvent Number `json:"epsilon_worst_event"` // the largest of the runs
	OtherNotions
	User
	Horizon int    `json:"horizon"`
	Seed    uint64 `json:"seed"` // of the experiment

	// Interval is that of the mean, 95%; nil if there is one run, or all are equal.
	// Where Misleading is set it covers the mean less often than that.
	Interval  []Number `json:"regret_interval"`
	Median    Number   `json:"regret_median"`
	Quartiles []Number `json:"regret_quartiles"` // 25%, 75%
	Tails     []Number `json:"regret_tails"`     // 5%, 95%
	// Misleading is set where the runs are heavy-tailed, so that a few decide the
	// mean: the share of the sum that the largest hundredth of the runs makes up.
	Misleading Number `json:"heavy_tail_share,omitempty"`
	Largest    int    `json:"heavy_tail_runs,omitempty"` // how many runs that is, at least one

	PullsMean   []float64 `json:"pulls_mean"`             // of each arm up to Round
	RegretExact *Number   `json:"regret_exact,omitempty"` // the exact expectation, where there is one

	// Rank is the first and the last place that the learner may have by regret among those of
	// this grid point that lose as much, with RankConfidence for each pair; nil before the last
	// reported round, and where there is no other or the loss is not known.
	Rank     []int  `json:"rank"`
	RankedAt Number `json:"-"` // what they lose, where there is a Rank

	// Of a program: how many runs played differently from all others up to their end, and
	// whether it keeps to its seed; nil if unknown.
	Distinct   int   `json:"distinct_runs,omitempty"`
	Repeatable *bool `json:"repeatable,omitempty"`

	Certain bool `json:"-"` // nothing random decided what any run played
	Series  int  `json:"-"` // point × learners + learner
}

// OtherNotions is what the worst event costs in other notions than ε, in a file; in a Row,
// the largest of the runs. NaN is unknown.
type OtherNotions struct {
	Rho Number `json:"rho"` // of zero-concentrated privacy (zCDP)
	Mu  Number `json:"mu"`  // of Gaussian differential privacy (GDP)
	// How both are known; empty if they are unknown.
	RhoStatus privacy.Status `json:"rho_status,omitempty"`
	MuStatus  privacy.Status `json:"mu_status,omitempty"`
}

var unknownNotions = OtherNotions{Rho: Number(math.NaN()), Mu: Number(math.NaN())}

func otherNotions(m privacy.Mechanism) OtherNotions {
	if m == nil {
		return unknownNotions
	}
	rho, mu := m.Rho(), m.Mu()
	return OtherNotions{Number(rho.Value), Number(mu.Value), rho.Status, mu.Status}
}

// worse takes the larger of each value; what is unknown once stays so.
func (b OtherNotions) worse(o OtherNotions) OtherNotions {
	return OtherNotions{max(b.Rho, o.Rho), max(b.Mu, o.Mu), privacy.Worse(b.RhoStatus, o.RhoStatus), privacy.Worse(b.MuStatus, o.MuStatus)}
}

// User is what a person loses who was behind many rounds, in a file; in a Row, the
// largest of the runs.
type User struct {
	AllRounds Number `json:"epsilon_user_all_rounds"` // Run.AllRounds
}

// Equal reports whether all runs are, of two or more, so nothing is known of how
// far their mean is off.
func (r *Row) Equal() bool { return r.Runs > 1 && r.Interval == nil }

// StandardError of the mean regret: sd/√runs.
func (r *Row) StandardError() float64 { return float64(r.RegretSD) / math.Sqrt(float64(r.Runs)) }

// A Pair compares two learners of a grid point run by run, on the same rewards.
type Pair struct {
	Scenario   string   `json:"scenario"`
	Epsilon    Number   `json:"epsilon"` // of the grid point
	Horizon    int      `json:"horizon"`
	Round      int      `json:"t"`
	First      string   `json:"first"` // as --learner takes it
	Second     string   `json:"second"`
	Difference Number   `json:"regret_difference"`   // mean of first − second
	Error      Number   `json:"difference_error"`    // its standard error
	Interval   []Number `json:"difference_interval"` // 95%; nil as in a Row
	// Effect is the mean difference in standard deviations of the differences.
	Effect      Number `json:"effect_size"`
	FirstBetter Number `json:"first_better"` // share of the runs in which the first has less regret, ties counted half
	// PairingGain is how many times as many unpaired runs the same precision takes.
	PairingGain Number `json:"pairing_gain"`
	Runs        int    `json:"runs"` // that both have
}

// A Number is a float64 that may be infinite or NaN in a file.
type Number float64

// String writes the number in the fewest digits that read back the same; inf,
// -inf and NaN for what has none.
func (x Number) String() string {
	switch {
	case math.IsInf(float64(x), 1):
		return "inf"
	case math.IsInf(float64(x), -1):
		return "-inf"
	}
	return strconv.FormatFloat(float64(x), 'g', -1, 64)
}

// MarshalJSON implements json.Marshaler.
func (x Number) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsNaN(float64(x)):
		return []byte("null"), nil
	case math.IsInf(float64(x), 0):
		return []byte(`"` + x.String() + `"`), nil
	}
	return []byte(x.String()), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (x *Number) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*x = Number(math.NaN())
	case `"inf"`:
		*x = Number(math.Inf(1))
	case `"-inf"`:
		*x = Number(math.Inf(-1))
	default:
		value, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return fmt.Errorf("%s is not a number", text)
		}
		*x = Number(value)
	}
	return nil
}
