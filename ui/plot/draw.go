//go:build !js

package plot

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"regretscope/model/trials"
	"regretscope/ui/chart"
)

// Unavailable is the reason why this build draws no plots, or nil if it draws them.
var Unavailable error

// measures holds the sizes of one panel.
type measures struct {
	width, height vg.Length
	font, line    vg.Length
	columns       int
}

// measures returns the sizes of a panel of the sheet; area is the room for all panels.
func (s *Sheet) measures(size Size) (m measures, area vg.Point) {
	columns := s.columns()
	if size == Column {
		columns = max(columns/2, 1)
	}
	rows := (len(s.Panels) + columns - 1) / columns
	area = vg.Point{X: vg.Length(size.Width) * vg.Centimeter, Y: vg.Length(size.Height) * vg.Centimeter}
	if size.grows && len(s.Panels) > 1 {
		area.Y = area.X / vg.Length(columns) * .8 * vg.Length(rows)
	}
	m = measures{area.X / vg.Length(columns), area.Y / vg.Length(rows), vg.Length(size.font), 0, columns}
	if columns > 1 { // margins shrink with the panels, as far as they stay readable on paper
		m.font = min(m.font, max(vg.Length(Column.font), m.font/vg.Length(math.Sqrt(float64(columns)))))
	}
	m.font = cmp.Or(m.font, min(max(4.7+m.width/vg.Centimeter*.39, 7), 20))
	m.line = m.font / 7.5
	return m, area
}

// Write draws the sheet; the zero Size is a column of a paper, or its whole width for small
// multiples. Equal sheets give equal bytes. A panic of a library becomes an error.
func (s *Sheet) Write(w io.Writer, format string, size Size, by *trials.Made) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the plot cannot be drawn: %v", fault)
		}
	}()
	if size == (Size{}) && len(s.Panels) > 1 {
		size = page
	} else if size == (Size{}) {
		size = Column
	}
	for _, c := range s.Panels {
		for i := range c.Lines {
			c.Lines[i].Stroke = i
		}
	}
	m, area := s.measures(size)
	title := s.Title
	if title != "" && s.LeavesOut() {
		title += " · " + LeftOut
	}
	head := heading(title, area.X, m)
	full, room := area, area.Y
	if !size.grows {
		room /= 2
	}
	foot := s.legend(area.X, room, m)
	if size.grows {
		full.Y += head.height + foot.height()
	}
	var canvas canvas
	switch format {
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(full.X, full.Y), vgimg.UseDPI(dotsPerInch))}
	case "svg":
		canvas = vgsvg.New(full.X, full.Y)
	default:
		canvas = outlined{vgpdf.New(full.X, full.Y)}
	}
	s.draw(draw.New(composed{canvas}), m, head, foot)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	return Finish(w, format, b.Bytes(), by)
}

func (s *Sheet) draw(area draw.Canvas, m measures, head title, foot *legend) {
	head.draw(area, vg.Point{X: area.Center().X, Y: area.Max.Y})
	foot.draw(area)
	area = draw.Crop(area, 0, 0, foot.height(), -head.height)
	columns := m.columns
	plots := make([][]*plot.Plot, (len(s.Panels)+columns-1)/columns)
	for r := range plots {
		plots[r] = make([]*plot.Plot, columns)
	}
	low, high := s.heat()
	for i, c := range s.Panels {
		plots[i/columns][i%columns] = (&panel{c, m, foot == nil, low, high}).plot()
	}
	titles := s.titles(m)
	tiles := draw.Tiles{
		Rows: len(plots), Cols: columns, PadX: 2 * m.font, PadY: m.font + titles,
		PadTop: m.font/2 + titles, PadBottom: m.font / 2, PadLeft: 3 * m.font, PadRight: m.font / 2,
	}
	for r, row := range plot.Align(plots, tiles, area) {
		top := vg.Length(0)
		for _, place := range row {
			top = max(top, place.Max.Y)
		}
		for c, place := range row {
			p := plots[r][c]
			if p == nil {
				continue
			}
			p.Draw(place)
			of, inside := s.Panels[r*columns+c], p.DataCanvas(place)
			if y := label(&of.Y, ""); c == 0 || y != label(&s.Panels[r*columns].Y, "") {
				beside(inside, place.Min.X-m.font/2, y, p.Y.Label.TextStyle)
			}
			head := heading(of.Title, m.width-m.font, m)
			head.draw(area, vg.Point{X: place.Center().X, Y: top + titles})
		}
	}
}

func (s *Sheet) titles(m measures) (height vg.Length) {
	for _, c := range s.Panels {
		height = max(height, heading(c.Title, m.width-m.font, m).height)
	}
	return height
}

// beside writes the label of a vertical axis to its left, in the middle. gonum/plot puts it
// elsewhere if the axis is logarithmic.
func beside(area draw.Canvas, x vg.Length, text string, style draw.TextStyle) {
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	text = strings.Join(wrapped(text, 1.2*(area.Max.Y-area.Min.Y), style), "\n")
	style.Rotation = math.Pi / 2
	area.FillText(style, vg.Point{X: x, Y: area.Center().Y}, text)
}

func (s *Sheet) columns() int {
	if s.Columns > 0 {
		return s.Columns
	}
	if n := len(s.Panels); n <= 3 {
		return max(n, 1)
	}
	return int(math.Ceil(math.Sqrt(float64(len(s.Panels)))))
}

func newPlot(m measures) *plot.Plot {
	p := plot.New()
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Size = m.font
		style.Font.Variant = "Sans"
	}
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.LineStyle.Width, axis.Tick.LineStyle.Width, axis.Tick.Length = m.line/2, m.line/2, m.font/2
	}
	return p
}

// A title is text above a sheet or a panel, broken into lines of its width.
type title struct {
	lines  []string
	style  draw.TextStyle
	height vg.Length
}

func heading(text string, width vg.Length, m measures) title {
	t := title{style: newPlot(m).Title.TextStyle}
	if text == "" {
		return t
	}
	t.style.XAlign, t.style.YAlign = draw.XCenter, draw.YTop
	t.lines = wrapped(text, width-m.font, t.style)
	t.height = m.font * (.6 + 1.3*vg.Length(len(t.lines)))
	return t
}

// wrapped breaks a text into lines of a width, between words where it can.
func wrapped(text string, width vg.Length, style draw.TextStyle) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		line := ""
		for _, r := range word { // a word may be wider than a line
			if line != "" && style.Width(line+string(r)) > width {
				lines, line = append(lines, line), ""
			}
			line += string(r)
		}
		lines = append(lines, line)
	}
	return lines
}

// draw writes the title, centered below an edge.
func (t *title) draw(area draw.Canvas, edge vg.Point) {
	for i, line := range t.lines {
		area.FillText(t.style, edge.Sub(vg.Point{Y: t.style.Font.Size * (.4 + 1.3*vg.Length(i))}), line)
	}
}

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

// Lacks returns an error that names the letters that the font of PNG and PDF lacks. Viewers of SVG have other
// fonts, too.
func (s *Sheet) Lacks(format string) error {
	if format == "svg" {
		return nil
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
	for _, r := range norm.NFC.String(strings.Join(texts, "\n")) {
		at, err := face.Face.GlyphIndex(&buffer, r)
		mark := unicode.Is(unicode.M, r) // which the libraries draw beside its letter
		if (err != nil || at == 0 || mark) && !unicode.IsSpace(r) && !strings.ContainsRune(lacks, r) {
			if mark {
				lacks += "◌"
			}
			lacks += string(r)
		}
	}
	if lacks == "" {
		return nil
	}
	return fmt.Errorf("its font lacks %s; a file that ends in .svg is shown with other fonts, too", lacks)
}

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
