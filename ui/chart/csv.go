package chart

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit"
)

// WriteCSV writes the chart as comma-separated values: the places on the x axis and the values
// there of each named line, of both edges of each named band, and of spots. Values of lines and
// bands that are not finite are left out.
func (c *Chart) WriteCSV(w io.Writer, by *model.Made) error {
	rows := [][]string{{"line", cmp.Or(c.X.Symbol, "t"), "value", "fingerprint"}}
	row := func(name string, at Point) {
		x := model.Number(at.X).String()
		if kit.Finite(at.X) { // no exponents in rounds
			x = strconv.FormatFloat(at.X, 'f', -1, 64)
		}
		rows = append(rows, []string{name, x, model.Number(at.Y).String(), by.Fingerprint})
	}
	add := func(name string, points []Point) {
		for _, at := range points {
			if at.X <= c.End && (!c.X.Fixed() || at.X >= c.X.Low && at.X <= c.X.High) && kit.Finite(at.Y) {
				row(name, at)
			}
		}
	}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Name != "" {
			add(l.Name, l.Points)
		}
	}
	for i := range c.Bands {
		if b := &c.Bands[i]; b.Name != "" {
			add(b.Name+", lower edge", b.Low)
			add(b.Name+", upper edge", b.High)
		}
	}
	for _, s := range c.Spots {
		row(s.Name, Point{s.X, s.Y})
	}
	return param.WriteCSV(w, slices.Values(rows))
}
