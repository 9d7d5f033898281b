package model

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// columns of the CSV; scripts rely on their names and order.
var columns = []string{
	"scenario", "learner", "epsilon", "params", "channel", "t", "runs",
	"regret_mean", "regret_sd", "return_mean", "epsilon_worst_event", "horizon", "seed",
}

// WriteCSV writes one line a row below a line of column names. An infinite
// number is inf, the deviation of a single run NaN.
func (r *Result) WriteCSV(w io.Writer) error {
	lines := csv.NewWriter(w)
	if err := lines.Write(columns); err != nil {
		return err
	}
	for i := range r.Rows {
		o := &r.Rows[i]
		err := lines.Write([]string{
			o.Scenario, o.Learner, o.Epsilon.String(), o.Params, o.Channel, strconv.Itoa(o.Round), strconv.Itoa(o.Runs),
			o.RegretMean.String(), o.RegretSD.String(), o.ReturnMean.String(), o.Worst.String(),
			strconv.Itoa(o.Horizon), strconv.FormatUint(o.Seed, 10),
		})
		if err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// WriteJSON writes the whole result.
func (r *Result) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}
