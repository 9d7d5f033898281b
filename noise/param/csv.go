package param

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
)

// WriteCSV writes rows as comma-separated values. All CSV files are written by it, so that
// no terminal obeys a cell and no spreadsheet takes one for a formula, wherever the text
// came from.
func WriteCSV(w io.Writer, rows iter.Seq[[]string]) error {
	lines := csv.NewWriter(w)
	for row := range rows {
		if err := lines.Write(Map(row, cell)); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// cell returns a text as a cell of a CSV file: what a terminal could obey is left out, and a
// quotation mark goes before what a spreadsheet would take for a formula, as it takes
// everything that begins with one of four signs, in either width, and is no number.
func cell(text string) string {
	text = Printable(text)
	begin := strings.TrimLeftFunc(text, unicode.IsSpace)
	if begin == "" || !strings.ContainsRune("=+-@＝＋－＠", []rune(begin)[0]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
