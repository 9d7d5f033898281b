package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"regretscope/ui/kit/theme"
)

// Dots are a chart whose cells have several dots, taken apart as a person does it: dots
// from the left and from the bottom, values by the numbers at the axis.
type Dots struct {
	set           map[[2]int]bool
	Columns       int
	zero, perUnit float64 // the height of value 0, and what 1 adds to it, in dots
}

// ParseTick reads a number as it stands on an axis: −0.5, 2·10⁻⁷.
func ParseTick(label string) (float64, error) {
	text := ticks.Replace(strings.TrimSpace(label))
	if strings.HasPrefix(strings.TrimPrefix(text, "-"), "e") {
		text = strings.Replace(text, "e", "1e", 1)
	}
	return strconv.ParseFloat(text, 64)
}

var ticks = strings.NewReplacer("·10", "e", "10⁻", "e-", "−", "-", "⁻", "-", "⁰", "0",
	"¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// ReadDots takes a picture apart, whose last two lines are its horizontal axis. The
// axis of values is even in what bend makes of its numbers; those of which it makes
// nothing finite are left out.
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

// Height is where a bent value lies, in dots.
func (d *Dots) Height(bent float64) float64 { return d.zero + d.perUnit*bent }

// PerUnit is how many dots a bent value of 1 is high.
func (d *Dots) PerUnit() float64 { return d.perUnit }

// Distances are how far, in dots, a dot of the picture is from a curve at most, and how
// far the curve is from the picture. Trace visits the curve's points in dots, close
// enough to each other.
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
