package chart

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// WriteCSV writes what the chart shows as comma-separated values: of each line
// with a name, of both edges of each band with one, and of spots, the rounds on the
// axis, or what it shows in their place, and the values there. What is not finite is left out.
func (c *Chart) WriteCSV(w io.Writer) error {
	step := cmp.Or(c.Rounds.Step, 1)
	rows := [][]string{{"line", cmp.Or(c.Rounds.Name, "t"), "value"}}
	row := func(name string, t int, v float64) {
		rows = append(rows, []string{name, strconv.FormatFloat(float64(t)*step, 'f', -1, 64), strconv.FormatFloat(v, 'g', -1, 64)})
	}
	add := func(name string, points Points) {
		for t, v := range points {
			if t > c.Round || c.Rounds.Fixed() && (float64(t) < c.Rounds.Low || float64(t) > c.Rounds.High) || !kit.Finite(v) {
				continue
			}
			row(name, t, v)
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
		row(s.Name, s.Round, s.Value)
	}
	return declare.WriteCSV(w, slices.Values(rows))
}
