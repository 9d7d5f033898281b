package chart_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/noise/privacy"
	"regretscope/noise/selection"
	"regretscope/ui/chart"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// sizes lists the pictures' sizes in terminals of 60x16 to 200x60 cells.
var sizes = [][2]int{{48, 9}, {56, 14}, {76, 19}, {116, 31}, {196, 55}}

// The drawn trade-off curve and δ(ε) are nowhere more than a dot from their closed forms; a curve
// three dots away is noticed.
func TestThePictureIsTheCurve(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	linear := func(v float64) float64 { return v }
	for _, c := range []struct {
		name      string
		mechanism privacy.Mechanism
		tradeOff  func(x float64) float64
		delta     func(epsilon float64) float64
		end       float64 // of the axis of ε
	}{
		{"Laplace", privacy.LaplaceSum{Scale: .5}, func(x float64) float64 {
			switch m := 2.; {
			case x < math.Exp(-m)/2:
				return 1 - math.Exp(m)*x
			case x < .5:
				return math.Exp(-m) / (4 * x)
			default:
				return math.Exp(-m) * (1 - x)
			}
		}, func(e float64) float64 { return 1 - math.Exp((e-2)/2) }, 2},
		{"Gumbel", privacy.NoisyMax{Noise: selection.Gumbel, Scale: 1, Arms: 5}, func(x float64) float64 {
			return (1 - x) / (1 + x*(math.E*math.E-1))
		}, func(e float64) float64 { return math.Pow(1-math.Exp((e-2)/2), 2) / (1 - math.Exp(-2)) }, 2},
		{"response", privacy.BitChannel(1-.9, .9), func(x float64) float64 {
			return max(1-9*x, (1-x)/9)
		}, func(e float64) float64 { return .9 - math.Exp(e)*.1 }, math.Log(9)},
		{"normal", privacy.GaussianSum{Deviation: 1}, func(x float64) float64 {
			return math.Erfc((1-math.Sqrt2*math.Erfinv(1-2*x))/math.Sqrt2) / 2
		}, func(e float64) float64 {
			upper := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
			return upper(e-.5) - math.Exp(e)*upper(e+.5)
		}, 5},
	} {
		curves := notions.Of(c.mechanism)
		for _, size := range sizes {
			bare := alone(curves.TradeOff(notions.Measured{}), "exact")
			picture := bare.Draw(th, size[0], size[1])
			d := chart.ReadDots(t, th.Charset, picture, linear)
			compare(t, c.name+", trade-off", picture, &d, func(place float64) (x, y float64) { return place, c.tradeOff(place) })

			bare = alone(curves.Delta(math.NaN(), notions.Measured{}), "exact")
			picture = bare.Draw(th, size[0], size[1])
			end := bare.X.High
			if end > c.end*1.01 || end < c.end*.9 {
				t.Errorf("%s: δ is drawn up to ε = %v, it ends at %v", c.name, end, c.end)
			}
			d = chart.ReadDots(t, th.Charset, picture, math.Log10)
			floor := lowest(picture)
			compare(t, c.name+", δ", picture, &d, func(place float64) (x, y float64) {
				delta := c.delta(place * end)
				if delta < floor {
					return place, math.Log10(floor) - (1 - delta/floor) // linear, as high as a decade
				}
				return place, math.Log10(delta)
			})
		}
	}
}

// alone keeps one line of a picture.
func alone(c *chart.Chart, name string) *chart.Chart {
	c.Lines = slices.DeleteFunc(c.Lines, func(l chart.Line) bool { return l.Name != name })
	c.Lines[0].Name, c.Cursor = "", 0
	return c
}

// lowest returns the smallest positive label of the axis, below which it is not logarithmic.
func lowest(picture []string) float64 {
	for i := len(picture) - 3; i >= 0; i-- {
		label, _, _ := strings.Cut(picture[i], "┤")
		if v, err := chart.ParseTick(label); err == nil && v > 0 {
			return v
		}
	}
	return 0
}

// compare compares a picture with a curve over [0,1], and with the curve three dots lower.
func compare(t *testing.T, name string, picture []string, d *chart.Dots, at func(place float64) (x, y float64)) {
	t.Helper()
	trace := func(lower float64) func(visit func(x, y float64)) {
		return func(visit func(x, y float64)) {
			last := math.NaN()
			for i := range 40*d.Columns + 1 {
				x, y := at(float64(i) / float64(40*d.Columns))
				height := d.Height(y) - lower
				for last-height > .25 { // steep
					last -= .25
					visit(x*float64(d.Columns), last)
				}
				visit(x*float64(d.Columns), height)
				last = height
			}
		}
	}
	const tolerance = 1.5 // one dot, and half of one by which a number at the axis is beside the middle of its cell
	dots, line := d.Distances(trace(0))
	if dots > tolerance || line > tolerance {
		t.Errorf("%s: dots are up to %.2f from the curve, the curve up to %.2f from dots\n%s", name, dots, line, strings.Join(picture, "\n"))
	}
	if dots, line := d.Distances(trace(3)); dots <= tolerance && line <= tolerance {
		t.Errorf("%s: a curve three dots lower passes", name)
	}
}

// A measured test is drawn at its two errors, with a cross as long as its intervals.
func TestSpotsStandWhereTheyWereMeasured(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	curves := notions.Of(privacy.LaplaceSum{Scale: 1})
	for _, size := range sizes {
		bare := alone(curves.TradeOff(notions.Measured{Spots: []chart.Spot{{X: .5, Y: .6, From: .5, To: .8, Low: .6, High: .9}}}), "exact")
		picture := bare.Draw(th, size[0], size[1])
		d := chart.ReadDots(t, th.Charset, picture, func(v float64) float64 { return v })
		for row, line := range picture {
			if column := slices.Index([]rune(line), '●'); column >= 0 {
				x, y := float64(2*(column-8)+1), float64(4*(len(picture)-3-row))+1.5
				if math.Abs(x-.5*float64(d.Columns)) > 2 || math.Abs(y-d.Height(.6)) > 2.5 {
					t.Errorf("%v: the spot is at (%v, %v) of %d columns\n%s", size, x, y, d.Columns, strings.Join(picture, "\n"))
				}
			}
		}
		arms := func(first, second float64) func(visit func(x, y float64)) {
			return func(visit func(x, y float64)) {
				for i := range 1000 {
					s := float64(i) / 1000
					if across := .5 + s*(first-.5); across > .55 { // what is nearer lies below the glyph
						visit(across*float64(d.Columns), d.Height(.6))
					}
					if upright := .6 + s*(second-.6); upright > .6+4/d.PerUnit() {
						visit(.5*float64(d.Columns), d.Height(upright))
					}
				}
			}
		}
		if _, off := d.Distances(arms(.8, .9)); off > 1.5 {
			t.Errorf("%v: the cross is %v dots away from its limits\n%s", size, off, strings.Join(picture, "\n"))
		}
		if _, off := d.Distances(arms(.95, .9)); off <= 1.5 {
			t.Errorf("%v: a longer cross passes", size)
		}
	}
}
