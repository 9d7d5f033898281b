package chart

import (
	"encoding/csv"
	"io"
	"strconv"
)

// WriteCSV writes what the chart shows as comma-separated values: of each line
// with a name, and of both edges of each band with one, the rounds on the axis and
// the values there. What is not finite is left out.
func (c *Chart) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"line", "t", "value"}}
	add := func(name string, points Points) {
		for t, v := range points {
			if t > c.Round || c.Rounds.Fixed() && (float64(t) < c.Rounds.Low || float64(t) > c.Rounds.High) || !finite(v) {
				continue
			}
			rows = append(rows, []string{name, strconv.Itoa(t), strconv.FormatFloat(v, 'g', -1, 64)})
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
	return out.WriteAll(rows)
}
