package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// Names over the plot cover nothing, and each is nearer to the end of its own line than to that of
// any other. With names, at least four fifths of the columns are plot.
func TestNamesStandByTheirLines(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	over := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := randomChart(r)
		th.Charset = theme.Charset(r.IntN(4))
		width, height := 55+r.IntN(60), 10+r.IntN(25)
		p := c.Picture(th, width, height)
		if p.axis.columns > 0 && 5*p.axis.columns < 4*width {
			t.Errorf("seed %d: %d of %d columns are plot", seed, p.axis.columns, width)
		}
		if p.top > 0 || len(p.labels) == 0 {
			continue
		}
		over++
		bare := *c
		bare.Lines, bare.Bands, bare.Spots = slices.Clone(c.Lines), slices.Clone(c.Bands), slices.Clone(c.Spots)
		for i := range bare.Lines {
			bare.Lines[i].Name = ""
		}
		for i := range bare.Bands {
			bare.Bands[i].Name = ""
		}
		for i := range bare.Spots {
			bare.Spots[i].Name = ""
		}
		below := bare.Picture(th, width, height)
		ends, plot := together(c.named(th)), ""
		made, _ := bare.plot(th, width, height, 2)
		for i, l := range p.labels {
			plot = ansi.Cut(below.Lines[l.row], leftWidth+l.column, leftWidth+l.column+l.width)
			if strings.TrimSpace(plot) != "" {
				t.Errorf("seed %d: a name covers %q", seed, plot)
			}
			far := func(e *end) float64 {
				return math.Abs(float64(l.row - made.scale.cell(e.at, th)))
			}
			for k := range ends {
				if len(ends) == len(p.labels) && far(&ends[k]) < far(&ends[i]) {
					t.Errorf("seed %d: the name %q is nearer to %q", seed, ends[i].name, ends[k].name)
				}
			}
		}
	}
	if over < 40 {
		t.Errorf("only %d charts have names over the plot", over)
	}
}

// Letters beside the plot stand in the row in which their line ends, whichever lines end there, too. Only letters
// without room are left out, never that of the selected line, and equal values are joined.
func TestLettersTouchTheirLines(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	joined := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		th.Charset = theme.Charset(r.IntN(4))
		c := &Chart{End: 30, Limit: []float64{30, 60}[r.IntN(2)], Y: Axis{Low: 0, High: 10}}
		for i := range 4 + r.IntN(5) {
			value := []float64{10 * r.Float64(), float64(r.IntN(3))}[r.IntN(2)]
			c.Lines = append(c.Lines, Line{Name: "a name of many words", Series: i, Selected: i == 3, Points: Const(value, c.End)})
		}
		p := c.Picture(th, 80, 12)
		if p.top == 0 {
			continue // names over the plot
		}
		width := leftWidth + p.axis.columns
		seen := map[int]bool{}
		for _, l := range p.labels {
			if l.row < 0 {
				continue // of the legend
			}
			seen[l.series] = true
			joined += l.width - 1
			alone := *c
			alone.Lines = []Line{c.Lines[l.series]}
			alone.Lines[0].Name = ""
			made, _ := alone.plot(th, width, len(p.Lines)-p.top, 2)
			if end := made.axis.column(c.End); made.cells.cells[l.row*made.cells.width+end].glyph == 0 {
				t.Errorf("seed %d: the letter of line %d is in another row", seed, l.series)
			}
		}
		if !seen[3] {
			t.Errorf("seed %d: the selected line has no letter", seed)
		}
	}
	if joined < 20 {
		t.Errorf("only %d letters are joined", joined)
	}
}

// A legend without room for the names uses their short forms before it cuts a word.
func TestLegendUsesShortNames(t *testing.T) {
	th, c := uitest.Theme(termenv.Ascii), &Chart{Limit: 10, End: 10}
	for i, name := range []string{"You", "UCB1", "Lazy-DP-TS"} {
		c.Lines = append(c.Lines, Line{Name: name + " not private", Short: name, Series: i, Points: []Point{{1, 1}, {10, 1 + float64(i)/1e3}}})
	}
	names := ends{all: c.named(th), letter: true}
	for width, want := range map[int]string{120: "Lazy-DP-TS not private", 70: "b ━ UCB1 1.0010  c ═ Lazy-DP-TS 1.0020"} {
		legend, _ := names.legend(th, width, 3)
		if line := strings.Join(legend, ""); !strings.Contains(line, want) || strings.Contains(line, theme.Ellipsis) {
			t.Errorf("width %d: %q", width, line)
		}
	}
}

// Names that start with the same word are cut to the rest of it, if this has room.
func TestNamesLeaveOutWhatTheyShare(t *testing.T) {
	names := ends{all: []end{{name: "UCB1"}, {name: "AdaP-KLUCB alpha=2"}, {name: "AdaP-KLUCB alpha=1.75"}, {name: "Lazy-DP-TS"}, {name: "Lazy-DP-SE"}}}
	for width, want := range map[int]string{
		18: "UCB1,AdaP-KLUCB alpha=2,alpha=1.75,Lazy-DP-TS,Lazy-DP-SE",
		12: "UCB1,alpha=2,alpha=1.75,Lazy-DP-TS,Lazy-DP-SE",
		8:  "UCB1,alpha=2,…ha=1.75,…y-DP-TS,…y-DP-SE",
	} {
		if got := strings.Join(names.cut(width), ","); got != want {
			t.Errorf("%d cells: %s, want %s", width, got, want)
		}
	}
}

// Large letters cover neither lines nor each other, and stand at the height of their line's end, however
// many lines end there.
func TestLargeLettersStandAtTheirEnds(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Blocks
	shown := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := randomChart(r)
		c.Large, c.Room = true, r.IntN(30)
		width, height := 60+r.IntN(100), 14+r.IntN(25)
		p := c.Picture(th, width, height)
		if len(p.Lines) != height || slices.ContainsFunc(p.Lines, func(l string) bool { return ansi.StringWidth(l) != width }) {
			t.Errorf("seed %d: the chart does not fill %dx%d", seed, width, height)
		}
		now := *c
		now.Cursor = 0
		all := now.largeEnds(th, width).all
		made, ok := now.plot(th, width-1-keyWidth*len(all), height-p.top, 2)
		if !ok || !made.any || len(all) < 2 || p.labels[0].width != keyWidth { // without room
			continue
		}
		shown++
		taken := map[[2]int]bool{}
		for i := range all {
			letter := kit.BigNumber(string(rune('A'+i)), kit.BigSizes[2], th.Charset)
			at := 0
			for ; !slices.EqualFunc(p.labels[at:at+keyHeight], letter, func(l label, row string) bool { return ansi.Strip(l.text) == row }); at += keyHeight {
			}
			for k, l := range p.labels[at : at+keyHeight] {
				if l.row != p.labels[at].row+k || l.column != p.labels[at].column {
					t.Errorf("seed %d: row %d of %c is elsewhere", seed, k, 'A'+i)
				}
				for x := l.column; x < l.column+keyWidth; x++ {
					if taken[[2]int{x, l.row}] || x < made.cells.width && made.cells.cells[l.row*made.cells.width+x].glyph != 0 {
						t.Errorf("seed %d: %c covers something", seed, 'A'+i)
					}
					taken[[2]int{x, l.row}] = true
				}
			}
			end := float64(made.scale.rows) - made.scale.row(all[i].at)
			if middle := float64(p.labels[at].row + 2); math.Abs(middle-min(max(end, 2), float64(made.scale.rows-2))) > .5 {
				t.Errorf("seed %d: %c is at row %v, its line ends at %v", seed, 'A'+i, middle, end)
			}
		}
	}
	if shown < 100 {
		t.Errorf("only %d charts have large letters", shown)
	}
}
