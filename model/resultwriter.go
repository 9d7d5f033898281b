package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"regretscope/noise/declare"
)

// columns of the CSV; scripts rely on their names and order.
var columns = []string{
	"scenario", "learner", "epsilon", "params", "channel", "t", "runs",
	"regret_mean", "regret_sd", "return_mean", "epsilon_worst_event", "horizon", "seed",
}

// WriteCSV writes one line a row below a line of column names. An infinite
// number is inf, the deviation of a single run NaN.
func (r *Result) WriteCSV(w io.Writer) error {
	return declare.WriteCSV(w, func(yield func([]string) bool) {
		if !yield(columns) {
			return
		}
		for i := range r.Rows {
			o := &r.Rows[i]
			if !yield([]string{
				o.Scenario, o.Learner, o.Epsilon.String(), o.Params, o.Channel, strconv.Itoa(o.Round), strconv.Itoa(o.Runs),
				o.RegretMean.String(), o.RegretSD.String(), o.ReturnMean.String(), o.Worst.String(),
				strconv.Itoa(o.Horizon), strconv.FormatUint(o.Seed, 10),
			}) {
				return
			}
		}
	})
}

// WriteJSON writes the whole result.
func (r *Result) WriteJSON(w io.Writer) error { return WriteJSON(w, r) }

// WriteJSON writes a value for people and programs: indented, and with every
// character that a terminal could obey as \u and its number.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(escaped(b.Bytes()))
	return err
}

// escaped escapes what cannot be seen in a JSON text, which can only stand in its
// strings.
func escaped(text []byte) []byte {
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

func hidden(r rune) bool { return r != '\n' && r >= 0x7f && !declare.IsPrintable(string(r)) }
