package plot

import (
	"io"
	"strings"
	"unicode"

	"regretscope/ui/kit/outfile"
)

// SaveChart writes a chart as a picture and as values, into new files of this name
// that end in .svg and .csv, and returns their paths.
func SaveChart(name string, p Panel) ([]string, error) {
	sheet := Sheet{Panels: []Panel{p}}
	return outfile.CreateSet(name, []string{".svg", ".csv"}, func(ending string, w io.Writer) error {
		if ending == ".csv" {
			return p.Chart.WriteCSV(w)
		}
		return sheet.Write(w, "svg", Slide)
	})
}

// FileName makes a name of words: letters and digits, joined by hyphens.
func FileName(words ...string) string {
	fields := strings.FieldsFunc(strings.ToLower(strings.Join(words, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(fields, "-")
}
