package panel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// line draws a line between two points of a picture in cells with braille dots, around cells that are taken.
func line(picture [][]rune, from, to [2]float64, dotted bool) {
	n := int(max(2*math.Abs(to[0]-from[0]), 4*math.Abs(to[1]-from[1])))
	for i := 1; i < n; i++ {
		share := float64(i) / float64(n)
		x, y := int(2*(from[0]+share*(to[0]-from[0]))), int(4*(from[1]+share*(to[1]-from[1])))
		if cell := &picture[y/4][x/2]; unicode.In(*cell, unicode.Space, unicode.Braille) && (!dotted || i%4 == 0) {
			*cell = theme.Braille.Dot(*cell, x%2, y%4)
		}
	}
}

// places draws the nodes of a graphic matroid in a circle and the links of the basis, each with its place in the walk, and
// dotted a rejected link: the selected one, or the first.
func (w *Why) places(room int) []string {
	const most, least, low = 16, 54, 10 // places, columns, and lines of the panel
	m, graphic := w.state.Shot.Config.Scenario.Matroid.(*matroid.Graphic)
	walk, play := w.state.Learner.Explanation.Arms, w.state.Learner.Play
	if !graphic || len(walk) == 0 || w.width == spokenWidth {
		return nil
	}
	nodes := m.Nodes()
	if len(nodes) > most || w.width < least || w.height < low {
		return kit.Styled(fmt.Sprintf("z draws the tree, in at least %d columns and %d lines, of at most %d places", least, low, most),
			w.width, 1, w.theme.Faint)
	}
	width, height := min(w.width, 64), min(max(room-2, 5), 9)
	picture := make([][]rune, height)
	for y := range picture {
		picture[y] = []rune(strings.Repeat(" ", width))
	}
	longest := slices.Max(param.Map(nodes, ansi.StringWidth))
	at := make([][2]float64, len(nodes)) // in cells
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + .5) / float64(len(at)))
		at[i] = [2]float64{float64(width)/2 + sin*float64(max(width/2-longest-3, 1)), (1 - .99*cos) * float64(height) / 2}
	}
	rejected, kept := -1, 0
	for i := range walk {
		arm := walk[i].Arm
		if len(walk[i].LostTo) > 0 && (rejected < 0 || arm == w.state.Arm) {
			rejected = arm
		}
		if slices.Contains(play, arm) {
			kept++
			from, to := m.Ends(arm)
			copy(picture[int(.4*at[from][1]+.6*at[to][1])][int(.4*at[from][0]+.6*at[to][0]):], []rune(strconv.Itoa(kept)))
			line(picture, at[from], at[to], false)
		}
	}
	caption := fmt.Sprintf("1–%d: kept in this order", len(play))
	if rejected >= 0 {
		from, to := m.Ends(rejected)
		line(picture, at[from], at[to], true)
		caption += "; dots: " + w.label(rejected) + " closes a cycle"
	}
	for i, name := range nodes {
		x, text := int(at[i][0]), "● "+name
		if at[i][0] < float64(width)/2 {
			x, text = max(x-ansi.StringWidth(name)-1, 0), name+" ●"
		}
		copy(picture[int(at[i][1])][x:], []rune(text))
	}
	lines := param.Map(picture, func(row []rune) string { return strings.TrimRight(string(row), " ") })
	return append(lines, kit.Styled(caption, w.width, 1, w.theme.Faint)...)
}
