//go:build !js

package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/ui/chart"
)

// maxAtEnds is the largest number of names at the ends of lines; widestAtEnds is the largest
// share of a panel's width that they may take.
const (
	maxAtEnds    = 8
	widestAtEnds = .36
)

// A legend names all lines of a sheet below its panels, if there are too many to name at their
// ends. The nil legend draws nothing.
type legend struct {
	entries   []*chart.Line
	columns   int
	m         measures
	style     draw.TextStyle
	more      int     // lines without room
	low, high float64 // of heat instead of lines, or 0
}

// legend returns the sheet's legend, as high as there is room; nil if no panel needs it.
func (s *Sheet) legend(width, room vg.Length, m measures) *legend {
	l := &legend{m: m, style: nameStyle(m)}
	if l.low, l.high = s.heat(); l.high > 0 {
		return l
	}
	seen, needed := map[string]bool{}, false
	var widest vg.Length
	for _, c := range s.Panels {
		named := 0
		for i := range c.Lines {
			line := &c.Lines[i]
			if line.Name == "" {
				continue
			}
			named++
			if !seen[line.Name] {
				seen[line.Name] = true
				l.entries = append(l.entries, line)
				widest = max(widest, l.style.Width(line.Name))
			}
		}
		needed = needed || named > maxAtEnds
	}
	if !needed && widest+1.25*m.font <= widestAtEnds*m.width {
		return nil
	}
	l.columns = max(int((width-m.font)/(widest+l.sample()+m.font)), 1)
	if room := max(int(room/l.row()), 1) * l.columns; len(l.entries) > room {
		l.more = len(l.entries) - room + 1
		l.entries = l.entries[:room-1]
	}
	return l
}

// sample returns the length of the stroke before a name, with a gap.
func (l *legend) sample() vg.Length { return 5 * l.m.font }
func (l *legend) row() vg.Length    { return 1.25 * l.m.font }

func (l *legend) height() vg.Length {
	if l == nil {
		return 0
	}
	if l.high > 0 {
		return 2 * l.row()
	}
	all := len(l.entries) + min(l.more, 1)
	return l.row() * (.5 + vg.Length((all+l.columns-1)/l.columns))
}

func (l *legend) draw(area draw.Canvas) {
	if l == nil {
		return
	}
	if l.high > 0 {
		l.drawHeat(area)
		return
	}
	wide := (area.Max.X - area.Min.X - l.m.font) / vg.Length(l.columns)
	at := func(i int) (x, y vg.Length) {
		return area.Min.X + l.m.font + wide*vg.Length(i%l.columns),
			area.Min.Y + l.height() - l.row()*(.6+vg.Length(i/l.columns))
	}
	for i, line := range l.entries {
		x, y := at(i)
		key := x + l.sample() - l.m.font/2
		area.StrokeLine2(lineStyle(line, l.m), x, y, key, y)
		if line.Marked {
			area.DrawGlyph(glyph(line.Series, l.m), vg.Point{X: (x + key) / 2, Y: y})
		}
		area.FillText(l.style, vg.Point{X: x + l.sample(), Y: y}, line.Name)
	}
	if l.more > 0 {
		x, y := at(len(l.entries))
		area.FillText(l.style, vg.Point{X: x, Y: y}, fmt.Sprintf("and %d more", l.more))
	}
}

func nameStyle(m measures) draw.TextStyle {
	style := newPlot(m).Legend.TextStyle
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	return style
}

// Lacks returns an error that names the letters that the font of PNG, PDF, and EPS lacks, or that
// LaTeX lacks without further packages. Viewers of SVG have other fonts, too.
func (s *Sheet) Lacks(format string) error {
	if format == "svg" {
		return nil
	}
	missing := "its font lacks"
	if format == "tex" {
		missing = "LaTeX without further packages lacks"
	}
	texts := []string{s.Title}
	for _, c := range s.Panels {
		texts = append(texts, c.Title, label(&c.X, ""), label(&c.Y, ""))
		texts = slices.Concat(texts, c.X.Names, c.Y.Names)
		for i := range c.Lines {
			texts = append(texts, c.Lines[i].Name)
		}
	}
	face := font.DefaultCache.Lookup(nameStyle(measures{}).Font, 1)
	var buffer sfnt.Buffer
	lacks := ""
	for _, r := range strings.Join(texts, "") {
		at, err := face.Face.GlyphIndex(&buffer, r)
		known := err == nil && at != 0
		if format == "tex" {
			known = inLaTeX(r)
		}
		if !known && !unicode.IsSpace(r) && !strings.ContainsRune(lacks, r) {
			lacks += string(r)
		}
	}
	if lacks == "" {
		return nil
	}
	return fmt.Errorf("%s %s; a file that ends in .svg is shown with other fonts, too", missing, lacks)
}

// An end is the end of a named line.
type end struct {
	name string
	ink  color.Color
	x, y float64
}

// endNames writes lines' names to the right of the plot, at the height of the lines' ends.
// Names that would collide are moved apart, and a thin line leads from each to its line's end.
type endNames struct {
	all []end
	m   measures
}

func (n *endNames) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	type placed struct {
		end
		from, at vg.Length // heights of the line's end and of the name
	}
	var all []placed
	for _, e := range n.all {
		y := toY(min(max(e.y, p.Y.Min), p.Y.Max))
		all = append(all, placed{e, y, y})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.from, b.from) })
	gap := n.m.font * 1.1
	for i := 1; i < len(all); i++ {
		all[i].at = max(all[i].at, all[i-1].at+gap)
	}
	top := c.Max.Y
	for i := len(all) - 1; i >= 0; i-- {
		all[i].at = min(all[i].at, top)
		top = all[i].at - gap
	}
	style := nameStyle(n.m)
	for _, e := range all {
		x, right := toX(min(max(e.x, p.X.Min), p.X.Max)), c.Max.X+n.lead()
		style.Color = e.ink
		c.FillText(style, vg.Point{X: right + n.m.font/4, Y: e.at}, e.name)
		if moved := e.at - e.from; moved > 1 || moved < -1 || x < c.Max.X-1 {
			c.StrokeLines(draw.LineStyle{Color: e.ink, Width: n.m.line / 3},
				[]vg.Point{{X: x, Y: e.from}, {X: c.Max.X + 1, Y: e.from}, {X: right, Y: e.at}})
		}
	}
}

// lead returns the width between plot and names.
func (n *endNames) lead() vg.Length { return n.m.font }

// GlyphBoxes reserves room for the names.
func (n *endNames) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	style, widest := nameStyle(n.m), vg.Length(0)
	for _, e := range n.all {
		widest = max(widest, style.Width(e.name))
	}
	if widest == 0 {
		return nil
	}
	return []plot.GlyphBox{{X: 1, Y: .5, Rectangle: vg.Rectangle{Max: vg.Point{X: widest + n.lead() + n.m.font/4}}}}
}

// A verticalLine marks a place on the x axis.
type verticalLine struct{ x float64 }

func (l *verticalLine) Plot(c draw.Canvas, p *plot.Plot) {
	if l.x < p.X.Min || l.x > p.X.Max {
		return
	}
	toX, _ := p.Transforms(&c)
	x := toX(l.x)
	style := draw.LineStyle{Color: ink(-1), Width: .5, Dashes: []vg.Length{1, 2}}
	c.StrokeLine2(style, x, c.Min.Y, x, c.Max.Y)
}
