package theme

import (
	"fmt"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// without returns a color as people without green (0) or red cones see it (Machado et al. 2009).
func without(cones int, c colorful.Color) colorful.Color {
	r, g, b := c.LinearRgb()
	m := [2][9]float64{
		{.367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881},
		{.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	}[cones]
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// Any two of the sixteen lines that a comparison may have differ in stroke, or by at least 15 (CIEDE2000)
// for people without green or red cones.
func TestLinesDifferForTheColorBlind(t *testing.T) {
	for _, shade := range []Shade{Unknown, Dark, Light} {
		th := themeFor(termenv.ANSI256, shade)
		for i := range 16 {
			for j := range i {
				a, b := th.Series(i), th.Series(j)
				x, y := termenv.ConvertToRGB(termenv.ANSI256Color(a.Ink)), termenv.ConvertToRGB(termenv.ANSI256Color(b.Ink))
				apart := 100 * min(without(0, x).DistanceCIEDE2000(without(0, y)), without(1, x).DistanceCIEDE2000(without(1, y)))
				if apart < 15 && (a.Dots == b.Dots || a.Chars == b.Chars) {
					t.Errorf("shade %d, series %d and %d: the same stroke and %.1f apart", shade, j+1, i+1, apart)
				}
			}
		}
	}
}

// The colors of two series differ. In CIELAB, a difference of 0.02 is just noticeable.
func TestColorsOfSeriesDiffer(t *testing.T) {
	for name, p := range map[string]palette{"dark": dark, "light": light} {
		for i, ink := range p.series {
			for j, other := range p.series[:i] {
				a, b := termenv.ConvertToRGB(termenv.ANSI256Color(ink)), termenv.ConvertToRGB(termenv.ANSI256Color(other))
				pair := fmt.Sprintf("%s: series %d and %d, %d and %d", name, j+1, i+1, other, ink)
				if d := a.DistanceLab(b); d < .19 {
					t.Errorf("%s: difference %.3f", pair, d)
				}
				if d := without(0, a).DistanceLab(without(0, b)); d < .13 {
					t.Errorf("%s: difference %.3f for deuteranopes", pair, d)
				}
			}
		}
	}
}
