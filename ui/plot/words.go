package plot

import (
	"fmt"
	"math"
)

// Names of colours and dashes, in their order.
var (
	colourNames = []string{"blue", "vermilion", "green", "pink", "orange", "light blue", "black"}
	dashNames   = []string{"solid", "dashed", "dotted", "dashed and dotted", "long dashes"}
)

// Stroke says in words how the line of a series is drawn.
func Stroke(series int) string {
	if series < 0 {
		return "grey, " + dashNames[0]
	}
	return colourNames[series%len(colourNames)] + ", " + dashNames[series%len(dashNames)]
}

// short writes a tick's value.
func short(x float64) string {
	switch a := math.Abs(x); {
	case a >= 1e9:
		return fmt.Sprintf("%g·10⁹", x/1e9)
	case a >= 1e6:
		return fmt.Sprintf("%gM", x/1e6)
	case a >= 1e4:
		return fmt.Sprintf("%gk", x/1e3)
	}
	return fmt.Sprintf("%.4g", x)
}
