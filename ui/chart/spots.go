package chart

import (
	"math"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Spot is one measured point, with a cross from From to To and from Low to High: its
// confidence limits.
type Spot struct {
	Name      string // shown beside the plot with its value; empty: not shown
	Series    int
	X, Y      float64
	From, To  float64
	Low, High float64
}

func spotGlyph(t *theme.Theme) rune {
	if t.Charset == theme.ASCII {
		return 'O'
	}
	return '●'
}

// crosses returns series that draw the spots' limits. A stroke has the height of its dots.
func (c *Chart) crosses(t *theme.Theme, axis xAxis, heights func(values []float64) []float64) (series [][]float64, strokes []stroke) {
	for _, s := range c.Spots {
		look := strokeOf(t, s.Series, false)
		across, from, to := axis.blank(), axis.column(s.From), axis.column(s.To)
		for b := from; b <= to+1 && b <= axis.columns; b++ {
			across[b] = s.Y
		}
		upright, at := axis.blank(), axis.column(s.X)
		upright[at], upright[at+1] = s.Low, s.High
		series = append(series, heights(across), heights(upright))
		strokes = append(strokes, look, uncapped(look))
	}
	return series, strokes
}

// uncapped returns a vertical stroke without caps.
func uncapped(look stroke) stroke {
	look.chars.StartCap, look.chars.EndCap = " ", " "
	all := partsOf(&look.chars)
	for _, part := range all[arcDownRight : arcUpLeft+1] {
		*part = look.chars.VerticalLine
	}
	return look
}

// column returns the column of the plot that contains x.
func (a xAxis) column(x float64) int {
	return min(max(int(a.place(x)), 0), a.columns-1)
}

// spots draws the spots' glyphs over everything else.
func (c *Chart) spots(t *theme.Theme, picture *cells, s *scale, axis xAxis) {
	fx, _ := t.Charset.Dots()
	for _, spot := range c.Spots {
		if axis.has(spot.X) && kit.Finite(spot.Y) {
			row := s.rows - int(math.Round(s.row(spot.Y)))
			picture.cells[row*picture.width+axis.column(spot.X)/fx] = cell{spotGlyph(t), strokeOf(t, spot.Series, false).ink}
		}
	}
}
