package chart

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

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
