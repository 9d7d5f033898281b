package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/kit/uitest"
)

// texts returns what is written in a picture.
func texts(t *testing.T, s *Sheet) (all []string) {
	t.Helper()
	actions, _, _ := drawn(t, s, Column)
	for _, action := range actions {
		if text, ok := action.(*recorder.FillString); ok {
			all = append(all, text.String)
		}
	}
	return all
}

// A logarithmic axis leaves out what has no logarithm, and the title says so. Without a value, it has
// no numbers, and no name leads to a line that is not there.
func TestWhatHasNoLogarithm(t *testing.T) {
	const note = true
	for name, c := range map[string]struct {
		points     []chart.Point
		logX, logY bool
		note       bool
		named      bool
	}{
		"linear":          {[]chart.Point{{X: 0, Y: 0}, {X: 9, Y: -1}}, false, false, false, true},
		"above 0":         {[]chart.Point{{X: 1, Y: 1}, {X: 9, Y: 100}}, true, true, false, true},
		"all 0":           {[]chart.Point{{X: 1, Y: 0}, {X: 9, Y: 0}}, true, true, note, false},
		"all negative":    {[]chart.Point{{X: 1, Y: -1}, {X: 9, Y: -2}}, false, true, note, false},
		"one of three":    {[]chart.Point{{X: 1, Y: 2}, {X: 2, Y: 0}, {X: 9, Y: 3}}, false, true, note, true},
		"round 0":         {[]chart.Point{{X: 0, Y: 2}, {X: 2, Y: 1}}, true, false, note, true},
		"unknown numbers": {[]chart.Point{{X: 1, Y: math.NaN()}, {X: 2, Y: 1}}, false, true, false, true},
	} {
		s := &Sheet{Panels: []*chart.Chart{{
			X: chart.Axis{Log: c.logX}, Y: chart.Axis{Log: c.logY}, End: 9, Limit: 9, Lines: []chart.Line{{Name: "curve", Points: c.points}},
		}}}
		written := texts(t, s)
		if got := s.LeavesOut(); got != c.note || slices.Contains(written, "curve") != c.named {
			t.Errorf("%s: note %v, written %q", name, got, written)
		}
		if numbers := strings.Join(written, ""); !c.named && strings.ContainsAny(numbers, "0123456789") {
			t.Errorf("%s: nothing is drawn, with numbers: %q", name, written)
		}
		if err := s.Write(io.Discard, "svg", Size{}, &trials.Made{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A logarithmic axis has at least two numbers, also within a decade.
func TestLogarithmicAxesHaveNumbers(t *testing.T) {
	for _, r := range [][2]float64{{3.1, 3.9}, {.11, .19}, {52, 90}, {6e6, 9e6}, {1, 1.5}, {1, 2}, {9, 11}, {2e-5, 2.5e-5}} {
		found := 0
		for _, tick := range (ticks{true, false, 4}).Ticks(r[0], r[1]) {
			if tick.Value < r[0]*(1-1e-9) || tick.Value > r[1]*(1+1e-9) {
				t.Errorf("%v: a tick at %v", r, tick.Value)
			}
			if tick.Label != "" {
				found++
			}
		}
		if found < 2 {
			t.Errorf("%v has %d numbers", r, found)
		}
	}
}

// Letters that the font of PNG and PDF lacks are named; SVG lacks none. The program's own words lack nothing.
func TestMissingLetters(t *testing.T) {
	r := result(.1, .2, .4, .8)
	for i, name := range []string{"title 日本", "", "日 🎲", "\t", "e\u0301 x\u0304"} {
		s := param.Must(OfResult(r, Options{Title: &name, YLabel: "ε = ∞ μ ρ δ √ ≤ é ß ж −"}))
		s.Panels[0].Lines[0].Name += "日"
		want := []string{"日本", "日", "日🎲", "日", "◌\u0304日"}[i]
		for _, format := range []string{"png", "pdf"} {
			if err := s.Lacks(format); err == nil || err.Error() != "its font lacks "+want+"; a file that ends in .svg is shown with other fonts, too" {
				t.Errorf("%q, %s: %v", name, format, err)
			}
		}
		uitest.NoError(t, s.Lacks("svg"))
	}
	uitest.NoError(t, param.Must(OfResult(r, Options{LogX: true})).Lacks("png"))
}

// All heat on a sheet has one scale from its least to its largest value above 0, which a legend
// shows; sizes are kept.
func TestHeatSharesItsScale(t *testing.T) {
	s := &Sheet{}
	for _, cells := range [][][]float64{{{1, 10}, {math.NaN(), 0}}, {{10, 100}, {-5, 1}}} {
		s.Panels = append(s.Panels, &chart.Chart{Heat: cells, X: chart.Axis{Names: []string{"a", "b"}}, Y: chart.Axis{Names: []string{"c", "d"}}})
	}
	if low, high := s.heat(); low != 1 || high != 100 {
		t.Errorf("the scale is from %v to %v", low, high)
	}
	actions, _, area := drawn(t, s, Column)
	var last color.Color
	var fills []color.Color
	for _, action := range actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			last = a.Color
		case *recorder.Fill:
			fills = append(fills, last)
		}
	}
	// The legend comes first, then the cells of both panels, except for the unknown one.
	if len(fills) < 64+7 {
		t.Fatalf("%d areas", len(fills))
	}
	var found []int
	for _, c := range fills[64:] {
		if at := slices.Index(fills[:64], c); at >= 0 {
			found = append(found, at)
		}
	}
	slices.Sort(found)
	if want := []int{0, 0, 0, 0, 31, 31, 63}; !slices.EqualFunc(found, want, func(a, b int) bool { return a-b <= 1 && b-a <= 1 }) {
		t.Errorf("shades %v, want %v", found, want)
	}
	if written := texts(t, s); !slices.Contains(written, "1") || !slices.Contains(written, "100 (logarithmic shades)") {
		t.Errorf("written: %q", written)
	}
	if want := 8.5 * vg.Centimeter; math.Abs(float64(area.X-want)) > .01 {
		t.Errorf("the column is %v wide, not %v", area.X, want)
	}
	for _, empty := range [][][]float64{{{0, -1}}, {{math.NaN(), math.NaN()}}, {{5, 5}}} {
		one := &Sheet{Panels: []*chart.Chart{{Heat: empty, X: chart.Axis{Names: []string{"a", "b"}}, Y: chart.Axis{Names: []string{"c"}}}}}
		if err := one.Write(io.Discard, "png", Size{}, &trials.Made{}); err != nil {
			t.Errorf("%v: %v", empty, err)
		}
	}
}

// A title that is left out leaves no note of what an axis leaves out, either.
func TestNoTitle(t *testing.T) {
	title := ""
	s := param.Must(OfResult(result(.5), Options{Title: &title, LogX: true, LogY: true}))
	s.Panels[0].Lines[0].Points = append(s.Panels[0].Lines[0].Points, chart.Point{X: -1, Y: 1})
	if written := strings.Join(texts(t, s), "|"); !s.LeavesOut() || strings.Contains(written, "without values") {
		t.Errorf("left out: %v, written: %s", s.LeavesOut(), written)
	}
}

// A range of an axis is shown and nothing else; it must suit the axis.
func TestRanges(t *testing.T) {
	one := []int{1000}
	for name, c := range map[string]struct {
		o    Options
		fail string
	}{
		"both":       {Options{XRange: chart.Range{Low: 10, High: 500}, YRange: chart.Range{Low: -1, High: 2}}, ""},
		"logarithms": {Options{LogX: true, XRange: chart.Range{High: 500}}, "--x-range: must be above 0 on a logarithmic axis"},
		"boxes":      {Options{Kind: Distribution, YRange: chart.Range{High: 5}}, "--y-range: this axis has names instead of numbers"},
		"points":     {Options{At: one, YRange: chart.Range{High: 5}}, "--y-range: this axis has names instead of numbers"},
		"of points":  {Options{At: one, XRange: chart.Range{High: 5}}, ""},
	} {
		s, err := OfResult(result(.5), c.o)
		if fmt.Sprint(err) != cmp.Or(c.fail, "<nil>") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, want := range []chart.Range{c.o.XRange, c.o.YRange} {
			of := []chart.Axis{s.Panels[0].X, s.Panels[0].Y}[i]
			if got := (chart.Range{Low: of.Low, High: of.High}); want != (chart.Range{}) && c.fail == "" && got != want {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
}

// One round is drawn as a point and an interval for each learner: there is no line over rounds that do not exist.
func TestOneRound(t *testing.T) {
	r := result(.5)
	s := param.Must(OfResult(r, Options{At: []int{1000}}))
	c := s.Panels[0]
	if len(c.Lines) != 0 || len(c.Spots) != len(r.Config.Learners) || len(c.Y.Names) != len(c.Spots) {
		t.Fatalf("%d lines, %d spots, %d names", len(c.Lines), len(c.Spots), len(c.Y.Names))
	}
	for _, spot := range c.Spots {
		if !(spot.From < spot.X && spot.X < spot.To) || spot.X != math.Trunc(spot.X) && c.X.Whole {
			t.Errorf("%+v", spot)
		}
	}
}

// A key of a legend shows all of its line's pattern, and its marker.
func TestKeysLookLikeLines(t *testing.T) {
	s := lines(12)
	for i := range s.Panels[0].Lines {
		s.Panels[0].Lines[i].Marked = true
	}
	_, m, area := drawn(t, s, Column)
	foot := s.legend(area.X, area.Y, m)
	stroke := (foot.sample() - m.font/2) / m.line
	for _, d := range dashes {
		length := 0.
		for _, part := range d.lengths {
			length += part
		}
		if float64(stroke) < 1.5*length {
			t.Errorf("%s: a pattern of %v in a key of %v", d.name, length, stroke)
		}
	}
	if len(markers) != len(dashes) {
		t.Errorf("%d markers, %d dashes", len(markers), len(dashes))
	}
	var canvas recorder.Canvas
	foot.draw(draw.NewCanvas(&canvas, area.X, area.Y))
	glyphs := 0
	for _, action := range canvas.Actions {
		if _, ok := action.(*recorder.SetLineWidth); ok {
			glyphs++
		}
	}
	if glyphs < len(foot.entries) {
		t.Errorf("%d strokes for %d keys", glyphs, len(foot.entries))
	}
}

// The user's own words replace the usual ones in every kind of picture.
func TestOwnWords(t *testing.T) {
	title := "Our title"
	own := Options{Title: &title, XLabel: "our x", YLabel: "our y", Labels: map[string]string{"ucb1": "ours"}}
	heat := result(.1, .2, .3)
	for _, p := range slices.Clone(heat.Config.Points) {
		p.Horizon *= 2
		heat.Config.Points = append(heat.Config.Points, p)
	}
	boxes := own
	boxes.Kind = Distribution
	for name, c := range map[string]struct {
		r *trials.Result
		o Options
	}{"rounds": {result(.5), own}, "panels": {result(.5, 1), own}, "parameter": {result(.1, .2, .4, .8), own}, "heat": {heat, own}, "boxes": {result(.5), boxes}} {
		s := param.Must(OfResult(c.r, c.o))
		written := strings.Join(texts(t, s), "|")
		for _, want := range []string{"our x", "our y", "ours"} {
			if !strings.Contains(written, want) || s.Title != title {
				t.Errorf("%s: no %s in %s, titled %s", name, want, written, s.Title)
			}
		}
		for _, usual := range []string{"UCB1", "regret R", "rewards", "round t"} {
			if strings.Contains(written, usual) && name != "heat" {
				t.Errorf("%s: %s in %s", name, usual, written)
			}
		}
	}
}

// Guides differ from each other, and the lines of a column's sheet stand one below the other.
func TestGuidesDiffer(t *testing.T) {
	c := &chart.Chart{End: 9, Limit: 9, Lines: []chart.Line{{Name: "a", Points: chart.Const(1, 9)}}}
	for range fine {
		c.Lines = append(c.Lines, chart.Line{Series: chart.Neutral, Guide: true, Points: chart.Const(2, 9)})
	}
	s := &Sheet{Panels: []*chart.Chart{c}}
	uitest.NoError(t, s.Write(io.Discard, "svg", Size{}, &trials.Made{}))
	strokes := map[string]bool{}
	for i := range c.Lines {
		strokes[Stroke(&c.Lines[i])] = true
	}
	if len(strokes) != len(fine)+1 {
		t.Errorf("%d lines have %d strokes: %v", len(c.Lines), len(strokes), strokes)
	}
}

// Several panels in a column are a column wide; without a size, they take the width of a page.
func TestWidths(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 1, 9: 1, 16: 2} {
		s := &Sheet{Panels: make([]*chart.Chart, n)}
		m, area := s.measures(Column)
		if wide := math.Round(float64(area.X / vg.Centimeter * 10)); m.columns != want || wide != 85 {
			t.Errorf("%d panels: %d columns, %v mm", n, m.columns, wide)
		}
	}
	for n, want := range map[int]string{1: "width=\"240.94pt\"", 2: "width=\"481.89pt\""} {
		s := &Sheet{}
		for range n {
			s.Panels = append(s.Panels, lines(2).Panels...)
		}
		var b strings.Builder
		if err := s.Write(&b, "svg", Size{}, &trials.Made{}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%d panels: %v, %.200s", n, err, b.String())
		}
	}
}
