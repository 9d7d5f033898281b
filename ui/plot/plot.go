// Package plot draws charts as files for papers and slides: SVG, PNG and PDF, by
// gonum/plot. A chart is described once, by package chart; this package is its second
// drawer, besides the terminal's. Lines are told apart by colour, by dashes, and by names
// at their ends.
package plot

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"regretscope/ui/chart"
	"regretscope/ui/kit/outfile"
)

// A Sheet is one picture: panels side by side, in rows of Columns.
type Sheet struct {
	Title   string
	Panels  []Panel
	Columns int // 0: one row of at most three, more rows where there are more
}

// A Panel is one chart or heat map with its labels.
type Panel struct {
	Title string
	X, Y  string // what the axes show, in the papers' symbols
	Chart *chart.Chart
	Heat  *Heat // instead of Chart
	// Step is what one round of the chart stands for on the x axis, where it does
	// not show rounds; 0 is the step of the chart's axis.
	Step float64
}

// A Heat is a value over two parameters.
type Heat struct {
	XNames, YNames []string
	Values         [][]float64 // by y, then by x; NaN where nothing is known
}

// A Size is the room of a picture.
type Size string

// The sizes.
const (
	Column Size = "column" // a column of a paper, 8.5 cm wide
	Slide  Size = "slide"  // a slide or a page, 24 cm wide
)

// formats are the endings of file names that tell what is written.
var formats = []string{"svg", "png", "pdf"}

// Format is what a file of that name holds; the error is the end of a sentence.
func Format(path string) (string, error) {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("must end in one of .%s", strings.Join(formats, ", ."))
	}
	return format, Unavailable
}

// SaveChart writes a chart as a picture, where there are plots, and as values, into new
// files of this name that end in .svg and .csv, and returns their paths.
func SaveChart(by outfile.Rights, name string, p Panel) ([]string, error) {
	sheet, endings := Sheet{Panels: []Panel{p}}, []string{".svg", ".csv"}
	if Unavailable != nil {
		endings = endings[1:]
	}
	return by.CreateSet(name, endings, func(ending string, w io.Writer) error {
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
