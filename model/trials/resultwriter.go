package trials

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// columns are the columns of the CSV. Scripts rely on their names and order.
var columns = []string{
	"scenario", "learner", "epsilon", "params", "channel", "t", "runs",
	"regret_mean", "regret_sd", "return_mean", "epsilon_worst_event", "horizon", "seed",
	"regret_interval_low", "regret_interval_high", "regret_median", "regret_quartile_25", "regret_quartile_75",
	"fingerprint", "arms", "gap", "floor", "floor_kind", "times_floor", "times_floor_low", "times_floor_high",
}

// WriteCSV writes a line of column names and a line for each row. Infinity is inf; the
// deviation of a single run and missing intervals are NaN. What a record does not have, arms, gap,
// or floor, is empty.
func (r *Result) WriteCSV(w io.Writer, by *Made) error {
	return files.WriteCSV(w, func(yield func([]string) bool) {
		if !yield(columns) {
			return
		}
		for i := range r.Rows {
			o, interval := &r.Rows[i], r.Rows[i].Interval
			if interval == nil {
				interval = numbers(math.NaN(), math.NaN())
			}
			if !yield([]string{
				o.Scenario, o.Learner, o.Epsilon.String(), o.Params, o.Channel, strconv.Itoa(o.Round),
				strconv.Itoa(o.Runs),
				o.RegretMean.String(), o.RegretSD.String(), o.ReturnMean.String(), o.CostliestRound.String(),
				strconv.Itoa(o.Horizon), strconv.FormatUint(o.Seed, 10),
				interval[0].String(), interval[1].String(), o.Median.String(), o.Quartiles[0].String(),
				o.Quartiles[1].String(), by.Fingerprint,
				o.Arms, known(o.Gap), known(o.Floor), string(o.FloorKind), known(o.Times), known(o.TimesLow),
				known(o.TimesHigh),
			}) {
				return
			}
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

// WriteJSON writes a value as indented JSON, with characters that a terminal could interpret
// escaped as \u.
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
