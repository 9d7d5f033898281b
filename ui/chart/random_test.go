package chart

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/ui/kit/theme"
)

// Whatever a chart holds, and however small its room is, it is drawn in that room.
func TestRandomChartsFit(t *testing.T) {
	th := testTheme(termenv.TrueColor)
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := randomChart(r)
		th.Charset = theme.Charset(r.IntN(4))
		width, height := r.IntN(100), r.IntN(30)
		p := c.Picture(th, width, height)
		if len(p.Lines) != height {
			t.Fatalf("seed %d, %dx%d: %d lines", seed, width, height, len(p.Lines))
		}
		for _, line := range p.Lines {
			if ansi.StringWidth(line) != width {
				t.Fatalf("seed %d, %dx%d: a line of %d cells", seed, width, height, ansi.StringWidth(line))
			}
		}
		p.SeriesAt(r.IntN(width+1), r.IntN(height+1))
		p.RoundAt(r.IntN(width + 1))
		p.Move(1+r.IntN(60), r.IntN(9)-4)
	}
}

func randomChart(r *rand.Rand) *Chart {
	coin := func() bool { return r.IntN(2) == 0 }
	value := func() float64 {
		return []float64{0, math.NaN(), math.Inf(1), -r.ExpFloat64(), math.Exp(10 * r.NormFloat64()), 10 * r.Float64()}[r.IntN(6)]
	}
	values := func(n int) []float64 {
		all := make([]float64, n)
		for i := range all {
			all[i] = value()
		}
		return all
	}
	c := &Chart{End: float64(1 + r.IntN(50)), X: Axis{Log: coin(), Symbol: []string{"", "ε"}[r.IntN(2)]}, Y: Axis{Log: coin(), Floor: coin()}}
	c.Limit = c.End + float64(r.IntN(30))
	if coin() {
		c.Cursor = 1 + float64(r.IntN(int(c.Limit)))
	}
	if coin() {
		c.Y.Low = 5 * r.NormFloat64()
		c.Y.High = c.Y.Low + float64(r.IntN(4))
	}
	names := []string{"", "a", "Lazy-DP-TS", "Anytime-Lazy-UCB epsilon=0.25", "a name of many words", "UCB1"}
	for range r.IntN(10) {
		l := Line{
			Name: names[r.IntN(len(names))], Spare: r.IntN(3), Series: r.IntN(8) - 1, Selected: coin(), Guide: coin(),
			Dotted: coin(), Held: coin(), Points: points(values(r.IntN(int(c.Limit) + 2))...),
		}
		if v := value(); coin() {
			l.AtCursor = &v
		}
		c.Lines = append(c.Lines, l)
	}
	for range r.IntN(3) {
		low := values(int(c.End))
		high := make([]float64, len(low))
		for i := range low {
			high[i] = low[i] + r.Float64()
		}
		c.Bands = append(c.Bands, Band{Name: names[r.IntN(2)], Solid: coin(), Low: points(low...), High: points(high...)})
	}
	return c
}
