package theme

import (
	"fmt"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

// deuteranope returns a color as people without green cones see it (Machado et al. 2009).
func deuteranope(c colorful.Color) colorful.Color {
	r, g, b := c.LinearRgb()
	return colorful.LinearRgb(
		.367322*r+.860646*g-.227968*b,
		.280085*r+.672501*g+.047413*b,
		-.011820*r+.042940*g+.968881*b,
	).Clamped()
}

// The colors of two series differ, also for color-blind people. In CIELAB, a difference of 0.02 is
// just noticeable.
func TestColorsOfSeriesDiffer(t *testing.T) {
	for name, p := range map[string]palette{"dark": dark, "light": light} {
		for i, ink := range p.series {
			for j, other := range p.series[:i] {
				a, b := termenv.ConvertToRGB(termenv.ANSI256Color(ink)), termenv.ConvertToRGB(termenv.ANSI256Color(other))
				pair := fmt.Sprintf("%s: series %d and %d, %d and %d", name, j+1, i+1, other, ink)
				if d := a.DistanceLab(b); d < .19 {
					t.Errorf("%s: difference %.3f", pair, d)
				}
				if d := deuteranope(a).DistanceLab(deuteranope(b)); d < .13 {
					t.Errorf("%s: difference %.3f for deuteranopes", pair, d)
				}
			}
		}
	}
}
