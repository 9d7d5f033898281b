//go:build !js

package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"regretscope/model/figure"
)

// A Drawing is a panel as SVG that can stand in HTML, with what its lines mean.
type Drawing struct {
	SVG    template.HTML
	Legend string
}

// Drawn are the figure's panels that show something.
func (e Entry) Drawn() ([]Drawing, error) {
	var all []Drawing
	for i, sheet := range e.Sheets() {
		if sheet == nil {
			continue
		}
		var b bytes.Buffer
		if err := sheet.Write(&b, "svg", Size(sheet)); err != nil {
			return nil, err
		}
		text := b.String()
		if start := strings.Index(text, "<svg"); start > 0 {
			text = text[start:]
		}
		all = append(all, Drawing{template.HTML(text), legend(e.Outcome.Samples[i])}) // our own drawing, in which names are escaped
	}
	return all, nil
}

//go:embed report.html
var page string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"class": func(o figure.Outcome) string { return strings.ReplaceAll(string(o), " ", "-") },
	"short": func(x float64) string { return fmt.Sprintf("%.1f", x) },
}).Parse(page))

// WriteHTML writes the report as one page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error { return pageTemplate.Execute(w, r) }
