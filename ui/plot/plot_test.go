package plot

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
)

// result is made by formulas: two learners at as many grid points as there are
// values of ε, where regret is 1000·(learner+1)/ε at the horizon.
func result(epsilons ...float64) *model.Result {
	r := &model.Result{Runs: 5, Config: model.Setup{Learners: []string{"a", "b"}, Epsilon: model.Number(epsilons[0])}}
	r.Config.Scenario.Name = "made-up"
	r.Config.Scenario.Phases = []model.Stretch{{Means: make([]float64, 3)}}
	for p, e := range epsilons {
		if len(epsilons) > 1 {
			r.Config.Points = append(r.Config.Points, model.Point{Scenario: r.Config.Scenario, Epsilon: model.Number(e), Horizon: 1000})
		}
		for learner := range 2 {
			for _, t := range []int{10, 1000} {
				mean := model.Number(float64(t) * float64(learner+1) / e)
				r.Rows = append(r.Rows, model.Row{
					Series: 2*p + learner, Round: t, RegretMean: mean, Median: mean * .9, Epsilon: model.Number(e),
					Interval: []model.Number{mean * .9, mean * 1.1}, Quartiles: []model.Number{mean * .8, mean * 1.2}, Tails: []model.Number{mean * .5, mean * 2},
				})
			}
		}
	}
	return r
}

func TestFormatsAndSizes(t *testing.T) {
	for _, epsilons := range [][]float64{{.5}, {.25, .5, 1}, {.1, .2, .4, .8, 1.6}} {
		for i, band := range overlay.Spreads {
			sheet, err := OfResult(result(epsilons...), Options{Band: band, LogX: true, LogY: true})
			if err != nil {
				t.Fatal(err)
			}
			for format, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
				for _, size := range []Size{Column, Slide} {
					if i > 0 && (format != "svg" || size != Slide) {
						continue // what is drawn of a band does not depend on them
					}
					var once, twice bytes.Buffer
					if err := sheet.Write(&once, format, size); err != nil {
						t.Fatalf("%s: %v", format, err)
					}
					if !strings.HasPrefix(once.String(), magic) {
						t.Errorf("%s begins with %q", format, once.String()[:8])
					}
					if sheet.Write(&twice, format, size); format != "pdf" && !bytes.Equal(once.Bytes(), twice.Bytes()) {
						t.Errorf("%s: the same sheet has other bytes", format)
					}
				}
			}
		}
	}
}

func TestWhichPicture(t *testing.T) {
	for _, c := range []struct {
		epsilons []float64
		panels   int
		x        string
	}{{[]float64{.5}, 1, "t"}, {[]float64{.25, .5, 1}, 3, "t"}, {[]float64{.1, .2, .4, .8}, 1, "ε"}} {
		sheet, err := OfResult(result(c.epsilons...), Options{Band: overlay.Error})
		if err != nil || len(sheet.Panels) != c.panels || sheet.Panels[0].X != c.x {
			t.Errorf("%v: %v, %+v", c.epsilons, err, sheet)
		}
	}
	if _, err := OfResult(&model.Result{}, Options{}); err == nil {
		t.Error("a result without a run has a picture")
	}
}

// The line over a parameter goes through the parameter's values, whatever its
// step: at ε the regret of learner 0 is 1000/ε.
func TestOverAParameterTheLineIsTheData(t *testing.T) {
	epsilons := []float64{.013, .2, .41, 7}
	sheet, err := OfResult(result(epsilons...), Options{Band: overlay.NoBand})
	if err != nil {
		t.Fatal(err)
	}
	p := &sheet.Panels[0]
	points := p.points(&p.Chart.Lines[0], p.Chart.Rounds.Step)
	for i, e := range epsilons {
		if d := points[i].X - e; d > 1e-8 || d < -1e-8 || points[i].Y != 1000/e {
			t.Errorf("point %d is %v, want (%v, %v)", i, points[i], e, 1000/e)
		}
	}
}

// Names at lines' ends never overlap, and stay in the picture.
func TestNamesDoNotCollide(t *testing.T) {
	c := &chart.Chart{Round: 100, Limit: 100}
	for i := range 8 {
		c.Lines = append(c.Lines, chart.Line{Name: fmt.Sprintf("line-%d", i), Series: i, Points: chart.Const(50+float64(i)/100, 100)})
	}
	panel := Panel{Chart: c}
	m := Column.measures()
	g, err := panel.plot(m)
	if err != nil {
		t.Fatal(err)
	}
	var canvas recorder.Canvas
	g.Draw(draw.NewCanvas(&canvas, m.width, m.height))
	var heights []vg.Length
	for _, action := range canvas.Actions {
		if text, ok := action.(*recorder.FillString); ok && strings.HasPrefix(text.String, "line-") {
			heights = append(heights, text.Point.Y)
			if text.Point.Y < 0 || text.Point.Y > m.height {
				t.Errorf("%s is at %v of %v", text.String, text.Point.Y, m.height)
			}
		}
	}
	if len(heights) != 8 {
		t.Fatalf("%d names are drawn", len(heights))
	}
	for i := range heights {
		for j := range i {
			if d := heights[i] - heights[j]; d < m.font && d > -m.font {
				t.Errorf("names %d and %d are %v apart, at a font of %v", i, j, d, m.font)
			}
		}
	}
}

func TestTicksOfLogarithmicAxes(t *testing.T) {
	var labels []string
	for _, tick := range (ticks{log: true}).Ticks(1, 1e6) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
		if tick.Value < 1 || tick.Value > 1e6 {
			t.Errorf("a tick at %v", tick.Value)
		}
	}
	if got := strings.Join(labels, " "); got != "1 10 100 10³ 10⁴ 10⁵ 10⁶" && got != "1 100 10⁴ 10⁶" {
		t.Errorf("labels %s", got)
	}
	var _ plot.Ticker = ticks{}
}

// Whatever a chart holds and however its axes are, there is a picture, and soon.
func TestAnyValuesHaveAPicture(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, values := range map[string][]float64{
		"nothing": nil, "no number": {nan, nan}, "infinite": {inf, -inf}, "zero": {0, 0, 0}, "negative": {-3, -2, -1},
		"around zero": {-1, 0, 1}, "huge": {-math.MaxFloat64, math.MaxFloat64}, "tiny": {math.SmallestNonzeroFloat64, 2e-308},
		"equal": {1e300, 1e300}, "nearly equal": {1, 1 + 1e-16, 1 + 1e-15}, "mixed": {inf, 1, nan, -5, 1e9, 0}, "one": {7},
		"many decades": {math.SmallestNonzeroFloat64, math.MaxFloat64},
	} {
		points := func(yield func(int, float64) bool) {
			for i, v := range values {
				if !yield(i, v) { // a chart may begin at round 0
					return
				}
			}
		}
		for _, axis := range []chart.Axis{{Floor: true}, {Low: 0, High: 1}, {Low: -1, High: 0}} {
			for logs := range 4 {
				c := &chart.Chart{
					Rounds: chart.Axis{Log: logs&1 > 0}, Values: axis, Round: len(values), Limit: 10, Marks: []int{1},
					Lines: []chart.Line{{Name: "a", Points: points}, {Name: "b", Series: 1, Held: true, Points: points}},
					Bands: []chart.Band{{Low: points, High: points}},
				}
				c.Values.Log = logs&2 > 0
				sheet := Sheet{Panels: []Panel{{Chart: c}}}
				if err := sheet.Write(io.Discard, "svg", Column); err != nil {
					t.Errorf("%s, %+v: %v", name, c.Values, err)
				}
			}
		}
	}
}
