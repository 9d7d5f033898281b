package chart

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
)

// A monotone series of random steps: many small ones, few large ones, or none
// for a while.
func monotone(rounds int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	values, sum := make([]float64, rounds), 0.0
	pause := 0
	for t := range values {
		if pause--; pause < 0 {
			sum += r.ExpFloat64()
			if r.IntN(400) == 0 {
				sum += 20 * r.ExpFloat64()
			}
			if r.IntN(300) == 0 {
				pause = r.IntN(rounds / 10)
			}
		}
		values[t] = sum
	}
	for t := range values {
		values[t] /= max(sum, 1)
	}
	return values
}

// alongHeld visits a curve of values that hold until the next round, and jump there.
func alongHeld(d *Dots, values []float64, place func(t int) float64) func(visit func(x, y float64)) {
	return func(visit func(x, y float64)) {
		const grain = .25 // of a dot
		x, y := place(1), d.Height(values[0])
		visit(x, y)
		for t, v := range values {
			for to := place(t + 1); x+grain <= to; visit(x, y) {
				x += grain
			}
			for to := d.Height(v); y+grain <= to; visit(x, y) {
				y += grain
			}
		}
	}
}

// plots are the sizes of the chart in terminals of 60x16, 80x24, 120x36 and
// 200x60 cells: beside or above other panels, and alone.
var plots = [][2]int{{56, 7}, {56, 11}, {76, 10}, {76, 19}, {60, 21}, {116, 31}, {104, 43}, {196, 55}}

// The drawn line is nowhere farther than a dot from the data, and the data is
// nowhere farther than a dot from the line.
func TestTheLineIsTheData(t *testing.T) {
	const rounds = 60_000
	for seed, size := range plots {
		for _, set := range []theme.Charset{theme.Braille, theme.Blocks} {
			theLineIsTheData(t, rounds, uint64(seed), size, set)
		}
	}
}

func theLineIsTheData(t *testing.T, rounds int, seed uint64, size [2]int, set theme.Charset) {
	t.Helper()
	th := testTheme(termenv.Ascii)
	th.Charset = set
	across, _ := set.Dots()
	values := monotone(rounds, seed)
	columns := across * (size[0] - leftWidth)
	stride := rounds / (3 * columns) // a recorder does not keep every round
	for _, log := range []bool{false, true} {
		var points []Point
		for i, v := range values {
			keep := (i+1)%stride == 0 || i < stride
			if log {
				keep = i < 300 || (i+1)%(1+i/300) == 0
			}
			if keep || i == rounds-1 {
				points = append(points, Point{float64(i + 1), v})
			}
		}
		c := Chart{Lines: []Line{{Points: points}}, X: Axis{Log: log}, Y: Axis{Low: 0, High: 1}, End: float64(rounds), Limit: float64(rounds)}
		picture := c.Draw(th, size[0], size[1])
		r := ReadDots(t, set, picture, func(v float64) float64 { return v })
		place := func(t int) float64 { return float64(t) / float64(rounds) * float64(r.Columns) }
		if log {
			place = func(t int) float64 { return math.Log(float64(t)) / math.Log(float64(rounds)) * float64(r.Columns) }
		}
		const tolerance = 1.5 // one dot, and half of one by which a number at the axis is beside the middle of its cell
		if dots, curve := r.Distances(alongHeld(&r, values, place)); dots > tolerance || curve > tolerance {
			t.Errorf("%v, %v, log %v: dots are up to %.2f from the data, the data up to %.2f from dots\n%s", set, size, log, dots, curve, picture)
		}
		// A line that is only a little elsewhere is found out.
		for i := range values {
			values[i] = min(values[i]+3/r.PerUnit(), 1)
		}
		if dots, curve := r.Distances(alongHeld(&r, values, place)); dots <= tolerance && curve <= tolerance {
			t.Errorf("%v, %v, log %v: a line three dots away passes for the data", set, size, log)
		}
		values = monotone(rounds, seed)
	}
}
