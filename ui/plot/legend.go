//go:build !js

package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"regretscope/ui/chart"
)

// mostAtEnds is how many names have room at the ends of their lines, and widestAtEnds
// which share of a panel's width they may take.
const (
	mostAtEnds   = 8
	widestAtEnds = .36
)

// A legend names all lines of a sheet below its panels, where they are too many to be
// named at their ends. The nil legend has nothing to draw.
type legend struct {
	entries []*chart.Line
	columns int
	m       measures
	style   draw.TextStyle
	more    int // lines without room
}

// legend is that of the sheet, as high as there is room; nil where no panel needs it.
func (s *Sheet) legend(width, room vg.Length, m measures) *legend {
	l := &legend{m: m, style: nameStyle(m)}
	seen, needed := map[string]bool{}, false
	var widest vg.Length
	for _, c := range s.Panels {
		named := 0
		for i := range c.Lines {
			line := &c.Lines[i]
			if line.Name == "" {
				continue
			}
			if named++; !seen[line.Name] {
				seen[line.Name] = true
				l.entries = append(l.entries, line)
				widest = max(widest, l.style.Width(line.Name))
			}
		}
		needed = needed || named > mostAtEnds
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

// sample is the length of the stroke before a name, with a gap.
func (l *legend) sample() vg.Length { return 3 * l.m.font }

func (l *legend) row() vg.Length { return 1.25 * l.m.font }

func (l *legend) height() vg.Length {
	if l == nil {
		return 0
	}
	all := len(l.entries) + min(l.more, 1)
	return l.row() * (.5 + vg.Length((all+l.columns-1)/l.columns))
}

func (l *legend) draw(area draw.Canvas) {
	if l == nil {
		return
	}
	wide := (area.Max.X - area.Min.X - l.m.font) / vg.Length(l.columns)
	at := func(i int) (x, y vg.Length) {
		return area.Min.X + l.m.font + wide*vg.Length(i%l.columns), area.Min.Y + l.height() - l.row()*(.6+vg.Length(i/l.columns))
	}
	for i, line := range l.entries {
		x, y := at(i)
		area.StrokeLine2(lineStyle(line, l.m), x, y, x+l.sample()-l.m.font/2, y)
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
