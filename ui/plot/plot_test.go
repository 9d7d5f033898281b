package plot

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"regretscope/learners"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit/uitest"
)

// result is computed by formulas: two learners at each of the values of ε, with regret
// 1000·(learner+1)/ε at the horizon.
func result(epsilons ...float64) *trials.Result {
	r := &trials.Result{Runs: 5, Config: trials.Setup{Learners: []string{"ucb1", "b"}}}
	scenario := trials.Environment{Name: "made-up", Phases: []trials.Phase{{Means: make([]float64, 3)}}}
	for p, e := range epsilons {
		r.Config.Points = append(r.Config.Points, trials.Point{Scenario: scenario, Epsilon: number.Float(e), Horizon: 1000})
		for learner := range 2 {
			for _, t := range []int{10, 1000} {
				mean := number.Float(float64(t) * float64(learner+1) / e)
				r.Rows = append(r.Rows, trials.Row{
					Series: 2*p + learner, Round: t, Runs: 5, RegretMean: mean, Median: mean * .9, Epsilon: number.Float(e),
					Interval: []number.Float{mean * .9, mean * 1.1}, Quartiles: []number.Float{mean * .8, mean * 1.2}, Tails: []number.Float{mean * .5, mean * 2},
				})
			}
		}
	}
	return r
}

// Equal sheets give equal bytes in every format, size, and band.
func TestFormatsAndSizes(t *testing.T) {
	for _, epsilons := range [][]float64{{.5}, {.1, .2, .4, .8, 1.6}} {
		for i, band := range overlay.Spreads {
			sheet := param.Must(OfResult(result(epsilons...), Options{Band: band, LogX: true, LogY: true}))
			for format, magic := range map[string]string{
				"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF",
			} {
				for _, size := range []Size{Column, Slide, {Width: 16, Height: 10}} {
					if i > 0 && (format != "svg" || size != Slide) {
						continue // what is drawn of a band does not depend on them
					}
					var once, twice bytes.Buffer
					if err := sheet.Write(&once, format, size, &trials.Made{}); err != nil {
						t.Fatalf("%s: %v", format, err)
					}
					if !strings.HasPrefix(once.String(), magic) {
						t.Errorf("%s begins with %q", format, once.String()[:8])
					}
					if size != Column { // once is enough
						continue
					}
					if sheet.Write(&twice, format, size, &trials.Made{}); !bytes.Equal(once.Bytes(), twice.Bytes()) {
						t.Errorf("%s: the same sheet has other bytes", format)
					}
				}
			}
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Size{
		"column": Column, "slide": Slide, "16x10cm": {Width: 16, Height: 10}, "160x100mm": {Width: 16, Height: 10}, "10x5in": {Width: 25.4, Height: 12.7}, "1200x600px": {Width: 10.16, Height: 5.08},
		"16x10": {}, "16cm": {}, "2x10cm": {}, "61x10cm": {}, "x": {}, "": {}, "nanx4cm": {}, "1e400x4cm": {}, "16x10xcm": {}, "-5x5cm": {}, "5x5pt": {},
	} {
		got, err := ParseSize(text)
		if (err != nil) != (want == Size{}) || math.Abs(got.Width-want.Width)+math.Abs(got.Height-want.Height) > 1e-9 {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

// A PNG has 300 dots per inch, also in its metadata, and the requested size.
func TestPNGsAreDense(t *testing.T) {
	sheet := param.Must(OfResult(result(.5), Options{}))
	var b bytes.Buffer
	uitest.NoError(t, sheet.Write(&b, "png", Size{Width: 12.7, Height: 7.62}, &trials.Made{}))
	picture, err := png.DecodeConfig(bytes.NewReader(b.Bytes()))
	if err != nil || picture.Width != 1500 || picture.Height != 900 {
		t.Errorf("%v: %d x %d dots", err, picture.Width, picture.Height)
	}
	if want := "pHYs\x00\x00\x2e\x23\x00\x00\x2e\x23\x01"; !strings.Contains(b.String(), want) {
		t.Error("it does not say how dense it is")
	}
}

func TestWhichPicture(t *testing.T) {
	for _, c := range []struct {
		epsilons []float64
		panels   int
		x        string
	}{{[]float64{.5}, 1, ""}, {[]float64{.25, .5, 1}, 3, ""}, {[]float64{.1, .2, .4, .8}, 1, "ε"}} {
		sheet, err := OfResult(result(c.epsilons...), Options{Band: overlay.Error})
		if err != nil || len(sheet.Panels) != c.panels || sheet.Panels[0].X.Symbol != c.x {
			t.Errorf("%v: %v, %+v", c.epsilons, err, sheet)
		}
	}
	if _, err := OfResult(&trials.Result{}, Options{}); err == nil {
		t.Error("a result without a run has a picture")
	}
}

// Two experiments are drawn as one with the learners and grid points of both.
func TestJoin(t *testing.T) {
	whole := result(.1, .2, .4, .8)
	part := func(learner int, points ...int) *trials.Result {
		r := *whole
		r.Rows, r.Config.Points = nil, nil
		r.Config.Learners = whole.Config.Learners[learner : learner+1]
		for i, p := range points {
			r.Config.Points = append(r.Config.Points, whole.Config.Points[p])
			for _, row := range whole.Of(2*p + learner) {
				row.Series = i
				r.Rows = append(r.Rows, row)
			}
		}
		return &r
	}
	joined := part(0, 3, 0)
	for _, next := range []*trials.Result{part(1, 0, 1, 2, 3), part(0, 1, 2)} {
		var err error
		if joined, err = Join(joined, next); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(joined, whole) {
		t.Errorf("joined %+v\nwant %+v", joined, whole)
	}

	gap, err := Join(part(0, 0, 1, 2, 3), part(1, 1, 2)) // learner b has no series at two grid points
	uitest.NoError(t, err)
	sheet, err := OfResult(gap, Options{})
	if err != nil || len(sheet.Panels[0].Lines[0].Points) != 4 || len(sheet.Panels[0].Lines[1].Points) != 2 || sheet.Panels[0].Lines[1].Points[0].X != .2 {
		t.Errorf("%v: %+v", err, sheet)
	}

	other, channel := result(.1), result(.1)
	other.Config.Points[0].Scenario.Phases = []trials.Phase{{Means: []float64{1}}}
	channel.Config.Channel = "laplace"
	for want, second := range map[string]*trials.Result{
		"all its learners and grid points are in an earlier file": result(.1),
		"its scenario made-up differs":                            other,
		`its channel is "laplace", not ""`:                        channel,
	} {
		if _, err := Join(result(.1), second); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Only the chosen rounds are drawn; a title has the range of the numbers of runs.
func TestRoundsToDraw(t *testing.T) {
	r := result(.5)
	r.Rows[0].Runs, r.Rows[1].Runs = 9, 9
	sheet := param.Must(OfResult(r, Options{Band: overlay.Error, At: []int{10}}))
	if at := sheet.Panels[0].Spots[0]; len(sheet.Panels[0].Spots) != 2 || at.X != 20 || !strings.Contains(sheet.Title, "mean of 5 to 9 runs") {
		t.Errorf("%q: %+v", sheet.Title, at)
	}
}

// A distribution is a box between the quartiles around the median, with a dot at the mean, on one
// scale for all grid points.
func TestDistribution(t *testing.T) {
	sheet, err := OfResult(result(.25, .5, 1, 2, 4), Options{Kind: Distribution})
	if err != nil || len(sheet.Panels) != 5 {
		t.Fatalf("%v: %+v", err, sheet)
	}
	for i, c := range sheet.Panels {
		mean := 1000 / []float64{.25, .5, 1, 2, 4}[i]
		box, dot := c.Bands[0], c.Lines[4]
		if near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*b }; !near(box.Low[0].X, .8*mean) || !near(box.Low[1].X, 1.2*mean) || !near(c.Lines[2].Points[0].X, .9*mean) || !dot.Marked || dot.Points[0].X != mean {
			t.Errorf("panel %d: box %v, median %v, dot %v, mean %v", i, box, c.Lines[2].Points, dot.Points, mean)
		}
		if c.X.High != sheet.Panels[0].X.High || c.X.High < 16000 || c.Y.Names[1] != "UCB1" {
			t.Errorf("panel %d: axes %+v, %+v", i, c.X, c.Y)
		}
	}
	uitest.NoError(t, sheet.Write(io.Discard, "svg", Column, &trials.Made{}))
}

// The line over a parameter goes through its values, which are marked: at ε, learner 0 has regret 1000/ε.
func TestOverAParameterTheLineIsTheData(t *testing.T) {
	epsilons := []float64{.013, .2, .41, 7}
	sheet := param.Must(OfResult(result(epsilons...), Options{Band: overlay.NoBand}))
	line := &sheet.Panels[0].Lines[0]
	for i, e := range epsilons {
		if want := (chart.Point{X: e, Y: 1000 / e}); line.Points[i] != want || !line.Marked {
			t.Errorf("point %d is %v, want %v", i, line.Points[i], want)
		}
	}
	if line.Name != "UCB1" {
		t.Errorf("the line of ucb1 is called %s", line.Name)
	}
}

func drawn(t *testing.T, s *Sheet, size Size) (actions []recorder.Action, m measures, area vg.Point) {
	t.Helper()
	m, area = s.measures(size)
	foot := s.legend(area.X, area.Y, m)
	var canvas recorder.Canvas
	s.draw(draw.NewCanvas(&canvas, area.X, area.Y+foot.height()), m, heading("", area.X, m), foot)
	return canvas.Actions, m, area
}

// lines returns lines whose ends are close together.
func lines(n int) *Sheet {
	c := &chart.Chart{End: 100, Limit: 100, Lines: []chart.Line{{Points: chart.Const(0, 100)}}}
	for i := range n {
		c.Lines = append(c.Lines, chart.Line{Name: fmt.Sprintf("line-%d", i), Series: i, Points: chart.Const(50+float64(i)/100, 100)})
	}
	return &Sheet{Panels: []*chart.Chart{c}}
}

// Names never overlap or leave the picture: they are at the ends of lines or, from nine lines on, in a legend.
func TestNamesDoNotCollide(t *testing.T) {
	for _, n := range []int{1, 8, 9, 40, 1000} {
		actions, m, area := drawn(t, lines(n), Column)
		var at []vg.Point
		for _, action := range actions {
			text, ok := action.(*recorder.FillString)
			if !ok || !strings.HasPrefix(text.String, "line-") {
				continue
			}
			if p := text.Point; p.Y < 0 || p.Y > 2*area.Y || p.X > area.X-2*m.font {
				t.Errorf("%v: %s is at %v of %v", n, text.String, p, area)
			}
			at = append(at, text.Point)
		}
		if len(at) != n && n < 1000 || len(at) == 0 {
			t.Fatalf("%v: %d names are drawn", n, len(at))
		}
		for i := range at {
			for j := range i {
				if d := at[i].Sub(at[j]); math.Abs(float64(d.Y)) < float64(m.font) && math.Abs(float64(d.X)) < float64(2*m.font) {
					t.Errorf("%v: names %d and %d are %v apart, at a font of %v", n, i, j, d, m.font)
				}
			}
		}
	}
}

// A name that is not at its line's height is connected to it by a thin line.
func TestNamesLeadToTheirLines(t *testing.T) {
	leads := func(n int) (found int) {
		actions, m, _ := drawn(t, lines(n), Column)
		width := vg.Length(0)
		for _, action := range actions {
			switch a := action.(type) {
			case *recorder.SetLineWidth:
				width = a.Width
			case *recorder.Stroke:
				if width == m.line/3 {
					found++
				}
			}
		}
		return found
	}
	if one, five := leads(1), leads(5); one != 0 || five < 4 {
		t.Errorf("%d thin lines lead to one name, %d to five", one, five)
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     ticks
		low, high float64
		want      string
	}{
		{ticks{true, false, 6}, 1, 1e6, "1 10 100 10³ 10⁴ 10⁵ 10⁶"},
		{ticks{true, false, 3}, 1, 1e6, "1 100 10⁴ 10⁶"},
		{ticks{false, true, 3}, 0, 1e5, "0 50k 100k"},
		{ticks{false, true, 8}, 1, 3, "1 2 3"},
		{ticks{false, false, 4}, -.2, 1.2, "0 0.5 1"},
	} {
		var labels []string
		for _, tick := range c.ticks.Ticks(c.low, c.high) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
			if tick.Value < c.low || tick.Value > c.high {
				t.Errorf("a tick at %v", tick.Value)
			}
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("labels %s, want %s", got, c.want)
		}
	}
}

// No two learners look the same.
func TestStroke(t *testing.T) {
	seen := map[string]bool{}
	for series := range 56 {
		seen[Stroke(&chart.Line{Series: series})] = true
	}
	if guide := Stroke(&chart.Line{Series: chart.Neutral}); len(seen) != 56 || guide != "grey, fine dots" {
		t.Errorf("%d strokes, and %s", len(seen), guide)
	}
}

// Any chart with any axes is drawn, and quickly.
func TestAnyValuesHaveAPicture(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, values := range map[string][]float64{
		"nothing": nil, "no number": {nan, nan}, "infinite": {inf, -inf}, "zero": {0, 0, 0}, "negative": {-3, -2, -1},
		"around zero": {-1, 0, 1}, "huge": {-math.MaxFloat64, math.MaxFloat64}, "tiny": {math.SmallestNonzeroFloat64, 2e-308},
		"equal": {1e300, 1e300}, "nearly equal": {1, 1 + 1e-16, 1 + 1e-15}, "mixed": {inf, 1, nan, -5, 1e9, 0}, "one": {7},
		"many decades": {math.SmallestNonzeroFloat64, math.MaxFloat64},
	} {
		var points []chart.Point
		for i, v := range values {
			points = append(points, chart.Point{X: float64(i), Y: v}) // a chart may begin at round 0
		}
		for _, axis := range []chart.Axis{{Floor: true}, {Low: 0, High: 1}, {Low: -1, High: 0}} {
			for logs := range 4 {
				c := &chart.Chart{
					X: chart.Axis{Log: logs&1 > 0}, Y: axis, End: float64(len(values)), Limit: 10, Marks: []int{1},
					Lines: []chart.Line{{Name: "a", Marked: true, Points: points}, {Name: "b", Series: 1, Held: true, Points: points}},
					Bands: []chart.Band{{Low: points, High: points}},
				}
				c.Y.Log = logs&2 > 0
				sheet := Sheet{Panels: []*chart.Chart{c}}
				if err := sheet.Write(io.Discard, "svg", Column, &trials.Made{}); err != nil {
					t.Errorf("%s, %+v: %v", name, c.Y, err)
				}
			}
		}
	}
}

func TestLabelsAreInTheFonts(t *testing.T) {
	for x, want := range map[float64]string{0.25: "0.25", 50_000: "50k", 1e15: "10¹⁵", 2.5e-6: "2.5e−06"} {
		if got := numeral(x); got != want {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
}

// A PDF needs no temporary folder, and a panic while drawing is an error.
func TestPDFNeedsNoTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	sheet := param.Must(OfResult(result(.5), Options{}))
	uitest.NoError(t, sheet.Write(io.Discard, "pdf", Column, &trials.Made{}))
	sheet.Panels = []*chart.Chart{nil}
	if err := sheet.Write(io.Discard, "pdf", Column, &trials.Made{}); err == nil || !strings.HasPrefix(err.Error(), "the plot cannot be drawn: ") {
		t.Errorf("error %v", err)
	}
}

// A learner has the same color in every comparison. Up to eight learners differ without color; more
// differ in color or stroke.
func TestLearnersKeepTheirLooks(t *testing.T) {
	assigned := func(chosen ...string) (lines []chart.Line) {
		c := &chart.Chart{}
		for i := range chosen {
			c.Lines, c.Bands = append(c.Lines, chart.Line{Series: i}), append(c.Bands, chart.Band{Series: i})
		}
		AssignStyles([]*chart.Chart{c}, chosen)
		for i, l := range c.Lines {
			if c.Bands[i].Series != l.Series {
				t.Errorf("%s: band %d, line %d", chosen[i], c.Bands[i].Series, l.Series)
			}
		}
		return c.Lines
	}
	var all []string
	alone := map[string]string{}
	for _, d := range learners.All() {
		all = append(all, d.ID)
		alone[d.ID], _, _ = strings.Cut(Stroke(&assigned(d.ID)[0]), ", ")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		chosen := all[:1+r.IntN(len(dashes))]
		strokes := map[string]bool{}
		for i, l := range assigned(chosen...) {
			hue, stroke, _ := strings.Cut(Stroke(&l), ", ")
			if strokes[stroke] || hue != alone[chosen[i]] {
				t.Errorf("%s of %v is %s, %s; alone it is %s", chosen[i], chosen, hue, stroke, alone[chosen[i]])
			}
			strokes[stroke] = true
		}
	}
	looks := map[string]bool{}
	for _, l := range assigned(append(all, all[:56-len(all)]...)...) {
		looks[Stroke(&l)] = true
	}
	if len(looks) != 56 {
		t.Errorf("56 learners have %d looks", len(looks))
	}
}

// Every learner is named beside its box, with room for numbers below.
func TestTicksOfBoxesHaveRoom(t *testing.T) {
	c := &chart.Chart{End: 3000, X: chart.Axis{High: 3000}, Y: chart.Axis{Names: strings.Fields(strings.Repeat("Anytime-Lazy-UCB ", 12)), Low: -.6, High: 11.6}}
	sheet := &Sheet{Panels: []*chart.Chart{c}}
	actions, m, _ := drawn(t, sheet, Column)
	named, last := 0, vg.Length(-100)
	for _, action := range actions {
		if text, ok := action.(*recorder.FillString); ok && text.String == "Anytime-Lazy-UCB" {
			named++
		} else if ok && strings.Contains("0 500 1,000 1,500 2,000 3,000", text.String) {
			if width := vg.Length(len(text.String)) * m.font / 2; text.Point.X < last {
				t.Errorf("%s overprints", text.String)
			} else {
				last = text.Point.X + width
			}
		}
	}
	if named != 12 || last < 0 {
		t.Errorf("%d learners are named, numbers end at %v", named, last)
	}
}
