package kit

import (
	"math"
	"strings"
)

var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar is a bar of width cells that is filled to the given share of it, to an
// eighth of a cell; shares outside [0,1] are taken to be at the end. What is
// above nothing shows at least the thinnest stroke, and what is short of all
// never looks complete.
func Bar(share float64, width int) string {
	if !(share > 0) || width <= 0 {
		return strings.Repeat(" ", max(width, 0))
	}
	total := 8 * width
	filled := min(int(math.Round(min(share, 1)*float64(total))), total)
	if share < 1 {
		filled = min(filled, total-1)
	}
	filled = max(filled, 1)
	bar := strings.Repeat("█", filled/8) + eighths[filled%8]
	return bar + strings.Repeat(" ", width-(filled+7)/8)
}

// Gauge is a bar on a visible track, for progress: whole cells only.
func Gauge(share float64, width int) (done, rest string) {
	if math.IsNaN(share) {
		share = 0
	}
	n := int(min(max(share, 0), 1) * float64(width))
	return strings.Repeat("█", n), strings.Repeat("░", max(0, width-n))
}
