package files

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"regretscope/noise/param"
)

// WriteCSV writes rows as comma-separated values. Every CSV file goes through it, so no cell
// can control a terminal or run as a spreadsheet's formula, wherever its text came from.
func WriteCSV(w io.Writer, rows iter.Seq[[]string]) error {
	lines := csv.NewWriter(w)
	for row := range rows {
		if err := lines.Write(param.Map(row, cell)); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// cell returns a text as a cell of a CSV file. It replaces what a terminal could interpret, and
// puts a quotation mark before what a spreadsheet would take for a formula: anything that
// begins with one of four signs, in either width, and is not a number.
func cell(text string) string {
	text = param.Printable(text)
	begin := strings.TrimLeftFunc(text, unicode.IsSpace)
	if begin == "" || !strings.ContainsRune("=+-@＝＋－＠", []rune(begin)[0]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
