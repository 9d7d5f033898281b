package chart

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
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

// A reading is a picture of one line in [0, 1], taken apart as a person does it:
// dots from the left and from the bottom, values by the numbers at the axis.
type reading struct {
	dots          map[[2]int]bool
	columns       int
	zero, perUnit float64 // the height of value 0, and what 1 adds to it, in dots
}

func read(t *testing.T, set theme.Charset, picture []string) reading {
	t.Helper()
	across, down := set.Dots()
	r := reading{dots: map[[2]int]bool{}}
	rows := len(picture) - 2
	var at, value []float64
	for y, line := range picture[:rows] {
		cells := []rune(line)
		height := down * (rows - 1 - y) // of the lowest dot
		if v, err := strconv.ParseFloat(strings.TrimSpace(string(cells[:labelWidth-1])), 64); err == nil {
			at, value = append(at, float64(height)+float64(down-1)/2), append(value, v) // the middle of the cell
		}
		r.columns = across * (len(cells) - leftWidth)
		for x, c := range cells[leftWidth:] {
			for dot := range across * down {
				dx, dy := dot%across, dot/across
				if set.Dot(c, dx, dy) == c { // it is there already
					r.dots[[2]int{across*x + dx, height + down - 1 - dy}] = true
				}
			}
		}
	}
	if len(at) < 2 {
		t.Fatalf("%d numbers at the axis of\n%s", len(at), strings.Join(picture, "\n"))
	}
	last := len(at) - 1
	r.perUnit = (at[0] - at[last]) / (value[0] - value[last])
	r.zero = at[0] - value[0]*r.perUnit
	return r
}

// distances is how far, in dots, a dot of the picture is from the curve of the
// values at most, and how far the curve is from the picture.
func (r *reading) distances(values []float64, place func(t int) float64) (ofDots, ofCurve float64) {
	nearest := map[[2]int]float64{}
	visit := func(x, y float64) {
		alone := math.Inf(1)
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				at := [2]int{int(math.Floor(x)) + dx, int(math.Round(y)) + dy}
				if !r.dots[at] {
					continue
				}
				d := max(math.Abs(float64(at[0])+.5-x), math.Abs(float64(at[1])-y))
				alone = min(alone, d)
				if old, ok := nearest[at]; !ok || d < old {
					nearest[at] = d
				}
			}
		}
		ofCurve = max(ofCurve, alone)
	}
	const grain = .25 // of a dot
	x, y := place(1), r.zero+r.perUnit*values[0]
	visit(x, y)
	for t, v := range values {
		// A value holds until the next round, and jumps there.
		for to := place(t + 1); x+grain <= to; visit(x, y) {
			x += grain
		}
		for to := r.zero + r.perUnit*v; y+grain <= to; visit(x, y) {
			y += grain
		}
	}
	for at := range r.dots {
		d, ok := nearest[at]
		if !ok {
			d = math.Inf(1)
		}
		ofDots = max(ofDots, d)
	}
	return ofDots, ofCurve
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
		c := Chart{
			Lines: []Line{{Points: func(yield func(int, float64) bool) {
				for i, v := range values {
					keep := (i+1)%stride == 0 || i < stride
					if log {
						keep = i < 300 || (i+1)%(1+i/300) == 0
					}
					if (keep || i == rounds-1) && !yield(i+1, v) {
						return
					}
				}
			}}},
			Rounds: Axis{Log: log}, Values: Axis{Low: 0, High: 1}, Round: rounds, Limit: rounds,
		}
		picture := c.Draw(th, size[0], size[1])
		r := read(t, set, picture)
		place := func(t int) float64 { return float64(t) / float64(rounds) * float64(r.columns) }
		if log {
			place = func(t int) float64 { return math.Log(float64(t)) / math.Log(float64(rounds)) * float64(r.columns) }
		}
		const tolerance = 1.5 // one dot, and half of one by which a number at the axis is beside the middle of its cell
		if dots, curve := r.distances(values, place); dots > tolerance || curve > tolerance {
			t.Errorf("%v, %v, log %v: dots are up to %.2f from the data, the data up to %.2f from dots\n%s", set, size, log, dots, curve, picture)
		}
		// A line that is only a little elsewhere is found out.
		for i := range values {
			values[i] = min(values[i]+3/r.perUnit, 1)
		}
		if dots, curve := r.distances(values, place); dots <= tolerance && curve <= tolerance {
			t.Errorf("%v, %v, log %v: a line three dots away passes for the data", set, size, log)
		}
		values = monotone(rounds, seed)
	}
}
