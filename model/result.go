package model

import (
	"cmp"
	"math"
	"strconv"
)

// Version is the program's; results carry it.
const Version = "0.1.0"

// A Result is what an experiment measured, with everything it depends on.
// Marshalled to JSON it is the file format of results; ±Inf are written as the
// strings "inf" and "-inf", which JSON has no numbers for, NaN as null.
type Result struct {
	Version string `json:"version"`
	Seed    uint64 `json:"seed"`
	Runs    int    `json:"runs"` // finished by all learners
	Config  Setup  `json:"config"`
	Rows    []Row  `json:"rows"` // by learner in the configuration's order, then by round
}

// A Setup is the full configuration of a result.
type Setup struct {
	Scenario Environment `json:"scenario"`
	Learners []string    `json:"learners"` // as --learner takes them
	Channel  string      `json:"channel"`  // as --channel takes it; empty where each learner has its own
	Engine   Engine      `json:"engine"`
	Epsilon  Number      `json:"epsilon"`
	Horizon  int         `json:"horizon"`
	Seed     uint64      `json:"seed"`
	Runs     int         `json:"runs"` // asked for
	At       []int       `json:"at"`
}

// A Row is what the runs say of one learner up to one round. Its fields but
// the last two are the columns of the CSV, under the same names.
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
	Worst      Number `json:"epsilon_worst_event"` // the largest of the runs

	PullsMean   []float64 `json:"pulls_mean"`             // of each arm up to Round
	RegretExact *Number   `json:"regret_exact,omitempty"` // the exact expectation, where there is one
}

// StandardError of the mean regret: sd/√runs.
func (r *Row) StandardError() float64 { return float64(r.RegretSD) / math.Sqrt(float64(r.Runs)) }

func newResult(e *Experiment, at []int, runs int) *Result {
	c := e.Config
	r := &Result{
		Version: Version, Seed: c.Seed, Runs: runs,
		Config: Setup{
			Scenario: environment(c.Scenario), Channel: c.Channel, Engine: cmp.Or(e.Engine, AutoEngine), Epsilon: Number(c.Epsilon),
			Horizon: c.Horizon, Seed: c.Seed, Runs: e.Runs, At: at,
		},
		Rows: []Row{},
	}
	for _, choice := range c.Learners {
		r.Config.Learners = append(r.Config.Learners, choice.String())
	}
	return r
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
