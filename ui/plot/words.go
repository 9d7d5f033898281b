package plot

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
