package chart

import (
	"math"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Spot is one measured point, with a cross from From to To and from Low to High:
// where it may be, with a confidence that is stated elsewhere.
type Spot struct {
	Name      string // stands beside the plot with its value; empty for a spot without
	Series    int
	Round     int
	Value     float64
	From, To  int
	Low, High float64
}

func spotGlyph(t *theme.Theme) rune {
	if t.Charset == theme.ASCII {
		return 'O'
	}
	return '●'
}

// crosses are series that draw the spots' limits. A stroke has the height of its dots.
func (c *Chart) crosses(t *theme.Theme, rounds roundAxis, heights func(values []float64) []float64) (series [][]float64, strokes []stroke) {
	for _, s := range c.Spots {
		look := strokeOf(t, s.Series, false)
		across, from, to := rounds.blank(), rounds.column(s.From), rounds.column(s.To)
		for b := from; b <= to+1 && b <= rounds.columns; b++ {
			across[b] = s.Value
		}
		upright, at := rounds.blank(), rounds.column(s.Round)
		upright[at], upright[at+1] = s.Low, s.High
		series = append(series, heights(across), heights(upright))
		strokes = append(strokes, look, uncapped(look))
	}
	return series, strokes
}

// uncapped is a stroke that is vertical and nothing else.
func uncapped(look stroke) stroke {
	look.chars.StartCap, look.chars.EndCap = " ", " "
	all := partsOf(&look.chars)
	for _, part := range all[arcDownRight : arcUpLeft+1] {
		*part = look.chars.VerticalLine
	}
	return look
}

// column is the column of the plot that a round lies in.
func (a roundAxis) column(t int) int {
	return min(max(int(a.place(float64(t))), 0), a.columns-1)
}

// spots sets the spots' glyphs over everything else.
func (c *Chart) spots(t *theme.Theme, picture *cells, s *scale, rounds roundAxis) {
	fx, _ := t.Charset.Dots()
	for _, spot := range c.Spots {
		if rounds.has(spot.Round) && kit.Finite(spot.Value) {
			row := s.rows - int(math.Round(s.row(spot.Value)))
			picture.cells[row*picture.width+rounds.column(spot.Round)/fx] = cell{spotGlyph(t), strokeOf(t, spot.Series, false).ink}
		}
	}
}

func (c *Chart) spotEnds(t *theme.Theme, format func(float64) string) []end {
	var all []end
	for _, s := range c.Spots {
		if s.Name != "" {
			all = append(all, end{name: s.Name, series: s.Series, style: styleOf(t, s.Series), at: s.Value, value: format(s.Value), key: string(spotGlyph(t)) + " "})
		}
	}
	return all
}
