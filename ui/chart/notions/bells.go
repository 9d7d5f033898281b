package notions

import (
	"fmt"
	"math"
	"strings"

	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// Bells are the densities of two sums, one apart, after noise was added. A slider sets the ε for which the
// noise is made; it starts at 1.
type Bells struct{ moved int }

// losses are the stops of the slider; it starts at the third.
var losses = [...]float64{.25, .5, 1, 2, 4}

// Commands returns the commands that move the slider; then runs afterwards.
func (b *Bells) Commands(then func()) []kit.Command {
	return slides(&b.moved, -2, 2, then, kit.Command{Name: "more-epsilon", Short: "ε", Help: "a larger ε"},
		kit.Command{Name: "less-epsilon", Short: "ε", Help: "a smaller ε"})
}

// Lines draws the bells from 36.5 to 46.5, each as high as the line where it is largest: of Lap(1/ε), of N(0, 1/ε²), and of
// Gumbel(2/ε).
func (b *Bells) Lines() []string {
	epsilon := losses[2+b.moved]
	lines := []string{"ε = " + number.Setting(epsilon)}
	for _, noise := range []struct {
		name    string
		density func(x float64) float64 // at most 1
	}{
		{"Laplace", func(x float64) float64 { return math.Exp(-epsilon * math.Abs(x)) }},
		{"normal", func(x float64) float64 { return math.Exp(-epsilon * epsilon * x * x / 2) }},
		{"Gumbel", func(x float64) float64 { return math.Exp(1 - epsilon*x/2 - math.Exp(-epsilon*x/2)) }},
	} {
		for _, sum := range []float64{41, 42} {
			bell := ""
			for x := 36.625; x < 46.5; x += .25 {
				bell += kit.Height(noise.density(x - sum))
			}
			lines = append(lines, strings.TrimRight(fmt.Sprintf("%-8s%v  %s", noise.name, sum, bell), " "))
		}
	}
	return lines
}
