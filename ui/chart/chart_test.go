package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"regretscope/model/trials"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

func points(values ...float64) []Point {
	var all []Point
	for i, v := range values {
		all = append(all, Point{float64(i + 1), v})
	}
	return all
}

// The expected picture of one line in each character set.
func TestDrawPicture(t *testing.T) {
	rising := make([]float64, 40)
	for i := range rising {
		rising[i] = float64(i+1) / 4
	}
	tests := map[theme.Charset][]string{
		theme.Line: {
			"    12 ┤                       ┊        ▸─ UCB1  10.00 ",
			"       ┤                       ┊                      ╭",
			"       ┤                       ┊                 ╭────╯",
			"     8 ┤                       ┊           ╭─────╯     ",
			"       ┤                       ┊    ╭──────╯           ",
			"       ┤                      ╭─────╯                  ",
			"     4 ┤                ╭─────╯┊                       ",
			"       ┤         ╭──────╯      ┊                       ",
			"       ┤   ╭─────╯             ┊                       ",
			"     0 ┤ ──╯                   ┊                       ",
			"       └───────────────────────╫──────────────────────┴",
			"rounds 0                      20                     40",
		},
		theme.ASCII: {
			"    12 |                       .        ▸* UCB1  10.00 ",
			"       |                       .                      *",
			"       |                       .                 ******",
			"     8 |                       .           *******     ",
			"       |                       .    ********           ",
			"       |                      *******                  ",
			"     4 |                *******.                       ",
			"       |         ********      .                       ",
			"       |   *******             .                       ",
			"     0 | ***                   .                       ",
			"       +-----------------------:----------------------+",
			"rounds 0                      20                     40",
		},
		theme.Braille: {
			"    12 ┤                       ⠍                       ",
			"       ┤                       ⠅          ▸UCB1  10.00 ",
			"       ┤                       ⠅                  ⣀⡤⠴⠒⠚",
			"     8 ┤                       ⠅           ⣀⣀⣠⠴⠚⠉⠉⠁    ",
			"       ┤                       ⠅     ⣀⣠⠤⠴⠒⠋⠁           ",
			"       ┤                       ⣅⣠⠴⠒⠒⠋⠁                 ",
			"     4 ┤                ⣀⣀⣠⠴⠒⠋⠉⠅                       ",
			"       ┤          ⢀⣠⠤⠤⠖⠋⠁      ⠅                       ",
			"       ┤    ⢀⣠⠤⠖⠒⠋⠉            ⠅                       ",
			"     0 ┤ ⠒⠋⠉⠉                  ⠅                       ",
			"       └───────────────────────╫──────────────────────┴",
			"rounds 0                      20                     40",
		},
	}
	for set, want := range tests {
		th := uitest.Theme(termenv.Ascii)
		th.Charset = set
		c := Chart{
			Lines: []Line{{Name: "UCB1", Selected: true, Points: points(rising...)}},
			Y:     Axis{Floor: true}, Marks: []int{20}, End: 40, Limit: 1000,
		}
		got := c.Draw(th, 55, 12)
		if !slices.Equal(got, want) {
			t.Errorf("%v: got\n%s\nwant\n%s", set, got, strings.Join(want, "\n"))
		}
	}
}

func TestSpikesSurviveDecimation(t *testing.T) {
	const rounds = 100_000
	for _, at := range []int{500, 33_333, 95_000} {
		for _, spike := range []float64{1, -1} {
			values := make([]float64, rounds)
			values[at] = spike
			axis := xAxis{columns: 60, last: rounds}
			got, some := decimate(points(values...), false, axis, rounds)
			if !some || got[axis.boundary(float64(at+1))] != spike {
				t.Errorf("spike %v at %d is lost: %v", spike, at+1, got)
			}
		}
	}
}

func TestDecimationHoldsAndEnds(t *testing.T) {
	axis := xAxis{columns: 10, last: 100}
	got, _ := decimate([]Point{{20, 1}, {55, 3}, {60, 2}}, true, axis, 70)
	want := []float64{math.NaN(), math.NaN(), 1, 1, 1, 1, 3, 2, math.NaN(), math.NaN(), math.NaN()}
	for i := range want {
		if got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestTicksLandOnDecades(t *testing.T) {
	for _, round := range []int{0, 1, 99, 100, 101, 12_345, 1_000_000} {
		c := Chart{X: Axis{Log: true}, End: float64(round)}
		axis := c.axis(60)
		ticks := axis.ticks()
		for i, tick := range ticks[:len(ticks)-1] {
			if tick != math.Pow(10, float64(i)) {
				t.Errorf("round %d: tick %v", round, tick)
			}
			even := 60 * float64(i) / math.Log10(axis.last)
			if got := axis.boundary(tick); math.Abs(float64(got)-even) > 1 {
				t.Errorf("round %d: tick %v lies at %d, not %.1f", round, tick, got, even)
			}
		}
		if axis.last < float64(round) {
			t.Errorf("round %d is behind the axis' end %v", round, axis.last)
		}
	}
}

func TestAxisOfRoundsStandsStill(t *testing.T) {
	ends := map[float64]bool{}
	for round := 1; round <= 1_000_000; round += 997 {
		c := Chart{End: float64(round), Limit: 1_000_000}
		axis := c.axis(60)
		ends[axis.last] = true
		if axis.last < float64(round) || (round > 100 && float64(round) < 0.6*axis.last) {
			t.Fatalf("round %d on an axis up to %v", round, axis.last)
		}
	}
	if len(ends) > 40 {
		t.Errorf("the axis has %d different ends in a million rounds", len(ends))
	}
}

func TestScale(t *testing.T) {
	tests := []struct {
		low, high float64
		rows      int
		every     int
		floor     bool
		labels    []string // from row 0 upwards, those that are not blank
	}{
		{0, 1, 12, 3, false, []string{"0", "0.25", "0.5", "0.75", "1"}},
		{0, 1, 12, 4, false, []string{"0", "0.4", "0.8", "1.2"}},
		{0, 100, 16, 4, false, []string{"0", "25", "50", "75", "100"}},
		{0, 1e6, 8, 2, false, []string{"0", "250k", "500k", "750k", "1M"}},
		{-3, 3, 12, 3, false, []string{"−3", "−1.5", "0", "1.5", "3"}},
		{-3, 3, 2, 1, false, []string{"−3", "0", "3"}},
		{-3, 2000, 8, 2, true, []string{"0", "600", "1,200", "1,800"}},
	}
	for _, test := range tests {
		s := fit(test.low, test.high, test.rows, test.every, test.floor)
		var labels []string
		for row := range s.rows + 1 {
			if text := strings.TrimSpace(s.label(row)); text != "" {
				labels = append(labels, text)
			}
		}
		if fmt.Sprint(labels) != fmt.Sprint(test.labels) {
			t.Errorf("%v to %v: labels %v, want %v", test.low, test.high, labels, test.labels)
		}
		if s.row(test.low) < 0 || s.base > test.low || s.base+s.unit*float64(s.rows) < test.high {
			t.Errorf("%v to %v: %+v does not cover it", test.low, test.high, s)
		}
	}
}

// A logarithmic axis uses its rows: the largest value is above the middle even if the next decade has no row.
func TestLogarithmicScaleFillsItsRows(t *testing.T) {
	for rows := 4; rows <= 40; rows++ {
		for _, high := range []float64{30, 1069, 9e4, 1e6} {
			s, ok := valueRange{low: 0, high: high, small: 10}.logarithmic(rows)
			if top := s.base + s.unit*float64(rows); !ok || top < s.bend(high)-1e-9 || s.row(high) < float64(rows)/2-1e-9 {
				t.Errorf("%d rows for values up to %v: the axis ends at %v, the value is in row %v", rows, high, s.unbend(top), s.row(high))
			}
		}
	}
}

// Infinite values are drawn and labeled at the upper edge; at the lower one they would look like 0.
func TestInfiniteValuesStandAtTheTop(t *testing.T) {
	c := Chart{Lines: []Line{{Name: "finite", Points: points(1, 2, 3)}, {Name: "infinite", Points: points(math.Inf(1), math.Inf(1), math.Inf(1))}}, End: 3, Limit: 3}
	if got := c.Draw(uitest.Theme(termenv.Ascii), 60, 12); !strings.Contains(got[0], "b ─ infinite ∞") || !strings.HasPrefix(got[1], "     3 ┤  ") {
		t.Errorf("got\n%s", got)
	}
}

func TestWriteCSV(t *testing.T) {
	for name, c := range map[string]struct {
		chart Chart
		want  string
	}{
		"lines and bands": {
			Chart{
				Lines: []Line{{Name: "UCB1, α=2", Points: points(.5, 1, math.NaN(), 2)}, {Points: points(9, 9)}},
				Bands: []Band{{Name: "others", Low: points(0), High: points(.25)}}, End: 3,
			},
			"\"UCB1, α=2\",1,0.5,f0\n\"UCB1, α=2\",2,1,f0\n\"others, lower edge\",1,0,f0\n\"others, upper edge\",1,0.25,f0\n",
		},
		"spots": {
			Chart{Spots: []Spot{{Name: "s", X: math.Inf(1), Y: math.Inf(-1)}, {Name: "s", X: 1e7, Y: math.NaN()}}, End: 3},
			"s,inf,-inf,f0\ns,10000000,NaN,f0\n",
		},
		"part of an axis": {Chart{Lines: []Line{{Name: "UCB1", Points: points(.5, 1)}}, X: Axis{Low: 2, High: 9}, End: 3}, "UCB1,2,1,f0\n"},
	} {
		var b strings.Builder
		uitest.NoError(t, c.chart.WriteCSV(&b, &trials.Made{Fingerprint: "f0"}))
		if got, want := b.String(), "line,t,value,fingerprint\n"+c.want; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// Names with the same beginning keep their ends, so no two lines have the same name.
func TestShortNamesDiffer(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	c := Chart{End: 3, Limit: 3}
	for i := range 16 {
		c.Lines = append(c.Lines, Line{Name: fmt.Sprintf("Lazy-DP-TS ε=0.%d", 11+i), Series: i, Points: points(1, 2, float64(i))})
	}
	picture := c.Draw(th, 56, 11).String()
	for i := range 16 {
		if want := fmt.Sprintf("…%d ", 11+i); !strings.Contains(picture, want) {
			t.Errorf("no %q in\n%s", want, picture)
		}
	}
}

// If there is no room for all names, spare ones are left out first; short names come last.
func TestSpareNamesGoFirst(t *testing.T) {
	c := &Chart{End: 10, Limit: 10}
	for i := range 12 {
		c.Lines = append(c.Lines, Line{
			Name: fmt.Sprintf("n%d spare %d", i, i/4), Spare: i / 4, Series: i, Points: Const(float64(i+1), 10),
		})
	}
	for _, test := range []struct {
		height int
		has    [3]bool // names of spare 0, 1 and 2
		letter bool
	}{{20, [3]bool{true, true, true}, true}, {9, [3]bool{true, true, false}, true}, {8, [3]bool{true, false, false}, true}, {5, [3]bool{false, false, false}, true}} {
		view := c.Draw(uitest.Theme(termenv.Ascii), 80, test.height).String()
		for spare, want := range test.has {
			if got := strings.Contains(view, fmt.Sprintf("spare %d", spare)); got != want {
				t.Errorf("height %d: names of spare %d: %v\n%s", test.height, spare, got, view)
			}
		}
		if got := strings.Contains(view, "a ─ n0"); got != test.letter {
			t.Errorf("height %d: letters: %v\n%s", test.height, got, view)
		}
	}
}
