package chart

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// A monotone series of random steps: many small ones, few large ones, and pauses.
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

// alongHeld visits a step curve, whose values hold until the next round.
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

// plots lists the chart's sizes in terminals of 60x16, 80x24, 120x36, and 200x60 cells: beside or
// above other panels, and alone.
var plots = [][2]int{{56, 7}, {56, 11}, {76, 10}, {76, 19}, {60, 21}, {116, 31}, {104, 43}, {196, 55}}

// The drawn line and the data are nowhere more than a dot apart.
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
	th := uitest.Theme(termenv.Ascii)
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
		// A slightly shifted line is noticed.
		for i := range values {
			values[i] = min(values[i]+3/r.PerUnit(), 1)
		}
		if dots, curve := r.Distances(alongHeld(&r, values, place)); dots <= tolerance && curve <= tolerance {
			t.Errorf("%v, %v, log %v: a line three dots away passes for the data", set, size, log)
		}
		values = monotone(rounds, seed)
	}
}

// Any chart is drawn within any room.
func TestRandomChartsFit(t *testing.T) {
	th := uitest.Theme(termenv.TrueColor)
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := randomChart(r)
		th.Charset = theme.Charset(r.IntN(4))
		width, height := r.IntN(100), r.IntN(30)
		p := c.Picture(th, width, height)
		if len(p.Lines) != height {
			t.Fatalf("seed %d, %dx%d: %d lines", seed, width, height, len(p.Lines))
		}
		for _, line := range p.Lines {
			if ansi.StringWidth(line) != width {
				t.Fatalf("seed %d, %dx%d: a line of %d cells", seed, width, height, ansi.StringWidth(line))
			}
		}
		p.SeriesAt(r.IntN(width+1), r.IntN(height+1))
		p.RoundAt(r.IntN(width + 1))
		p.Move(1+r.IntN(60), r.IntN(9)-4)
	}
}

func randomChart(r *rand.Rand) *Chart {
	coin := func() bool { return r.IntN(2) == 0 }
	value := func() float64 {
		return []float64{
			0, math.NaN(), math.Inf(1), -r.ExpFloat64(), math.Exp(10 * r.NormFloat64()), 10 * r.Float64(), 2, 2,
			math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e15,
		}[r.IntN(12)]
	}
	values := func(n int) []float64 {
		all := make([]float64, n)
		for i := range all {
			all[i] = value()
		}
		return all
	}
	c := &Chart{End: float64(1 + r.IntN(50)), X: Axis{Log: coin(), Symbol: []string{"", "ε"}[r.IntN(2)]}, Y: Axis{Log: coin(), Floor: coin()}}
	c.Limit, c.Marks = c.End+float64(r.IntN(30)), []int{2, 50}
	if coin() {
		c.Cursor = 1 + float64(r.IntN(int(c.Limit)))
	}
	if coin() {
		c.Y.Low = 5 * r.NormFloat64()
		c.Y.High = c.Y.Low + float64(r.IntN(4))
	}
	names := []string{"", "a", "Lazy-DP-TS", "Anytime-Lazy-UCB epsilon=0.25", "a name of many words", "UCB1"}
	for range r.IntN(10) {
		l := Line{
			Name: names[r.IntN(len(names))], Spare: r.IntN(3), Series: r.IntN(8) - 1, Selected: coin(), Guide: coin(),
			Dotted: coin(), Held: coin(), Points: points(values(r.IntN(int(c.Limit) + 2))...),
		}
		if v := value(); coin() {
			l.AtCursor = &v
		}
		c.Lines = append(c.Lines, l)
	}
	for range r.IntN(3) {
		low := values(int(c.End))
		high := make([]float64, len(low))
		for i := range low {
			high[i] = low[i] + r.Float64()
		}
		c.Bands = append(c.Bands, Band{Name: names[r.IntN(2)], Solid: coin(), Low: points(low...), High: points(high...)})
	}
	return c
}

// Dots are the dots of a chart, as a person reads them: positions from the left and from the
// bottom, values from the labels of the axis.
type Dots struct {
	set           map[[2]int]bool
	Columns       int
	zero, perUnit float64 // the height of value 0, and what 1 adds to it, in dots
}

// ParseTick parses a label of an axis: −0.5, 2·10⁻⁷.
func ParseTick(label string) (float64, error) {
	text := ticks.Replace(strings.TrimSpace(label))
	if strings.HasPrefix(strings.TrimPrefix(text, "-"), "e") {
		text = strings.Replace(text, "e", "1e", 1)
	}
	return strconv.ParseFloat(text, 64)
}

var ticks = strings.NewReplacer("·10", "e", "10⁻", "e-", "−", "-", "⁻", "-", "⁰", "0",
	"¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// ReadDots reads a picture whose last two lines are its horizontal axis. The axis of values is
// even after bend; labels that bend maps to no finite number are ignored.
func ReadDots(t *testing.T, set theme.Charset, picture []string, bend func(v float64) float64) Dots {
	t.Helper()
	across, down := set.Dots()
	d := Dots{set: map[[2]int]bool{}}
	rows := len(picture) - 2
	rule := []rune(strings.TrimRight(picture[rows], " "))
	left := 0
	for rule[left] == ' ' {
		left++
	}
	left++ // the corner
	d.Columns = across * (len(rule) - left)
	var at, value []float64
	for y, line := range picture[:rows] {
		cells := []rune(line)
		height := down * (rows - 1 - y) // of the lowest dot
		if v, err := ParseTick(string(cells[:left-1])); err == nil && !math.IsInf(bend(v), 0) {
			at, value = append(at, float64(height)+float64(down-1)/2), append(value, bend(v)) // the middle of the cell
		}
		for x, c := range cells[left : left+d.Columns/across] {
			for dot := range across * down {
				dx, dy := dot%across, dot/across
				if set.Dot(c, dx, dy) == c { // it is there already
					d.set[[2]int{across*x + dx, height + down - 1 - dy}] = true
				}
			}
		}
	}
	if len(at) < 2 {
		t.Fatalf("%d numbers at the axis of\n%s", len(at), strings.Join(picture, "\n"))
	}
	last := len(at) - 1
	d.perUnit = (at[0] - at[last]) / (value[0] - value[last])
	d.zero = at[0] - value[0]*d.perUnit
	return d
}

// Height returns the height of a bent value in dots.
func (d *Dots) Height(bent float64) float64 { return d.zero + d.perUnit*bent }

// PerUnit returns the height of a bent value of 1 in dots.
func (d *Dots) PerUnit() float64 { return d.perUnit }

// Distances returns the largest distance, in dots, of a dot of the picture from a curve, and of
// the curve from the picture. Trace visits the curve's points at small enough steps.
func (d *Dots) Distances(trace func(visit func(x, y float64))) (ofDots, ofCurve float64) {
	nearest := map[[2]int]float64{}
	trace(func(x, y float64) {
		alone := math.Inf(1)
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				at := [2]int{int(math.Floor(x)) + dx, int(math.Round(y)) + dy}
				if !d.set[at] {
					continue
				}
				distance := max(math.Abs(float64(at[0])+.5-x), math.Abs(float64(at[1])-y))
				alone = min(alone, distance)
				if old, ok := nearest[at]; !ok || distance < old {
					nearest[at] = distance
				}
			}
		}
		ofCurve = max(ofCurve, alone)
	})
	for at := range d.set {
		distance, ok := nearest[at]
		if !ok {
			distance = math.Inf(1)
		}
		ofDots = max(ofDots, distance)
	}
	return ofDots, ofCurve
}
